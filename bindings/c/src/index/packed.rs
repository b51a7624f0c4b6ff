//! Packed trees: in memory of their own, or in bytes of the caller.

use std::slice;

use library::geometry::BoxSource;
use library::packed_tree::{InvalidPackedTree, Order, PackedTreeHeader};
use library::{Id, PackedTree, PackedTreeView};

use super::any_index::{AnyIndex, Structured, any};
use super::read::{first_repeated, taken};
use crate::boxes::Described;
use crate::caller::Caller;
use crate::failure::Failure;
use crate::kind::Kind;
use crate::line::{self, Second};
use crate::number::Number;
use crate::query::searched::Searched;
use crate::status::Status;
use crate::threads;

/// A packed tree, and a view of its bytes, which answers.
struct Packed<S: Number, const D: usize> {
    view: PackedTreeView<'static, S, D>,
    bytes: &'static [u8],
    /// Behind what borrows from it, so that it is dropped after that; never changed.
    _owner: Owner<S, D>,
}

/// Who owns the bytes of a tree.
enum Owner<S: Number, const D: usize> {
    Caller,
    Tree(#[expect(dead_code, reason = "kept for its bytes")] Box<PackedTree<S, D>>),
    Bytes(#[expect(dead_code, reason = "kept for its bytes")] Vec<u8>),
}

impl<S: Number, const D: usize> Structured<S, D> for Packed<S, D> {
    fn searched(&self) -> &dyn Searched<S, D> {
        &self.view
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(self.bytes)
    }
}

/// A tree that owns its bytes, which end with the mark of one dimension if there is one.
fn owned<S: Number, const D: usize>(
    tree: PackedTree<S, D>,
    is_line: bool,
) -> Result<Box<dyn AnyIndex>, Failure> {
    if is_line {
        return marked(&tree);
    }
    let bytes = tree.as_bytes();
    // SAFETY: the bytes are on the heap, where they stay while the tree moves into the struct with
    // the view. It is not changed there, and is dropped after the view, which never leaves.
    let bytes: &'static [u8] = unsafe { slice::from_raw_parts(bytes.as_ptr(), bytes.len()) };
    let view = PackedTreeView::from_bytes(bytes).map_err(|error| invalid(&error))?;
    Ok(any(Packed {
        view,
        bytes,
        _owner: Owner::Tree(Box::new(tree)),
    }))
}

/// A tree of one dimension: its bytes, and the mark behind them.
fn marked<S: Number, const D: usize>(
    tree: &PackedTree<S, D>,
) -> Result<Box<dyn AnyIndex>, Failure> {
    let owned = [tree.as_bytes(), &line::MARK].concat();
    // SAFETY: the bytes are on the heap, where they stay while the vector moves into the struct
    // with the view. It is not changed there, and is dropped after the view, which never leaves.
    let bytes: &'static [u8] = unsafe { slice::from_raw_parts(owned.as_ptr(), owned.len()) };
    let view = PackedTreeView::<S, D>::from_bytes(bytes).map_err(|error| invalid(&error))?;
    Ok(any(Packed {
        view,
        bytes,
        _owner: Owner::Bytes(owned),
    }))
}

/// The tree in these bytes, which are copied.
pub(crate) fn copied<S: Number, const D: usize>(
    bytes: &[u8],
    is_line: bool,
) -> Result<Box<dyn AnyIndex>, Failure> {
    let tree = PackedTree::<S, D>::from_bytes(bytes).map_err(|error| invalid(&error))?;
    owned(tree, is_line)
}

/// The tree in these bytes, which are not copied.
///
/// # Safety
/// The bytes are there and do not change until the index is dropped.
pub(crate) unsafe fn mapped<S: Number, const D: usize>(
    bytes: &[u8],
) -> Result<Box<dyn AnyIndex>, Failure> {
    // SAFETY: the caller's contract.
    let bytes: &'static [u8] = unsafe { slice::from_raw_parts(bytes.as_ptr(), bytes.len()) };
    let view = PackedTreeView::<S, D>::from_bytes(bytes).map_err(|error| invalid(&error))?;
    Ok(any(Packed {
        view,
        bytes,
        _owner: Owner::Caller,
    }))
}

/// The kind of the tree in these bytes.
pub(crate) fn kind_of(bytes: &[u8]) -> Result<Kind, Failure> {
    let header = PackedTreeHeader::from_bytes(bytes).map_err(|error| invalid(&error))?;
    if header.dimensions == 1 {
        let text = "bytes: a tree of one dimension that was not built by this interface";
        return Err(Failure::new(Status::Dimensions, text));
    }
    let kind = Kind::of_file(header.encoding, header.dimensions)?;
    match line::without_mark(bytes) {
        (_, true) => kind.as_line(),
        (_, false) => Ok(kind),
    }
}

/// How a tree is built.
pub(crate) struct Build<'a> {
    pub(crate) ids: Option<&'a [u32]>,
    pub(crate) categories: Option<&'a [u32]>,
    pub(crate) order: Order,
    pub(crate) threads: u32,
}

/// The tree of these boxes.
pub(crate) fn built<S: Number, const D: usize>(
    caller: &Caller,
    boxes: &Described,
    build: &Build<'_>,
) -> Result<Box<dyn AnyIndex>, Failure> {
    let kind = boxes.kind;
    let boxes = boxes.open::<S, D>(caller, Second::Unit)?;
    let tree = match build.ids {
        Some(ids) => {
            if let Some(row) = first_repeated(ids) {
                return Err(taken(ids[row].into(), row));
            }
            let items = (0..ids.len()).map(|row| (Id(ids[row]), boxes.get(row)));
            Ok(PackedTree::from_items(items, build.order))
        }
        None => match threads::pool(build.threads)? {
            None => PackedTree::with_order(&boxes, build.order),
            Some(pool) => pool.install(|| PackedTree::par_with_order(&boxes, build.order)),
        },
    };
    let tree = tree.map_err(|error| Failure::new(Status::TooMany, error))?;
    owned(with_categories(tree, build), kind.is_line())
}

fn with_categories<S: Number, const D: usize>(
    tree: PackedTree<S, D>,
    build: &Build<'_>,
) -> PackedTree<S, D> {
    let Some(categories) = build.categories else {
        return tree;
    };
    let Some(ids) = build.ids else {
        return tree.with_categories(|id| categories[id.index()]);
    };
    let mut by_id: Vec<_> = ids.iter().zip(categories).collect();
    by_id.sort_unstable();
    tree.with_categories(|id| {
        let row = by_id.binary_search_by_key(&id.0, |&(&id, _)| id);
        row.map_or(0, |row| *by_id[row].1)
    })
}

#[cold]
fn invalid(error: &InvalidPackedTree) -> Failure {
    Failure::new(Status::Bytes, format_args!("bytes: {error}"))
}
