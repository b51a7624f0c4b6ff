//! The tuning constants of this room. `cargo xtask tuning` checks these comments. None of them
//! changes a result.

/// All boxes are packed when more than one in this number of boxes has changed.
///
/// Smaller: boxes are packed less often, and more of them are in the slower tree. Larger: boxes
/// that come one by one are packed more often.
///
/// Plateau: 4 for boxes that come one by one, whose inserts take 1.25 times as long with 8; windows
/// between moves take 16 to 30 % less time with 8 (uniform 3D and polylines, 20,000 boxes; Xeon, 2
/// shared processors, 2026-11-28).
pub(super) const BOXES_PER_CHANGED: usize = 4;

/// After a packing for boxes that mostly moved, the next one waits for this many times as many
/// changes.
///
/// Smaller: boxes that always move are packed in vain. Larger: boxes that come to rest stay in the
/// slower tree.
///
/// Plateau: 4; with 2 steady moves take 1.3 to 1.6 times as long, with 1 2.0 to 2.4 times (as
/// [`BOXES_PER_CHANGED`], 2026-11-28).
pub(super) const PATIENCE: usize = 4;

/// `optimize` packs all boxes unless at most one in this number of boxes has changed.
///
/// Smaller: more of them stay in the slower tree. Larger: one moved box costs the packing of all.
///
/// Plateau: not measured; a part of `optimize`'s documentation. A broad phase may call it in every
/// frame.
pub(super) const BOXES_PER_NEGLIGIBLE: usize = 64;
