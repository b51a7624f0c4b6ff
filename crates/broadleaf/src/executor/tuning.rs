//! The tuning constants of this room. `cargo xtask tuning` checks these comments.

/// Nanoseconds of work in one piece, on one thread.
///
/// Smaller: handing a piece to a thread, about a microsecond, becomes a considerable part of its
/// time. Larger: threads wait for the last piece, and a short list is not shared at all.
///
/// Plateau: 4_096 to 16_384, within 1 % of processor time; 1,024 takes 1.03 times as long, 256 1.14
/// (build of a `PackedTree` along a curve, uniform 3D, 50,000 boxes, a pool of one thread; Xeon, 2
/// shared processors, 2026-11-28). The wait for the last piece with larger values was not measured:
/// 100,000 boxes of 4 ns are 25 pieces of 16 microseconds.
pub(super) const PIECE_NANOSECONDS: usize = 1 << 14;

/// A thread that finds no work this many times in a row may fall asleep.
///
/// Smaller: threads fall asleep between two parts of a query and have to be woken. Larger: an idle
/// thread takes turns with others on its processor.
///
/// Plateau: not measured; chosen as about 100 microseconds, five times as long as waking a thread
/// takes (some 20).
#[cfg(feature = "rayon")]
pub(super) const PATIENCE: u32 = 256;
