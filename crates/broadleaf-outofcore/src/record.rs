//! A box with its id, as stored in a spill file.

use std::array;

use broadleaf::Aabb;

use crate::number::Number;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Record<S, const D: usize> {
    pub(crate) aabb: Aabb<S, D>,
    pub(crate) id: u64,
    /// The number of the key of the row, which is stored only where rows have keys.
    pub(crate) key: u32,
}

impl<S: Number, const D: usize> Record<S, D> {
    /// The number of bytes without a key: both corners, then the id.
    pub(crate) const BYTES: usize = 2 * D * S::BYTES + 8;

    /// The number of bytes.
    pub(crate) fn bytes(has_key: bool) -> usize {
        Self::BYTES + if has_key { size_of::<u32>() } else { 0 }
    }

    #[inline]
    pub(crate) fn put(&self, has_key: bool, out: &mut Vec<u8>) {
        for corner in [self.aabb.min(), self.aabb.max()] {
            corner.into_iter().for_each(|x| x.put(out));
        }
        out.extend_from_slice(&self.id.to_le_bytes());
        if has_key {
            out.extend_from_slice(&self.key.to_le_bytes());
        }
    }

    /// Reads [`bytes`](Self::bytes) bytes; `None` if they are not a box.
    #[inline]
    pub(crate) fn get(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| S::get(bytes.get(at * S::BYTES..).unwrap_or_default());
        let [min, max] = [0, D].map(|first| array::from_fn(|axis| number(first + axis)));
        let (content, key) = bytes.split_at_checked(Self::BYTES)?;
        Some(Self {
            aabb: Aabb::try_new(min, max).ok()?,
            id: u64::from_le_bytes(*content.last_chunk()?),
            key: key.last_chunk().map_or(0, |key| u32::from_le_bytes(*key)),
        })
    }
}
