//! Outputs that are a part of an input, or would become one.

use std::path::{Path, PathBuf};

use glob::Pattern;

use super::expand::{expand, is_pattern, matching};
use crate::error::{OutOfCoreError, Result};

/// Checks that an output is apart from an input: a file, a folder or a pattern. [`Job::run`] checks
/// its own output.
///
/// The cost is that of listing the files of the input.
///
/// # Errors
/// If the output is a file of the input, lies in one of its folders, or has a name that the pattern
/// matches, even through another path or a symbolic link. It need not exist.
///
/// ```
/// use broadleaf_outofcore::check_apart;
/// let folder = tempfile::tempdir()?;
/// let [pairs, inside] = ["pairs.csv", "boxes/pairs.csv"].map(|name| folder.path().join(name));
/// let boxes = folder.path().join("boxes");
/// std::fs::create_dir(&boxes)?;
/// assert!(check_apart(&boxes, &pairs).is_ok());
/// assert!(check_apart(&boxes, &inside).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Job::run`]: crate::Job::run
pub fn check_apart(input: &Path, output: &Path) -> Result<()> {
    let places = places(output);
    let is_place = |path: &Path| path.canonicalize().is_ok_and(|path| places.contains(&path));
    let has_place = |folder: &Path| {
        let folder = folder.canonicalize();
        folder.is_ok_and(|folder| places.iter().any(|place| place.starts_with(&folder)))
    };
    // Reading an input reports what is wrong with it.
    let matches = matching(input).unwrap_or_default();
    let problem = if matches.iter().any(|path| path.is_dir() && has_place(path)) {
        "lies in this folder of the input"
    } else if is_pattern(input) && is_match(input, output) {
        "matches this pattern of the input"
    } else if expand(input).is_ok_and(|files| files.paths.iter().any(|path| is_place(path))) {
        "would be written over this input"
    } else {
        return Ok(());
    };
    let problem = format!("the output {} {problem}", output.display());
    Err(OutOfCoreError::in_file(input, problem))
}

/// Where an output is: by its name, and where a link of this name leads.
fn places(output: &Path) -> Vec<PathBuf> {
    let named = folder(output).canonicalize().ok().zip(output.file_name());
    let named = named.map(|(folder, name)| folder.join(name));
    named.into_iter().chain(output.canonicalize()).collect()
}

/// Whether a pattern matches an output, which need not exist.
fn is_match(pattern: &Path, output: &Path) -> bool {
    let [Some(names), Some(name)] = [pattern, output].map(Path::file_name) else {
        return false;
    };
    let [names, name] = [names, name].map(|name| name.to_string_lossy());
    let folders = folders(pattern);
    let output = folder(output).canonicalize();
    Pattern::new(&names).is_ok_and(|names| names.matches(&name))
        && output.is_ok_and(|output| {
            let mut folders = folders.iter().map(|folder| folder.canonicalize());
            folders.any(|folder| folder.is_ok_and(|folder| folder == output))
        })
}

/// The folders with files that a pattern may match.
fn folders(pattern: &Path) -> Vec<PathBuf> {
    let folder = folder(pattern);
    let mut all = matching(folder).unwrap_or_default();
    // This stands for no folder, too.
    if folder.ends_with("**") {
        all.extend(folders(folder));
    }
    all
}

/// The folder of a file.
fn folder(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}
