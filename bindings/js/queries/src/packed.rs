//! The packed tree as the JavaScript package calls it.

use broadleaf::geometry::{Encoding, Scalar};
use broadleaf::packed_tree::{InvalidPackedTree, Order, PackedTreeHeader};
use broadleaf::{Aabb, Id, PackedTree, PackedTreeView, SpatialIndex};
use broadleaf_js_arrays::Boxes;
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

use crate::answer::Answer;
use crate::found::Found;
use crate::tree::Tree;

/// A tree of boxes at rest.
#[wasm_bindgen]
pub struct Packed {
    tree: Box<dyn Tree>,
    /// The answer to the last single query.
    answer: Answer,
}

#[wasm_bindgen]
impl Packed {
    /// Builds the tree. Ids are rows, or other ascending numbers.
    pub fn build(
        dimensions: usize,
        boxes: &Float64Array,
        curve: bool,
        ids: Option<Vec<u32>>,
    ) -> Result<Packed, JsError> {
        let order = if curve { Order::Curve } else { Order::Cuts };
        match dimensions {
            2 => build::<2>(boxes, order, ids),
            _ => build::<3>(boxes, order, ids),
        }
    }

    /// Reads the tree from the bytes of a packed tree or of a flatbush file.
    pub fn from(bytes: &[u8]) -> Result<Packed, JsError> {
        if !PackedTreeHeader::begins(bytes) {
            let tree = PackedTree::<f64, 2>::from_flatbush(bytes);
            return match tree {
                Ok(tree) => Ok(tree.into()),
                Err(invalid) => Err(JsError::new(&invalid.without_numbers().to_string())),
            };
        }
        let header = PackedTreeHeader::from_bytes(bytes)?;
        match header.dimensions {
            2 => read::<2>(header.encoding, bytes),
            3 => read::<3>(header.encoding, bytes),
            dimensions => Err(JsError::new(&format!(
                "expected boxes in 2 or 3 dimensions, not in {dimensions}"
            ))),
        }
    }

    /// The number of axes.
    #[wasm_bindgen(getter)]
    pub fn dimensions(&self) -> usize {
        self.tree.dimensions()
    }

    /// The number of boxes.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.tree.len()
    }

    /// The box around all boxes, as a row; empty without boxes.
    pub fn bounds(&self) -> Float64Array {
        self.tree.bounds()
    }

    /// All boxes by ascending id, as rows.
    pub fn boxes(&self) -> Found {
        self.tree.boxes()
    }

    /// The address of the bytes of the tree.
    #[wasm_bindgen(js_name = bytesAt)]
    pub fn bytes_at(&self) -> *const u8 {
        self.tree.bytes().as_ptr()
    }

    /// The number of bytes of the tree.
    #[wasm_bindgen(js_name = byteLength)]
    pub fn byte_length(&self) -> usize {
        self.tree.bytes().len()
    }

    /// The bytes of a flatbush file; an error unless the tree has two dimensions.
    pub fn flatbush(&self) -> Result<Vec<u8>, JsError> {
        let view = PackedTreeView::<f64, 2>::from_bytes(self.tree.bytes());
        Ok(view?.to_flatbush()?)
    }

    /// Finds the boxes that overlap one window. Returns the address of the answer, or null for an
    /// invalid window. In two dimensions, only four numbers count.
    #[wasm_bindgen(js_name = searchOne)]
    pub fn search_one(&mut self, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64) -> *const u32 {
        let window = [a, b, c, d, e, f];
        let outcome = self.tree.search_one(&window, &mut self.answer);
        self.answer.address(outcome)
    }

    /// Finds the boxes nearest to one point. Returns the address of the answer, or null for an
    /// invalid point. In two dimensions, only two numbers count.
    #[wasm_bindgen(js_name = neighborsOne)]
    pub fn neighbors_one(&mut self, x: f64, y: f64, z: f64, k: usize, distance: f64) -> *const u32 {
        let point = [x, y, z];
        let outcome = self.tree.nearest_one(&point, k, distance, &mut self.answer);
        self.answer.address(outcome)
    }

    /// Finds the first box on a ray, or all of them. Returns the address of the answer, or null for
    /// an invalid ray. In two dimensions, only two numbers of the origin and of the direction
    /// count.
    #[wasm_bindgen(js_name = castOne)]
    #[expect(clippy::too_many_arguments, reason = "arrays would have to be copied")]
    pub fn cast_one(
        &mut self,
        x: f64,
        y: f64,
        z: f64,
        along_x: f64,
        along_y: f64,
        along_z: f64,
        length: f64,
        all: bool,
    ) -> *const u32 {
        let ray = [[x, y, z], [along_x, along_y, along_z]];
        let outcome = self.tree.cast_one(ray, length, all, &mut self.answer);
        self.answer.address(outcome)
    }

    /// For each window the ids of the boxes that overlap it: offsets and ids.
    pub fn search(&self, windows: &Float64Array) -> Result<Found, JsError> {
        self.tree.search(windows)
    }

    /// For each point the nearest boxes: offsets, ids and distances.
    pub fn neighbors(
        &self,
        points: &Float64Array,
        k: usize,
        distance: f64,
    ) -> Result<Found, JsError> {
        self.tree.nearest(points, k, distance)
    }

    /// For each ray the first box that it hits: ids and reaches.
    pub fn cast(
        &self,
        origins: &Float64Array,
        directions: &[f64],
        length: f64,
    ) -> Result<Found, JsError> {
        self.tree.cast(origins, directions, length)
    }

    /// All pairs within the tree.
    pub fn pairs(&self) -> Result<Found, JsError> {
        self.tree.pairs(None)
    }

    /// All pairs with a tree of the same kind.
    #[wasm_bindgen(js_name = crossPairs)]
    pub fn cross_pairs(&self, other: &Packed) -> Result<Found, JsError> {
        self.tree.pairs(Some(&*other.tree))
    }

    /// The number of pairs within the tree.
    #[wasm_bindgen(js_name = countPairs)]
    pub fn count_pairs(&self) -> Result<f64, JsError> {
        Ok(self.tree.count_pairs(None)? as f64)
    }

    /// The number of pairs with a tree of the same kind.
    #[wasm_bindgen(js_name = countCrossPairs)]
    pub fn count_cross_pairs(&self, other: &Packed) -> Result<f64, JsError> {
        Ok(self.tree.count_pairs(Some(&*other.tree))? as f64)
    }

    /// Whether this number of bytes still fits into the memory of the module.
    #[wasm_bindgen(js_name = hasRoom)]
    pub fn has_room(bytes: f64) -> bool {
        broadleaf_js_arrays::has_room(bytes)
    }

    /// Reads the whole tree; an error if it is damaged.
    pub fn validate(&self) -> Result<(), JsError> {
        self.tree.validate()
    }
}

