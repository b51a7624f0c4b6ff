//! The packed tree, as JavaScript has it.

use broadleaf::geometry::Encoding;
use broadleaf::packed_tree::{InvalidPackedTree, PackedTreeHeader, flatbush_encoding};
use broadleaf::{Aabb, PackedTree, PackedTreeView, SpatialIndex};
use js_sys::{Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use crate::boxes::Boxes;
use crate::kind::{Kind, by_kind};
use crate::number::Number;
use crate::tree::Tree;

/// A tree of boxes at rest.
#[wasm_bindgen]
pub struct Packed {
    kind: Kind,
    tree: Box<dyn Tree>,
}

#[wasm_bindgen]
impl Packed {
    /// The tree of these boxes, whose ids are their rows.
    pub fn build(kind: Kind, boxes: &JsValue) -> Result<Packed, JsError> {
        let tree = by_kind!(kind, build(boxes))?;
        Ok(Self { kind, tree })
    }

    /// The tree in the bytes of a packed tree or of a flatbush file.
    pub fn from(bytes: &[u8]) -> Result<Packed, JsError> {
        if PackedTreeHeader::begins(bytes) {
            return of_packed_tree(bytes);
        }
        match flatbush_encoding(bytes)? {
            Encoding::Float { bits: 32 } => of(Kind::F32x2, PackedTree::<f32, 2>::from_flatbush(bytes)?),
            _ => of(Kind::F64x2, PackedTree::<f64, 2>::from_flatbush(bytes)?),
        }
    }

    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.tree.len()
    }

    /// The box around all boxes, as a row; no row if there are no boxes.
    pub fn bounds(&self) -> JsValue {
        self.tree.bounds()
    }

    /// All boxes by ascending id, as rows.
    pub fn boxes(&self) -> JsValue {
        self.tree.boxes()
    }

    /// A copy of the bytes of the tree.
    pub fn bytes(&self) -> Uint8Array {
        Uint8Array::from(self.tree.bytes())
    }

    /// The bytes of a flatbush file, if the tree has two dimensions.
    pub fn flatbush(&self) -> Result<Uint8Array, JsError> {
        let bytes = match self.kind {
            Kind::F32x2 => PackedTreeView::<f32, 2>::from_bytes(self.tree.bytes())?.to_flatbush()?,
            Kind::F64x2 => PackedTreeView::<f64, 2>::from_bytes(self.tree.bytes())?.to_flatbush()?,
            _ => return Err(JsError::new("a flatbush file has boxes in 2 dimensions, not in 3")),
        };
        Ok(Uint8Array::from(&bytes[..]))
    }

    /// For each window the ids of the boxes that overlap it: offsets and ids.
    pub fn search(&self, windows: &JsValue) -> Result<Array, JsError> {
        self.tree.search(windows)
    }

    /// For each point the nearest boxes: offsets, ids and distances.
    pub fn neighbors(&self, points: &JsValue, k: usize, distance: f64) -> Result<Array, JsError> {
        self.tree.nearest(points, k, distance)
    }

    /// For each ray the first box that it hits, ids and reaches; or all, with offsets before them.
    pub fn cast(
        &self,
        origins: &JsValue,
        directions: &[f64],
        length: f64,
        all: bool,
    ) -> Result<Array, JsError> {
        self.tree.cast(origins, directions, length, all)
    }

    /// All pairs within the tree.
    #[wasm_bindgen(js_name = selfPairs)]
    pub fn self_pairs(&self) -> Result<Uint32Array, JsError> {
        self.tree.pairs(None)
    }

    /// All pairs with a tree of the same kind.
    #[wasm_bindgen(js_name = crossPairs)]
    pub fn cross_pairs(&self, other: &Packed) -> Result<Uint32Array, JsError> {
        self.tree.pairs(Some(other.tree.bytes()))
    }

    /// The number of pairs within the tree.
    #[wasm_bindgen(js_name = countSelfPairs)]
    pub fn count_self_pairs(&self) -> Result<f64, JsError> {
        Ok(self.tree.count_pairs(None)? as f64)
    }

    /// The number of pairs with a tree of the same kind.
    #[wasm_bindgen(js_name = countCrossPairs)]
    pub fn count_cross_pairs(&self, other: &Packed) -> Result<f64, JsError> {
        Ok(self.tree.count_pairs(Some(other.tree.bytes()))? as f64)
    }

    /// Reads the whole tree and refuses it if something is wrong with it.
    pub fn validate(&self) -> Result<(), JsError> {
        self.tree.validate()
    }
}

fn build<S: Number, const D: usize>(boxes: &JsValue) -> Result<Box<dyn Tree>, JsError> {
    let boxes = Boxes::<S>::copied(boxes);
    Ok(Box::new(PackedTree::<S, D>::new(boxes.check("boxes")?)?))
}

fn of(kind: Kind, tree: impl Tree + 'static) -> Result<Packed, JsError> {
    let tree = Box::new(tree);
    Ok(Packed { kind, tree })
}

fn of_packed_tree(bytes: &[u8]) -> Result<Packed, JsError> {
    let header = PackedTreeHeader::from_bytes(bytes)?;
    match (header.encoding, header.dimensions) {
        (Encoding::Float { bits: 32 }, 2) => of(Kind::F32x2, PackedTree::<f32, 2>::from_bytes(bytes)?),
        (Encoding::Float { bits: 32 }, 3) => of(Kind::F32x3, PackedTree::<f32, 3>::from_bytes(bytes)?),
        (Encoding::Float { bits: 64 }, 2) => of(Kind::F64x2, PackedTree::<f64, 2>::from_bytes(bytes)?),
        (Encoding::Float { bits: 64 }, 3) => of(Kind::F64x3, PackedTree::<f64, 3>::from_bytes(bytes)?),
        (Encoding::Fixed { bits: 32, fraction: 0 }, 2) => of(Kind::F64x2, widened::<2>(bytes)?),
        (Encoding::Fixed { bits: 32, fraction: 0 }, 3) => of(Kind::F64x3, widened::<3>(bytes)?),
        (encoding, dimensions) => Err(JsError::new(&format!(
            "coordinates of type {encoding} in {dimensions} dimensions are not supported"
        ))),
    }
}

/// A tree of integers as a tree of floats, which hold all of them.
fn widened<const D: usize>(bytes: &[u8]) -> Result<PackedTree<f64, D>, InvalidPackedTree> {
    let view = PackedTreeView::<i32, D>::from_bytes(bytes)?;
    let boxes = view.iter().map(|(id, aabb)| {
        let [min, max] = [aabb.min(), aabb.max()].map(|corner| corner.map(f64::from));
        (id, Aabb::new(min, max))
    });
    Ok(boxes.collect())
}
