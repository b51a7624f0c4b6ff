//! Crowded boxes that no cut leaves apart, distributed by shape.
//!
//! Rods that reach through everything cross any cut, and in one grid those along the sweep axis
//! all begin at the same place. But rods along the same axis are apart on another one, and so are
//! the pairs of rods along two axes:
//!
//! ```text
//!   ──────────          │  │  │                        │  │  │
//!   ────────── : y      │  │  │ : x     ──────────  and │  │  │ : z
//!   ──────────          │  │  │
//! ```

use alloc::vec::Vec;
use core::iter::once;
use core::ops::Range;

use super::operands::Operands;
use super::tile::{MAX_BOXES, Tile};
use crate::geometry::{Aabb, BoxSource, Real, Scalar};
use crate::store::to_u32;

/// A box is long along an axis if it covers at least this share of the length over which boxes
/// begin. Shorter boxes can be cut apart.
const LONG: f64 = 0.25;
/// Each box is swept with those of every shape.
const MAX_SHAPES: usize = 8;
/// If fewer boxes than one in this number have another shape than most, sweeping them by themselves
/// saves nothing.
const MIN_SHARE: usize = 64;

/// Boxes by shape, and which shapes are swept together.
#[derive(Clone, Debug)]
pub(super) struct Shapes<S: Scalar, const D: usize> {
    /// Where the part of space begins that the boxes are from.
    start: [S; D],
    /// The index that stands for the first box of the caller's second list.
    offset: u32,
    first: Vec<Shape<S, D>>,
    second: Option<Vec<Shape<S, D>>>,
    /// The numbers of two shapes in the two lists, or in the only one.
    parts: Vec<[usize; 2]>,
    /// How many candidates each block of the boxes had.
    candidates: usize,
}

/// The boxes of a list that are long along the same axes.
#[derive(Clone, Debug)]
struct Shape<S: Scalar, const D: usize> {
    /// A bit for each of these axes.
    axes: u32,
    indices: Vec<u32>,
    boxes: Vec<Aabb<S, D>>,
}

impl<S: Scalar, const D: usize> Shapes<S, D> {
    /// Distributes boxes by shape, if they have several, but not too many. `lengths` says over
    /// which length boxes begin on each axis.
    pub(super) fn try_new<A, B>(
        operands: &Operands<'_, A, B>,
        lengths: [f64; D],
        candidates: usize,
    ) -> Option<Self>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let (offset, len) = (operands.offset(), to_u32(operands.len()));
        let is_cross = operands.second().is_some();
        let second = match is_cross {
            true => Some(by_shape(operands, offset..len, &lengths)?),
            false => None,
        };
        let first = by_shape(operands, 0..if is_cross { offset } else { len }, &lengths)?;
        let others = second.as_ref().unwrap_or(&first);
        let parts = (0..first.len()).flat_map(|a| (0..others.len()).map(move |b| [a, b]));
        let is_new = |[a, b]: &[usize; 2]| second.is_some() || a <= b;
        let shapes = Self {
            start: [S::MIN; D],
            offset,
            parts: parts.filter(is_new).collect(),
            first,
            second,
            candidates,
        };
        shapes.are_useful(operands.len()).then_some(shapes)
    }

    /// Whether enough boxes have another shape than most.
    fn are_useful(&self, boxes: usize) -> bool {
        let lists = [Some(&self.first), self.second.as_ref()];
        let others = lists.into_iter().flatten().map(|shapes| {
            let lens = || shapes.iter().map(|shape| shape.boxes.len());
            lens().sum::<usize>() - lens().max().unwrap_or(0)
        });
        others.sum::<usize>() >= (boxes / MIN_SHARE).max(1) && boxes < MAX_BOXES
    }

    /// Makes these the shapes of a tile, whose boxes were distributed.
    pub(super) fn nest(&mut self, tile: &Tile<S, D>) {
        self.start = *tile.low();
        self.offset = tile.offset();
        let second = self.second.iter_mut().flatten();
        for shape in self.first.iter_mut().chain(second) {
            for index in &mut shape.indices {
                *index = tile.indices()[*index as usize];
            }
        }
    }

    /// The number of parts.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Copies the boxes of one shape, or of two as two lists.
    pub(super) fn load(&self, number: usize, tile: &mut Tile<S, D>) {
        let [a, b] = self.parts[number];
        let second = match &self.second {
            Some(second) => Some(&second[b]),
            None => (a != b).then(|| &self.first[b]),
        };
        tile.load(
            self.start,
            self.offset,
            once(self.first[a].entries()),
            second.map(|shape| once(shape.entries())),
        );
    }

    /// How many candidates each block of the boxes had.
    pub(super) fn candidates(&self) -> usize {
        self.candidates
    }
}

impl<S: Scalar, const D: usize> Shape<S, D> {
    /// The indices of the boxes, and the boxes.
    fn entries(&self) -> (&[u32], &[Aabb<S, D>]) {
        (&self.indices, &self.boxes)
    }
}

/// Some boxes by shape, unless they have more than [`MAX_SHAPES`].
fn by_shape<S: Scalar, const D: usize>(
    boxes: &impl BoxSource<S, D>,
    indices: Range<u32>,
    lengths: &[f64; D],
) -> Option<Vec<Shape<S, D>>> {
    let mut shapes: Vec<Shape<S, D>> = Vec::new();
    for index in indices {
        let aabb = boxes.get(index as usize);
        let axes = long_axes(&aabb, lengths);
        let known = shapes.iter().position(|shape| shape.axes == axes);
        let number = known.unwrap_or(shapes.len());
        if number == MAX_SHAPES {
            return None;
        }
        if number == shapes.len() {
            shapes.push(Shape {
                axes,
                indices: Vec::new(),
                boxes: Vec::new(),
            });
        }
        shapes[number].indices.push(index);
        shapes[number].boxes.push(aabb);
    }
    Some(shapes)
}

/// A bit for each axis along which a box is long.
fn long_axes<S: Scalar, const D: usize>(aabb: &Aabb<S, D>, lengths: &[f64; D]) -> u32 {
    (0..D.min(u32::BITS as usize)).fold(0, |axes, axis| {
        let [min, max] = aabb.ends(axis);
        let is_long = max.minus(min).to_f64() >= LONG * lengths[axis];
        axes | u32::from(is_long) << axis
    })
}