impl<const D: usize> From<PackedTree<f64, D>> for Packed {
    fn from(tree: PackedTree<f64, D>) -> Self {
        Self {
            tree: Box::new(tree),
            answer: Answer::default(),
        }
    }
}

fn build<const D: usize>(
    boxes: &Float64Array,
    order: Order,
    ids: Option<Vec<u32>>,
) -> Result<Packed, JsError> {
    let boxes = Boxes::copied(boxes);
    let boxes = boxes.check::<D>("boxes")?;
    Ok(match ids {
        None => PackedTree::with_order(boxes, order)?.into(),
        Some(ids) => {
            let ids = ids.into_iter().map(Id);
            of_items(ids.zip(boxes.iter().copied()).collect(), order).into()
        }
    })
}

/// The tree of boxes with ids, from a vector, so that it is compiled once for all sources.
#[inline(never)]
fn of_items<const D: usize>(items: Vec<(Id, Aabb<f64, D>)>, order: Order) -> PackedTree<f64, D> {
    PackedTree::from_items(items, order)
}

/// Reads the bytes of a packed tree with this type of coordinates.
fn read<const D: usize>(encoding: Encoding, bytes: &[u8]) -> Result<Packed, JsError> {
    let tree = match encoding {
        f32::ENCODING => widened::<f32, D>(bytes),
        i32::ENCODING => widened::<i32, D>(bytes),
        _ => PackedTree::from_bytes(bytes),
    };
    Ok(tree?.into())
}

/// Converts a tree of another number type to `f64`, which holds all of its numbers.
fn widened<S: Scalar + Into<f64>, const D: usize>(
    bytes: &[u8],
) -> Result<PackedTree<f64, D>, InvalidPackedTree> {
    let view = PackedTreeView::<S, D>::from_bytes(bytes)?;
    let wide = |corner: [S; D]| corner.map(S::into);
    let boxes = view.iter().filter_map(|(id, aabb)| {
        // This is always a box. `try_new` avoids a panic, whose message would link the code that
        // formats numbers.
        Some((id, Aabb::try_new(wide(aabb.min()), wide(aabb.max())).ok()?))
    });
    Ok(of_items(boxes.collect(), Order::default()))
}
