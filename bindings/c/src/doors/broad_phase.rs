//! The functions about broad phases.

use std::ffi::c_void;
use std::ptr;

use library::broad_phase::ProxyId;

use crate::boxes::BroadleafBoxes;
use crate::broad_phase::any_broad_phase::Call;
use crate::broad_phase::events::{BroadleafEvents, BroadleafProxyPair, BroadleafStepOptions};
use crate::broad_phase::handle::{BroadPhase, BroadleafBroadPhase, BroadleafBroadPhaseInfo};
use crate::broad_phase::make::{self, BroadleafBroadPhaseOptions};
use crate::broad_phase::proxies::BroadleafProxyOptions;
use crate::buffers::Lists;
use crate::caller::door;
use crate::filter::BroadleafFilter;
use crate::flags::{self, CONTAINED, FAT, INTERIORS, ONE_WAY};
use crate::handle;
use crate::line::MARK;
use crate::query::casts::BroadleafCasts;
use crate::query::one::must_be_one;
use crate::query::options::{BroadleafHit, BroadleafQueryOptions};
use crate::query::visit::{self, BroadleafVisitHit, BroadleafVisitId};
use crate::status::{BroadleafStatus, Status};

/// The flags of windows.
const OF_WINDOWS: u32 = FAT | ONE_WAY | INTERIORS | CONTAINED;
/// The flags of other queries.
const OF_PROBES: u32 = FAT | ONE_WAY;

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_new(
    scalar: u32,
    dimensions: u32,
    options: *const BroadleafBroadPhaseOptions,
    broad_phase: *mut *mut BroadleafBroadPhase,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let broad_phase = caller.place(broad_phase, ptr::null_mut(), "broad_phase")?;
            *broad_phase = handle::new(make::empty(caller, scalar, dimensions, options)?);
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_free(
    broad_phase: *mut BroadleafBroadPhase,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|_| {
            handle::free::<BroadPhase>(broad_phase)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_create(
    broad_phase: *mut BroadleafBroadPhase,
    boxes: *const BroadleafBoxes,
    options: *const BroadleafProxyOptions,
    ids: *mut u64,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            handle::exclusive::<BroadPhase>(broad_phase)?.create(caller, boxes, options, ids)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_move(
    broad_phase: *mut BroadleafBroadPhase,
    ids: *const u64,
    boxes: *const BroadleafBoxes,
    displacements: *const c_void,
    reinserted: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let is_wanted = !reinserted.is_null();
            let wanted = is_wanted
                .then(|| caller.place(reinserted, 0, "reinserted"))
                .transpose()?;
            let mut broad_phase = handle::exclusive::<BroadPhase>(broad_phase)?;
            let moved = broad_phase.relocate(caller, ids, boxes, displacements)?;
            if let Some(wanted) = wanted {
                *wanted = moved;
            }
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_remove(
    broad_phase: *mut BroadleafBroadPhase,
    ids: *const u64,
    count: usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            handle::exclusive::<BroadPhase>(broad_phase)?.remove(caller, ids, count)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_set_filters(
    broad_phase: *mut BroadleafBroadPhase,
    ids: *const u64,
    count: usize,
    filters: *const BroadleafFilter,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            handle::exclusive::<BroadPhase>(broad_phase)?
                .set_filters(caller, ids, count, filters)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_set_mobilities(
    broad_phase: *mut BroadleafBroadPhase,
    ids: *const u64,
    count: usize,
    mobilities: *const u32,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let mut broad_phase = handle::exclusive::<BroadPhase>(broad_phase)?;
            broad_phase.set_mobilities(caller, ids, count, mobilities)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_touch(
    broad_phase: *mut BroadleafBroadPhase,
    ids: *const u64,
    count: usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            handle::exclusive::<BroadPhase>(broad_phase)?.touch(caller, ids, count)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_step(
    broad_phase: *mut BroadleafBroadPhase,
    options: *const BroadleafStepOptions,
    events: *mut BroadleafEvents,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let mut broad_phase = handle::exclusive::<BroadPhase>(broad_phase)?;
            let is_wanted = !events.is_null();
            let mut place = is_wanted
                .then(|| caller.place_of(events, "events"))
                .transpose()?;
            if let Some(place) = &mut place {
                place.set(BroadleafEvents::NONE);
            }
            broad_phase.step(caller, options)?;
            if let Some(place) = &mut place {
                place.set(broad_phase.events.to_c());
            }
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_optimize(
    broad_phase: *mut BroadleafBroadPhase,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|_| {
            handle::exclusive::<BroadPhase>(broad_phase)?.any.optimize();
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_info(
    broad_phase: *const BroadleafBroadPhase,
    info: *mut BroadleafBroadPhaseInfo,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let broad_phase = handle::shared::<BroadPhase>(broad_phase)?;
            caller.answer(info, broad_phase.info(), "info")?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_ids(
    broad_phase: *const BroadleafBroadPhase,
    ids: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let mut list = caller.answer_list(ids, capacity, count, "ids")?;
            handle::shared::<BroadPhase>(broad_phase)?
                .any
                .ids(&mut list);
            list.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_contains(
    broad_phase: *const BroadleafBroadPhase,
    ids: *const u64,
    count: usize,
    contains: *mut u8,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let broad_phase = handle::shared::<BroadPhase>(broad_phase)?;
            let ids = caller.list(ids, count, "ids")?;
            let contains = caller.buffer(contains, count, "contains")?;
            for (slot, &id) in contains.iter_mut().zip(ids) {
                slot.write(broad_phase.any.contains(ProxyId::from_bits(id)).into());
            }
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_boxes(
    broad_phase: *const BroadleafBroadPhase,
    ids: *const u64,
    count: usize,
    flags: u32,
    boxes: *mut c_void,
    bytes: usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            flags::check(flags, FAT)?;
            let broad_phase = handle::shared::<BroadPhase>(broad_phase)?;
            let ids = caller.list(ids, count, "ids")?;
            let boxes = caller.buffer(boxes.cast::<u8>(), bytes, "boxes")?;
            let axes = broad_phase.kind.axes();
            broad_phase.any.boxes(ids, flags & FAT != 0, axes, boxes)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_pairs(
    broad_phase: *const BroadleafBroadPhase,
    flags: u32,
    pairs: *mut BroadleafProxyPair,
    capacity: usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let mut list = caller.answer_list(pairs, capacity, count, "pairs")?;
            flags::check(flags, FAT)?;
            let broad_phase = handle::shared::<BroadPhase>(broad_phase)?;
            broad_phase.any.pairs(flags & FAT != 0, &mut list);
            list.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_pairs_of(
    broad_phase: *const BroadleafBroadPhase,
    ids: *const u64,
    ids_count: usize,
    flags: u32,
    pairs: *mut BroadleafProxyPair,
    capacity: usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let mut list = caller.answer_list(pairs, capacity, count, "pairs")?;
            flags::check(flags, FAT)?;
            let broad_phase = handle::shared::<BroadPhase>(broad_phase)?;
            let ids = broad_phase.known(caller, ids, ids_count)?;
            broad_phase.any.pairs_of(ids, flags & FAT != 0, &mut list);
            list.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_windows(
    broad_phase: *const BroadleafBroadPhase,
    windows: *const BroadleafBoxes,
    options: *const BroadleafQueryOptions,
    ids: *mut u64,
    capacity: usize,
    ends: *mut usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let list = caller.answer_list(ids, capacity, count, "ids")?;
            let broad_phase = handle::shared::<BroadPhase>(broad_phase)?;
            let windows = broad_phase.describe(caller, windows, "windows")?;
            let options = &BroadleafQueryOptions::broad_phase(caller, options, OF_WINDOWS)?;
            let filter = BroadPhase::asker(caller, options)?;
            let mut lists = Lists::new(caller, list, ends, windows.count())?;
            let call = Call {
                caller,
                options,
                filter,
            };
            broad_phase.any.windows(&call, &windows, &mut lists)?;
            lists.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_nearest(
    broad_phase: *const BroadleafBroadPhase,
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
            let broad_phase = handle::shared::<BroadPhase>(broad_phase)?;
            let places = broad_phase.describe(caller, places, "places")?;
            let options = &BroadleafQueryOptions::broad_phase(caller, options, OF_PROBES)?;
            let filter = BroadPhase::asker(caller, options)?;
            let mut lists = Lists::new(caller, list, ends, places.count())?;
            let call = Call {
                caller,
                options,
                filter,
            };
            broad_phase.any.nearest(&call, &places, &mut lists)?;
            lists.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_casts(
    broad_phase: *const BroadleafBroadPhase,
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
            let broad_phase = handle::shared::<BroadPhase>(broad_phase)?;
            let casts = caller.describe_casts(casts)?;
            casts.start.kind.must_be(broad_phase.kind, "casts")?;
            let options = &BroadleafQueryOptions::broad_phase(caller, options, OF_PROBES)?;
            let filter = BroadPhase::asker(caller, options)?;
            let mut lists = Lists::new(caller, list, ends, casts.start.count())?;
            let call = Call {
                caller,
                options,
                filter,
            };
            broad_phase.any.casts(&call, &casts, &mut lists)?;
            lists.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_visit_window(
    broad_phase: *const BroadleafBroadPhase,
    window: *const BroadleafBoxes,
    options: *const BroadleafQueryOptions,
    visit: BroadleafVisitId,
    context: *mut c_void,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let object = handle::shared::<BroadPhase>(broad_phase)?;
            let window = object.describe(caller, window, "window")?;
            must_be_one(window.count(), "window")?;
            let options = &BroadleafQueryOptions::broad_phase(caller, options, OF_WINDOWS)?;
            let filter = BroadPhase::asker(caller, options)?;
            let mut visit = visit::id_visitor(visit, context)?;
            let call = Call {
                caller,
                options,
                filter,
            };
            handle::lend::<BroadPhase, _>(broad_phase, || {
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
pub unsafe extern "C" fn broadleaf_broad_phase_visit_cast(
    broad_phase: *const BroadleafBroadPhase,
    cast: *const BroadleafCasts,
    options: *const BroadleafQueryOptions,
    visit: BroadleafVisitHit,
    context: *mut c_void,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let object = handle::shared::<BroadPhase>(broad_phase)?;
            let cast = caller.describe_casts(cast)?;
            cast.start.kind.must_be(object.kind, "cast")?;
            must_be_one(cast.start.count(), "cast")?;
            let options = &BroadleafQueryOptions::broad_phase(caller, options, OF_PROBES)?;
            let filter = BroadPhase::asker(caller, options)?;
            let mut visit = visit::hit_visitor(visit, context)?;
            let call = Call {
                caller,
                options,
                filter,
            };
            handle::lend::<BroadPhase, _>(broad_phase, || {
                object.any.visit_cast(&call, &cast, &mut visit)
            })
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_rewind(
    broad_phase: *mut BroadleafBroadPhase,
    steps: usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|_| {
            handle::exclusive::<BroadPhase>(broad_phase)?
                .any
                .rewind(steps)?;
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_save(
    broad_phase: *const BroadleafBroadPhase,
    bytes: *mut c_void,
    capacity: usize,
    count: *mut usize,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let mut list = caller.answer_list(bytes.cast::<u8>(), capacity, count, "bytes")?;
            let broad_phase = handle::shared::<BroadPhase>(broad_phase)?;
            let saved = broad_phase.any.save();
            list.extend(saved.iter().copied());
            if broad_phase.kind.is_line() {
                list.extend(MARK.into_iter());
            }
            list.status()
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_restore(
    bytes: *const c_void,
    size: usize,
    history: usize,
    broad_phase: *mut *mut BroadleafBroadPhase,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let broad_phase = caller.place(broad_phase, ptr::null_mut(), "broad_phase")?;
            *broad_phase = handle::new(make::restored(caller, bytes, size, history)?);
            Ok(Status::Ok)
        })
    }
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_broad_phase_hash(
    broad_phase: *const BroadleafBroadPhase,
    hash: *mut u64,
) -> BroadleafStatus {
    // SAFETY: the contract of the header.
    unsafe {
        door(|caller| {
            let hash = caller.place(hash, 0, "hash")?;
            *hash = handle::shared::<BroadPhase>(broad_phase)?.any.hash();
            Ok(Status::Ok)
        })
    }
}
