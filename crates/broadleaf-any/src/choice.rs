//! The chosen structure.

use broadleaf::geometry::Scalar;
use broadleaf::orthtree::Orthtree;
use broadleaf::{BruteForce, DynamicTree, KdSweep, PencilSweep, SettledTree};

use super::kind::StructureKind;

/// One of the structures, chosen at run time, in one to six dimensions.
///
/// Every query goes to the structure inside and uses its specialized methods, joins included. A
/// structure with custom settings is converted with `From`, and recovered with `match`.
///
/// # Costs
/// The costs of the structure inside. A program that uses this type compiles every structure.
///
/// ```
/// use broadleaf_any::{AnyStructure, StructureKind};
/// use broadleaf::orthtree::{Config, Orthtree};
/// use broadleaf::{Aabb, SpatialIndexMut, Id, SpatialIndex, BroadPhase};
///
/// for &kind in StructureKind::ALL {
///     let mut index = AnyStructure::new(kind);
///     index.extend((0..4).map(|i| (Id(i), Aabb::new([2 * i as i32, 0], [2 * i as i32 + 2, 1]))));
///     assert_eq!(index.pairs(), [[Id(0), Id(1)], [Id(1), Id(2)], [Id(2), Id(3)]]);
///     assert_eq!(index.kind(), kind);
/// }
///
/// let strict = Orthtree::with_config(Config::default().with_looseness(1.0));
/// let moving = AnyStructure::from(strict);
/// let fixed = AnyStructure::new(StructureKind::DynamicTree);
/// let mut broad_phase = BroadPhase::<(), f32, 2, _, _>::with_structures(Default::default(), moving, fixed);
/// let [a, b] = [0.0, 0.5].map(|x| broad_phase.create(Aabb::new([x, 0.0], [x + 1.0, 1.0]), ()));
/// assert_eq!(broad_phase.step().begun, [[a, b]]);
/// assert_eq!(broad_phase.moving().kind(), StructureKind::Orthtree);
/// ```
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a program has few structures, and a box would cost every call a cache line"
)]
#[non_exhaustive]
pub enum AnyStructure<S: Scalar, const D: usize> {
    /// Tests every box.
    BruteForce(BruteForce<S, D>),
    /// A tree of boxes, updated as they move.
    DynamicTree(DynamicTree<S, D>),
    /// A quadtree or an octree.
    Orthtree(Orthtree<S, D>),
    /// Median cuts with swept leaves.
    KdSweep(KdSweep<S, D>),
    /// Sorted pencils: fast for all pairs only.
    PencilSweep(PencilSweep<S, D>),
    /// A packed tree of resting boxes and a dynamic tree of changed ones.
    SettledTree(SettledTree<S, D>),
}

impl<S: Scalar, const D: usize> AnyStructure<S, D> {
    /// An empty structure of this kind with its default settings.
    #[must_use]
    pub fn new(kind: StructureKind) -> Self {
        match kind {
            StructureKind::BruteForce => BruteForce::default().into(),
            StructureKind::DynamicTree => DynamicTree::default().into(),
            StructureKind::Orthtree => Orthtree::default().into(),
            StructureKind::KdSweep => KdSweep::default().into(),
            StructureKind::PencilSweep => PencilSweep::default().into(),
            StructureKind::SettledTree => SettledTree::default().into(),
        }
    }

    /// The kind of the structure.
    #[must_use]
    pub fn kind(&self) -> StructureKind {
        match self {
            Self::BruteForce(_) => StructureKind::BruteForce,
            Self::DynamicTree(_) => StructureKind::DynamicTree,
            Self::Orthtree(_) => StructureKind::Orthtree,
            Self::KdSweep(_) => StructureKind::KdSweep,
            Self::PencilSweep(_) => StructureKind::PencilSweep,
            Self::SettledTree(_) => StructureKind::SettledTree,
        }
    }
}

impl<S: Scalar, const D: usize> Default for AnyStructure<S, D> {
    /// An empty structure of the default kind.
    fn default() -> Self {
        Self::new(StructureKind::default())
    }
}

macro_rules! from_structures {
    ($($Structure:ident)*) => { $(
        impl<S: Scalar, const D: usize> From<$Structure<S, D>> for AnyStructure<S, D> {
            fn from(structure: $Structure<S, D>) -> Self {
                Self::$Structure(structure)
            }
        }
    )* };
}

from_structures!(BruteForce DynamicTree Orthtree KdSweep PencilSweep SettledTree);
