//! Restoring any bytes gives an error or a world that passes `validate`, can step, and can be saved
//! and restored again.
#![no_main]

use std::alloc::System;

use broadleaf::{BroadPhase, DynamicTree, Fixed, World};
use broadleaf::geometry::Scalar;
use broadleaf::orthtree::Orthtree;
use broadleaf::world::RestoreError;
use libfuzzer_sys::fuzz_target;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The number of bytes that restoring may allocate per byte of input.
const MAX_BYTES_PER_BYTE: usize = 1_000;
/// The number of bytes that restoring may allocate for any input.
const BASE_BYTES: usize = 20_000;

fuzz_target!(|bytes: &[u8]| {
    check::<f32, 2, DynamicTree<f32, 2>>(bytes);
    check::<f64, 3, Orthtree<f64, 3>>(bytes);
    check::<i32, 2, Orthtree<i32, 2>>(bytes);
    check::<i64, 3, DynamicTree<i64, 3>>(bytes);
    check::<Fixed<16>, 2, DynamicTree<Fixed<16>, 2>>(bytes);
});

fn check<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(bytes: &[u8]) {
    // The fuzzer cannot guess a checksum, so a wrong one is corrected here.
    let mut bytes = bytes.to_vec();
    if let Err(RestoreError::Damaged { computed, .. }) = restore::<S, D, B>(&bytes) {
        let start = bytes.len().saturating_sub(8);
        let count = bytes.len() - start;
        bytes[start..].copy_from_slice(&computed.to_le_bytes()[..count]);
    }
    let counted = Region::new(ALLOCATOR);
    let restored = restore::<S, D, B>(&bytes);
    let allocated = counted.change().bytes_allocated;
    assert!(allocated <= BASE_BYTES + MAX_BYTES_PER_BYTE * bytes.len(), "{allocated} bytes allocated for {} bytes of input", bytes.len());
    let Ok(mut world) = restored else { return };
    world.validate().unwrap();
    let saved = save(&world);
    let mut again = restore::<S, D, B>(&saved).unwrap();
    assert_eq!(save(&again), saved);
    assert_eq!(again.state_hash(), world.state_hash());
    world.remember(1);
    assert_eq!(again.step(), world.step());
    world.validate().unwrap();
    assert_eq!(again.state_hash(), world.state_hash());
}

fn save<S: Scalar, const D: usize, B: BroadPhase<S, D>>(world: &World<u8, S, D, B, B>) -> Vec<u8> {
    world.save_with(|&data, out| out.push(data))
}

fn restore<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(bytes: &[u8]) -> Result<World<u8, S, D, B, B>, RestoreError> {
    World::restore_with(bytes, |bytes| <[u8; 1]>::try_from(bytes).ok().map(|[data]| data))
}
