//! Scratch memory that builds reuse.

use alloc::vec::Vec;

use super::cuts::CutSample;
use super::node::{Node, SweptBox};
use crate::geometry::Scalar;
use crate::simd::Key;
use crate::store::ScratchPool;

/// The start of an item along an axis, and the item's index.
pub(super) type IndexedKey<S> = <<S as Scalar>::Key as Key>::Indexed;

/// The scratch memory of an index.
#[derive(Clone, Debug, Default)]
pub(in crate::kd_sweep) struct KdMemory<S: Scalar, const D: usize> {
    pub(super) parts: Vec<u8>,
    pub(in crate::kd_sweep) work: BuildMemory<S, D>,
    /// The memory of threads that build subtrees in parallel.
    pub(super) works: ScratchPool<BuildMemory<S, D>>,
}

#[derive(Clone, Debug, Default)]
pub(in crate::kd_sweep) struct BuildMemory<S: Scalar, const D: usize> {
    pub(super) nodes: Vec<Node<S, D>>,
    pub(super) sample: CutSample<S, D>,
    pub(super) keys: Vec<IndexedKey<S>>,
    /// A second copy of items during a build; memory for any items between builds.
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

pub(super) fn spare_for<'a, T: Copy>(memory: &'a mut Vec<T>, items: &[T]) -> &'a mut [T] {
    if let Some(&first) = items.first() {
        memory.resize(items.len().max(memory.len()), first);
    }
    &mut memory[..items.len()]
}
