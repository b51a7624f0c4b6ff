//! Events, and lists of pairs.

use std::ops::ControlFlow;

use broadleaf::broad_phase::ProxyId;
use broadleaf::{Id, SpatialIndex};
use broadleaf_js_arrays::has_room;

use crate::answer::Answer;
use crate::any_broad_phase::BroadPhase;
use crate::given::Given;
use crate::ids::{number, number_in};
use crate::problem::{Outcome, Problem};

/// A step can always have this number of pairs, for which it takes 600 MB.
const FEW: usize = 1 << 22;
/// The most pairs that a step or a list of pairs can have, if there is memory: more than half of
/// the memory of a module.
pub(crate) const MAX_PAIRS: usize = 1 << 24;
/// The bytes that a step takes for each pair.
const BYTES: f64 = 150.0;

/// Ends a frame. The answer is the pairs that began, then the pairs that ended. Nothing changes if
/// they do not fit into memory.
pub(crate) fn step<const D: usize>(of: &mut BroadPhase<D>, answer: &mut Answer) -> Outcome {
    let fits = of.try_step(FEW).is_ok()
        || has_room(BYTES * MAX_PAIRS as f64) && of.try_step(MAX_PAIRS).is_ok();
    if !fits {
        return Err(Problem::TooMuch);
    }
    let events = of.events();
    for pairs in [&events.begun, &events.ended] {
        answer.add_ids(flat(pairs))?;
        answer.end();
    }
    Ok(())
}

/// All pairs, or only those whose boxes overlap without margins.
pub(crate) fn all<const D: usize>(of: &BroadPhase<D>, fat: bool, answer: &mut Answer) -> Outcome {
    match fat {
        true => list(of, answer, |visit| of.fat().try_for_each_pair(visit)),
        false => list(of, answer, |visit| of.tight().try_for_each_pair(visit)),
    }
}

/// The pairs of the given boxes.
pub(crate) fn of_boxes<const D: usize>(
    of: &BroadPhase<D>,
    given: &Given,
    answer: &mut Answer,
) -> Outcome {
    let proxies = given.proxies(of)?;
    let slots: Vec<_> = proxies.iter().map(|id| id.id()).collect();
    list(of, answer, |visit| {
        of.fat().try_for_each_pair_of(&slots, visit)
    })
}

type Visit<'a> = dyn FnMut(Id, Id) -> ControlFlow<()> + 'a;

/// Lists pairs of slots that a function visits, sorted.
fn list<const D: usize>(
    of: &BroadPhase<D>,
    answer: &mut Answer,
    visit_all: impl FnOnce(&mut Visit<'_>) -> ControlFlow<()>,
) -> Outcome {
    let mut keys: Vec<u64> = Vec::new();
    let flow = visit_all(&mut |a, b| {
        if keys.len() == MAX_PAIRS || keys.len() == FEW && !has_room(BYTES * MAX_PAIRS as f64) {
            return ControlFlow::Break(());
        }
        keys.push(u64::from(a.0) << 32 | u64::from(b.0));
        ControlFlow::Continue(())
    });
    if flow.is_break() {
        return Err(Problem::TooMuch);
    }
    keys.sort_unstable();
    let slots = keys.iter().flat_map(|&key| [key >> 32, key & 0xffff_ffff]);
    answer.add_ids_of(
        2 * keys.len(),
        slots.map(|slot| number_in(of, Id(slot as u32))),
    )
}

fn flat(pairs: &[[ProxyId; 2]]) -> impl ExactSizeIterator<Item = f64> {
    pairs.as_flattened().iter().map(|&id| number(id))
}
