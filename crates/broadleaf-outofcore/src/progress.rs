//! Progress of long work.

/// Is told how far the work is. Phases follow one after the other.
pub trait Progress: Sync {
    /// A phase begins, with a number of steps if that is known.
    fn begin(&self, phase: &'static str, steps: Option<u64>);

    /// Some steps are done. Called from several threads.
    fn advance(&self, steps: u64);
}

/// Nobody looks.
impl Progress for () {
    fn begin(&self, _phase: &'static str, _steps: Option<u64>) {}

    fn advance(&self, _steps: u64) {}
}
