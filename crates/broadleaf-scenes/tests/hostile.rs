//! Large files designed to be slow or to take memory are read in time that grows with their length,
//! or rejected. A pass over the whole file for each of its parts would take minutes here.

use std::io::Write;

use broadleaf_scenes::{FileBoxes, ReadOptions};

fn read(name: &str, bytes: impl Into<Vec<u8>>) -> Result<FileBoxes, String> {
    let options = ReadOptions::default().with_longitude(0);
    FileBoxes::read(name, bytes, &options).map_err(|error| error.to_string())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

const VERTICES: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

#[test]
fn a_line_of_many_lines_costs_its_length() {
    let parts = " 1\\\n".repeat(300_000);
    let boxes = read("a.obj", format!("{VERTICES}f 1 2 3{parts}\n")).unwrap();
    assert_eq!(boxes.len(), 300_001);
    let empty = "\\\n".repeat(1_000_000);
    assert_eq!(
        read("a.obj", format!("{VERTICES}f 1 2 3 {empty}"))
            .unwrap()
            .len(),
        1
    );
}

#[test]
fn lines_without_an_end_are_refused() {
    let long = [VERTICES.as_bytes(), &vec![b' '; (16 << 20) + 1]].concat();
    for bytes in [gzip(&long), long] {
        let message = read("a.obj", bytes).unwrap_err();
        assert_eq!(message, "a.obj: line 4: the line has more than 16 MiB");
    }
    let header = format!("ply\nformat ascii 1.0\n{}", "comment x\n".repeat(200_000));
    let message = read("a.ply", header).unwrap_err();
    assert!(
        message.ends_with("the header has more than 1048576 bytes"),
        "{message}"
    );
}

#[test]
fn words_of_a_file_do_not_make_kinds() {
    let mut text = VERTICES.to_owned();
    for number in 0..100_000 {
        text += &format!("word{number} 1 2 3\n");
    }
    let FileBoxes::Solid(rows) = read("a.obj", text).unwrap() else {
        panic!("OBJ is 3D");
    };
    let skipped = rows.skipped.to_string();
    assert_eq!(skipped, "passed over: lines of no known kind (100000)");
}

#[test]
fn many_parts_of_a_geometry_cost_little_more_than_their_number() {
    let point = |number: u32| format!("[{},{}]", f64::from(number % 360) / 2.0 - 90.0, number % 90);
    let points: Vec<_> = (0..200_000).map(point).collect();
    for (kind, coordinates) in [
        ("MultiPoint", points.join(",")),
        ("MultiLineString", format!("[{}]", points.join("],["))),
        ("Polygon", "[],".repeat(300_000) + "[[1,2]]"),
    ] {
        let text = format!(r#"{{"type":"{kind}","coordinates":[{coordinates}]}}"#);
        assert_eq!(read("a.geojson", text).unwrap().len(), 1, "{kind}");
    }
    let list = format!("[{}", "[".repeat(100_000));
    let message = read("a.geojson", list).unwrap_err();
    assert!(message.contains("recursion limit"), "{message}");
}

/// The counts in a header take no memory and no time.
#[test]
fn counts_of_headers_are_not_trusted() {
    let vertices = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
    for (count, kind) in [("4294967295", "uint"), ("18446744073709551615", "uint64")] {
        let face = format!("element face {count}\nproperty list {kind} {kind} vertex_indices\n");
        let head = format!("ply\nformat binary_little_endian 1.0\n{vertices}{face}end_header\n");
        let body = [[0; 36].as_slice(), &[0x7f; 40]].concat();
        let message = read("a.ply", [head.as_bytes(), &body].concat()).unwrap_err();
        assert!(message.starts_with("a.ply: face 0: "), "{message}");
    }
    let mut stl = vec![0; 134];
    stl[80..84].fill(0xff);
    let message = read("a.stl", stl).unwrap_err();
    assert!(
        message.contains("announces 4294967295 triangles"),
        "{message}"
    );
}
