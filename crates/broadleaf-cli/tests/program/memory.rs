//! Files that are larger than the memory.

use std::fs;
use std::io::Write;

use crate::desk::Desk;

/// Runs the program with a limit of its address space, and returns its one-line refusal.
fn refusal_with_memory(desk: &Desk, kibibytes: u32, arguments: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin!("broadleaf");
    let script = format!(
        "ulimit -v {kibibytes} && exec {} {arguments}",
        program.display()
    );
    let outcome = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(desk.path("."))
        .output()
        .unwrap();
    let message = String::from_utf8(outcome.stderr).unwrap();
    assert_eq!(outcome.status.code(), Some(2), "{arguments}: {message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[test]
fn data_larger_than_the_memory_is_refused() {
    let desk = Desk::new();
    let member = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    // 2^24 boxes of 32 bytes in members of 2^20 boxes.
    let mut header = vec![0; 304];
    header[256..260].copy_from_slice(&(1_i32 << 24).to_le_bytes());
    let boxes = member(&vec![0; 32 << 20]).repeat(16);
    fs::write(
        desk.path("bomb.aabbs.gz"),
        [member(&header), boxes].concat(),
    )
    .unwrap();
    let message = refusal_with_memory(&desk, 256 << 10, "run bomb.aabbs.gz");
    assert!(message.contains("do not fit into memory"), "{message}");

    let rows = format!("x,y\n{}", "1,2\n".repeat(5 << 20));
    fs::write(desk.path("rows.csv"), rows).unwrap();
    let message = refusal_with_memory(&desk, 96 << 10, "run rows.csv");
    assert!(message.contains("do not fit into memory"), "{message}");

    // Records without an end.
    let problems = [
        ("csv", "not text"),
        ("ply", "does not begin with \"ply\""),
        ("obj", "more than 16 MiB"),
        ("geojson", "expected value"),
        ("stl", "announces 0 triangles"),
    ];
    for (ending, problem) in problems {
        let name = format!("endless.{ending}");
        std::os::unix::fs::symlink("/dev/zero", desk.path(&name)).unwrap();
        refusal_with_memory(&desk, 256 << 10, &format!("run {name}"));
        let name = format!("sparse.{ending}");
        let file = fs::File::create(desk.path(&name)).unwrap();
        file.set_len(1 << 33).unwrap();
        let message = refusal_with_memory(&desk, 256 << 10, &format!("run {name}"));
        assert!(message.contains(problem), "{message}");
    }
}
