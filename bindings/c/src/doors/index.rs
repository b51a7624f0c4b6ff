//! The functions about indexes.

use std::ffi::c_void;
use std::ptr;

use crate::boxes::BroadleafBoxes;
use crate::buffers::Lists;
use crate::caller::door;
use crate::failure::Failure;
use crate::flags::{self, CONTAINED, INTERIORS};
use crate::handle;
use crate::index::any_index::Call;
use crate::index::cross;
use crate::index::handle::{BroadleafIndex, BroadleafIndexInfo, Index};
use crate::index::make::{self, BroadleafBuildOptions};
use crate::pairs::options::BroadleafPair;
use crate::query::casts::BroadleafCasts;
use crate::query::one::must_be_one;
use crate::query::options::{BroadleafHit, BroadleafQueryOptions};
use crate::query::visit::{self, BroadleafVisitHit, BroadleafVisitId};
use crate::status::{BroadleafStatus, Status};

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_new(
    structure: u32,
    scalar: u32,
    dimensions: u32,
    index: *mut *mut BroadleafIndex,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let index = caller.place(index, ptr::null_mut(), "index")?;
            *index = handle::new(make::empty(structure, scalar, dimensions)?);
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_build(
    boxes: *const BroadleafBoxes,
    ids: *const u32,
    options: *const BroadleafBuildOptions,
    index: *mut *mut BroadleafIndex,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let index = caller.place(index, ptr::null_mut(), "index")?;
            *index = handle::new(make::build(caller, boxes, ids, options)?);
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_from_bytes(
    bytes: *const c_void,
    size: usize,
    index: *mut *mut BroadleafIndex,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let index = caller.place(index, ptr::null_mut(), "index")?;
            *index = handle::new(make::from_bytes(caller, bytes, size)?);
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_from_mapped(
    bytes: *const c_void,
    size: usize,
    index: *mut *mut BroadleafIndex,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let index = caller.place(index, ptr::null_mut(), "index")?;
            *index = handle::new(make::from_mapped(caller, bytes, size)?);
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_free(index: *mut BroadleafIndex) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|_| {
            handle::free::<Index>(index)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_bytes(
    index: *const BroadleafIndex,
    bytes: *mut *const c_void,
    size: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let bytes = caller.place(bytes, ptr::null(), "bytes")?;
            let size = caller.place(size, 0, "size")?;
            let index = handle::shared::<Index>(index)?;
            let Some(of_tree) = index.any.bytes() else {
                let text = "index: only packed trees have bytes";
                return Err(Failure::new(Status::Unsupported, text));
            };
            (*bytes, *size) = (of_tree.as_ptr().cast(), of_tree.len());
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_info(
    index: *const BroadleafIndex,
    info: *mut BroadleafIndexInfo,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let index = handle::shared::<Index>(index)?;
            caller.answer(info, index.info(), "info")?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_ids(
    index: *const BroadleafIndex,
    ids: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let mut list = caller.answer_list(ids, capacity, count, "ids")?;
            handle::shared::<Index>(index)?.any.ids(&mut list);
            list.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_boxes(
    index: *const BroadleafIndex,
    ids: *const u32,
    count: usize,
    boxes: *mut c_void,
    bytes: usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let index = handle::shared::<Index>(index)?;
            let ids = caller.list(ids, count, "ids")?;
            let boxes = caller.buffer(boxes.cast::<u8>(), bytes, "boxes")?;
            index.any.boxes(ids, index.kind.axes(), boxes)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_bounds(
    index: *const BroadleafIndex,
    r#box: *mut c_void,
    bytes: usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let count = caller.place(count, 0, "count")?;
            let index = handle::shared::<Index>(index)?;
            let memory = caller.buffer(r#box.cast::<u8>(), bytes, "box")?;
            *count = index.any.bounds(index.kind.axes(), memory)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_insert(
    index: *mut BroadleafIndex,
    boxes: *const BroadleafBoxes,
    ids: *const u32,
    categories: *const u32,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            handle::exclusive::<Index>(index)?.insert(caller, boxes, ids, categories)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_move(
    index: *mut BroadleafIndex,
    boxes: *const BroadleafBoxes,
    ids: *const u32,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            handle::exclusive::<Index>(index)?.relocate(caller, boxes, ids)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_remove(
    index: *mut BroadleafIndex,
    ids: *const u32,
    count: usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let mut index = handle::exclusive::<Index>(index)?;
            index.changing()?.remove(caller.list(ids, count, "ids")?)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_optimize(index: *mut BroadleafIndex) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|_| {
            let mut index = handle::exclusive::<Index>(index)?;
            index.changing()?.optimize();
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_windows(
    index: *const BroadleafIndex,
    windows: *const BroadleafBoxes,
    options: *const BroadleafQueryOptions,
    ids: *mut u32,
    capacity: usize,
    ends: *mut usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let list = caller.answer_list(ids, capacity, count, "ids")?;
            let index = handle::shared::<Index>(index)?;
            let windows = index.describe(caller, windows, "windows")?;
            let options = &BroadleafQueryOptions::index(caller, options, INTERIORS | CONTAINED)?;
            let mut lists = Lists::new(caller, list, ends, windows.count())?;
            let call = Call { caller, options };
            index.any.windows(&call, &windows, &mut lists)?;
            lists.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_casts(
    index: *const BroadleafIndex,
    casts: *const BroadleafCasts,
    options: *const BroadleafQueryOptions,
    hits: *mut BroadleafHit,
    capacity: usize,
    ends: *mut usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let list = caller.answer_list(hits, capacity, count, "hits")?;
            let index = handle::shared::<Index>(index)?;
            let casts = caller.describe_casts(casts)?;
            casts.start.kind.must_be(index.kind, "casts")?;
            let options = &BroadleafQueryOptions::index(caller, options, 0)?;
            let mut lists = Lists::new(caller, list, ends, casts.start.count())?;
            let call = Call { caller, options };
            index.any.casts(&call, &casts, &mut lists)?;
            lists.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_nearest(
    index: *const BroadleafIndex,
    places: *const BroadleafBoxes,
    options: *const BroadleafQueryOptions,
    hits: *mut BroadleafHit,
    capacity: usize,
    ends: *mut usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let list = caller.answer_list(hits, capacity, count, "hits")?;
            let index = handle::shared::<Index>(index)?;
            let places = index.describe(caller, places, "places")?;
            let options = &BroadleafQueryOptions::index(caller, options, 0)?;
            let mut lists = Lists::new(caller, list, ends, places.count())?;
            let call = Call { caller, options };
            index.any.nearest(&call, &places, &mut lists)?;
            lists.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_visit_window(
    index: *const BroadleafIndex,
    window: *const BroadleafBoxes,
    options: *const BroadleafQueryOptions,
    visit: BroadleafVisitId,
    context: *mut c_void,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let object = handle::shared::<Index>(index)?;
            let window = object.describe(caller, window, "window")?;
            must_be_one(window.count(), "window")?;
            let options = &BroadleafQueryOptions::index(caller, options, INTERIORS | CONTAINED)?;
            let mut visit = visit::id_visitor(visit, context)?;
            let call = Call { caller, options };
            handle::lend::<Index, _>(index, || {
                object.any.visit_window(&call, &window, &mut visit)
            })
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_visit_cast(
    index: *const BroadleafIndex,
    cast: *const BroadleafCasts,
    options: *const BroadleafQueryOptions,
    visit: BroadleafVisitHit,
    context: *mut c_void,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let object = handle::shared::<Index>(index)?;
            let cast = caller.describe_casts(cast)?;
            cast.start.kind.must_be(object.kind, "cast")?;
            must_be_one(cast.start.count(), "cast")?;
            let options = &BroadleafQueryOptions::index(caller, options, 0)?;
            let mut visit = visit::hit_visitor(visit, context)?;
            let call = Call { caller, options };
            handle::lend::<Index, _>(index, || object.any.visit_cast(&call, &cast, &mut visit))
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_index_pairs(
    index: *const BroadleafIndex,
    other: *const BroadleafIndex,
    flags: u32,
    pairs: *mut BroadleafPair,
    capacity: usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let mut list = caller.answer_list(pairs, capacity, count, "pairs")?;
            flags::check(flags, INTERIORS)?;
            let is_interior = flags & INTERIORS != 0;
            let index = handle::shared::<Index>(index)?;
            let is_there = !other.is_null();
            let other = is_there
                .then(|| handle::shared::<Index>(other))
                .transpose()?;
            cross::pairs(index, other, is_interior, &mut list)?;
            list.status()
        })
    }
}
