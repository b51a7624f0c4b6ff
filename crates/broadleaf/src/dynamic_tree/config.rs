//! The balance of a tree.

use super::layout::NodeShape;

/// What bounds the depth of a tree, and what rotations are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Balance {
    /// Rotations reduce the tree's area. A subtree of weight w (its number of leaves) is made lower
    /// when its height exceeds 2 log₂ w + 4. Only contrived input causes this; the operation then
    /// costs O(log² w) in most cases and O(w log w) at worst. Queries are faster with this policy.
    #[default]
    Area,
    /// Rotations keep the heights of siblings within one. The height is at most 1.44 log₂ n + 1,
    /// and every insert, remove and move costs O(log n).
    ///
    /// Box2D 2.3 also rotates to balance heights, but at most once at each ancestor, which leaves a
    /// greater difference where a leaf is inserted beside a high subtree.
    Height,
}

impl Balance {
    /// Whether the policy allows two nodes as siblings.
    #[inline]
    pub(super) fn allows(self, a: NodeShape, b: NodeShape) -> bool {
        match self {
            Self::Area => self.allows_weight(a.above(b)),
            Self::Height => a.height().abs_diff(b.height()) <= 1,
        }
    }

    /// Whether a node that the policy allowed may have this weight instead.
    #[inline]
    pub(super) fn allows_weight(self, shape: NodeShape) -> bool {
        self == Self::Height || shape.height() <= NodeShape::max_height(shape.weight() as usize)
    }

    /// Where to cut `count` leaves in two for subtrees lower than `max_height`: at `preferred` if
    /// the policy allows it, otherwise in the middle.
    pub(super) fn cut(self, count: usize, preferred: usize, max_height: u32) -> usize {
        let heavier = preferred.max(count - preferred);
        let low_enough = heavier.next_power_of_two().ilog2() < max_height;
        if self == Self::Area && low_enough {
            preferred
        } else {
            count / 2
        }
    }
}

/// The settings of a [`DynamicTree`](super::DynamicTree). They affect speed, never results.
///
/// ```
/// use broadleaf::dynamic_tree::{Balance, Config};
/// use broadleaf::{Aabb, SpatialIndexMut, DynamicTree, Id};
///
/// let config = Config::default().with_balance(Balance::Height);
/// let mut tree = DynamicTree::with_config(config);
/// for i in 0..1_000 {
///     tree.insert(Id(i), Aabb::point([i as i32, 0, 0]));
/// }
/// assert_eq!(tree.config(), config);
/// assert!(tree.height() <= 15);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Config {
    /// What bounds the depth of the tree, and what rotations are for.
    pub balance: Balance,
}

impl Config {
    /// The settings nearest to Box2D 2.3 and JBox2D, which balance by height.
    ///
    /// ```
    /// use broadleaf::dynamic_tree::{Balance, Config};
    /// assert_eq!(Config::original().balance, Balance::Height);
    /// ```
    #[must_use]
    #[doc(alias = "box2d")]
    pub fn original() -> Self {
        Self::default().with_balance(Balance::Height)
    }

    /// The same settings with this balance.
    #[must_use]
    pub fn with_balance(self, balance: Balance) -> Self {
        Self { balance }
    }
}
