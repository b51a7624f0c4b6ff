//! The tree that owns its bytes.

use super::bytes::AlignedBytes;
use super::format::Sections;
use super::invalid::InvalidPackedTree;
use super::view::PackedTreeView;
use crate::geometry::Scalar;
use crate::simd::Path;
use core::marker::PhantomData;

/// A static tree of boxes with sixteen children per node, for questions about boxes at rest.
///
/// TODO
#[derive(Clone, Debug)]
pub struct PackedTree<S, const D: usize> {
    pub(super) bytes: AlignedBytes,
    pub(super) sections: Sections,
    pub(super) len: u32,
    pub(super) path: Path,
    pub(super) scalar: PhantomData<S>,
}

impl<S: Scalar, const D: usize> PackedTree<S, D> {
    /// The tree in these bytes, which are copied; see [`PackedTreeView::from_bytes`].
    ///
    /// # Errors
    /// If the bytes are not those of a packed tree of this scalar and number of dimensions.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidPackedTree> {
        let view = PackedTreeView::<S, D>::from_bytes(bytes)?;
        let sections = Sections::of::<S, D>(&view.header());
        Ok(Self {
            bytes: AlignedBytes::copy_of(view.bytes),
            sections: sections.unwrap_or_default(),
            len: view.len,
            path: view.path,
            scalar: PhantomData,
        })
    }

    /// The bytes of the tree: what a file holds, and a [`PackedTreeView`] reads.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The tree as a view of its own bytes.
    #[must_use]
    #[inline]
    pub fn view(&self) -> PackedTreeView<'_, S, D> {
        PackedTreeView::of_sections(&self.bytes, self.len, &self.sections, self.path)
            .unwrap_or_else(PackedTreeView::empty)
    }
}
