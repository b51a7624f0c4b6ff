//! Work on an index that is generic over the number type and the dimension.

use broadleaf::geometry::{Encoding, Scalar};
use broadleaf::packed_tree::{PackedTree, PackedTreeView};

use super::file::{IndexFile, IndexFormat};
use crate::error::CliError;
use crate::number::Number;

/// A computation on an index of any number type and dimension.
pub(crate) trait IndexTask {
    type Output;

    fn run<S: Number, const D: usize>(
        self,
        tree: PackedTreeView<'_, S, D>,
    ) -> Result<Self::Output, CliError>;
}

/// Runs a task on the index in a file. A packed tree is used in place; a flatbush file is converted
/// to one.
pub(crate) fn with_index<T: IndexTask>(task: T, file: &IndexFile) -> Result<T::Output, CliError> {
    match file.format {
        IndexFormat::Packed(header) => match header.dimensions {
            2 => with_packed::<T, 2>(task, file, header.encoding),
            3 => with_packed::<T, 3>(task, file, header.encoding),
            other => Err(file.error(format!("boxes have 2 or 3 dimensions here, not {other}"))),
        },
        IndexFormat::Flatbush(encoding) => with_flatbush(task, file, encoding),
    }
}

/// Runs `$body` with `$S` as the number type, of several, that has the encoding.
macro_rules! with_number {
    ($encoding:expr, $S:ident in [$($Number:ty),*], $body:expr) => { $(
        if $encoding == <$Number as Scalar>::ENCODING {
            type $S = $Number;
            return $body;
        }
    )* };
}

fn with_packed<T: IndexTask, const D: usize>(
    task: T,
    file: &IndexFile,
    encoding: Encoding,
) -> Result<T::Output, CliError> {
    with_number!(encoding, S in [f32, f64, i8, i16, i32, i64, u8, u16, u32, u64], {
        let view = PackedTreeView::<S, D>::from_bytes(file.bytes());
        task.run(view.map_err(|error| file.error(error))?)
    });
    Err(file.error(format!(
        "this program does not read coordinates of the type {encoding}"
    )))
}

fn with_flatbush<T: IndexTask>(
    task: T,
    file: &IndexFile,
    encoding: Encoding,
) -> Result<T::Output, CliError> {
    with_number!(encoding, S in [f32, f64, i8, i16, i32, u8, u16, u32], {
        let tree = PackedTree::<S, 2>::from_flatbush(file.bytes());
        task.run(tree.map_err(|error| file.error(error))?.view())
    });
    Err(file.error(format!(
        "this program does not read coordinates of the type {encoding}"
    )))
}
