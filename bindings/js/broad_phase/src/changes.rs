//! Changes of boxes.

use broadleaf::Filter;
use broadleaf::broad_phase::{Mobility, ProxyConfig, ProxyId};

use crate::answer::Answer;
use crate::any_broad_phase::BroadPhase;
use crate::given::Given;
use crate::ids;
use crate::problem::{Outcome, Problem};

/// Adds boxes; the answer is their ids.
pub(crate) fn create<const D: usize>(
    of: &mut BroadPhase<D>,
    given: &Given,
    mobility: Mobility,
    answer: &mut Answer,
) -> Outcome {
    let boxes = given.boxes::<D>()?;
    // One filter for all, or a default that is replaced below.
    let is_one = given.labels.values().len() == 3;
    let filter = given.filter(0).filter(|_| is_one).unwrap_or_default();
    let config = ProxyConfig::new(mobility).with_filter(filter);
    let proxies = of.create_all(config, boxes.iter().map(|&aabb| (aabb, ())));
    if !is_one {
        for (row, &id) in proxies.iter().enumerate() {
            let _ = of.set_filter(id, given.filter(row).unwrap_or_default());
        }
    }
    answer.add_ids(proxies.into_iter().map(ids::number))
}

/// Moves boxes.
pub(crate) fn relocate<const D: usize>(of: &mut BroadPhase<D>, given: &Given) -> Outcome {
    let proxies = given.proxies(of)?;
    let boxes = given.boxes::<D>()?;
    let mut ways = given.ways.values().as_chunks::<D>().0.iter().copied();
    let moves = proxies
        .into_iter()
        .zip(boxes)
        .map(|(id, &aabb)| (id, aabb, ways.next().unwrap_or([0.0; D])));
    // All proxies are known.
    let _ = of.move_all(moves);
    Ok(())
}

/// Removes boxes.
pub(crate) fn remove<const D: usize>(of: &mut BroadPhase<D>, given: &Given) -> Outcome {
    for id in given.proxies(of)? {
        of.remove(id);
    }
    Ok(())
}

/// Which labels of a box a change keeps, one bit for each.
#[derive(Clone, Copy)]
pub(crate) struct Kept(pub(crate) u32);

impl Kept {
    fn applied(self, new: Filter, old: Filter) -> Filter {
        let keeps = |bit| self.0 & bit != 0;
        let pick = |bit, new, old| if keeps(bit) { old } else { new };
        let category = pick(1, new.category, old.category);
        let mask = pick(2, new.mask, old.mask);
        let group = if keeps(4) { old.group } else { new.group };
        Filter::new(category, mask).with_group(group)
    }
}

/// Replaces labels of boxes.
pub(crate) fn set_filter<const D: usize>(
    of: &mut BroadPhase<D>,
    given: &Given,
    kept: Kept,
) -> Outcome {
    for (row, id) in given.proxies(of)?.into_iter().enumerate() {
        let old = of.filter(id).unwrap_or_default();
        let new = given.filter(row).unwrap_or_default();
        let _ = of.set_filter(id, kept.applied(new, old));
    }
    Ok(())
}

/// Replaces the mobility of boxes.
pub(crate) fn set_mobility<const D: usize>(
    of: &mut BroadPhase<D>,
    given: &Given,
    mobility: Mobility,
) -> Outcome {
    for id in given.proxies(of)? {
        let _ = of.set_mobility(id, mobility);
    }
    Ok(())
}

/// The boxes with the given ids, or their fat boxes, as numbers.
pub(crate) fn boxes<const D: usize>(
    of: &BroadPhase<D>,
    given: &Given,
    fat: bool,
    answer: &mut Answer,
) -> Outcome {
    let proxies = given.proxies(of)?;
    answer
        .numbers
        .try_reserve(2 * D * proxies.len())
        .map_err(|_| Problem::TooMuch)?;
    let aabb = |id: &ProxyId| if fat { of.fat_aabb(*id) } else { of.aabb(*id) };
    for aabb in proxies.iter().filter_map(aabb) {
        answer.numbers.extend(aabb.min());
        answer.numbers.extend(aabb.max());
    }
    Ok(())
}
