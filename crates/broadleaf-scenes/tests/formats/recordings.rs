//! Recordings of boxes: valid, compressed and invalid ones.

use broadleaf::Aabb;
use broadleaf_scenes::{AabbsWriter, Family, Scene};
use tempfile::TempDir;

use super::{UNIT, aabbs, read_all, refusal, write};

#[test]
fn recordings_come_back_as_they_were_written() {
    let folder = TempDir::new().unwrap();
    for (dimensions, family) in [
        (2, Family::Tiles),
        (3, Family::Infinite),
        (3, Family::Cloth),
    ] {
        let path = folder.path().join("copy.aabbs");
        let mut expected = Vec::new();
        macro_rules! copy {
            ($frames:expr) => {{
                let frames = $frames;
                let mut writer =
                    AabbsWriter::create(&path, &frames.name, frames.boxes, frames.frames).unwrap();
                for frame in frames.map(Result::unwrap) {
                    writer.write(&frame).unwrap();
                    expected.push(
                        frame
                            .iter()
                            .map(|aabb| {
                                aabb.min().into_iter().chain(aabb.max()).collect::<Vec<_>>()
                            })
                            .collect::<Vec<_>>(),
                    );
                }
                writer.finish().unwrap();
            }};
        }
        match family.scene(dimensions, 2_500, 3, 7).unwrap() {
            Scene::Flat(frames) => copy!(frames),
            Scene::Solid(frames) => copy!(frames),
        }
        assert_eq!(
            read_all(&path).unwrap(),
            (family.name().to_owned(), expected)
        );
    }
}

#[test]
fn compressed_recordings_are_recordings() {
    let folder = TempDir::new().unwrap();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, &aabbs("boxes2d", 1, 1, &[UNIT, UNIT])).unwrap();
    let whole = encoder.finish().unwrap();
    let frames = vec![vec![vec![0.0, 0.0, 1.0, 1.0]]; 2];
    assert_eq!(
        read_all(&write(&folder, "a.aabbs.gz", &whole)).unwrap(),
        ("a scene".to_owned(), frames)
    );
    assert_eq!(
        refusal(&write(&folder, "b.aabbs.gz", &whole[..whole.len() / 2]))
            .split(": ")
            .next(),
        Some("b.aabbs.gz")
    );
    assert_eq!(
        refusal(&write(&folder, "c.aabbs.gz", b"nothing of the kind")),
        "c.aabbs.gz: header: the file ends before the header"
    );
}

#[test]
fn recordings_larger_than_deflate_allows_are_refused() {
    let folder = TempDir::new().unwrap();
    // A header that announces 2^30 boxes, without a box.
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, &aabbs("boxes2d", 1 << 30, 0, &[])).unwrap();
    let message = refusal(&write(&folder, "a.aabbs.gz", encoder.finish().unwrap()));
    let place = "a.aabbs.gz: header: 1073741824 boxes in 1 frames make 34359738672 bytes, ";
    let problem = message.strip_prefix(place).unwrap();
    assert!(
        problem.starts_with("more than the file can hold, "),
        "{problem}"
    );
}

#[test]
fn wrong_recordings_are_refused() {
    let folder = TempDir::new().unwrap();
    let nan = [0.0, f32::NAN, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0];
    let inverted = [0.0, 0.0, 2.0, 0.0, 1.0, 1.0, 1.0, 0.0];
    let two_gib = aabbs("boxes3d", 67_108_864, 0, &[]);
    let mut not_utf8 = aabbs("boxes3d", 1, 0, &[UNIT]);
    not_utf8[3] = 0xff;
    let mut trailing = aabbs("boxes3d", 1, 0, &[UNIT]);
    trailing.push(0);
    let cases: [(&str, Vec<u8>, &str); 12] = [
        ("empty", vec![], "header: the file ends before the header"),
        (
            "short header",
            vec![0; 300],
            "header: the file ends before the header",
        ),
        (
            "truncated",
            aabbs("boxes3d", 2, 0, &[UNIT]),
            "header: 2 boxes in 1 frames make 368 bytes, but the file has 336",
        ),
        (
            "trailing",
            trailing,
            "header: 1 boxes in 1 frames make 336 bytes, but the file has 337",
        ),
        (
            "2 GiB on 1 KiB",
            two_gib,
            "header: 67108864 boxes in 1 frames make 2147483952 bytes, but the file has 304",
        ),
        (
            "more than there are bytes",
            aabbs("x", i32::MAX, i32::MAX, &[]),
            "header: 2147483647 boxes in 2147483648 frames make 147573952520956936496 bytes, but the file has 304",
        ),
        (
            "negative boxes",
            aabbs("boxes3d", -1, 0, &[]),
            "header: -1 boxes",
        ),
        (
            "negative frames",
            aabbs("boxes3d", 0, -7, &[]),
            "header: -7 frames",
        ),
        (
            "not a number",
            aabbs("boxes3d", 2, 1, &[UNIT, UNIT, UNIT, nan]),
            "frame 1: object 1: not a number on axis 1: min NaN, max 1",
        ),
        (
            "inverted",
            aabbs("boxes3d", 2, 0, &[UNIT, inverted]),
            "frame 0: object 1: min 2 is above max 1 on axis 2",
        ),
        (
            "not UTF-8",
            not_utf8,
            "header: scene name: byte 3: not UTF-8",
        ),
        (
            "bad world",
            {
                let mut bytes = aabbs("boxes3d", 1, 0, &[UNIT]);
                bytes[272..276].copy_from_slice(&f32::NAN.to_le_bytes());
                bytes
            },
            "header: world: not a number on axis 0: min NaN, max 0",
        ),
    ];
    for (what, bytes, problem) in cases {
        assert_eq!(
            refusal(&write(&folder, "bad.aabbs", bytes)),
            format!("bad.aabbs: {problem}"),
            "{what}"
        );
    }
    // In 2D, z is ignored.
    assert!(
        read_all(&write(
            &folder,
            "flat.aabbs",
            aabbs("boxes2d", 1, 0, &[inverted])
        ))
        .is_ok()
    );
}

#[test]
fn writers_keep_their_promises() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.aabbs");
    let unit = Aabb::new([0.0; 3], [1.0; 3]);
    let mut writer = AabbsWriter::<3>::create(&path, "a", 2, 1).unwrap();
    assert!(
        writer.write(&[unit]).unwrap_err().to_string().ends_with(
            "a frame of 1 boxes was written, but 1 more frames of 2 boxes were announced"
        )
    );
    assert!(
        writer
            .finish()
            .unwrap_err()
            .to_string()
            .ends_with("a.aabbs: 1 frames are missing")
    );
    assert!(
        AabbsWriter::<3>::create(&path, &"n".repeat(200), 0, 1)
            .unwrap_err()
            .to_string()
            .ends_with("is longer than 127 bytes")
    );
    assert!(
        AabbsWriter::<3>::create(&path, "a", 0, 0)
            .unwrap_err()
            .to_string()
            .ends_with("at least one frame")
    );
    assert!(
        AabbsWriter::<3>::create(&path, "a", usize::MAX, 1)
            .unwrap_err()
            .to_string()
            .ends_with(&format!("cannot hold {} boxes", usize::MAX))
    );
    // A scene without boxes and without a name is valid.
    let mut writer = AabbsWriter::<2>::create(&path, "", 0, 1).unwrap();
    writer.write(&[]).unwrap();
    writer.finish().unwrap();
    assert_eq!(read_all(&path).unwrap(), (String::new(), vec![vec![]]));
}
