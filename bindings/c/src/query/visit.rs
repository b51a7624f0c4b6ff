//! One query with a callback.

use std::ffi::{c_int, c_void};

use library::geometry::Real;

use super::answers::Asked;
use super::casts::{Shot, new_limit};
use super::masked::Masked;
use super::options::BroadleafHit;
use super::window::Window;
use crate::caller::Outcome;
use crate::failure::Failure;
use crate::number::Number;
use crate::status::Status;

/// Takes an id.
pub type BroadleafVisitId = Option<unsafe extern "C" fn(context: *mut c_void, id: u64) -> c_int>;

/// Takes a hit.
pub type BroadleafVisitHit =
    Option<unsafe extern "C" fn(context: *mut c_void, hit: *const BroadleafHit) -> f64>;

/// A callback that takes ids; whether it goes on.
pub(crate) type IdVisitor<'a> = &'a mut dyn FnMut(u64) -> bool;

/// A callback that takes hits, and returns the greatest parameter that counts.
pub(crate) type HitVisitor<'a> = &'a mut dyn FnMut(BroadleafHit) -> f64;

/// A callback of the caller.
pub(crate) fn id_visitor(
    visit: BroadleafVisitId,
    context: *mut c_void,
) -> Result<impl FnMut(u64) -> bool, Failure> {
    let visit = visit.ok_or_else(null)?;
    // SAFETY: the caller's function, with the arguments that the header says.
    Ok(move |id| unsafe { visit(context, id) } == 0)
}

/// A callback of the caller.
pub(crate) fn hit_visitor(
    visit: BroadleafVisitHit,
    context: *mut c_void,
) -> Result<impl FnMut(BroadleafHit) -> f64, Failure> {
    let visit = visit.ok_or_else(null)?;
    // SAFETY: the caller's function, with the arguments that the header says.
    Ok(move |hit: BroadleafHit| unsafe { visit(context, &raw const hit) })
}

fn null() -> Failure {
    Failure::new(Status::Null, "visit: null")
}

/// Hands over the ids of the boxes in a window.
pub(crate) fn visit_window<S: Number, const D: usize>(
    asked: Asked<'_, S, D>,
    window: &Masked<Window<S, D>>,
    visit: IdVisitor<'_>,
) -> Outcome {
    let is_stopped = asked.index.visit(window, &mut |id| visit(asked.id(id)));
    Ok(status(is_stopped))
}

/// Hands over what a cast hits.
pub(crate) fn visit_shot<S: Number, const D: usize>(
    asked: Asked<'_, S, D>,
    shot: &Shot<S, D>,
    visit: HitVisitor<'_>,
) -> Outcome {
    let is_stopped = asked.index.reach(&shot.aim, shot.length, &mut |hit| {
        new_limit::<S>(visit(BroadleafHit {
            reach: hit.reach.to_f64(),
            id: asked.id(hit.id),
        }))
    });
    Ok(status(is_stopped))
}

fn status(is_stopped: bool) -> Status {
    if is_stopped {
        Status::Stopped
    } else {
        Status::Ok
    }
}
