//! What the page can bear.

/// The greatest number of boxes of a scene.
pub(crate) const MAX_BOXES: usize = 1_000_000;
/// The greatest number of pairs that are listed: 24 MB.
pub(crate) const MAX_PAIRS: usize = 3_000_000;
/// The greatest number of pairs that are drawn as lines.
pub(crate) const MAX_LINES: usize = 200_000;
/// The greatest number of boxes of which brute force finds the pairs: a fraction of a second.
pub(crate) const MAX_BRUTE_FORCE: usize = 10_000;

/// The number of frames that a scene of this size remembers: some 100 MB at most.
pub(crate) fn remembered(boxes: usize) -> usize {
    (4_000_000 / boxes.max(1)).clamp(30, 240)
}
