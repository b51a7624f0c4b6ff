//! The build: boxes in an order in which neighbours are near, and the nodes above them.

use super::bytes::AlignedBytes;
use super::format::{Header, Sections, node_bytes};
use super::order::{Order, in_order};
use super::tree::PackedTree;
use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::simd::{LANES, Lane, Path};
use crate::store::{Id, TooManyBoxes, to_u32};
use alloc::vec::Vec;
use core::marker::PhantomData;

impl<S: Scalar, const D: usize> PackedTree<S, D> {
    /// The tree of these boxes. The id of a box is its index.
    ///
    /// # Errors
    /// If there are more than 2^32 - 1 boxes.
    pub fn new(boxes: &(impl BoxSource<S, D> + ?Sized)) -> Result<Self, TooManyBoxes> {
        TooManyBoxes::check(boxes.len())?;
        Ok(build(
            boxes,
            to_u32(boxes.len()),
            Order::default(),
            |index| index,
        ))
    }

    /// [`new`](Self::new) with the boxes in another order.
    ///
    /// # Errors
    /// If there are more than 2^32 - 1 boxes.
    pub fn with_order(
        boxes: &(impl BoxSource<S, D> + ?Sized),
        order: Order,
    ) -> Result<Self, TooManyBoxes> {
        TooManyBoxes::check(boxes.len())?;
        Ok(build(boxes, to_u32(boxes.len()), order, |index| index))
    }
}

impl<S: Scalar, const D: usize> Default for PackedTree<S, D> {
    /// The tree without boxes.
    fn default() -> Self {
        build::<S, D>(&[], 0, Order::default(), |index| index)
    }
}

impl<S: Scalar, const D: usize> FromIterator<(Id, Aabb<S, D>)> for PackedTree<S, D> {
    /// Builds the tree of these boxes; the last of several boxes with one id counts.
    fn from_iter<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(boxes: I) -> Self {
        Self::from_boxes(boxes, Order::default())
    }
}

impl<S: Scalar, const D: usize> PackedTree<S, D> {
    /// The tree of these boxes in this order; the last of several boxes with one id counts.
    pub fn from_boxes(boxes: impl IntoIterator<Item = (Id, Aabb<S, D>)>, order: Order) -> Self {
        let mut items: Vec<_> = boxes.into_iter().collect();
        // The sort is stable, and of equal ids the first is kept.
        items.reverse();
        items.sort_by_key(|&(id, _)| id);
        items.dedup_by_key(|&mut (id, _)| id);
        let boxes: Vec<_> = items.iter().map(|&(_, aabb)| aabb).collect();
        build(&boxes, to_u32(boxes.len()), order, |rank| {
            items[rank as usize].0.0
        })
    }
}

/// The tree of `len` boxes. `id` returns the ids of the boxes, ascending.
fn build<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
    len: u32,
    order: Order,
    id: impl Fn(u32) -> u32,
) -> PackedTree<S, D> {
    let header = Header::new::<S, D>(len, false);
    let sections = Sections::of::<S, D>(&header).expect("boxes in memory fit into it");
    let mut bytes = AlignedBytes::zeros(sections.end);
    let start = header.to_bytes();
    bytes[..start.len()].copy_from_slice(&start);
    let order = in_order(boxes, len, order);
    write_numbers(
        &mut bytes[sections.ids.clone()],
        order.iter().map(|&rank| id(rank)),
    );
    let mut positions = alloc::vec![0; order.len()];
    for (position, &rank) in (0..).zip(&order) {
        positions[rank as usize] = position;
    }
    write_numbers(
        &mut bytes[sections.positions.clone()],
        positions.into_iter(),
    );
    write_nodes(&mut bytes[sections.nodes.clone()], &sections, boxes, &order);
    PackedTree {
        bytes,
        sections,
        len,
        path: Path::fastest(),
        scalar: PhantomData,
    }
}

pub(super) fn write_numbers(bytes: &mut [u8], numbers: impl Iterator<Item = u32>) {
    for (bytes, number) in bytes.as_chunks_mut().0.iter_mut().zip(numbers) {
        *bytes = number.to_le_bytes();
    }
}

/// Writes the nodes of all levels.
fn write_nodes<S: Scalar, const D: usize>(
    bytes: &mut [u8],
    sections: &Sections,
    boxes: &(impl BoxSource<S, D> + ?Sized),
    order: &[u32],
) {
    let levels = &sections.levels;
    let mut unions = write_level(level_bytes::<S, D>(bytes, sections, 0), order, |&rank| {
        boxes.get(rank as usize)
    });
    for level in 1..levels.count {
        unions = write_level(
            level_bytes::<S, D>(bytes, sections, level),
            &unions,
            |&aabb| aabb,
        );
    }
}

fn level_bytes<'a, S: Scalar, const D: usize>(
    bytes: &'a mut [u8],
    sections: &Sections,
    level: usize,
) -> &'a mut [u8] {
    let levels = &sections.levels;
    let start = levels.number(level, 0) * node_bytes::<S, D>();
    let len = levels.len(level) as usize * node_bytes::<S, D>();
    &mut bytes[start..start + len]
}

/// Writes the nodes of a level with these children. Returns the box of each node.
fn write_level<T, S: Scalar, const D: usize>(
    bytes: &mut [u8],
    children: &[T],
    aabb: impl Fn(&T) -> Aabb<S, D>,
) -> Vec<Aabb<S, D>> {
    let nodes = children
        .chunks(LANES)
        .zip(bytes.chunks_exact_mut(node_bytes::<S, D>()));
    nodes
        .map(|(children, bytes)| {
            let (mut min, mut max) = (
                [[S::Lane::default(); LANES]; D],
                [[S::Lane::default(); LANES]; D],
            );
            let mut union = aabb(&children[0]);
            for (lane, child) in children.iter().enumerate() {
                let child = aabb(child);
                union = union.union(&child);
                for axis in 0..D {
                    min[axis][lane] = child.min()[axis].to_lane();
                    max[axis][lane] = child.max()[axis].to_lane();
                }
            }
            let columns = bytes.chunks_exact_mut(S::Lane::COLUMN_BYTES);
            for (column, bytes) in min.iter().chain(&max).zip(columns) {
                S::Lane::write(column, bytes);
            }
            union
        })
        .collect()
}
