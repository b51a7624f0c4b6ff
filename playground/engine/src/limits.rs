//! The limits of the page.

/// The largest number of boxes in a scene.
pub(crate) const MAX_BOXES: usize = 1_000_000;
/// The largest number of pairs to list: 24 MB.
pub(crate) const MAX_PAIRS: usize = 3_000_000;
/// The largest number of pairs to draw as lines.
pub(crate) const MAX_LINES: usize = 200_000;
/// The largest number of boxes whose pairs brute force finds, in a fraction of a second.
pub(crate) const MAX_BRUTE_FORCE: usize = 10_000;

/// The number of frames to keep for a scene of this size: about 100 MB at most.
pub(crate) fn remembered(boxes: usize) -> usize {
    (4_000_000 / boxes.max(1)).clamp(30, 240)
}
