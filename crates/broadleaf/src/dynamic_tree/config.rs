//! How a tree is balanced.

use super::layout::NodeShape;

/// The limits on the depth of a tree, and the purpose of rotations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Balance {
    /// Rotations reduce the tree's area. A subtree of weight w (its number of leaves) that is more
    /// than 2 log₂ w + 4 high is made lower. Only contrived input causes that; such an operation
    /// mostly costs O(log² w), and O(w log w) at worst. Questions are faster with this policy.
    #[default]
    Area,
    /// Rotations keep the heights of siblings within one. The height is at most 1.44 log₂ n + 1,
    /// and every insert, remove and move costs O(log n).
    ///
    /// Box2D 2.3 rotates for the same reason, at most once at each ancestor. Where a leaf goes
    /// beside a high subtree, that leaves a greater difference.
    Height,
}

impl Balance {
    /// Whether two nodes may be siblings.
    #[inline]
    pub(super) fn allows(self, a: NodeShape, b: NodeShape) -> bool {
        match self {
            Self::Area => self.allows_weight(a.above(b)),
            Self::Height => a.height().abs_diff(b.height()) <= 1,
        }
    }

    /// Whether a node that the policy allowed may have this weight.
    #[inline]
    pub(super) fn allows_weight(self, shape: NodeShape) -> bool {
        self == Self::Height || shape.height() <= NodeShape::max_height(shape.weight() as usize)
    }

    /// Where to cut `count` leaves in two for subtrees lower than `max_height`: at `preferred` if
    /// the policy allows it, else in the middle.
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

/// The settings of a [`DynamicTree`](super::DynamicTree). Never changes an answer.
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
    /// The limits on the depth of the tree, and the purpose of rotations.
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
