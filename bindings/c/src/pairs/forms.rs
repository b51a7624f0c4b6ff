//! The forms of the answer: a list, a number, blocks.

use std::ffi::{c_int, c_void};
use std::ops::ControlFlow;

use library::Id;

use super::options::BroadleafPair;
use super::request::Request;
use crate::buffers::List;
use crate::caller::Outcome;
use crate::failure::Failure;
use crate::kind::by_kind;
use crate::number::Number;
use crate::status::Status;
use crate::threads;

/// Takes a block of pairs.
pub type BroadleafPairBlock = Option<
    unsafe extern "C" fn(context: *mut c_void, pairs: *const BroadleafPair, count: usize) -> c_int,
>;

/// The pairs of a block: `BROADLEAF_BLOCK`.
const BLOCK: usize = 4096;

/// Writes all pairs to a buffer.
pub(crate) fn list(mut request: Request<'_>, mut list: List<'_, BroadleafPair>) -> Outcome {
    by_kind!(request.first.kind, list_of(&mut request, &mut list))?;
    list.status()
}

fn list_of<S: Number, const D: usize>(
    request: &mut Request<'_>,
    list: &mut List<'_, BroadleafPair>,
) -> Result<(), Failure> {
    let pool = threads::pool(request.options.threads)?;
    let is_sorted = request.options.is_sorted();
    request.ask::<S, D, _>(|query, pairs| {
        match (pool, is_sorted) {
            // Faster than a call for each pair, which would write to the buffer itself.
            (None, false) => query.unsorted_pairs_into(pairs),
            (None, true) => query.pairs_into(pairs),
            // The order of what threads find would depend on their number.
            (Some(pool), _) => pool.install(|| query.par_pairs_into(pairs)),
        }
        list.extend(pairs.iter().map(|&ids| pair(ids)));
        Ok(())
    })
}

#[inline(always)]
fn pair([a, b]: [Id; 2]) -> BroadleafPair {
    BroadleafPair { a: a.0, b: b.0 }
}

/// Counts all pairs.
pub(crate) fn count(mut request: Request<'_>, count: &mut u64) -> Outcome {
    *count = by_kind!(request.first.kind, count_of(&mut request))?;
    Ok(Status::Ok)
}

fn count_of<S: Number, const D: usize>(request: &mut Request<'_>) -> Result<u64, Failure> {
    let pool = threads::pool(request.options.threads)?;
    request.ask::<S, D, _>(|query, _| {
        Ok(match pool {
            None => query.count_pairs(),
            Some(pool) => pool.install(|| query.par_count_pairs()),
        })
    })
}

/// Hands all pairs to a callback.
pub(crate) fn visit(
    mut request: Request<'_>,
    visit: BroadleafPairBlock,
    context: *mut c_void,
) -> Outcome {
    let Some(visit) = visit else {
        return Err(Failure::new(Status::Null, "visit: null"));
    };
    if request.options.threads > 1 {
        let text = "threads: blocks are found by the calling thread alone";
        return Err(Failure::new(Status::Option, text));
    }
    let hand_over = &mut |pairs: &[BroadleafPair]| {
        // SAFETY: the caller's function, with the arguments that the header says.
        let answer = unsafe { visit(context, pairs.as_ptr(), pairs.len()) };
        if answer == 0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    by_kind!(request.first.kind, visit_of(&mut request, hand_over))
}

fn visit_of<S: Number, const D: usize>(
    request: &mut Request<'_>,
    hand_over: &mut dyn FnMut(&[BroadleafPair]) -> ControlFlow<()>,
) -> Outcome {
    request.ask::<S, D, _>(|query, _| {
        let (mut block, mut len) = (vec![BroadleafPair { a: 0, b: 0 }; BLOCK], 0);
        let outcome = query.try_for_each_pair(|a, b| {
            block[len] = pair([a, b]);
            len = (len + 1) % BLOCK;
            match len {
                0 => hand_over(&block),
                _ => ControlFlow::Continue(()),
            }
        });
        let is_stopped = outcome.is_break() || len > 0 && hand_over(&block[..len]).is_break();
        Ok(if is_stopped {
            Status::Stopped
        } else {
            Status::Ok
        })
    })
}
