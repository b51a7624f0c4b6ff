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
    are_free: fn() -> bool,
    counted: usize,
    busy: usize,
    most_busy: usize,
}

impl FreeRounds {
    pub(crate) fn new(only_free: bool, rounds: usize) -> Self {
        Self {
            are_free: if only_free {
                are_processors_free
            } else {
                || true
            },
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
            if (self.are_free)() {
                let result = round()?;
                if (self.are_free)() {
                    self.counted += 1;
                    return Ok(Some(result));
                }
            }
            self.busy += 1;
            thread::sleep(PAUSE);
        }
        Ok(None)
    }

    /// Prints how many rounds count, unless all do.
    pub(crate) fn print_busy(&self, name: &str) {
        let Self { counted, busy, .. } = self;
        if *busy > 0 {
            println!("{name}: {counted} rounds count; in {busy} others the processors were busy.");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_round_counts_if_it_was_free_before_and_after() {
        static LOOKS: AtomicUsize = AtomicUsize::new(0);
        // Busy before the first round, after the second, and never again.
        let are_free = || ![0, 2].contains(&LOOKS.fetch_add(1, Ordering::Relaxed));
        let mut rounds = FreeRounds {
            are_free,
            ..FreeRounds::new(false, 1)
        };
        let mut played = 0;
        let mut play = || {
            played += 1;
            Ok(played)
        };
        assert_eq!(rounds.count(&mut play), Ok(Some(2)));
        assert_eq!((rounds.counted, rounds.busy), (1, 2));
        assert_eq!(rounds.count(&mut play), Ok(Some(3)));
    }

    #[test]
    fn busy_processors_end_the_rounds() {
        let mut rounds = FreeRounds {
            are_free: || false,
            ..FreeRounds::new(false, 1)
        };
        let play = || -> Result<(), String> { panic!("no round is played") };
        assert_eq!(rounds.count(play), Ok(None));
        assert_eq!((rounds.counted, rounds.busy), (0, BUSY_ROUNDS));
    }
}
