//! Categories, and which of them form pairs.

/// The categories of a box, and the categories that it forms pairs with: 32 of each, as bits.
///
/// Two boxes form a pair if the mask of each shares a bit with the category of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layers {
    /// The categories of the box.
    pub category: u32,
    /// The categories that the box forms pairs with.
    pub mask: u32,
}

impl Layers {
    /// Whether two boxes may form a pair. Symmetric.
    ///
    /// ```
    /// use broadleaf::pair_finder::Layers;
    /// let wall = Layers { category: 1, mask: !1 };
    /// let body = Layers { category: 2, mask: !0 };
    /// assert!(wall.allows(&body) && body.allows(&body) && !wall.allows(&wall));
    /// ```
    #[must_use]
    #[inline]
    pub fn allows(&self, other: &Self) -> bool {
        // No branch: which boxes overlap is hard to predict.
        (self.category & other.mask != 0) & (other.category & self.mask != 0)
    }
}

impl Default for Layers {
    /// In every category, with every category in the mask.
    fn default() -> Self {
        Self {
            category: u32::MAX,
            mask: u32::MAX,
        }
    }
}
