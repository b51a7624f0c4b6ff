//! Protects input files from being overwritten.

use std::io;
use std::path::Path;

use crate::error::CliError;

/// Refuses an output that is the same file as one of the inputs, even through another path or a
/// link, lies in a folder that is an input, or matches a pattern.
pub(crate) fn refuse_overwrite<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    output: &Path,
) -> Result<(), CliError> {
    inputs.into_iter().try_for_each(|input| {
        // A file that does not exist cannot be an input.
        if !is_same_file(input, output).unwrap_or(false) {
            return check_apart(input, output);
        }
        let output = output.display();
        let problem = format!("the output {output} would be written over this input");
        Err(CliError::in_file(input, problem))
    })
}

#[cfg(feature = "pairs")]
fn check_apart(input: &Path, output: &Path) -> Result<(), CliError> {
    broadleaf_outofcore::check_apart(input, output).map_err(CliError::input)
}

/// Without `pairs`, an input is one file.
#[cfg(not(feature = "pairs"))]
fn check_apart(_: &Path, _: &Path) -> Result<(), CliError> {
    Ok(())
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
