//! Queries for boxes.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use broadleaf::Id;
use broadleaf::geometry::{BoxCast, Probe};
use broadleaf::index::Hit;
use broadleaf_js_arrays::has_room;

use crate::answer::Answer;
use crate::any_broad_phase::BroadPhase;
use crate::asked::Asked;
use crate::given::Given;
use crate::ids;
use crate::problem::{Outcome, Problem};

/// What a cast finds.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Wanted {
    First,
    All,
    /// Whether it hits anything.
    Any,
}

/// The most bytes that a query needs for each box that it finds.
const FOUND: f64 = 64.0;
/// A module can always grow by this number of bytes.
const LITTLE: f64 = 67_108_864.0;

/// The boxes that overlap each window, by slot.
pub(crate) fn search<const D: usize>(
    of: &BroadPhase<D>,
    given: &Given,
    is_one_way: bool,
    answer: &mut Answer,
) -> Outcome {
    check_room(of)?;
    let mut slots = Vec::new();
    for (row, window) in given.boxes::<D>()?.iter().enumerate() {
        let asked = Asked::row(of, given, row, is_one_way)?;
        slots.clear();
        asked.for_each_overlap(window, &mut |slot| slots.push(slot.0));
        slots.sort_unstable();
        answer.add_ids(slots.iter().map(|&slot| ids::number_in(of, Id(slot))))?;
        answer.end();
    }
    Ok(())
}

/// What each ray or moving box hits.
pub(crate) fn cast<const D: usize>(
    of: &BroadPhase<D>,
    given: &Given,
    is_one_way: bool,
    wanted: Wanted,
    length: f64,
    answer: &mut Answer,
) -> Outcome {
    check_room(of)?;
    for row in 0..given.ways.values().len() / D {
        let asked = Asked::row(of, given, row, is_one_way)?;
        let cast = given.cast::<D>(row, length)?;
        match wanted {
            Wanted::First => keep_first(of, answer, &asked, &cast)?,
            Wanted::All => keep(of, answer, &hits(&asked, &cast, length, usize::MAX))?,
            Wanted::Any => {
                let mut is_hit = 0.0;
                asked.for_each_hit(&cast, length, &mut |_| {
                    is_hit = 1.0;
                    ControlFlow::Break(())
                });
                answer.add_ids([is_hit].into_iter())?;
            }
        }
    }
    Ok(())
}

/// What each of some boxes first hits when it is displaced.
pub(crate) fn sweep<const D: usize>(
    of: &BroadPhase<D>,
    given: &Given,
    answer: &mut Answer,
) -> Outcome {
    let proxies = given.proxies(of)?;
    let ways = given.ways.values().as_chunks::<D>().0;
    for (row, (&id, &way)) in proxies.iter().zip(ways).enumerate() {
        let known = of.aabb(id).zip(of.filter(id));
        let (start, filter) = known.ok_or(Problem::UnknownId(row))?;
        let cast = BoxCast::new(start, way).map_err(|_| Problem::Infinite(row))?;
        let asked = Asked::body(of, filter, id.id());
        keep_first(of, answer, &asked, &cast.up_to(1.0))?;
    }
    Ok(())
}

/// The boxes nearest to each place: at most `k`, and up to a distance.
pub(crate) fn nearest<const D: usize>(
    of: &BroadPhase<D>,
    given: &Given,
    is_one_way: bool,
    rows: usize,
    [k, distance]: [f64; 2],
    answer: &mut Answer,
) -> Outcome {
    check_room(of)?;
    for row in 0..rows {
        let asked = Asked::row(of, given, row, is_one_way)?;
        let place = given.place::<D>(row, rows)?;
        let mut hits = hits(&asked, &place, square(distance), k as usize);
        for hit in &mut hits {
            hit.reach = hit.reach.sqrt();
        }
        let within = hits.iter().take_while(|hit| hit.reach <= distance).count();
        keep(of, answer, &hits[..within])?;
    }
    Ok(())
}

/// A squared distance that is at least that of every box within a distance.
fn square(distance: f64) -> f64 {
    // The root of a box's squared distance is rounded, and so is this product.
    distance * distance * (1.0 + 4.0 * f64::EPSILON) + f64::MIN_POSITIVE
}

/// The first `k` hits up to a limit, by reach, then by slot.
fn hits<const D: usize>(
    asked: &Asked<'_, D>,
    probe: &impl Probe<f64, D>,
    limit: f64,
    k: usize,
) -> Vec<Hit<f64>> {
    let mut latest = BinaryHeap::new();
    if k > 0 {
        asked.for_each_hit(probe, limit, &mut |hit| {
            latest.push(hit);
            if latest.len() > k {
                latest.pop();
            }
            let last = latest.peek().filter(|_| latest.len() == k);
            ControlFlow::Continue(last.map_or(limit, |last| last.reach))
        });
    }
    latest.into_sorted_vec()
}

/// Appends the first hit of a cast, or a miss.
fn keep_first<const D: usize>(
    of: &BroadPhase<D>,
    answer: &mut Answer,
    asked: &Asked<'_, D>,
    cast: &BoxCast<f64, D>,
) -> Outcome {
    let mut first = Hit::new(f64::INFINITY, Id(u32::MAX));
    asked.for_each_hit(cast, cast.length(), &mut |hit| {
        first = first.min(hit);
        ControlFlow::Continue(first.reach)
    });
    keep(of, answer, &[first])
}

/// Appends the answer to one query.
fn keep<const D: usize>(of: &BroadPhase<D>, answer: &mut Answer, hits: &[Hit<f64>]) -> Outcome {
    answer.add_ids(hits.iter().map(|hit| ids::number_in(of, hit.id)))?;
    answer.add_numbers(hits.iter().map(|hit| hit.reach))?;
    answer.end();
    Ok(())
}

/// An error unless there is memory for a query that finds all boxes.
fn check_room<const D: usize>(of: &BroadPhase<D>) -> Outcome {
    let bytes = FOUND * of.len() as f64;
    match bytes <= LITTLE || has_room(bytes) {
        true => Ok(()),
        false => Err(Problem::TooMuch),
    }
}
