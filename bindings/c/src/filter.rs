//! Filters, as C has them.

use library::Filter;

/// Categories, mask and group.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafFilter {
    category: u32,
    mask: u32,
    group: i32,
}

impl BroadleafFilter {
    /// Lets everything through.
    pub(crate) const ALL: Self = Self {
        category: u32::MAX,
        mask: u32::MAX,
        group: 0,
    };

    /// The filter of the library.
    pub(crate) fn to_filter(self) -> Filter {
        Filter::new(self.category, self.mask).with_group(self.group)
    }
}
