//! Who queries a broad phase.

use library::Id;
use library::filter::{Asker, Rule};

/// Anyone, or a box with a filter.
pub(crate) enum Who<'a> {
    Anyone,
    Asker(Asker<'a>),
}

impl Rule for Who<'_> {
    #[inline]
    fn admits(&self, id: Id) -> bool {
        match self {
            Self::Anyone => true,
            Self::Asker(asker) => asker.admits(id),
        }
    }

    fn mask(&self) -> Option<u32> {
        match self {
            Self::Anyone => None,
            Self::Asker(asker) => asker.mask(),
        }
    }
}
