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
/// folders in it, Parquet files or else text tables; the files and folders that match a pattern
/// with `*`, `?` or `[…]`; or the file itself.
pub(super) fn expand(path: &Path) -> Result<Files> {
    let mut files = Files {
        paths: Vec::new(),
        others: 0,
    };
    let mut folder = None;
    for path in matching(path)? {
        // A pattern may match a folder and the files in it, which follow it in the order of names.
        if folder
            .as_ref()
            .is_some_and(|folder| path.starts_with(folder))
        {
            continue;
        }
        if path.is_dir() {
            let mut inside = Vec::new();
            files.others += walk(&path, &mut inside)?;
            files.others += leave_out(&mut inside);
            files.paths.append(&mut inside);
            folder = Some(path);
        } else {
            files.paths.push(path);
        }
    }
    files.paths = some(
        path,
        files.paths,
        "the folder has no .parquet, .csv or .tsv files",
    )?;
    Ok(files)
}

/// Whether a path is a pattern of names.
pub(super) fn is_pattern(path: &Path) -> bool {
    !path.exists() && path.to_string_lossy().contains(['*', '?', '['])
}

/// The matches of a pattern, or the path itself.
pub(super) fn matching(path: &Path) -> Result<Vec<PathBuf>> {
    if !is_pattern(path) {
        return Ok(vec![path.to_owned()]);
    }
    let pattern = path.to_string_lossy();
    let files: std::result::Result<Vec<_>, _> = glob::glob(&pattern).in_file(path)?.collect();
    some(path, files.in_file(path)?, "no file matches this pattern")
}

/// Whether a file is a Parquet file by its name.
pub(super) fn is_parquet(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    PARQUET.contains(&&*ending.to_string_lossy().to_lowercase())
}

/// The extension of a file in lower case, without the dot; for a compressed file, the extension
/// before `.gz`.
pub(super) fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    let ending = ending.to_string_lossy().to_lowercase();
    match (ending.as_str(), path.file_stem()) {
        ("gz", Some(stem)) => self::ending(Path::new(stem)),
        _ => ending,
    }
}

/// Whether a file is a text table by its name.
pub(super) fn is_text(path: &Path) -> bool {
    matches!(&*ending(path), "csv" | "tsv")
}

/// Leaves out text tables beside Parquet files, and returns their number.
fn leave_out(tables: &mut Vec<PathBuf>) -> u64 {
    let before = tables.len();
    if tables.iter().any(|path| is_parquet(path)) {
        tables.retain(|path| is_parquet(path));
    }
    (before - tables.len()) as u64
}

/// Adds the tables of a folder, and returns the number of its other files.
fn walk(folder: &Path, tables: &mut Vec<PathBuf>) -> Result<u64> {
    let mut others = 0;
    let entries: std::io::Result<Vec<_>> = fs::read_dir(folder).in_file(folder)?.collect();
    for entry in entries.in_file(folder)? {
        let (path, name) = (entry.path(), entry.file_name());
        // Writers put metadata files beside the data.
        if name.to_string_lossy().starts_with(['_', '.']) {
            continue;
        }
        // Do not follow links to folders, which could form a cycle.
        if entry.file_type().in_file(&path)?.is_dir() {
            others += walk(&path, tables)?;
        } else if is_parquet(&path) || is_text(&path) {
            tables.push(path);
        } else {
            others += 1;
        }
    }
    Ok(others)
}

fn some(path: &Path, mut files: Vec<PathBuf>, problem: &str) -> Result<Vec<PathBuf>> {
    if files.is_empty() {
        return Err(OutOfCoreError::in_file(path, problem));
    }
    files.sort();
    Ok(files)
}
