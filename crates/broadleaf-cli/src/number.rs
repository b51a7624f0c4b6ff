//! The number types of boxes in files.

use std::str::FromStr;

use broadleaf::geometry::Scalar;
use broadleaf::packed_tree::{PackedTree, UnfitForFlatbush};
use serde::Serialize;

/// A number type of boxes that the program reads and prints.
pub(crate) trait Number: Scalar<Real: FromStr + Serialize> + FromStr + Serialize {
    /// The tree as a flatbush file; `None` if the format does not have this type.
    fn to_flatbush(tree: &PackedTree<Self, 2>) -> Option<Result<Vec<u8>, UnfitForFlatbush>>;
}

macro_rules! numbers {
    ([$($Flat:ty),*], [$($Other:ty),*]) => {
        $(impl Number for $Flat {
            fn to_flatbush(tree: &PackedTree<Self, 2>) -> Option<Result<Vec<u8>, UnfitForFlatbush>> {
                Some(tree.to_flatbush())
            }
        })*
        $(impl Number for $Other {
            fn to_flatbush(_: &PackedTree<Self, 2>) -> Option<Result<Vec<u8>, UnfitForFlatbush>> {
                None
            }
        })*
    };
}
numbers!([f32, f64, i8, i16, i32, u8, u16, u32], [i64, u64]);
