//! The contents of a picture.

use broadleaf::geometry::Real;
use broadleaf::{Aabb, Id, SpatialIndex};

use crate::args::Levels;
use crate::number::SceneNumber;
use crate::stage::Stage;

/// The parts of a structure to draw.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    /// Whether boxes carry their numbers.
    pub(crate) ids: bool,
    /// The levels of nodes; `None` for the default, which keeps the boxes visible.
    pub(crate) levels: Option<Levels>,
    /// Whether the cuts of nodes are drawn.
    pub(crate) cuts: bool,
}

/// The boxes and the nodes of a picture.
pub(crate) struct Drawing<const D: usize> {
    pub(crate) look: Look,
    /// The tight boxes, by number.
    pub(crate) boxes: Vec<(Id, Aabb<f64, D>)>,
    pub(crate) nodes: Vec<Node<D>>,
    /// The proxies of a broad phase, if one is drawn.
    pub(crate) proxies: Option<Proxies<D>>,
}

pub(crate) struct Node<const D: usize> {
    pub(crate) aabb: Aabb<f64, D>,
    pub(crate) level: usize,
    /// The axis and position of the plane that divides the node, if any.
    pub(crate) cut: Option<(usize, f64)>,
}

/// The additions of a broad phase to the boxes.
pub(crate) struct Proxies<const D: usize> {
    pub(crate) fat: Vec<Aabb<f64, D>>,
    /// The centers of the boxes of each pair, and whether the tight boxes overlap.
    pub(crate) pairs: Vec<([Id; 2], bool)>,
}

impl<const D: usize> Drawing<D> {
    /// The boxes and nodes of a structure.
    pub(crate) fn of<S: Real>(structure: &impl SpatialIndex<S, D>, look: Look) -> Self {
        Self {
            look,
            boxes: structure
                .iter()
                .map(|(id, aabb)| (id, wide(&aabb)))
                .collect(),
            nodes: inner_nodes(structure),
            proxies: None,
        }
    }

    /// The proxies of a broad phase, and the nodes of both of its structures.
    pub(crate) fn of_broad_phase<S: SceneNumber>(stage: &Stage<S, D>, look: Look) -> Self {
        let broad_phase = &stage.broad_phase;
        let overlap = |pair: [Id; 2]| {
            let [a, b] = pair.map(|id| broad_phase.tight().get(id));
            a.zip(b).is_some_and(|(a, b)| a.overlaps(&b))
        };
        let pairs = broad_phase.pairs().into_iter().map(|pair| {
            let pair = pair.map(|proxy| stage.number(proxy));
            (pair, overlap(pair))
        });
        Self {
            look: Look {
                levels: look.levels.or(Some(Levels::None)),
                ..look
            },
            boxes: broad_phase
                .tight()
                .iter()
                .map(|(id, aabb)| (id, wide(&aabb)))
                .collect(),
            nodes: inner_nodes(&broad_phase.fat()),
            proxies: Some(Proxies {
                fat: broad_phase
                    .fat()
                    .iter()
                    .map(|(_, fat)| wide(&fat))
                    .collect(),
                pairs: pairs.collect(),
            }),
        }
    }
}

fn inner_nodes<S: Real, const D: usize>(structure: &impl SpatialIndex<S, D>) -> Vec<Node<D>> {
    let mut nodes = Vec::new();
    structure.for_each_node(|node| {
        if node.id.is_none() {
            nodes.push(Node {
                aabb: wide(&node.aabb),
                level: node.level,
                cut: node.cut.map(|(axis, at)| (axis, at.to_f64())),
            });
        }
    });
    nodes
}

/// The box in the number type of pictures.
fn wide<S: Real, const D: usize>(aabb: &Aabb<S, D>) -> Aabb<f64, D> {
    Aabb::new(aabb.min().map(S::to_f64), aabb.max().map(S::to_f64))
}
