//! A structure over the boxes of a frame. The id of a box is its index.

use std::ops::ControlFlow;

use broadleaf::report::{NodeView, Stats};
use broadleaf::{Aabb, Hit, Id, PackedTree, SpatialIndex};
use broadleaf_any::AnyStructure;

use crate::answers::Question;
use crate::kind::Kind;
use crate::limits::{MAX_BRUTE_FORCE, MAX_PAIRS};

#[expect(
    clippy::large_enum_variant,
    reason = "there are seven of them, and each is large anyway"
)]
pub(crate) enum Structure<const D: usize> {
    Any(AnyStructure<f32, D>),
    Packed(PackedTree<f32, D>),
}

/// Evaluates an expression on the structure inside.
macro_rules! inside {
    ($structure:expr, $inner:ident => $value:expr) => {
        match $structure {
            Structure::Any($inner) => $value,
            Structure::Packed($inner) => $value,
        }
    };
}

impl<const D: usize> Structure<D> {
    /// Builds the structure of these boxes.
    pub(crate) fn new(kind: Kind, boxes: &[Aabb<f32, D>]) -> Self {
        let mut structure = match kind {
            Kind::Any(kind) => Self::Any(AnyStructure::new(kind)),
            Kind::Packed => Self::Packed(PackedTree::default()),
        };
        structure.set(boxes);
        structure
    }

    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Any(structure) => Kind::Any(structure.kind()),
            Self::Packed(_) => Kind::Packed,
        }
    }

    /// Moves every box to its position.
    pub(crate) fn set(&mut self, boxes: &[Aabb<f32, D>]) {
        match self {
            Self::Any(structure) => structure.extend((0..).map(Id).zip(boxes.iter().copied())),
            // There are fewer boxes than ids.
            Self::Packed(tree) => *tree = PackedTree::from_boxes(boxes).unwrap_or_default(),
        }
    }

    /// Moves the changed boxes to their positions.
    pub(crate) fn update(&mut self, boxes: &[Aabb<f32, D>], changed: &[Id]) {
        match self {
            Self::Any(structure) => {
                structure.extend(changed.iter().map(|&id| (id, boxes[id.index()])));
            }
            Self::Packed(_) if changed.is_empty() => {}
            Self::Packed(_) => self.set(boxes),
        }
    }

    /// Whether finding all pairs is fast enough.
    pub(crate) fn is_fast_enough(&self) -> bool {
        !self.kind().is_brute_force() || inside!(self, inner => inner.len()) <= MAX_BRUTE_FORCE
    }

    /// Lists the pairs in no particular order, up to [`MAX_PAIRS`].
    pub(crate) fn pairs_into(&self, pairs: &mut Vec<[Id; 2]>) {
        pairs.clear();
        let list = |a, b| {
            pairs.push([a, b]);
            match pairs.len() < MAX_PAIRS {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let _ = inside!(self, inner => inner.try_for_each_pair(list));
    }

    /// The boxes that a query finds, in order.
    pub(crate) fn answer(&self, question: &Question<D>) -> Vec<Hit<f32>> {
        match question {
            Question::Ray(ray) => inside!(self, inner => inner.cast_all(ray)),
            Question::Window(window) => {
                let ids = inside!(self, inner => inner.overlaps(window));
                ids.into_iter().map(|id| Hit::new(0.0, id)).collect()
            }
            Question::Nearest { point, k } => inside!(self, inner => inner.k_nearest(point, *k)),
        }
    }

    pub(crate) fn for_each_node(&self, visit: impl FnMut(NodeView<f32, D>)) {
        inside!(self, inner => inner.for_each_node(visit));
    }

    pub(crate) fn stats(&self) -> Stats {
        inside!(self, inner => inner.stats())
    }
}
