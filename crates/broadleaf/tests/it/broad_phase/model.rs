//! A model of the documented broad phase, which compares every pair of proxies in every step.

use std::collections::{BTreeMap, BTreeSet};

use broadleaf::broad_phase::{
    EndReason, Margin, Mobility, Multiplier, ProxyConfig, ProxyHit, ProxyId,
};
use broadleaf::geometry::{Encoding, Probe, Real, Scalar};
use broadleaf::{Aabb, BruteForce, Id, SpatialIndexMut};

use super::accepts;
use crate::erased::AnyRegion;

#[derive(Clone, Copy)]
pub(super) struct ModelProxy<S, const D: usize> {
    pub(super) config: ProxyConfig<S>,
    pub(super) tight: Aabb<S, D>,
    pub(super) fat: Aabb<S, D>,
    pub(super) data: u8,
    /// Whether it was moved since the last step.
    moved: bool,
}

pub(super) type ProxyState<S, const D: usize> =
    (ProxyId, u8, Option<Aabb<S, D>>, Option<Aabb<S, D>>);
pub(super) type Move<I, S, const D: usize> = (I, Aabb<S, D>, [S; D]);

/// A model of the documented behaviour.
pub(super) struct Model<S, const D: usize> {
    pub(super) margin: Margin<S>,
    pub(super) proxies: BTreeMap<ProxyId, ModelProxy<S, D>>,
    pub(super) touched: BTreeSet<ProxyId>,
    /// The pairs of the last step, and whether the user's filter accepted them.
    pub(super) verdicts: BTreeMap<[ProxyId; 2], bool>,
    pub(super) dead: Vec<ProxyId>,
    /// The proxies of the last step.
    pub(super) known: BTreeSet<ProxyId>,
    /// The data of proxies that were destroyed since the last step, and in the step before it.
    pub(super) departing: BTreeMap<ProxyId, u8>,
    pub(super) departed: BTreeMap<ProxyId, u8>,
    pub(super) reports_stays: bool,
}

impl<S: Scalar, const D: usize> Model<S, D> {
    pub(super) fn pick(&self, n: usize) -> Option<ProxyId> {
        let alive = self.proxies.len();
        if n < alive {
            self.proxies.keys().nth(n).copied()
        } else {
            self.dead.get((n - alive) % self.dead.len().max(1)).copied()
        }
    }

    /// The lowest slot without a proxy.
    pub(super) fn next_slot(&self) -> Id {
        (0..)
            .map(Id)
            .find(|&id| self.in_slot(id).is_none())
            .unwrap()
    }

    pub(super) fn in_slot(&self, id: Id) -> Option<ProxyId> {
        self.proxies.keys().copied().find(|proxy| proxy.id() == id)
    }

    /// Removes a proxy; returns whether it existed.
    pub(super) fn remove(&mut self, id: ProxyId) -> bool {
        let Some(proxy) = self.proxies.remove(&id) else {
            return false;
        };
        if self.known.contains(&id) {
            self.departing.insert(id, proxy.data);
        }
        self.dead.push(id);
        true
    }

    pub(super) fn insert(&mut self, id: ProxyId, config: ProxyConfig<S>, tight: Aabb<S, D>) {
        let fat = fatten(self.margin_of(&config), tight, [S::default(); D]);
        assert!(
            self.proxies
                .insert(
                    id,
                    ModelProxy {
                        config,
                        tight,
                        fat,
                        data: 0,
                        moved: false,
                    }
                )
                .is_none(),
            "ids are never used twice"
        );
        assert!(!self.dead.contains(&id));
    }

    fn margin_of(&self, config: &ProxyConfig<S>) -> Margin<S> {
        match (config.margin, config.mobility) {
            (Some(margin), _) => margin,
            (None, Mobility::Static) => Margin::Tight,
            (None, _) => self.margin,
        }
    }

    /// Returns whether the proxy is re-inserted.
    pub(super) fn move_to(
        &mut self,
        id: ProxyId,
        tight: Aabb<S, D>,
        displacement: [S; D],
    ) -> Option<bool> {
        let before = *self.proxies.get(&id)?;
        let (margin, fat) = (self.margin_of(&before.config), before.fat);
        let is_motion = |along: &S| *along != S::default() && !along.is_nan();
        let rests = tight == before.tight && !displacement.iter().any(is_motion);
        let stays = match margin {
            Margin::Fatten { .. } | Margin::Proportional { .. } if !rests => {
                fat.contains(&tight) && fattest(margin, tight, displacement).contains(&fat)
            }
            _ => fat == fatten(margin, tight, displacement),
        };
        let fat = if stays {
            fat
        } else {
            fatten(margin, tight, displacement)
        };
        let proxy = self.proxies.get_mut(&id)?;
        (proxy.tight, proxy.fat, proxy.moved) = (tight, fat, true);
        Some(!stays)
    }

