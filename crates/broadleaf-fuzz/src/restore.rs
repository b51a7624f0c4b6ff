//! Saved broad phases.

use broadleaf::broad_phase::RestoreError;
use broadleaf::geometry::Scalar;
use broadleaf::orthtree::Orthtree;
use broadleaf::{BroadPhase, DynamicTree, Fixed, SpatialIndexMut};

use crate::allocations::bounded;

/// Restoring any bytes gives an error or a broad phase that passes `validate`, can step, and can be
/// saved and restored again. It allocates no more than the bytes justify.
pub fn restore(bytes: &[u8]) {
    check::<f32, 2, DynamicTree<f32, 2>>(bytes);
    check::<f64, 3, Orthtree<f64, 3>>(bytes);
    check::<i32, 2, Orthtree<i32, 2>>(bytes);
    check::<i64, 3, DynamicTree<i64, 3>>(bytes);
    check::<Fixed<16>, 2, DynamicTree<Fixed<16>, 2>>(bytes);
}

fn check<S: Scalar, const D: usize, B: SpatialIndexMut<S, D> + Default>(bytes: &[u8]) {
    // The fuzzer cannot guess a checksum, so correct it here.
    let mut bytes = bytes.to_vec();
    if let Err(RestoreError::Damaged { computed, .. }) = restored::<S, D, B>(&bytes) {
        let start = bytes.len().saturating_sub(8);
        let count = bytes.len() - start;
        bytes[start..].copy_from_slice(&computed.to_le_bytes()[..count]);
    }
    let read = bounded(&bytes, [20_000, 1_000], || restored::<S, D, B>(&bytes));
    let Ok(mut broad_phase) = read else { return };
    broad_phase.validate().unwrap();
    let saved = save(&broad_phase);
    let mut again = restored::<S, D, B>(&saved).unwrap();
    assert_eq!(save(&again), saved);
    assert_eq!(again.state_hash(), broad_phase.state_hash());
    broad_phase.remember(1);
    assert_eq!(again.step(), broad_phase.step());
    broad_phase.validate().unwrap();
    assert_eq!(again.state_hash(), broad_phase.state_hash());
}

fn save<S: Scalar, const D: usize, B: SpatialIndexMut<S, D>>(
    broad_phase: &BroadPhase<u8, S, D, B, B>,
) -> Vec<u8> {
    broad_phase.save_with(|&data, out| out.push(data))
}

fn restored<S: Scalar, const D: usize, B: SpatialIndexMut<S, D> + Default>(
    bytes: &[u8],
) -> Result<BroadPhase<u8, S, D, B, B>, RestoreError> {
    BroadPhase::restore_with(bytes, |bytes| {
        <[u8; 1]>::try_from(bytes).ok().map(|[data]| data)
    })
}
