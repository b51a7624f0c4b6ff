//! A process that is killed at any time can be resumed with the same answer.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, abort};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use broadleaf_outofcore::{Answer, Input, Job, Outcome, Progress};
use tempfile::TempDir;

/// In the environment of the process to kill: the folder, and the step.
const FOLDER: &str = "BROADLEAF_KILLED_IN";
const AT: &str = "BROADLEAF_KILLED_AT";

/// Ends the process at a step like a signal, without cleanup.
struct Killer {
    at: u64,
    steps: AtomicU64,
}

impl Progress for Killer {
    fn begin(&self, _phase: &'static str, _steps: Option<u64>) {
        self.advance(1);
    }

    fn advance(&self, _steps: u64) {
        if self.steps.fetch_add(1, Relaxed) + 1 == self.at {
            abort();
        }
    }
}

fn job(folder: &Path) -> Job {
    let mut job = Job::new(Input::new(folder.join("boxes.csv")), folder.join("spill"));
    job.answer = Answer::Pairs(folder.join("pairs.parquet"));
    // Eight tiles.
    (job.memory, job.threads) = (16 << 20, 2);
    job
}

/// The process to kill: this test alone.
#[test]
fn in_a_process_of_its_own() {
    let (Ok(folder), Ok(at)) = (env::var(FOLDER), env::var(AT)) else {
        return;
    };
    let killer = Killer {
        at: at.parse().unwrap(),
        steps: AtomicU64::new(0),
    };
    job(Path::new(&folder)).run(&killer).unwrap();
}

/// Whether the process was killed before it ended.
fn kill(folder: &Path, at: u64) -> bool {
    let status = Command::new(env::current_exe().unwrap())
        .args(["--exact", "in_a_process_of_its_own"])
        .env(FOLDER, folder)
        .env(AT, at.to_string())
        .output()
        .unwrap();
    !status.status.success()
}

#[test]
fn a_killed_run_goes_on() {
    let folder = TempDir::new().unwrap();
    let rows = (0..30_000_u32).map(|i| i * 7919 % 30_000);
    let rows = rows.map(|x| format!("{x},{},{},{}\n", x % 9, x + 3, x % 9 + 1));
    let text = "min_x,min_y,max_x,max_y\n".to_owned() + &rows.collect::<String>();
    fs::write(folder.path().join("boxes.csv"), text).unwrap();
    let finish = || -> (Outcome, Vec<u8>) {
        let outcome = job(folder.path()).run(&()).unwrap();
        let out = folder.path().join("pairs.parquet");
        let bytes = fs::read(&out).unwrap();
        fs::remove_file(out).unwrap();
        assert!(!folder.path().join("spill").exists());
        (outcome, bytes)
    };
    let (whole, pairs) = finish();
    assert!(whole.sum.pairs > 20_000, "{whole:?}");

    let (mut times, mut went_on) = (0, 0);
    // One step later each time, through all phases, until the process ends before it is killed.
    while kill(folder.path(), times + 1) {
        times += 1;
        let (outcome, bytes) = finish();
        assert_eq!(
            (outcome.sum, bytes == pairs),
            (whole.sum, true),
            "killed at {times}"
        );
        went_on += u64::from(outcome.finished_before > 0);
    }
    assert!(
        times > 15 && went_on > 3,
        "killed {times} times, resumed {went_on} times"
    );

    // Killed repeatedly.
    fs::remove_file(folder.path().join("pairs.parquet")).unwrap();
    for at in 8..14 {
        kill(folder.path(), at);
    }
    let (outcome, bytes) = finish();
    assert_eq!((outcome.sum, bytes == pairs), (whole.sum, true));
}
