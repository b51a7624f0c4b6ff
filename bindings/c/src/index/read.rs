//! Boxes that go to the caller.

use std::mem::{MaybeUninit, size_of};
use std::ptr;

use library::{Aabb, Id};

use crate::failure::Failure;
use crate::number::Number;
use crate::status::Status;

/// All boxes of an index.
pub(crate) struct Listed<S, const D: usize> {
    pub(crate) ids: Vec<Id>,
    pub(crate) boxes: Vec<Aabb<S, D>>,
}

/// Writes boxes, each as the first `axes` numbers of both corners, one behind the other into memory
/// of any alignment.
pub(crate) fn write<S: Number, const D: usize>(
    count: usize,
    axes: usize,
    memory: &mut [MaybeUninit<u8>],
    aabb: impl Fn(usize) -> Result<Aabb<S, D>, Failure>,
) -> Result<(), Failure> {
    let corner = axes.min(D) * size_of::<S>();
    let size = 2 * corner;
    if memory.len() / size < count {
        let text = format_args!("boxes: {} bytes, {count} boxes of {size}", memory.len());
        return Err(Failure::new(Status::Size, text));
    }
    // All of them, before any is written.
    for row in 0..count {
        aabb(row)?;
    }
    for (row, slot) in memory.chunks_exact_mut(size).take(count).enumerate() {
        let aabb = aabb(row)?;
        for (end, slot) in [aabb.min(), aabb.max()]
            .iter()
            .zip(slot.chunks_exact_mut(corner))
        {
            // SAFETY: a corner is at most as many numbers as the array has, without padding, and
            // the slot has their size.
            unsafe {
                let from = end.as_ptr().cast::<u8>();
                ptr::copy_nonoverlapping(from, slot.as_mut_ptr().cast(), corner);
            }
        }
    }
    Ok(())
}

/// The error of an id that is not in use.
#[cold]
pub(crate) fn unknown(id: u64, row: usize) -> Failure {
    let text = format_args!("ids: row {row}: {id:#x} is not in use");
    Failure::new(Status::Id, text).row(row).value(id as f64)
}

/// The error of an id that is in use already, or twice in a list.
#[cold]
pub(crate) fn taken(id: u64, row: usize) -> Failure {
    let text = format_args!("ids: row {row}: {id:#x} is in use already, or twice in the list");
    Failure::new(Status::Id, text).row(row).value(id as f64)
}

/// The first row whose element was in an earlier row.
pub(crate) fn first_repeated<T: Copy + Ord>(ids: &[T]) -> Option<usize> {
    if ids.is_sorted_by(|a, b| a < b) {
        return None;
    }
    let mut rows: Vec<_> = ids.iter().copied().zip(0..).collect();
    rows.sort_unstable();
    let repeated = rows.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    repeated.map(|pair| pair[1].1).min()
}
