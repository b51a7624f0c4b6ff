//! What a picture shows.

use broadleaf::report::NodeView;
use broadleaf::{Aabb, Id, SpatialIndex};

use crate::args::Levels;
use crate::stage::Stage;

/// What of a structure is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    /// Whether boxes carry their numbers.
    pub(crate) ids: bool,
    /// The levels of nodes; `None` for those that leave the boxes visible.
    pub(crate) levels: Option<Levels>,
    /// Whether the cuts of nodes are drawn.
    pub(crate) cuts: bool,
}

/// The boxes and the nodes of a picture.
pub(crate) struct Drawing<const D: usize> {
    pub(crate) look: Look,
    /// The tight boxes, by number.
    pub(crate) boxes: Vec<(Id, Aabb<f32, D>)>,
    /// The inner nodes.
    pub(crate) nodes: Vec<NodeView<f32, D>>,
    /// The proxies of a world, if one is drawn.
    pub(crate) proxies: Option<Proxies<D>>,
}

/// What a world adds to the boxes.
pub(crate) struct Proxies<const D: usize> {
    /// The fat boxes.
    pub(crate) fat: Vec<Aabb<f32, D>>,
    /// The centers of the boxes of each pair, and whether the tight boxes overlap.
    pub(crate) pairs: Vec<([Id; 2], bool)>,
}

impl<const D: usize> Drawing<D> {
    /// The boxes and nodes of a structure.
    pub(crate) fn of(structure: &impl SpatialIndex<f32, D>, look: Look) -> Self {
        Self {
            look,
            boxes: structure.iter().collect(),
            nodes: inner_nodes(structure),
            proxies: None,
        }
    }

    /// The proxies of a world, and the nodes of both of its structures.
    pub(crate) fn of_world(stage: &Stage<D>, look: Look) -> Self {
        let world = &stage.world;
        let overlap = |pair: [Id; 2]| {
            let [a, b] = pair.map(|id| world.tight().get(id));
            a.zip(b).is_some_and(|(a, b)| a.overlaps(&b))
        };
        let pairs = world.pairs().into_iter().map(|pair| {
            let pair = pair.map(|proxy| stage.number(proxy));
            (pair, overlap(pair))
        });
        Self {
            look: Look {
                levels: look.levels.or(Some(Levels::None)),
                ..look
            },
            boxes: world.tight().iter().collect(),
            nodes: inner_nodes(&world.fat()),
            proxies: Some(Proxies {
                fat: world.fat().iter().map(|(_, fat)| fat).collect(),
                pairs: pairs.collect(),
            }),
        }
    }
}

fn inner_nodes<const D: usize>(structure: &impl SpatialIndex<f32, D>) -> Vec<NodeView<f32, D>> {
    let mut nodes = Vec::new();
    structure.for_each_node(|node| {
        if node.id.is_none() {
            nodes.push(node);
        }
    });
    nodes
}
