//! Indexes come to be.

use std::ffi::c_void;
use std::ptr;

use library::packed_tree::Order;
use library::{BruteForce, DynamicTree, SettledTree};

use super::any_index::{AnyIndex, any};
use super::changing::Live;
use super::handle::{Index, Structure};
use super::packed::{Build, built, copied, kind_of, mapped};
use crate::boxes::BroadleafBoxes;
use crate::caller::Caller;
use crate::failure::Failure;
use crate::kind::{Kind, by_kind};
use crate::number::Number;
use crate::status::Status;
use crate::versioned::Versioned;

/// The header's options of a packed tree.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafBuildOptions {
    size: usize,
    order: u32,
    threads: u32,
    categories: *const u32,
}

// SAFETY: `repr(C)`, begins with the size, of integers and a raw pointer.
unsafe impl Versioned for BroadleafBuildOptions {
    const DEFAULT: Self = Self {
        size: size_of::<Self>(),
        order: 0,
        threads: 0,
        categories: ptr::null(),
    };
    const FIRST_SIZE: usize = size_of::<Self>();
}

/// An empty index.
pub(crate) fn empty(structure: u32, scalar: u32, dimensions: u32) -> Result<Index, Failure> {
    let kind = Kind::new(scalar, dimensions)?;
    let structure = match structure {
        2 => Structure::DynamicTree,
        3 => Structure::SettledTree,
        4 => Structure::BruteForce,
        1 => {
            let text = "structure: a packed tree does not change, so build it";
            return Err(Failure::new(Status::Unsupported, text));
        }
        _ => {
            let text = format_args!("structure {structure} is unknown");
            return Err(Failure::new(Status::Option, text).value(structure.into()));
        }
    };
    Ok(Index {
        structure,
        kind,
        any: by_kind!(kind, empty_of(structure)),
    })
}

fn empty_of<S: Number, const D: usize>(structure: Structure) -> Box<dyn AnyIndex> {
    match structure {
        Structure::SettledTree => any(Live::new(SettledTree::<S, D>::default())),
        Structure::BruteForce => any(Live::new(BruteForce::<S, D>::default())),
        _ => any(Live::new(DynamicTree::<S, D>::default())),
    }
}

/// The packed tree of boxes.
pub(crate) fn build(
    caller: &Caller,
    boxes: *const BroadleafBoxes,
    ids: *const u32,
    options: *const BroadleafBuildOptions,
) -> Result<Index, Failure> {
    let boxes = caller.describe(boxes, "boxes")?;
    let options = caller.options(options, "options")?;
    let order = match options.order {
        0 => Order::Cuts,
        1 => Order::Curve,
        order => {
            let text = format_args!("order {order} is unknown");
            return Err(Failure::new(Status::Option, text).value(order.into()));
        }
    };
    let build = Build {
        ids: caller.optional(ids, boxes.count(), "ids")?,
        categories: caller.optional(options.categories, boxes.count(), "categories")?,
        order,
        threads: options.threads,
    };
    let any = by_kind!(boxes.kind, built(caller, &boxes, &build))?;
    Ok(packed_index(boxes.kind, any))
}

/// The packed tree in bytes.
pub(crate) fn from_bytes(
    caller: &Caller,
    bytes: *const c_void,
    size: usize,
) -> Result<Index, Failure> {
    let bytes = caller.list(bytes.cast::<u8>(), size, "bytes")?;
    let kind = kind_of(bytes)?;
    let any = by_kind!(kind, copied(bytes, kind.is_line()))?;
    Ok(packed_index(kind, any))
}

/// The packed tree in bytes that stay where they are.
///
/// # Safety
/// The bytes are there and do not change until the index is dropped.
pub(crate) unsafe fn from_mapped(
    caller: &Caller,
    bytes: *const c_void,
    size: usize,
) -> Result<Index, Failure> {
    let bytes = caller.list(bytes.cast::<u8>(), size, "bytes")?;
    let kind = kind_of(bytes)?;
    // SAFETY: the caller's contract.
    let any = unsafe { by_kind!(kind, mapped(bytes)) }?;
    Ok(packed_index(kind, any))
}

fn packed_index(kind: Kind, any: Box<dyn AnyIndex>) -> Index {
    Index {
        structure: Structure::PackedTree,
        kind,
        any,
    }
}
