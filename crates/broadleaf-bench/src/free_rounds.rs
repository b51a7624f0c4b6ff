//! Selects rounds during which the processors were free.

use std::thread;
use std::time::Duration;

use crate::arithmetic::are_processors_free;

/// The limit of rejected rounds for each wanted round.
const OTHER_ROUNDS: usize = 10;

/// The pause after a rejected round.
const PAUSE: Duration = Duration::from_millis(100);

/// A test of the state of the processors.
pub(crate) type Look = fn() -> bool;

/// Tests whether the processors are free, if that matters.
pub(crate) fn look_if(only_free: bool) -> Vec<Look> {
    Vec::from_iter(only_free.then_some(are_processors_free as Look))
}

/// Repeats rounds until enough are accepted: those before and after which all tests pass.
pub(crate) struct FreeRounds {
    looks: Vec<Look>,
    counted: usize,
    others: usize,
    most_others: usize,
}

impl FreeRounds {
    pub(crate) fn new(looks: Vec<Look>, rounds: usize) -> Self {
        Self {
            looks,
            counted: 0,
            others: 0,
            most_others: OTHER_ROUNDS * rounds,
        }
    }

    /// Runs a round until it is accepted; `None` after too many rejections.
    ///
    /// # Errors
    /// The first error that `round` returns.
    pub(crate) fn count<T>(
        &mut self,
        mut round: impl FnMut() -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        while self.others < self.most_others {
            if self.looks.iter().all(|look| look()) {
                let result = round()?;
                if self.looks.iter().all(|look| look()) {
                    self.counted += 1;
                    return Ok(Some(result));
                }
            }
            self.others += 1;
            thread::sleep(PAUSE);
        }
        Ok(None)
    }

    /// Prints the number of accepted rounds, unless all are.
    pub(crate) fn print_others(&self, name: &str) {
        let Self {
            counted, others, ..
        } = self;
        if *others > 0 {
            println!(
                "{name}: {counted} rounds count; in {others} others the processors were busy or far apart."
            );
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
        let mut rounds = FreeRounds::new(vec![|| true, are_free], 1);
        let mut played = 0;
        let mut play = || {
            played += 1;
            Ok(played)
        };
        assert_eq!(rounds.count(&mut play), Ok(Some(2)));
        assert_eq!((rounds.counted, rounds.others), (1, 2));
        assert_eq!(rounds.count(&mut play), Ok(Some(3)));
    }

    #[test]
    fn busy_processors_end_the_rounds() {
        let mut rounds = FreeRounds::new(vec![|| false, || true], 1);
        let play = || -> Result<(), String> { panic!("no round is played") };
        assert_eq!(rounds.count(play), Ok(None));
        assert_eq!((rounds.counted, rounds.others), (0, OTHER_ROUNDS));
    }
}
