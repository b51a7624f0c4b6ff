//! The spill folder: its files, and its lock.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::error::{InFile, OutOfCoreError, Result};

/// A folder that belongs to one run at a time.
#[derive(Debug)]
pub(crate) struct SpillFolder {
    path: PathBuf,
    /// Locked while it is open.
    _lock: File,
}

impl SpillFolder {
    /// Creates the folder if it does not exist, but not its parents, and locks it.
    ///
    /// # Errors
    /// If it contains files that are not part of a run, or another run uses it.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        if !path.exists() {
            fs::create_dir(path).in_file(path)?;
        }
        for entry in fs::read_dir(path).in_file(path)? {
            let name = entry.in_file(path)?.file_name();
            if !is_ours(&name.to_string_lossy()) {
                let problem = format!(
                    "the folder for spilled boxes contains {}, which is not part of a run",
                    name.display()
                );
                return Err(OutOfCoreError::in_file(path, problem));
            }
        }
        let lock_path = path.join(LOCK);
        let lock = File::create(&lock_path).in_file(&lock_path)?;
        lock.try_lock()
            .map_err(|_| OutOfCoreError::in_file(path, "another run uses this folder"))?;
        Ok(Self {
            path: path.to_owned(),
            _lock: lock,
        })
    }

    pub(crate) fn manifest(&self) -> PathBuf {
        self.path.join(MANIFEST)
    }

    pub(crate) fn boxes(&self) -> PathBuf {
        self.path.join(BOXES)
    }

    /// The values of a column of an input.
    pub(crate) fn values(&self, input: usize, column: usize) -> PathBuf {
        self.path.join(format!("{VALUES}{input}-{column}"))
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// The pairs of a tile.
    pub(crate) fn part(&self, tile: u64) -> PathBuf {
        self.path.join(format!("{PART}{tile:07}"))
    }

    /// Removes the record of finished tiles, which may belong to another distribution.
    pub(crate) fn remove_journal(&self) -> Result<()> {
        let journal = self.journal();
        if journal.exists() {
            fs::remove_file(&journal).in_file(&journal)?;
        }
        Ok(())
    }

    pub(crate) fn remove(self) -> Result<()> {
        let Self { path, _lock: lock } = self;
        drop(lock);
        // Remove the manifest last: the run can be resumed while it exists.
        let entries = fs::read_dir(&path).in_file(&path)?;
        let files: Vec<_> = entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<std::result::Result<_, _>>()
            .in_file(&path)?;
        let manifest = path.join(MANIFEST);
        for file in files.iter().filter(|file| **file != manifest) {
            fs::remove_file(file).in_file(file)?;
        }
        if manifest.exists() {
            fs::remove_file(&manifest).in_file(&manifest)?;
        }
        fs::remove_dir(&path).in_file(&path)
    }
}

const LOCK: &str = "lock";
const MANIFEST: &str = "manifest";
const BOXES: &str = "boxes";
const VALUES: &str = "values-";
const JOURNAL: &str = "finished";
const PART: &str = "pairs-";

fn is_ours(name: &str) -> bool {
    let names = [LOCK, MANIFEST, "manifest.new", BOXES, JOURNAL];
    let is_numbered = |prefix: &str| {
        let number = name.strip_prefix(prefix);
        number.is_some_and(|number| {
            number
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'-'))
        })
    };
    names.contains(&name) || is_numbered(PART) || is_numbered(VALUES)
}
