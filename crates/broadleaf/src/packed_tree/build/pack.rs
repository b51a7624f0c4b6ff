//! The constructors: order the boxes and write the nodes.

use super::order::{Order, in_order};
#[cfg(feature = "rayon")]
use crate::executor::Parallel;
use crate::executor::{Executor, Sequential};
use crate::geometry::{Aabb, BoxSource, Scalar};
#[cfg(feature = "rayon")]
use crate::index::are_shared;
use crate::packed_tree::file::bytes::AlignedBytes;
use crate::packed_tree::file::format::{PackedTreeHeader, Sections, node_bytes};
use crate::packed_tree::tree::PackedTree;
use crate::packed_tree::tuning::{BOXES_AHEAD, COST_OF_NODE};
use crate::simd::{LANES, Lane, Path};
use crate::store::{Id, TooManyBoxes, to_u32};
use alloc::vec::Vec;
use core::marker::PhantomData;

impl<S: Scalar, const D: usize> PackedTree<S, D> {
    /// Builds the tree of these boxes. The id of a box is its index.
    ///
    /// `boxes` is a slice, an array, a vector or another [`BoxSource`].
    ///
    /// # Errors
    /// If there are more than 2³² - 1 boxes.
    pub fn from_boxes(boxes: &(impl BoxSource<S, D> + ?Sized)) -> Result<Self, TooManyBoxes> {
        Self::with_order(boxes, Order::default())
    }

    /// [`from_boxes`](Self::from_boxes) on the threads of rayon's current pool, with the same bytes
    /// for any number of threads. Needs the feature `rayon`.
    ///
    /// # Errors
    /// If there are more than 2³² - 1 boxes.
    #[cfg(feature = "rayon")]
    pub fn par_from_boxes(boxes: &(impl BoxSource<S, D> + ?Sized)) -> Result<Self, TooManyBoxes> {
        Self::par_with_order(boxes, Order::default())
    }

    /// [`from_boxes`](Self::from_boxes) with a chosen order of the boxes, for a faster build or
    /// faster queries.
    ///
    /// # Errors
    /// If there are more than 2^32 - 1 boxes.
    ///
    /// ```
    /// use broadleaf::packed_tree::{Order, PackedTree};
    /// use broadleaf::{Aabb, Id, SpatialIndex};
    /// let row: Vec<_> = (0..100).map(|x| Aabb::new([x, 0], [x + 1, 1])).collect();
    /// let tree = PackedTree::with_order(&row, Order::Curve)?;
    /// assert_eq!(tree.overlaps(&[7, 1]), [Id(6), Id(7)]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn with_order(
        boxes: &(impl BoxSource<S, D> + ?Sized),
        order: Order,
    ) -> Result<Self, TooManyBoxes> {
        TooManyBoxes::check(boxes.len())?;
        Ok(build(boxes, order, |index| index, Sequential))
    }

    /// [`with_order`](Self::with_order) on the threads of rayon's current pool, with the same bytes
    /// for any number of threads. Needs the feature `rayon`.
    ///
    /// # Errors
    /// If there are more than 2^32 - 1 boxes.
    ///
    /// ```
    /// use broadleaf::packed_tree::{Order, PackedTree};
    /// use broadleaf::{Aabb, SpatialIndex};
    /// let row: Vec<_> = (0..100).map(|x| Aabb::new([x, 0], [x + 1, 1])).collect();
    /// let tree = PackedTree::par_with_order(&row, Order::Cuts)?;
    /// assert_eq!(tree.as_bytes(), PackedTree::from_boxes(&row)?.as_bytes());
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[cfg(feature = "rayon")]
    pub fn par_with_order(
        boxes: &(impl BoxSource<S, D> + ?Sized),
        order: Order,
    ) -> Result<Self, TooManyBoxes> {
        TooManyBoxes::check(boxes.len())?;
        let build = || build(boxes, order, |index| index, Parallel);
        Ok(Parallel.enter_if(are_shared(boxes.len()), build))
    }

    /// Builds the tree of boxes with ids, in this order; the last of several boxes with one id
    /// counts.
    ///
    /// Also costs a sort by id, unless the ids ascend.
    pub fn from_items(items: impl IntoIterator<Item = (Id, Aabb<S, D>)>, order: Order) -> Self {
        Self::of_items(items.into_iter().collect(), order)
    }

    // Compiled once for all iterators.
    #[inline(never)]
    fn of_items(mut items: Vec<(Id, Aabb<S, D>)>, order: Order) -> Self {
        // The sort is stable, and the first of equal ids is kept.
        items.reverse();
        items.sort_by_key(|&(id, _)| id);
        items.dedup_by_key(|&mut (id, _)| id);
        let boxes: Vec<_> = items.iter().map(|&(_, aabb)| aabb).collect();
        // A slice, so that the code is shared with `from_boxes`.
        build(
            &boxes[..],
            order,
            |rank| items[rank as usize].0.0,
            Sequential,
        )
    }
}

impl<S: Scalar, const D: usize> Default for PackedTree<S, D> {
    /// A tree without boxes.
    fn default() -> Self {
        Self::from_items([], Order::default())
    }
}

