//! Which proxies may form pairs.

/// Which other proxies a proxy forms pairs with.
///
/// Two proxies of the same non-zero group always form pairs if it is positive and never if it is
/// negative: give the parts of one body the same negative group. Otherwise each one's mask must
/// contain a category bit of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The categories it is in.
    pub category: u32,
    /// The categories it forms pairs with.
    pub mask: u32,
    /// The group it is in, or 0.
    pub group: i32,
}

impl Filter {
    /// Whether these two may form a pair. Symmetric.
    #[must_use]
    pub fn allows(&self, other: &Self) -> bool {
        if self.group == other.group && self.group != 0 {
            return self.group > 0;
        }
        self.category & other.mask != 0 && other.category & self.mask != 0
    }
}

impl Default for Filter {
    /// In every category, in no group, pairs with everything.
    fn default() -> Self {
        Self {
            category: u32::MAX,
            mask: u32::MAX,
            group: 0,
        }
    }
}
