//! Progress bars: on standard error, if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over so many steps of what.
pub(crate) fn bar(what: &str, steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left")
        .expect("the template is right");
    ProgressBar::new(steps as u64)
        .with_style(style)
        .with_message(what.to_owned())
}