    pub(super) fn set_mobility(&mut self, id: ProxyId, mobility: Mobility) {
        let Some(proxy) = self.proxies.get_mut(&id) else {
            return;
        };
        let old = std::mem::replace(&mut proxy.config.mobility, mobility);
        let sleeps_or_wakes = [old, mobility].contains(&Mobility::Sleeping)
            && ![old, mobility].contains(&Mobility::Static);
        if old != mobility && !sleeps_or_wakes {
            let tight = proxy.tight;
            self.move_to(id, tight, [S::default(); D]);
        }
    }

    pub(super) fn pick_moves(&self, moves: &[Move<usize, S, D>]) -> Vec<Move<ProxyId, S, D>> {
        moves
            .iter()
            .filter_map(|&(n, aabb, displacement)| Some((self.pick(n)?, aabb, displacement)))
            .collect()
    }

    /// Returns how many proxies are re-inserted, if all of them exist. Those that exist are moved
    /// anyway.
    pub(super) fn move_all(&mut self, moves: &[Move<ProxyId, S, D>]) -> Option<usize> {
        let moved: Vec<_> = moves
            .iter()
            .map(|&(id, aabb, displacement)| self.move_to(id, aabb, displacement))
            .collect();
        moved.into_iter().map(|moved| moved.map(usize::from)).sum()
    }

    /// Moves both boxes of every proxy; boxes that follow from the tight one do so again.
    pub(super) fn translate(&mut self, displacement: [S; D]) {
        let ids: Vec<_> = self.proxies.keys().copied().collect();
        for id in ids {
            let ModelProxy {
                config, tight, fat, ..
            } = self.proxies[&id];
            let tight = tight.translated(displacement);
            let fat = match self.margin_of(&config) {
                Margin::Fatten { .. } | Margin::Proportional { .. } => fat.translated(displacement),
                margin => fatten(margin, tight, displacement),
            };
            self.proxies
                .entry(id)
                .and_modify(|proxy| (proxy.tight, proxy.fat, proxy.moved) = (tight, fat, true));
        }
    }

    /// Shrinks the fat boxes of proxies that have not moved to those of resting proxies, if they
    /// are much larger.
    fn end_motions(&mut self) {
        let ids: Vec<_> = self.proxies.keys().copied().collect();
        for id in ids {
            let ModelProxy {
                config,
                tight,
                fat,
                moved,
                ..
            } = self.proxies[&id];
            let margin = self.margin_of(&config);
            let (Margin::Fatten { prediction, .. } | Margin::Proportional { prediction, .. }) =
                margin
            else {
                continue;
            };
            let is_large = !fattest(margin, tight, [S::default(); D]).contains(&fat);
            if !moved && is_large && prediction > Multiplier::from(0) {
                self.move_to(id, tight, [S::default(); D]);
            }
        }
        self.proxies
            .values_mut()
            .for_each(|proxy| proxy.moved = false);
    }

    /// The current pairs, with the verdicts of the caller's filter.
    pub(super) fn step(&mut self) -> BTreeMap<[ProxyId; 2], bool> {
        self.end_motions();
        let mut verdicts = BTreeMap::new();
        for (&a, x) in &self.proxies {
            for (&b, y) in self.proxies.range(a..).skip(1) {
                let mobilities = [x, y].map(|proxy| proxy.config.mobility);
                let meets_all = [Mobility::Dynamic, Mobility::Sleeping];
                if !mobilities
                    .iter()
                    .any(|mobility| meets_all.contains(mobility))
                    || !x.fat.overlaps(&y.fat)
                    || !x.config.filter.allows(&y.config.filter)
                {
                    continue;
                }
                let touched = self.touched.contains(&a) || self.touched.contains(&b);
                let known = self.verdicts.get(&[a, b]).copied().filter(|_| !touched);
                verdicts.insert([a, b], known.unwrap_or_else(|| accepts(x.data, y.data)));
            }
        }
        self.touched.clear();
        self.known = self.proxies.keys().copied().collect();
        self.departed = std::mem::take(&mut self.departing);
        std::mem::replace(&mut self.verdicts, verdicts)
    }

    /// Why a pair ended in the step that was made.
    pub(super) fn reason(&self, [a, b]: &[ProxyId; 2]) -> EndReason {
        let (Some(x), Some(y)) = (self.proxies.get(a), self.proxies.get(b)) else {
            return EndReason::Removed;
        };
        let mobilities = [x, y].map(|proxy| proxy.config.mobility);
        if !x.fat.overlaps(&y.fat) {
            EndReason::Apart
        } else if !mobilities[0].meets(mobilities[1]) {
            EndReason::Mobility
        } else if !x.config.filter.allows(&y.config.filter) {
            EndReason::Filter
        } else {
            EndReason::Refused
        }
    }

    /// Whether two proxies form a pair if their boxes overlap.
    pub(super) fn may_pair(&self, a: ProxyId, b: ProxyId) -> bool {
        let [x, y] = [a, b].map(|id| self.proxies[&id].config);
        let is_refused = self.verdicts.get(&[a.min(b), a.max(b)]) == Some(&false);
        x.mobility.meets(y.mobility) && x.filter.allows(&y.filter) && !is_refused
    }

