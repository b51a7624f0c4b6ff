//! Memory that builds reuse.

use alloc::vec::Vec;

use super::cuts::CutSample;
use super::leaf::IndexedKey;
use super::node::{Node, SweptBox};
use crate::geometry::Scalar;
use crate::store::ScratchPool;

/// The memory of an index.
#[derive(Clone, Debug, Default)]
pub(in crate::kd_sweep) struct KdMemory<S: Scalar, const D: usize> {
    pub(super) parts: Vec<u8>,
    pub(in crate::kd_sweep) work: BuildMemory<S, D>,
    /// What the parts borrow that are built at the same time.
    pub(super) works: ScratchPool<BuildMemory<S, D>>,
}

/// The memory of one thread.
#[derive(Clone, Debug, Default)]
pub(in crate::kd_sweep) struct BuildMemory<S: Scalar, const D: usize> {
    pub(super) nodes: Vec<Node<S, D>>,
    pub(super) sample: CutSample<S, D>,
    pub(super) keys: Vec<IndexedKey<S>>,
    /// A second copy of items; between builds memory for any items.
    pub(in crate::kd_sweep) spare: Vec<SweptBox<S, D>>,
}

impl<S: Scalar, const D: usize> KdMemory<S, D> {
    pub(in crate::kd_sweep) fn bytes(&self) -> usize {
        self.parts.capacity() + self.work.bytes() + self.works.bytes(BuildMemory::bytes)
    }
}

impl<S: Scalar, const D: usize> BuildMemory<S, D> {
    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<S, D>>()
            + self.sample.bytes()
            + self.keys.capacity() * size_of::<IndexedKey<S>>()
            + self.spare.capacity() * size_of::<SweptBox<S, D>>()
    }
}

/// Memory for a second copy of items.
pub(super) fn spare_for<'a, T: Copy>(memory: &'a mut Vec<T>, items: &[T]) -> &'a mut [T] {
    if let Some(&first) = items.first() {
        memory.resize(items.len().max(memory.len()), first);
    }
    &mut memory[..items.len()]
}
