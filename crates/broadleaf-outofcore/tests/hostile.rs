//! No input bytes cause a panic or an endless run.

use std::fs;
use std::path::Path;

use broadleaf_outofcore::{Answer, Input, Job};
use tempfile::TempDir;

/// Runs a join that may fail, but must end, with an error of one line that locates the problem.
fn run(folder: &Path, name: &str, bytes: &[u8]) -> bool {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    let spill = folder.join("spill");
    let mut job = Job::new(Input::new(path), spill.clone());
    job.memory = 16 << 20;
    job.limit = Some(100_000);
    let outcome = job.run(&());
    let _ = fs::remove_dir_all(spill);
    if let Err(error) = &outcome {
        let message = error.to_string();
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    outcome.is_ok()
}

#[test]
fn damaged_parquet_files_are_refused() {
    let folder = TempDir::new().unwrap();
    // Pairs make a Parquet file, which is read again as points.
    let rows = (0..300).map(|i| format!("{i},0\n")).collect::<String>();
    let row = folder.path().join("row.csv");
    fs::write(&row, format!("x,y\n{rows}{rows}")).unwrap();
    let mut job = Job::new(Input::new(row), folder.path().join("spill"));
    let out = folder.path().join("pairs.parquet");
    job.answer = Answer::Pairs(out.clone());
    assert_eq!(job.run(&()).unwrap().sum.pairs, 300);

    let bytes = fs::read(&out).unwrap();
    let mut refused = 0;
    for at in 0..bytes.len() {
        for change in [0xff, 0x01, 0x80] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            let mut job = Job::new(
                Input {
                    boxes: ["a", "b", "a", "b"].map(str::to_owned).into(),
                    ..Input::new(folder.path().join("damaged.parquet"))
                },
                folder.path().join("spill"),
            );
            (job.memory, job.limit) = (16 << 20, Some(100_000));
            fs::write(&job.first.path, damaged).unwrap();
            let outcome = job.run(&());
            let _ = fs::remove_dir_all(&job.spill);
            if let Err(error) = outcome {
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > bytes.len(), "{refused} of {}", 3 * bytes.len());
    for len in 0..bytes.len() {
        assert!(!run(folder.path(), "cut.parquet", &bytes[..len]), "{len}");
    }
}

#[test]
fn damaged_texts_of_ids_are_refused() {
    let folder = TempDir::new().unwrap();
    let row = folder.path().join("row.csv");
    let text = "id,x,y\n".to_owned() + &(0..8).map(|i| format!("A{i},0,0\n")).collect::<String>();
    fs::write(&row, text).unwrap();
    let mut job = Job::new(Input::new(&row), folder.path().join("spill"));
    let out = folder.path().join("pairs.parquet");
    job.second = Some(Input {
        id: Some("id".to_owned()),
        ..Input::new(&row)
    });
    job.answer = Answer::Pairs(out.clone());
    assert_eq!(job.run(&()).unwrap().sum.pairs, 64);

    // Row numbers serve as points, texts as ids.
    let bytes = fs::read(&out).unwrap();
    job.first = Input {
        boxes: ["a", "a", "a", "a"].map(str::to_owned).into(),
        id: Some("b".to_owned()),
        ..Input::new(folder.path().join("damaged.parquet"))
    };
    job.second = None;
    (job.memory, job.limit) = (16 << 20, Some(100_000));
    let (mut refused, mut read) = (0, 0);
    for (at, change) in (0..bytes.len())
        .step_by(2)
        .map(|at| (at, [0xff, 1, 0x80][at % 3]))
    {
        let mut damaged = bytes.clone();
        damaged[at] ^= change;
        fs::write(&job.first.path, damaged).unwrap();
        let outcome = job.run(&());
        let _ = fs::remove_dir_all(&job.spill);
        match outcome {
            Err(error) => {
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
                refused += 1;
            }
            Ok(_) => read += 1,
        }
    }
    assert!(refused > 100 && read > 10, "{refused}, {read}");
}

#[test]
fn other_files_are_refused() {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in [
        ("empty.parquet", &b""[..]),
        ("text.parquet", b"PAR1 is only the beginning"),
        ("empty.csv", b""),
        ("header.csv", b"min_x,min_y\n"),
        ("nan.csv", b"x,y\nNaN,1\n"),
        ("short.csv", b"x,y\n1\n"),
        ("binary.csv", b"x,y\n\xff\xfe,1\n"),
        ("short.aabbs", b"abc"),
        ("short.aabbs.gz", b"\x1f\x8b"),
        ("boxes.json", b"{}"),
        // A file without boxes may be one that the reader misunderstands.
        ("none.csv", b"x,y\n"),
    ] {
        assert!(!run(folder.path(), name, bytes), "{name}");
    }
}