    /// One box of each proxy, by slot, with the categories.
    pub(super) fn index(&self, aabb: impl Fn(&ModelProxy<S, D>) -> Aabb<S, D>) -> BruteForce<S, D> {
        let mut index = BruteForce::default();
        for (id, proxy) in &self.proxies {
            index.insert_with_category(id.id(), aabb(proxy), proxy.config.filter.category);
        }
        index
    }

    pub(super) fn overlaps(&self, region: &dyn AnyRegion<S, D>) -> Vec<ProxyId> {
        self.proxies
            .iter()
            .filter(|(_, proxy)| region.touches(&proxy.tight))
            .map(|(&id, _)| id)
            .collect()
    }

    /// The hits of a probe, by `(reach, id)`.
    pub(super) fn reached(&self, probe: &dyn Probe<S, D>) -> Vec<ProxyHit<S::Real>> {
        let reached = |(&id, proxy): (&ProxyId, &ModelProxy<S, D>)| {
            Some(ProxyHit::new(probe.reach(&proxy.tight)?, id))
        };
        let mut hits: Vec<_> = self.proxies.iter().filter_map(reached).collect();
        hits.sort_by(|a, b| a.reach.partial_cmp(&b.reach).unwrap().then(a.id.cmp(&b.id)));
        hits
    }

    /// Each proxy with its data and its boxes.
    pub(super) fn state(&self) -> Vec<ProxyState<S, D>> {
        self.proxies
            .iter()
            .map(|(&id, proxy)| (id, proxy.data, Some(proxy.tight), Some(proxy.fat)))
            .collect()
    }
}

/// The greatest fat box with which a proxy may move: four margins on every side, and four times the
/// motion in both directions.
fn fattest<S: Scalar, const D: usize>(
    margin: Margin<S>,
    tight: Aabb<S, D>,
    displacement: [S; D],
) -> Aabb<S, D> {
    let four_times = |length: S| (0..3).fold(length, |sum, _| sum.saturating_add(length));
    let once = fatten(margin, tight, [S::default(); D]);
    let (Margin::Fatten { prediction, .. } | Margin::Proportional { prediction, .. }) = margin
    else {
        return once;
    };
    let extension = extension(margin, tight).unwrap();
    let roomy = tight.expanded(four_times(extension));
    let motion = displacement.map(|along| four_times(times(along, prediction)));
    let back: [[S; 2]; D] = std::array::from_fn(|axis| {
        let [min, max] = [roomy.min(), roomy.max()].map(|corner| corner[axis]);
        [min, max].map(|end| end.saturating_sub(motion[axis]))
    });
    let ahead = roomy.swept(motion);
    let bounds = |end: usize, corner: [S; D], pick: fn(S, S) -> S| {
        std::array::from_fn(|axis| pick(corner[axis], back[axis][end]))
    };
    Aabb::new(
        bounds(0, ahead.min(), |a, b| if b < a { b } else { a }),
        bounds(1, ahead.max(), |a, b| if b > a { b } else { a }),
    )
}

/// The fat box of a margin, by its documentation.
fn fatten<S: Scalar, const D: usize>(
    margin: Margin<S>,
    tight: Aabb<S, D>,
    displacement: [S; D],
) -> Aabb<S, D> {
    let swept = |once: Aabb<S, D>, prediction| {
        once.swept(displacement.map(|along| times(along, prediction)))
    };
    match margin {
        Margin::Snap { cell } => tight.snapped(cell),
        Margin::Fatten { prediction, .. } | Margin::Proportional { prediction, .. } => swept(
            tight.expanded(extension(margin, tight).unwrap()),
            prediction,
        ),
        _ => tight,
    }
}

/// How far a fat box reaches on every side, if it does not follow from the tight box alone.
fn extension<S: Scalar, const D: usize>(margin: Margin<S>, tight: Aabb<S, D>) -> Option<S> {
    match margin {
        Margin::Fatten { extension, .. } => Some(extension),
        Margin::Proportional { sixteenths, .. } => {
            let sides = (0..D).map(|axis| tight.max()[axis].saturating_sub(tight.min()[axis]));
            let longest = sides.fold(S::default(), |a, b| if b > a { b } else { a });
            Some(times(longest, Multiplier::from_256ths(16 * sixteenths)))
        }
        _ => None,
    }
}

/// The product with a multiplier, on the words of files.
fn times<S: Scalar>(value: S, factor: Multiplier) -> S {
    if let Encoding::Float { .. } = S::ENCODING {
        let product = value.to_real() * S::Real::from_f64(factor.to_f64());
        return S::from_word(product.to_word());
    }
    let exact = i128::from(value.to_word()) * i128::from(factor.to_256ths()) / 256;
    let in_range = exact.clamp(S::MIN.to_word().into(), S::MAX.to_word().into());
    S::from_word(in_range.try_into().unwrap())
}

pub(super) fn accepted(verdicts: &BTreeMap<[ProxyId; 2], bool>) -> BTreeSet<[ProxyId; 2]> {
    verdicts
        .iter()
        .filter(|&(_, &accepted)| accepted)
        .map(|(&pair, _)| pair)
        .collect()
}
