//! `broadleaf scene`.

use std::fs;
use std::io::Read;

use crate::desk::Desk;

#[test]
fn the_box_pruning_scene_is_written_bit_for_bit() {
    let desk = Desk::new();
    desk.succeed("scene box-pruning -n 10000 -o a.aabbs");
    let result = desk.json("run a.aabbs --json");
    assert_eq!(
        (
            &result["scene"],
            &result["pairs"],
            &result["boxes"],
            &result["frames"]
        ),
        (
            &"box-pruning".into(),
            &11_811.into(),
            &10_000.into(),
            &1.into()
        )
    );
    let bytes = fs::read(desk.path("a.aabbs")).unwrap();
    assert_eq!(bytes.len(), 304 + 320_000);
    // After srand(42) Microsoft's rand gives 175, 400, 17869, 30056, 16083, 12879: center 175 -
    // 2048, half extent 30056 & 127 and so on.
    let first: Vec<f32> = bytes[304..336]
        .chunks(4)
        .map(|x| f32::from_le_bytes(x.try_into().unwrap()))
        .collect();
    assert_eq!(
        first,
        [
            -1_977.0, -1_731.0, -642.0, 0.0, -1_769.0, -1_565.0, -484.0, 0.0
        ]
    );
    assert!(
        desk.succeed("scene box-pruning -n 10 --frames 2 -o b.aabbs")
            .contains("10 boxes in 3D, 2 frames")
    );
}

#[test]
fn compressed_scenes_are_read_as_they_were_written() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 300 --frames 3 -o a.aabbs");
    desk.succeed("scene uniform -n 300 --frames 3 -o a.aabbs.gz");
    let [plain, compressed] = ["a.aabbs", "a.aabbs.gz"].map(|name| {
        let mut played = desk.json(&format!("run {name} --json"));
        let keys = [
            "scene", "boxes", "frames", "pairs", "begins", "ends", "checksum",
        ];
        keys.map(|key| played[key].take())
    });
    assert_eq!(plain, compressed);
    // The bytes equal those of the uncompressed file, including its header.
    let mut unpacked = Vec::new();
    flate2::read::MultiGzDecoder::new(fs::File::open(desk.path("a.aabbs.gz")).unwrap())
        .read_to_end(&mut unpacked)
        .unwrap();
    assert_eq!(unpacked, fs::read(desk.path("a.aabbs")).unwrap());
}

#[test]
fn recordings_need_a_feature() {
    let desk = Desk::new();
    if cfg!(feature = "record") {
        desk.succeed("scene tumbler -n 30 --frames 10 --dim 2 -o a.aabbs");
        assert_eq!(desk.json("run a.aabbs --check --json")["boxes"], 34);
    } else {
        assert!(
            desk.refusal("scene pile -n 30 -o a.aabbs")
                .contains("--features record")
        );
    }
    assert_eq!(
        desk.succeed("scene --help").contains("not in this build"),
        !cfg!(feature = "record")
    );
}
