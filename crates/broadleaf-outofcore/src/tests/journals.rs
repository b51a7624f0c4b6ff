//! Spill folders of earlier runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use tempfile::TempDir;

use crate::budget::Sizes;
use crate::input::Input;
use crate::job::{Answer, Job};
use crate::progress::Progress;

/// Boxes along a line, each of which touches the next one.
fn write_row(path: &Path, boxes: u32) {
    let rows = (0..boxes).map(|i| i * 7919 % boxes);
    let rows = rows.map(|x| format!("{x},0,{},1\n", x + 1));
    let text = "min_x,min_y,max_x,max_y\n".to_owned() + &rows.collect::<String>();
    fs::write(path, text).unwrap();
}

fn job(folder: &TempDir) -> Job {
    let input = folder.path().join("row.csv");
    write_row(&input, 3000);
    let mut job = Job::new(Input::new(input), folder.path().join("spill"));
    job.answer = Answer::Pairs(folder.path().join("pairs.csv"));
    job.threads = 2;
    job.sizes = Some(Sizes {
        tile: 50,
        block: 1000,
        giant_limit: 64,
    });
    job
}

/// Lets a run fail halfway, as on a full disk: a part cannot be created.
pub(super) fn fail_halfway(job: &Job) {
    struct Full(PathBuf, AtomicU64);
    impl Progress for Full {
        fn begin(&self, phase: &'static str, _steps: Option<u64>) {
            if phase == "joining" {
                self.1.store(1, Relaxed);
            }
        }
        fn advance(&self, steps: u64) {
            let done = self.1.load(Relaxed);
            if done > 0 && self.1.fetch_add(steps, Relaxed) > 1500 {
                // Creating a file fails where a folder has its name.
                for tile in 0..64 {
                    let _ = fs::create_dir(self.0.join(format!("pairs-{tile:07}")));
                }
            }
        }
    }
    let full = Full(job.spill.clone(), AtomicU64::new(0));
    let error = job.run(&full).unwrap_err().to_string();
    assert!(
        error.contains("pairs-") && error.contains("irectory"),
        "{error}"
    );
    for tile in 0..64 {
        let _ = fs::remove_dir(job.spill.join(format!("pairs-{tile:07}")));
    }
}

#[test]
fn a_run_goes_on_where_the_last_one_ended() {
    let folder = TempDir::new().unwrap();
    let job = job(&folder);
    let whole = job.run(&()).unwrap();
    let text = fs::read(folder.path().join("pairs.csv")).unwrap();
    assert_eq!((whole.sum.pairs, whole.finished_before), (2999, 0));
    fail_halfway(&job);
    let rest = job.run(&()).unwrap();
    assert!(rest.finished_before > 5, "{rest:?}");
    assert_eq!(rest.sum, whole.sum);
    assert_eq!(fs::read(folder.path().join("pairs.csv")).unwrap(), text);
}

#[test]
fn parts_and_entries_that_are_damaged_are_made_again() {
    let folder = TempDir::new().unwrap();
    let job = job(&folder);
    let whole = job.run(&()).unwrap();
    fail_halfway(&job);
    // A partial entry, a truncated part and a missing part.
    let journal = job.spill.join("finished");
    let mut entries = fs::read(&journal).unwrap();
    entries.truncate(entries.len() - 7);
    fs::write(&journal, entries).unwrap();
    let mut parts: Vec<_> = fs::read_dir(&job.spill)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.display().to_string().contains("pairs-"))
        .collect();
    parts.sort();
    fs::remove_file(&parts[0]).unwrap();
    fs::write(&parts[1], "1").unwrap();
    let rest = job.run(&()).unwrap();
    assert_eq!(rest.sum, whole.sum);
}

#[test]
fn other_folders_are_refused() {
    let folder = TempDir::new().unwrap();
    let job = job(&folder);
    fail_halfway(&job);
    let refusal = |job: &Job| job.run(&()).unwrap_err().to_string();

    // Another answer, another input, a changed input.
    let mut other = job.clone();
    other.answer = Answer::Count;
    let message = refusal(&other);
    assert!(
        message.contains("it says \"pairs as csv\", not \"count\""),
        "{message}"
    );
    let mut other = job.clone();
    other.first.path = folder.path().join("other.csv");
    write_row(&other.first.path, 10);
    assert!(refusal(&other).contains("belongs to another run"));
    write_row(&job.first.path, 2999);
    assert!(refusal(&job).contains("an input has changed"));

    // A damaged manifest, and damaged boxes.
    write_row(&job.first.path, 3000);
    let manifest = job.spill.join("manifest");
    let mut bytes = fs::read(&manifest).unwrap();
    bytes[100] ^= 1;
    fs::write(&manifest, &bytes).unwrap();
    assert!(refusal(&job).contains("the manifest is damaged"));
    fs::write(&manifest, b"short").unwrap();
    assert!(refusal(&job).contains("the manifest is damaged"));

    // A folder with foreign files.
    let mut other = job.clone();
    other.spill = folder.path().to_owned();
    assert!(refusal(&other).contains("which is not part of a run"));
    other.spill = folder.path().join("other");
    fs::create_dir(&other.spill).unwrap();
    fs::write(other.spill.join("pairs-2025.csv"), "a,b\n").unwrap();
    assert!(refusal(&other).contains("contains pairs-2025.csv, which is not part of a run"));
    fs::remove_file(other.spill.join("pairs-2025.csv")).unwrap();
    // The output would be removed with the folder.
    other.answer = Answer::Pairs(other.spill.join("pairs.csv"));
    assert!(refusal(&other).contains("pairs.csv: the output is in the folder for spilled boxes"));
    // Two runs at the same time.
    let lock = fs::File::create(job.spill.join("lock")).unwrap();
    lock.lock().unwrap();
    assert!(refusal(&job).contains("another run uses this folder"));
}

#[test]
fn spilled_boxes_that_are_none_are_an_error() {
    let folder = TempDir::new().unwrap();
    let job = job(&folder);
    fail_halfway(&job);
    let boxes = job.spill.join("boxes");
    let len = fs::metadata(&boxes).unwrap().len();
    fs::write(&boxes, vec![0xff; usize::try_from(len).unwrap()]).unwrap();
    let message = job.run(&()).unwrap_err().to_string();
    assert!(
        message.contains("the contents are not those of this run"),
        "{message}"
    );
    fs::write(&boxes, b"").unwrap();
    let message = job.run(&()).unwrap_err().to_string();
    assert!(
        message.contains("boxes: failed to fill whole buffer"),
        "{message}"
    );
}
