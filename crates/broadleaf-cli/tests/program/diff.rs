//! `broadleaf diff` on the logs of two peers.

use std::fs;

use assert_cmd::Command;
use broadleaf::broad_phase::Margin;
use broadleaf::log::Recorder;
use broadleaf::{Aabb, BroadPhase, Fixed};
use tempfile::TempDir;

type Meters = Fixed<16>;

/// Plays 40 frames as one peer. With `astray`, one body is displaced to the right by this much in
/// this frame.
fn play(astray: Option<(i32, Meters)>) -> Vec<u8> {
    let mut broad_phase = Recorder::new(BroadPhase::<i32, Meters, 2>::new(Margin::Snap {
        cell: Meters::ONE,
    }));
    let place = |body: i32, frame: i32| {
        let x =
            Meters::from_int(body) + Meters::from_ratio(i64::from(frame * (body % 3)), 4).unwrap();
        Aabb::new([x, Meters::ZERO], [x + Meters::ONE, Meters::ONE])
    };
    let bodies: Vec<_> = (0..8)
        .map(|body| broad_phase.create(place(body, 0), body))
        .collect();
    for frame in 0..40 {
        for (body, &proxy) in (0..).zip(&bodies) {
            let more = astray
                .filter(|&(when, _)| (when, 5) == (frame, body))
                .map_or(Meters::ZERO, |(_, more)| more);
            let aabb = place(body, frame);
            let [min, max] = [aabb.min(), aabb.max()].map(|[x, y]| [x + more, y]);
            broad_phase
                .move_to(proxy, Aabb::new(min, max), [Meters::ZERO; 2])
                .unwrap();
        }
        broad_phase.step();
    }
    broad_phase.take_bytes()
}

/// The exit code, standard output and standard error of `broadleaf diff A.trace B.trace`.
fn diff(a: &[u8], b: &[u8]) -> (i32, String, String) {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in [("A.trace", a), ("B.trace", b)] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    run(&folder, "A.trace", "B.trace")
}

fn run(folder: &TempDir, a: &str, b: &str) -> (i32, String, String) {
    let output = Command::cargo_bin("broadleaf")
        .unwrap()
        .current_dir(folder)
        .args(["diff", a, b])
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn equal_logs_are_the_same() {
    let log = play(None);
    assert_eq!(
        diff(&log, &log),
        (
            0,
            "the logs agree: 40 frames with 328 operations\n".to_owned(),
            String::new()
        )
    );
}

#[test]
fn one_move_that_differs_is_named_with_its_frame_and_both_sides() {
    let (code, out, err) = diff(&play(None), &play(Some((17, Meters::STEP))));
    assert_eq!(
        (code, err.as_str()),
        (1, "broadleaf: the logs differ from frame 17 on\n")
    );
    for line in [
        "  A.trace: operation 167 moves 5v0 from [13, 0] to [14, 1] on to [13.5, 0] to [14.5, 1]",
        "  B.trace: operation 167 moves 5v0 from [13, 0] to [14, 1] on to [13.5000152587890625, 0] to [14.5000152587890625, 1]",
    ] {
        assert!(out.lines().any(|other| other == line), "{line} in {out}");
    }
    for part in ["17 frames with 144 operations", "in frame 17"] {
        assert!(out.contains(part), "{part} in {out}");
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_its_name() {
    let log = play(None);
    let (code, out, err) = diff(&log, &log[..log.len() - 3]);
    let problem = format!(
        "broadleaf: B.trace: byte {}: the bytes end too early\n",
        log.len() - 3
    );
    assert_eq!((code, out.as_str(), err), (2, "", problem));
    let problem =
        "broadleaf: A.trace: byte 0: this is not a log of a broad phase's operations\n".to_owned();
    assert_eq!(diff(b"frame 1", &log), (2, String::new(), problem));
    let (code, _, err) = run(&TempDir::new().unwrap(), "A.trace", "B.trace");
    assert!(
        code == 2 && err.starts_with("broadleaf: A.trace: "),
        "{err}"
    );
}
