//! The order in which contenders run.

use crate::progress;

/// Runs every contender once in each round. The order rotates, so that each contender is first,
/// second and so on equally often.
///
/// # Errors
/// The first error that `run` returns.
pub(crate) fn take_turns<C>(
    scene: &str,
    rounds: usize,
    contenders: &[C],
    mut run: impl FnMut(&C) -> Result<(), String>,
) -> Result<(), String> {
    let bar = progress::bar(scene, rounds * contenders.len());
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            run(&contenders[(turn + round) % contenders.len()])?;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}