impl<S: Scalar, const D: usize> FromIterator<(Id, Aabb<S, D>)> for PackedTree<S, D> {
    /// Builds the tree of these boxes; the last of several boxes with one id counts.
    fn from_iter<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(boxes: I) -> Self {
        Self::from_items(boxes, Order::default())
    }
}

/// The tree of at most 2^32 - 1 boxes. `id` returns the ids of the boxes, ascending.
pub(crate) fn build<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
    order: Order,
    id: impl Fn(u32) -> u32 + Sync,
    executor: impl Executor,
) -> PackedTree<S, D> {
    let len = to_u32(boxes.len());
    let header = PackedTreeHeader::new::<S, D>(len, false);
    let sections = Sections::of::<S, D>(&header).expect("boxes in memory fit into it");
    let zeros = || AlignedBytes::zeros(sections.end);
    let find = || in_order(boxes, len, order, executor);
    let (order, mut bytes) = match order {
        // Cuts keep all threads busy.
        Order::Cuts => (find(), zeros()),
        Order::Curve => executor.join(find, zeros),
    };
    header.write(&mut bytes);
    let (front, back) = bytes.split_at_mut(sections.ids.start);
    let nodes = NodeWriter {
        bytes: front,
        sections: &sections,
    };
    let (ids, back) = back.split_at_mut(sections.ids.len());
    executor.join(
        || nodes.write(boxes, &order, executor),
        || {
            write_numbers(ids, order.iter().map(|&rank| id(rank)));
            write_positions(&mut back[..sections.positions.len()], &order);
        },
    );
    PackedTree {
        bytes,
        sections,
        len,
        path: Path::fastest(),
        scalar: PhantomData,
    }
}

pub(crate) fn write_numbers(bytes: &mut [u8], numbers: impl Iterator<Item = u32>) {
    for (bytes, number) in bytes.as_chunks_mut().0.iter_mut().zip(numbers) {
        *bytes = number.to_le_bytes();
    }
}

/// Writes the position of every id.
fn write_positions(bytes: &mut [u8], order: &[u32]) {
    let positions = bytes.as_chunks_mut().0;
    for (position, &rank) in (0_u32..).zip(order) {
        positions[rank as usize] = position.to_le_bytes();
    }
}

struct NodeWriter<'a> {
    bytes: &'a mut [u8],
    sections: &'a Sections,
}

impl NodeWriter<'_> {
    fn write<S: Scalar, const D: usize>(
        mut self,
        boxes: &(impl BoxSource<S, D> + ?Sized),
        order: &[u32],
        executor: impl Executor,
    ) {
        let aabb = |order: &[u32], index: usize| {
            if let Some(&later) = order.get(index + BOXES_AHEAD) {
                boxes.prefetch(later as usize);
            }
            boxes.get(order[index] as usize)
        };
        let mut unions = write_level(self.level::<S, D>(0), order, &aabb, executor);
        for level in 1..self.sections.levels.count {
            let aabb = |unions: &[Aabb<S, D>], index: usize| unions[index];
            unions = write_level(self.level::<S, D>(level), &unions, &aabb, executor);
        }
    }

    fn level<S: Scalar, const D: usize>(&mut self, level: usize) -> &mut [u8] {
        let (levels, size) = (&self.sections.levels, node_bytes::<S, D>());
        let start = self.sections.nodes.start + levels.number(level, 0) * size;
        &mut self.bytes[start..start + levels.len(level) as usize * size]
    }
}

/// Writes the nodes of a level with these children. `aabb` returns the box of a child by its index.
/// Returns the box of each node.
fn write_level<T: Sync, S: Scalar, const D: usize>(
    bytes: &mut [u8],
    children: &[T],
    aabb: &(impl Fn(&[T], usize) -> Aabb<S, D> + Sync),
    executor: impl Executor,
) -> Vec<Aabb<S, D>> {
    let size = node_bytes::<S, D>();
    let half = children.len() / LANES / 2;
    if executor.shares(2 * half, COST_OF_NODE) {
        let (bytes, other_bytes) = bytes.split_at_mut(half * size);
        let (children, others) = children.split_at(half * LANES);
        let (mut unions, others) = executor.join(
            || write_level(bytes, children, aabb, executor),
            || write_level(other_bytes, others, aabb, executor),
        );
        unions.extend(others);
        return unions;
    }
    let firsts = (0..children.len()).step_by(LANES);
    let nodes = firsts.zip(bytes.chunks_exact_mut(size));
    nodes
        .map(|(first, bytes)| {
            let len = LANES.min(children.len() - first);
            write_node(bytes, len, |lane| aabb(children, first + lane))
        })
        .collect()
}

/// Writes a node with `len` children. Returns its box.
fn write_node<S: Scalar, const D: usize>(
    bytes: &mut [u8],
    len: usize,
    child: impl Fn(usize) -> Aabb<S, D>,
) -> Aabb<S, D> {
    let columns = S::Lane::columns_mut(bytes);
    let (min, max) = columns.split_at_mut(D);
    let mut union = child(0);
    for lane in 0..len {
        let child = child(lane);
        union = union.union(&child);
        for axis in 0..D {
            S::Lane::write_lane(&mut min[axis], lane, child.min()[axis].to_lane());
            S::Lane::write_lane(&mut max[axis], lane, child.max()[axis].to_lane());
        }
    }
    union
}
