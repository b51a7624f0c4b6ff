//! The interface of the compared broad phases.

use broadleaf::Aabb;

/// The number of frames that each contender goes back.
pub(super) const FRAMES: usize = 8;

/// The boxes of a frame.
pub(super) type Frame = Vec<Aabb<f32, 2>>;
/// The pairs that began and the pairs that ended, sorted, with the smaller body first.
pub(super) type Events = [Vec<(u32, u32)>; 2];

/// A broad phase that can go back.
pub(super) trait Player {
    fn name(&self) -> &'static str;
    fn play(&mut self, boxes: &Frame) -> Events;
    /// Plays a frame and records it, so that `go_back` can undo it.
    fn play_and_remember(&mut self, boxes: &Frame) -> Events;
    /// The bytes held for going back.
    fn bytes(&self) -> usize;
    /// Goes back `frames` frames.
    fn go_back(&mut self, frames: usize);
}
