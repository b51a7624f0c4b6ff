//! The functions about pairs of lists.

use std::ffi::c_void;
use std::ptr;

use crate::boxes::BroadleafBoxes;
use crate::caller::door;
use crate::handle;
use crate::pairs::finder::{BroadleafFinder, Finder};
use crate::pairs::forms::{self, BroadleafPairBlock};
use crate::pairs::options::{BroadleafPair, BroadleafPairOptions};
use crate::pairs::request::Request;
use crate::status::{BroadleafStatus, Status};

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_finder_new(
    finder: *mut *mut BroadleafFinder,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let finder = caller.place(finder, ptr::null_mut(), "finder")?;
            *finder = handle::new(Finder::default());
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_finder_free(finder: *mut BroadleafFinder) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|_| {
            handle::free::<Finder>(finder)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_self_pairs(
    finder: *mut BroadleafFinder,
    boxes: *const BroadleafBoxes,
    options: *const BroadleafPairOptions,
    pairs: *mut BroadleafPair,
    capacity: usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let list = caller.answer_list(pairs, capacity, count, "pairs")?;
            forms::list(Request::within(caller, finder, boxes, options)?, list)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_self_pairs_count(
    finder: *mut BroadleafFinder,
    boxes: *const BroadleafBoxes,
    options: *const BroadleafPairOptions,
    count: *mut u64,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let count = caller.place(count, 0, "count")?;
            forms::count(Request::within(caller, finder, boxes, options)?, count)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_self_pairs_visit(
    finder: *mut BroadleafFinder,
    boxes: *const BroadleafBoxes,
    options: *const BroadleafPairOptions,
    visit: BroadleafPairBlock,
    context: *mut c_void,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let request = Request::within(caller, finder, boxes, options)?;
            forms::visit(request, visit, context)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_cross_pairs(
    finder: *mut BroadleafFinder,
    first: *const BroadleafBoxes,
    second: *const BroadleafBoxes,
    options: *const BroadleafPairOptions,
    pairs: *mut BroadleafPair,
    capacity: usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let list = caller.answer_list(pairs, capacity, count, "pairs")?;
            let lists = [first, second];
            forms::list(Request::between(caller, finder, lists, options)?, list)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_cross_pairs_count(
    finder: *mut BroadleafFinder,
    first: *const BroadleafBoxes,
    second: *const BroadleafBoxes,
    options: *const BroadleafPairOptions,
    count: *mut u64,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let count = caller.place(count, 0, "count")?;
            let lists = [first, second];
            forms::count(Request::between(caller, finder, lists, options)?, count)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_cross_pairs_visit(
    finder: *mut BroadleafFinder,
    first: *const BroadleafBoxes,
    second: *const BroadleafBoxes,
    options: *const BroadleafPairOptions,
    visit: BroadleafPairBlock,
    context: *mut c_void,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let request = Request::between(caller, finder, [first, second], options)?;
            forms::visit(request, visit, context)
        })
    }
}
