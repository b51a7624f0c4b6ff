//! The saves of the latest frames, newest first.

use std::collections::VecDeque;

use super::player::FRAMES;

/// Adds a save and drops saves that cannot be recalled.
pub(super) fn keep(saves: &mut VecDeque<Vec<u8>>, save: Vec<u8>) {
    saves.truncate(FRAMES - 1);
    saves.push_front(save);
}

/// Removes and returns the save from `frames` frames ago, and drops the newer ones.
pub(super) fn recall(saves: &mut VecDeque<Vec<u8>>, frames: usize) -> Vec<u8> {
    saves.drain(..frames - 1);
    saves
        .pop_front()
        .expect("a save exists for each of these frames")
}
