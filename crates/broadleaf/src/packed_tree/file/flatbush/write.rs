//! Writes a file.

use alloc::vec;
use alloc::vec::Vec;

use super::invalid::UnfitForFlatbush;
use super::layout::{COORDINATES, HEADER, Layout};
use super::number::FlatbushNumber;
use super::read::{MAGIC, VERSION};
use crate::geometry::Aabb;
use crate::store::{Id, to_u32};

/// The default number of children of a node in every implementation.
const NODE_SIZE: u16 = 16;
/// The greatest index that JavaScript's `index | 0`, which flatbush applies to indices, does not
/// change.
const MAX_INDEX: u64 = i32::MAX as u64;

/// The file with these boxes in this order. The ids must be 0, 1, 2 and so on, in any order.
pub(super) fn write<S: FlatbushNumber>(
    items: &[(Id, Aabb<S, 2>)],
) -> Result<Vec<u8>, UnfitForFlatbush> {
    let len = items.len();
    if items.is_empty() {
        return Err(UnfitForFlatbush::Empty);
    }
    let layout = Layout::new(len, NODE_SIZE.into());
    if layout.boxes() * COORDINATES as u64 > MAX_INDEX {
        return Err(UnfitForFlatbush::TooManyBoxes { len });
    }
    check_ids(items)?;
    let mut boxes: Vec<_> = items.iter().map(|(_, aabb)| *aabb).collect();
    let mut indices: Vec<_> = items.iter().map(|(id, _)| id.0).collect();
    for (_, children) in layout.nodes() {
        indices.push(to_u32(children.start * COORDINATES));
        boxes.extend(Aabb::enclosing(boxes[children].iter().copied()));
    }
    let mut out =
        Vec::with_capacity(HEADER + boxes.len() * (COORDINATES * S::BYTES + layout.index_bytes()));
    put_header::<S>(&mut out, to_u32(len));
    for aabb in &boxes {
        [aabb.min(), aabb.max()]
            .concat()
            .into_iter()
            .for_each(|number| number.write(&mut out));
    }
    for index in indices {
        out.extend_from_slice(&index.to_le_bytes()[..layout.index_bytes()]);
    }
    Ok(out)
}

fn put_header<S: FlatbushNumber>(out: &mut Vec<u8>, items: u32) {
    out.extend([MAGIC, VERSION << 4 | S::TYPE]);
    out.extend(NODE_SIZE.to_le_bytes());
    out.extend(items.to_le_bytes());
}

/// Checks that the ids are the numbers below the number of boxes. The bytes of a view may have one
/// twice.
fn check_ids<S: FlatbushNumber>(items: &[(Id, Aabb<S, 2>)]) -> Result<(), UnfitForFlatbush> {
    let mut taken = vec![false; items.len()];
    for &(id, _) in items {
        let new = taken
            .get_mut(id.index())
            .is_some_and(|taken| !core::mem::replace(taken, true));
        if !new {
            return Err(UnfitForFlatbush::Id {
                id,
                len: items.len(),
            });
        }
    }
    Ok(())
}
