//! The numbers of this room. `docs/tuning.md` is written from these comments.

/// Nanoseconds of work in one piece, on one thread.
///
/// Smaller: handing a piece to a thread, about a microsecond, becomes a part of its time. Larger:
/// threads wait for the last piece, and a short list is not shared at all.
///
/// Plateau: not measured yet.
pub(super) const PIECE_NANOSECONDS: usize = 1 << 14;

/// The fewest pieces that more than one thread share.
///
/// Exact: one piece is one thread's work.
pub(super) const PIECES_SHARED: usize = 2;
