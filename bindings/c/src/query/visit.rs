//! One query with a callback.

use std::ffi::{c_int, c_void};
use std::ops::ControlFlow;

use library::Id;
use library::geometry::{Real, Region};

use super::answers::{Asked, Index};
use super::casts::{Shot, new_limit};
use super::options::BroadleafHit;
use crate::caller::Outcome;
use crate::failure::Failure;
use crate::number::Number;
use crate::status::Status;

/// Takes an id.
pub type BroadleafVisitId =
    Option<unsafe extern "C" fn(context: *mut c_void, id: u64) -> c_int>;

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

/// Hands over the ids of the boxes in a region.
pub(crate) fn visit_region<S: Number, const D: usize>(
    asked: &Asked<'_, impl Index<S, D>>,
    region: &impl Region<S, D>,
    visit: IdVisitor<'_>,
) -> Outcome {
    let outcome = asked.index.try_for_each_overlap(region, |id: Id| {
        if visit(asked.id(id)) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    Ok(status(outcome))
}

/// Hands over what a cast hits.
pub(crate) fn visit_shot<S: Number, const D: usize>(
    asked: &Asked<'_, impl Index<S, D>>,
    shot: &Shot<S, D>,
    visit: HitVisitor<'_>,
) -> Outcome {
    let outcome = asked.index.try_for_each_hit(shot, shot.of.length(), |hit| {
        let limit = visit(BroadleafHit {
            reach: hit.reach.to_f64(),
            id: asked.id(hit.id),
        });
        match new_limit::<S>(limit) {
            Some(limit) => ControlFlow::Continue(limit),
            None => ControlFlow::Break(()),
        }
    });
    Ok(status(outcome))
}

fn status(outcome: ControlFlow<()>) -> Status {
    if outcome.is_break() {
        Status::Stopped
    } else {
        Status::Ok
    }
}
