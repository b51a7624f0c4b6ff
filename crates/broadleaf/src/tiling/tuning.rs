//! The tuning constants of this room. `cargo xtask tuning` checks these comments.

/// Boxes of the sample that are read for each tile.
///
/// Smaller: the sizes of tiles differ more. Larger: a cut takes longer to choose.
///
/// Plateau: not measured; 12 to 96 take 0.8 to 1.3 times as long by scene, without a trend, since
/// few boxes of the sample decide which axis is cut; 192 take 1.0 to 1.45 times (seven crowded
/// scenes, 100,000 and a million boxes, one thread; Xeon, 2 shared processors, 2026-11-28).
pub(super) const SAMPLE_PER_TILE: usize = 48;

/// The cells into which an axis is divided to measure how boxes are spread. A part of space with
/// fewer boxes in the sample is not cut.
///
/// Smaller: small crowds go unnoticed. Larger: a sample of few boxes appears crowded by chance.
///
/// Plateau: 16 to 32 (within 4 % on seven crowded scenes, 100,000 and a million boxes, one thread;
/// 8 take up to 1.2 times as long, 64 up to 1.18; Xeon, 2 shared processors, 2026-11-28).
pub(super) const CELLS: usize = 16;

/// A box that touches more tiles than this is a giant, unless
/// [`with_giant_limit`](super::Tiling::with_giant_limit) sets the limit.
///
/// Smaller: every tile has to compare its boxes with more giants. Larger: more copies of large
/// boxes.
///
/// Plateau: not measured; chosen so that copies of one box take at most a few kilobytes.
pub(super) const GIANT_LIMIT: u32 = 64;

/// Only this many axes are cut, so that the class of a box has this many bits.
///
/// Smaller: boxes in 3D or 4D cannot be cut along all axes. Larger: `pair_finder` has fewer bits of
/// a word for the number of a box in its tile, and a table of twice the size.
///
/// Exact: half of a byte, which holds the bits of two classes; boxes of more than four dimensions
/// are rare.
pub(crate) const MAX_CUT_AXES: usize = 4;
