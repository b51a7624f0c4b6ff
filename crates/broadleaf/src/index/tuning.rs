//! The numbers of this room. `docs/tuning.md` is written from these comments.

/// The number of questions of a batch that are answered together, by one join if there is one.
///
/// Smaller: fewer questions share the nodes that they visit. Larger: the answers leave the cache
/// before they are sorted, and threads wait for the last piece.
///
/// Plateau: TODO
pub(in crate::index) const ASKED_TOGETHER: usize = 512;

/// The number of questions of a batch that are put in order together.
///
/// Smaller: a longer list of questions follows the curve several times. Larger: a question has no
/// number beside its key.
///
/// Exact: that number is a `u32`, so any power of two below 2^32 does.
pub(in crate::index) const SORTED_TOGETHER: usize = 1 << 30;

/// The number of boxes of one index that are joined with another index together.
///
/// Smaller: fewer boxes share the nodes that they visit. Larger: more pairs are kept before the
/// first is visited, and threads wait for the last piece.
///
/// Plateau: TODO
pub(in crate::index) const JOINED_TOGETHER: usize = 2_048;

/// A list that is more than this number of times shorter than another one is compared with it by a
/// question for each of its boxes, and not by a join, which reads every box of both.
///
/// Smaller: joins that would be faster are not made. Larger: few boxes cost a look at all others.
///
/// Plateau: TODO
pub(in crate::index) const TIMES_SHORTER: usize = 8;

/// The number of boxes that ask for the closest pair before the join: enough for a distance that
/// few pairs are within.
///
/// Smaller: the join has more candidates. Larger: boxes ask that the join would have answered.
///
/// Plateau: TODO
pub(in crate::index) const ASKED_FIRST: usize = 128;

/// The join for the closest pair is given up after this number of candidates for each box.
///
/// Smaller: joins are given up that would have been faster than questions. Larger: of two crowds
/// far from each other, of which many pairs are nearly as close as the closest, more are measured.
///
/// Plateau: TODO
pub(in crate::index) const CANDIDATES_PER_BOX: usize = 8;

/// The join for boxes with a neighbor is given up after this number of candidates for each box.
///
/// Smaller: joins are given up that would have been faster than questions. Larger: in a crowd,
/// where a question finds a neighbor at once, more pairs are looked at in vain.
///
/// Plateau: TODO
pub(in crate::index) const CANDIDATES_PER_NEIGHBOR: usize = 16;

/// The number of hits that the first search of an iterator finds, in an index without an order to
/// continue in.
///
/// Smaller: a caller who takes a few hits pays for a second search. Larger: one who takes the first
/// pays for hits that nobody wants.
///
/// Plateau: not measured; chosen as what costs little more than a single hit.
pub(in crate::index) const FIRST_ROUND: usize = 8;

/// How many times as many hits each next search of the iterator finds.
///
/// Smaller: more searches before the last. Larger: more hits that nobody wants.
///
/// Exact: all searches before the last find 1/4 + 1/16 + … = a third of what it finds, so the hits
/// found twice cost less than half of the search.
pub(in crate::index) const ROUND_GROWTH: usize = 4;
