//! Categories, masks and groups.

/// Which boxes a box forms pairs with, or which boxes a query finds.
///
/// Two boxes of the same non-zero group form a pair if the group is positive, and never if it is
/// negative: give the parts of one body, or a body and the rays that it casts, the same negative
/// group. In all other cases the masks decide:
///
/// * both ways, [`allows`](Self::allows): the mask of each shares a bit with the category of the
///   other,
/// * one way, [`admits`](Self::admits): the mask of one shares a bit with the category of the
///   other.
///
/// ```
/// use broadleaf::Filter;
/// const WALL: u32 = 1;
/// const BODY: u32 = 2;
/// let wall = Filter::new(WALL, !WALL);
/// let body = Filter::new(BODY, WALL | BODY);
/// assert!(wall.allows(&body) && body.allows(&body) && !wall.allows(&wall));
/// // The parts of one ragdoll.
/// let part = body.with_group(-7);
/// assert!(!part.allows(&part) && part.allows(&body) && part.allows(&wall));
/// // A sensor sees what does not see it.
/// let sensor = Filter::new(4, BODY);
/// assert!(sensor.admits(&body) && !body.admits(&sensor) && !sensor.allows(&body));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[doc(alias = "Layers")]
#[doc(alias = "CollisionGroups")]
pub struct Filter {
    /// The categories of the box, one per bit.
    #[doc(alias = "memberships")]
    pub category: u32,
    /// The categories that the box forms pairs with, one per bit.
    pub mask: u32,
    /// The group, or 0 for none.
    pub group: i32,
}

impl Filter {
    /// A filter without a group.
    #[must_use]
    pub const fn new(category: u32, mask: u32) -> Self {
        Self {
            category,
            mask,
            group: 0,
        }
    }

    /// This filter in another group; 0 stands for no group.
    #[must_use]
    pub const fn with_group(self, group: i32) -> Self {
        Self { group, ..self }
    }

    /// Whether each filter accepts the other. Symmetric.
    #[must_use]
    #[inline]
    pub fn allows(&self, other: &Self) -> bool {
        self.decide(other, self.wants(other) & other.wants(self))
    }

    /// Whether this filter accepts the other, whatever the other accepts. Groups decide first, as
    /// in [`allows`](Self::allows).
    #[must_use]
    #[inline]
    pub fn admits(&self, other: &Self) -> bool {
        self.decide(other, self.wants(other))
    }

    #[inline]
    fn wants(&self, other: &Self) -> bool {
        self.mask & other.category != 0
    }

    #[inline]
    fn decide(&self, other: &Self, wanted: bool) -> bool {
        let same = u32::from(self.group == other.group);
        decide_lanes(self.group, same, u32::from(wanted)) != 0
    }
}

/// Decides several pairs of a box of this `group` with others, one bit per pair: `same` has the
/// bits of equal groups, `wanted` those that masks accept.
///
/// Without branches, because which boxes overlap is hard to predict.
#[inline(always)]
pub(crate) fn decide_lanes(group: i32, same: u32, wanted: u32) -> u32 {
    let always = same & u32::from(group > 0).wrapping_neg();
    let never = same & u32::from(group < 0).wrapping_neg();
    (wanted | always) & !never
}

impl Default for Filter {
    /// In every category, without a group, with every category in the mask: accepts everything.
    fn default() -> Self {
        Self::new(u32::MAX, u32::MAX)
    }
}
