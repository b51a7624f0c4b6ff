//! Progress bars, shown on standard error if it is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar with the given number of steps and a label.
pub(crate) fn bar(steps: usize, label: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left")
        .expect("the template is valid");
    ProgressBar::new(steps as u64)
        .with_style(style)
        .with_message(label.to_owned())
}
