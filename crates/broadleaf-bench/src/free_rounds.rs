//! Rounds that count because the processors were free.

use std::thread;
use std::time::Duration;

use crate::arithmetic::are_processors_free;

/// After this number of busy rounds for each round that is wanted, no more are tried.
const BUSY_ROUNDS: usize = 10;

/// The time to wait after a busy round.
const PAUSE: Duration = Duration::from_millis(100);

/// Runs rounds until enough count: all, or only those just before and after which the processors
/// were free.
pub(crate) struct FreeRounds {
    only_free: bool,
    counted: usize,
    busy: usize,
    most_busy: usize,
}

impl FreeRounds {
    pub(crate) fn new(only_free: bool, rounds: usize) -> Self {
        Self {
            only_free,
            counted: 0,
            busy: 0,
            most_busy: BUSY_ROUNDS * rounds,
        }
    }

    /// Runs a round until it counts. `None` if too many rounds were busy.
    ///
    /// # Errors
    /// The first error that `round` returns.
    pub(crate) fn count<T>(
        &mut self,
        mut round: impl FnMut() -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        while self.busy < self.most_busy {
            if !self.is_busy() {
                let result = round()?;
                if !self.is_busy() {
                    self.counted += 1;
                    return Ok(Some(result));
                }
            }
            self.busy += 1;
            thread::sleep(PAUSE);
        }
        Ok(None)
    }

    fn is_busy(&self) -> bool {
        self.only_free && !are_processors_free()
    }

    /// Prints how many rounds count, unless all do.
    pub(crate) fn print_busy(&self, name: &str) {
        let Self { counted, busy, .. } = self;
        if *busy > 0 {
            println!("{name}: {counted} rounds count; in {busy} others the processors were busy.");
        }
    }
}
