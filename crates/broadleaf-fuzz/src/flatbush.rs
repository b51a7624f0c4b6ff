//! Files of `flatbush`.

use broadleaf::packed_tree::{FlatbushNumber, PackedTree, UnfitForFlatbush, flatbush_encoding};
use broadleaf::{Aabb, SpatialIndex};

/// Any bytes, read as a flatbush file, give an error or a tree that is valid and has the boxes of
/// the file, and unless it is empty, can be written and read again.
pub fn flatbush(bytes: &[u8]) {
    let read = [
        check::<i8>(bytes),
        check::<u8>(bytes),
        check::<i16>(bytes),
        check::<u16>(bytes),
        check::<i32>(bytes),
        check::<u32>(bytes),
        check::<f32>(bytes),
        check::<f64>(bytes),
    ];
    let times = read.into_iter().filter(|&read| read).count();
    assert!(
        times <= usize::from(flatbush_encoding(bytes).is_ok()),
        "a file has one type"
    );
}

fn check<S: FlatbushNumber>(bytes: &[u8]) -> bool {
    let Ok(tree) = PackedTree::<S, 2>::from_flatbush(bytes) else {
        return false;
    };
    tree.validate().unwrap();
    let count = u32::from_le_bytes(*bytes[4..].first_chunk().unwrap());
    assert_eq!(tree.len(), count as usize);
    assert_eq!(tree.overlaps(&Aabb::EVERYWHERE).len(), tree.len());
    match tree.to_flatbush() {
        Ok(file) => {
            let again = PackedTree::<S, 2>::from_flatbush(&file).unwrap();
            assert_eq!(again.as_bytes(), tree.as_bytes());
        }
        Err(error) => assert_eq!((error, count), (UnfitForFlatbush::Empty, 0)),
    }
    true
}
