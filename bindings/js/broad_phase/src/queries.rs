//! Queries for boxes.

use broadleaf::index::Hit;
use broadleaf::{Id, SpatialIndex};

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

/// The boxes that overlap each window, by slot.
pub(crate) fn search<const D: usize>(
    of: &BroadPhase<D>,
    given: &Given,
    is_one_way: bool,
    answer: &mut Answer,
) -> Outcome {
    let mut found = Vec::new();
    for (row, window) in given.boxes::<D>()?.iter().enumerate() {
        let rule = Asked::of(of, given, row, is_one_way)?;
        found.clear();
        of.tight()
            .filtered(&rule)
            .for_each_overlap(window, |slot| found.push(slot));
        found.sort_unstable();
        answer.add_ids(found.iter().map(|&slot| ids::number_in(of, slot)))?;
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
    let mut hits = Vec::new();
    for row in 0..given.ways.values().len() / D {
        let rule = Asked::of(of, given, row, is_one_way)?;
        let cast = given.cast::<D>(row, length)?;
        let boxes = of.tight();
        let boxes = boxes.filtered(&rule);
        if wanted == Wanted::Any {
            let is_hit = f64::from(u8::from(boxes.any_hit(&cast)));
            answer.add_ids([is_hit].into_iter())?;
            continue;
        }
        match wanted {
            Wanted::All => boxes.cast_all_into(&cast, &mut hits),
            _ => {
                hits.clear();
                hits.push(boxes.cast(&cast).unwrap_or(MISS));
            }
        }
        keep(of, answer, &hits, |reach| reach)?;
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
        let cast = broadleaf::geometry::BoxCast::new(start, way);
        let cast = cast.map_err(|_| Problem::Infinite(row))?.up_to(1.0);
        let rule = Asked::by(of.asker(filter), id.id());
        let hit = of.tight().filtered(&rule).cast(&cast).unwrap_or(MISS);
        keep(of, answer, &[hit], |reach| reach)?;
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
    let mut hits = Vec::new();
    for row in 0..rows {
        let rule = Asked::of(of, given, row, is_one_way)?;
        let place = given.place::<D>(row, rows)?;
        of.tight()
            .filtered(&rule)
            .k_nearest_within_into(&place, k as usize, distance, &mut hits);
        keep(of, answer, &hits, f64::sqrt)?;
    }
    Ok(())
}

/// The hit of a cast that hits nothing.
const MISS: Hit<f64> = Hit::new(f64::INFINITY, Id(u32::MAX));

/// Appends the answer to one query.
fn keep<const D: usize>(
    of: &BroadPhase<D>,
    answer: &mut Answer,
    hits: &[Hit<f64>],
    measure: impl Fn(f64) -> f64,
) -> Outcome {
    answer.add_hits(hits, |hit| ids::number_in(of, hit.id), measure)?;
    answer.end();
    Ok(())
}
