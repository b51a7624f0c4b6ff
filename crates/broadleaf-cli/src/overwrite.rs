//! Protects input files from being overwritten.

use std::io;
use std::path::Path;

use crate::error::CliError;

/// Refuses an output that is the same file as one of the inputs, even through another path or a
/// link.
pub(crate) fn refuse_overwrite<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    output: &Path,
) -> Result<(), CliError> {
    let mut inputs = inputs.into_iter();
    // A file that does not exist cannot be an input.
    match inputs.find(|input| is_same_file(input, output).unwrap_or(false)) {
        Some(input) => Err(CliError::input(format!(
            "{} would be written over itself",
            input.display()
        ))),
        None => Ok(()),
    }
}

#[cfg(unix)]
fn is_same_file(a: &Path, b: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let [a, b] = [a.metadata()?, b.metadata()?].map(|file| (file.dev(), file.ino()));
    Ok(a == b)
}

/// Without file numbers, hard links are not detected.
#[cfg(not(unix))]
fn is_same_file(a: &Path, b: &Path) -> io::Result<bool> {
    Ok(a.canonicalize()? == b.canonicalize()?)
}
