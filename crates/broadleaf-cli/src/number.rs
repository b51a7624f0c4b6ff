//! The number types of boxes in files.

use std::str::FromStr;

use broadleaf::geometry::{Real, Scalar};
use broadleaf::packed_tree::{FlatbushNumber, PackedTree, PackedTreeView, UnfitForFlatbush};
use broadleaf::{Aabb, SpatialIndex};
use serde::Serialize;

/// A number type of boxes that the program reads and prints.
pub(crate) trait Number: Scalar<Real: FromStr + Serialize> + FromStr + Serialize {
    /// The number type that answers queries. Each type takes long to compile, so small integers use
    /// a wider one.
    type Asked: Number;

    /// Calls a function with the tree in the type of queries: the tree itself, or a copy.
    fn with_asked<R, const D: usize>(
        tree: PackedTreeView<'_, Self, D>,
        function: impl FnOnce(PackedTreeView<'_, Self::Asked, D>) -> R,
    ) -> R;

    /// The tree as a flatbush file; `None` if the format does not have this type.
    fn to_flatbush(tree: &PackedTree<Self, 2>) -> Option<Result<Vec<u8>, UnfitForFlatbush>>;
}

/// A number type of the boxes of a scene.
pub(crate) trait SceneNumber: Number + Real {
    /// The name in results.
    const NAME: &str;
}
impl SceneNumber for f32 {
    const NAME: &str = "f32";
}
impl SceneNumber for f64 {
    const NAME: &str = "f64";
}

/// `$with_asked` is a function for [`Number::with_asked`], `$to_flatbush` one for
/// [`Number::to_flatbush`].
macro_rules! number {
    ($($Number:ty => $Asked:ty, $with_asked:expr, $to_flatbush:expr;)*) => { $(
        impl Number for $Number {
            type Asked = $Asked;

            fn with_asked<R, const D: usize>(
                tree: PackedTreeView<'_, Self, D>,
                function: impl FnOnce(PackedTreeView<'_, $Asked, D>) -> R,
            ) -> R {
                $with_asked(tree, function)
            }

            fn to_flatbush(
                tree: &PackedTree<Self, 2>,
            ) -> Option<Result<Vec<u8>, UnfitForFlatbush>> {
                $to_flatbush(tree)
            }
        }
    )* };
}
number! {
    f32 => f32, as_it_is, flatbush;
    f64 => f64, as_it_is, flatbush;
    i8 => i32, wider, flatbush;
    i16 => i32, wider, flatbush;
    i32 => i32, as_it_is, flatbush;
    i64 => i64, as_it_is, no_flatbush;
    u8 => i32, wider, flatbush;
    u16 => i32, wider, flatbush;
    u32 => i64, wider, flatbush;
    u64 => u64, as_it_is, no_flatbush;
}

fn as_it_is<T, R>(tree: T, function: impl FnOnce(T) -> R) -> R {
    function(tree)
}

fn wider<S: Number + Into<W>, W: Number, R, const D: usize>(
    tree: PackedTreeView<'_, S, D>,
    function: impl FnOnce(PackedTreeView<'_, W, D>) -> R,
) -> R {
    let wide = |corner: [S; D]| corner.map(Into::into);
    let boxes = tree.iter().map(|(id, aabb)| {
        // Conversion keeps the order of numbers.
        (id, Aabb::new(wide(aabb.min()), wide(aabb.max())))
    });
    let mut copy: PackedTree<W, D> = boxes.collect();
    if tree.has_data() {
        copy = copy.with_data(|id| tree.data(id).unwrap_or_default());
    }
    function(copy.view())
}

fn flatbush<S: FlatbushNumber>(
    tree: &PackedTree<S, 2>,
) -> Option<Result<Vec<u8>, UnfitForFlatbush>> {
    Some(tree.to_flatbush())
}

fn no_flatbush<S>(_: &PackedTree<S, 2>) -> Option<Result<Vec<u8>, UnfitForFlatbush>> {
    None
}
