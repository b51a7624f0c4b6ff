//! The interface of the compared libraries.

use broadleaf::Aabb;

use super::asked::Asked;

/// The boxes of a scene, in both precisions. Every `f64` box is an `f32` box, so that all libraries
/// give the same answers.
#[derive(Debug)]
pub(super) struct Boxes<const D: usize> {
    pub(super) single: Vec<Aabb<f32, D>>,
    pub(super) double: Vec<Aabb<f64, D>>,
}

/// A half-line; `t` is measured in lengths of the direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<const D: usize> {
    pub(super) origin: [f32; D],
    pub(super) direction: [f32; D],
}

/// How a structure stores coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Storage {
    F32,
    F64,
}

/// A library in the comparison; it identifies boxes by index. Unsupported queries return `None`.
pub(super) trait Contender<const D: usize> {
    fn name(&self) -> &'static str;

    fn storage(&self) -> Storage {
        Storage::F32
    }

    /// Whether it is one of Broadleaf's structures.
    fn is_ours(&self) -> bool {
        false
    }

    /// Whether it builds more than a list of the boxes.
    fn has_structure(&self) -> bool {
        true
    }

    /// Replaces the contents by a structure of these boxes.
    fn build(&mut self, boxes: &Boxes<D>);

    /// The bytes held outside of Rust's allocator.
    fn foreign_bytes(&self) -> usize {
        0
    }

    /// The boxes that touch each window.
    fn range(&mut self, _windows: &[Aabb<f32, D>]) -> Option<Asked> {
        None
    }

    /// The box that each half-line hits first.
    fn closest_hit(&mut self, _lines: &[Line<D>]) -> Option<Asked> {
        None
    }

    /// The box nearest to each point.
    fn nearest(&mut self, _points: &[[f32; D]]) -> Option<Asked> {
        None
    }

    /// The `count` boxes nearest to each point.
    fn nearest_few(&mut self, _points: &[[f32; D]], _count: usize) -> Option<Asked> {
        None
    }

    /// The supported changes.
    fn changes(&mut self) -> Option<&mut dyn Changes<D>> {
        None
    }
}

/// Individual changes.
pub(super) trait Changes<const D: usize> {
    /// Prepares for changes, without being timed. `_boxes` holds the boxes of all ids that are or
    /// will be in the structure.
    fn prepare(&mut self, _boxes: &[Aabb<f32, D>]) {}
    fn insert(&mut self, id: u32, aabb: &Aabb<f32, D>);
    fn remove(&mut self, id: u32);
    fn move_to(&mut self, id: u32, aabb: &Aabb<f32, D>);
}

/// Creates a contender without boxes.
pub(super) type Make<const D: usize> = fn() -> Box<dyn Contender<D>>;
