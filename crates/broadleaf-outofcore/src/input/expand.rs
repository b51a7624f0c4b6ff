//! Folders and patterns that stand for several files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{InFile, OutOfCoreError, Result};

const PARQUET: [&str; 3] = ["parquet", "geoparquet", "pq"];

/// The files that a path stands for, and the number of other files in its folders, which are
/// skipped.
pub(super) struct Files {
    pub(super) paths: Vec<PathBuf>,
    pub(super) others: u64,
}

/// The files that a path stands for, in the order of their names: the files of a folder and of all
/// folders in it, the files and folders that match a pattern with `*`, `?` or `[…]`, or the file
/// itself.
pub(super) fn expand(path: &Path) -> Result<Files> {
    let mut files = Files {
        paths: Vec::new(),
        others: 0,
    };
    for path in matching(path)? {
        if path.is_dir() {
            walk(&path, &mut files)?;
        } else {
            files.paths.push(path);
        }
    }
    files.paths = some(path, files.paths, "the folder has no .parquet files")?;
    Ok(files)
}

/// The matches of a pattern, or the path itself.
fn matching(path: &Path) -> Result<Vec<PathBuf>> {
    let pattern = path.to_string_lossy();
    if path.exists() || !pattern.contains(['*', '?', '[']) {
        return Ok(vec![path.to_owned()]);
    }
    let files: std::result::Result<Vec<_>, _> = glob::glob(&pattern).in_file(path)?.collect();
    some(path, files.in_file(path)?, "no file matches this pattern")
}

/// Whether a file is a Parquet file by its name.
pub(super) fn is_parquet(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    PARQUET.contains(&&*ending.to_string_lossy().to_lowercase())
}

fn walk(folder: &Path, files: &mut Files) -> Result<()> {
    let entries: std::io::Result<Vec<_>> = fs::read_dir(folder).in_file(folder)?.collect();
    for entry in entries.in_file(folder)? {
        let (path, name) = (entry.path(), entry.file_name());
        // Writers put metadata files beside the data.
        if name.to_string_lossy().starts_with(['_', '.']) {
            continue;
        }
        // Do not follow links to folders, which could form a cycle.
        if entry.file_type().in_file(&path)?.is_dir() {
            walk(&path, files)?;
        } else if is_parquet(&path) {
            files.paths.push(path);
        } else {
            files.others += 1;
        }
    }
    Ok(())
}

fn some(path: &Path, mut files: Vec<PathBuf>, problem: &str) -> Result<Vec<PathBuf>> {
    if files.is_empty() {
        return Err(OutOfCoreError::in_file(path, problem));
    }
    files.sort();
    Ok(files)
}
