//! Which proxies may form pairs.

/// Which other proxies a proxy forms pairs with.
///
/// Two proxies of the same non-zero group form pairs if the group is positive and never if it is
/// negative: give the parts of one body the same negative group. In all other cases the mask of
/// each must share a bit with the category of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Filter {
    /// The categories of the proxy.
    pub category: u32,
    /// The categories that the proxy forms pairs with.
    pub mask: u32,
    /// The group of the proxy, or 0.
    pub group: i32,
}

impl Filter {
    /// Whether two proxies with these filters may form a pair. Symmetric.
    #[must_use]
    pub fn allows(&self, other: &Self) -> bool {
        if self.group == other.group && self.group != 0 {
            return self.group > 0;
        }
        self.category & other.mask != 0 && other.category & self.mask != 0
    }
}

impl Default for Filter {
    /// In every category, in no group, with every category in the mask.
    fn default() -> Self {
        Self {
            category: u32::MAX,
            mask: u32::MAX,
            group: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Filter;

    #[test]
    fn groups_decide_before_masks() {
        let filter = |category, mask, group| Filter {
            category,
            mask,
            group,
        };
        let allows = |a: Filter, b: Filter| {
            assert_eq!(a.allows(&b), b.allows(&a));
            a.allows(&b)
        };
        assert!(allows(filter(1, 2, 0), filter(2, 1, 0)));
        assert!(!allows(filter(1, 2, 0), filter(2, 4, 0)));
        assert!(!allows(filter(1, 2, 5), filter(4, 1, 6)));
        assert!(allows(filter(1, 0, 5), filter(1, 0, 5)));
        assert!(!allows(filter(1, 1, -5), filter(1, 1, -5)));
        assert!(allows(filter(1, 1, -5), filter(1, 1, -6)));
    }
}
