//! Progress of long work.

/// Receives the progress of a job, phase by phase.
pub trait Progress: Sync {
    /// A phase begins; `steps` is its number of steps, if known.
    fn begin(&self, phase: &'static str, steps: Option<u64>);

    /// This number of steps is done. Called from several threads.
    fn advance(&self, steps: u64);
}

/// Ignores all progress.
impl Progress for () {
    fn begin(&self, _phase: &'static str, _steps: Option<u64>) {}

    fn advance(&self, _steps: u64) {}
}
