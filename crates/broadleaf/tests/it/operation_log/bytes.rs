//! The bytes of a log: their number, and bytes that are refused.

use broadleaf::broad_phase::Margin;
use broadleaf::log::{Recorder, compare_logs};
use broadleaf::{Aabb, BroadPhase, Fixed};

use super::log;

#[test]
fn bytes_that_are_no_log_are_refused_with_the_place() {
    let whole = log(|_, _, _| {});
    let refused = |bytes: &[u8]| compare_logs([&whole, bytes]).unwrap_err().to_string();
    assert_eq!(
        refused(b""),
        "byte 0: this is not a log of a broad phase's operations"
    );
    assert_eq!(refused(b"BLlg"), "byte 4: the bytes end too early");
    assert_eq!(
        refused(b"BLlg\x09"),
        "byte 4: the log has another version of the format, and only 3 is known"
    );
    assert_eq!(
        refused(b"BLlg\x03\x03\x20\x00"),
        "byte 7: an unknown type of coordinates"
    );
    assert_eq!(
        refused(b"BLlg\x03\x01\x20\x00\x00"),
        "byte 8: a broad phase has 1 to 255 dimensions"
    );
    let mut unknown = whole.clone();
    let header = 4 + 1 + 3 + 1 + 2;
    unknown[header] = 1;
    assert_eq!(
        refused(&unknown),
        format!(
            "byte {}: an operation on a proxy that does not exist",
            header + 1
        )
    );
    for cut in 0..whole.len() {
        let outcome = compare_logs([&whole[..cut], &whole]);
        assert!(
            outcome.is_err() || outcome.unwrap().difference.is_some(),
            "cut at {cut}"
        );
    }
}

#[test]
fn a_move_is_some_ten_bytes() {
    type Meters = Fixed<16>;
    let mut broad_phase = Recorder::new(BroadPhase::<(), Meters, 3>::new(Margin::Snap {
        cell: Meters::ONE,
    }));
    let ids: Vec<_> = (0..100)
        .map(|i| broad_phase.create(Aabb::point([Meters::from_int(i); 3]), ()))
        .collect();
    let _ = broad_phase.take_bytes();
    for (i, &id) in (0..).zip(&ids) {
        let step = Meters::from_ratio(1, 7).unwrap();
        broad_phase
            .move_to(id, Aabb::point([Meters::from_int(i) + step; 3]), [step; 3])
            .unwrap();
    }
    broad_phase.step();
    let bytes = broad_phase.take_bytes().len();
    assert!(
        bytes <= 100 * 14 + 16,
        "{bytes} bytes for 100 moves and a step"
    );
}
