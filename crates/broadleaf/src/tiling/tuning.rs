//! The numbers of this room. `docs/tuning.md` is written from these comments.

/// The boxes of the sample that are looked at for each tile.
///
/// Smaller: tiles of more different sizes. Larger: a cut takes longer to choose.
///
/// Plateau: not measured; taken from the first version.
pub(super) const SAMPLE_PER_TILE: usize = 48;

/// Space is cut at one of these quantiles of where the boxes begin. A part of space with fewer
/// boxes in the sample is not cut.
///
/// Smaller: a crowd is cut off less exactly. Larger: more places are compared for each cut.
///
/// Plateau: not measured; taken from the first version.
pub(super) const QUANTILES: usize = 8;

/// A cut away from the median must be better by this factor.
///
/// Smaller: noise of the sample makes tiles of unequal sizes where boxes are spread evenly. Larger:
/// crowds are halved and not cut off.
///
/// Plateau: not measured; taken from the first version.
pub(super) const UNEVEN: f64 = 1.25;

/// The cells that an axis is divided into, to see how boxes are spread.
///
/// Smaller: small crowds are not seen. Larger: a sample of few boxes looks crowded by chance.
///
/// Plateau: not measured; taken from the first version.
pub(super) const CELLS: usize = 16;

/// A box that touches more tiles than this is a giant, unless
/// [`with_giant_limit`](super::Tiling::with_giant_limit) sets the limit.
///
/// Smaller: more boxes that every tile has to compare with its own. Larger: more copies of large
/// boxes.
///
/// Plateau: not measured; chosen so that copies of one box take at most a few kilobytes.
pub(super) const GIANT_LIMIT: u32 = 64;

/// Only this many axes are cut, so that the class of a box has this many bits.
///
/// Smaller: boxes in 3D or 4D cannot be cut along all axes. Larger: `pair_finder` keeps fewer bits
/// of a word for the number of a box in its tile, and a table of twice the size.
///
/// Exact: half of a byte: the bits of two classes, and boxes of more than four dimensions are rare.
pub(crate) const MAX_CUT_AXES: usize = 4;
