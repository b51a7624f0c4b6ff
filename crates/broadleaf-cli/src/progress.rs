//! Progress, shown on standard error if it is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The interval between redraws of the clock, for work that is not counted.
const TICK: Duration = Duration::from_millis(100);

/// A bar with the given number of steps and a label.
pub(crate) fn bar(steps: usize, label: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left")
        .expect("the template is valid");
    ProgressBar::new(steps as u64)
        .with_style(style)
        .with_message(label.to_owned())
}

/// A clock with a label, for work whose steps cannot be counted; `set_message` changes the label.
pub(crate) fn clock(label: &'static str) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} {msg}, {elapsed}").expect("the template is valid");
    let clock = ProgressBar::new_spinner()
        .with_style(style)
        .with_message(label);
    clock.tick();
    if !clock.is_hidden() {
        clock.enable_steady_tick(TICK);
    }
    clock
}
