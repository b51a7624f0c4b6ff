//! Progress bars, shown on standard error if it is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar with a label and the given number of steps.
pub(crate) fn bar(label: &str, steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left")
        .expect("the template is valid");
    ProgressBar::new(steps as u64)
        .with_style(style)
        .with_message(label.to_owned())
}
