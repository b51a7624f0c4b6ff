//! The broad phases of the library as [`AnyBroadPhase`].

use std::ffi::c_void;
use std::mem::MaybeUninit;

use library::broad_phase::{Events, Mobility, ProxyConfig, ProxyId};
use library::geometry::BoxSource;
use library::{BroadPhase, Filter, Id, SpatialIndex};

use super::any_broad_phase::{Allow, AnyBroadPhase, Call};
use super::events::BroadleafProxyPair;
use super::proxies::Proxies;
use super::who::Who;
use crate::boxes::Described;
use crate::buffers::{List, Lists};
use crate::caller::{Caller, Outcome};
use crate::failure::Failure;
use crate::flags::{FAT, ONE_WAY};
use crate::index::read::{unknown, write};
use crate::line::Second;
use crate::number::Number;
use crate::query::answers::Asked;
use crate::query::casts::{self, DescribedCasts};
use crate::query::options::BroadleafHit;
use crate::query::visit::{self, HitVisitor, IdVisitor};
use crate::query::window::Relation;
use crate::query::{nearest, windows};
use crate::status::Status;
use crate::threads;

/// Answers a call from the proxies that it is about.
fn ask<S: Number, const D: usize, T>(
    broad_phase: &BroadPhase<(), S, D>,
    call: &Call<'_>,
    answer: impl FnOnce(Asked<'_, S, D>) -> T,
) -> T {
    let view = if call.options.flags & FAT == 0 {
        broad_phase.tight()
    } else {
        broad_phase.fat()
    };
    let who = match call.filter {
        None => Who::Anyone,
        Some(filter) if call.options.flags & ONE_WAY != 0 => {
            Who::Asker(broad_phase.asker(filter).one_way())
        }
        Some(filter) => Who::Asker(broad_phase.asker(filter)),
    };
    let id = |slot: Id| broad_phase.proxy(slot).unwrap_or(ProxyId::NONE).to_bits();
    answer(Asked {
        index: &view.filtered(&who),
        id: &id,
    })
}

/// Proxies created at once have one configuration.
fn config<S: Number>((mobility, filter): (Mobility, Filter)) -> ProxyConfig<S> {
    ProxyConfig::new(mobility).with_filter(filter)
}

impl<S: Number, const D: usize> AnyBroadPhase for BroadPhase<(), S, D> {
    fn len(&self) -> usize {
        Self::len(self)
    }

    fn frame(&self) -> u64 {
        Self::frame(self)
    }

    fn history(&self) -> usize {
        self.history_len().unwrap_or(0)
    }

    fn hash(&self) -> u64 {
        self.state_hash()
    }

    fn save(&self) -> Vec<u8> {
        Self::save(self)
    }

    fn contains(&self, id: ProxyId) -> bool {
        Self::contains(self, id)
    }

    fn ids(&self, list: &mut List<'_, u64>) {
        self.iter().for_each(|(id, ())| list.push(id.to_bits()));
    }

    fn boxes(
        &self,
        ids: &[u64],
        is_fat: bool,
        axes: usize,
        numbers: &mut [MaybeUninit<u8>],
    ) -> Result<(), Failure> {
        write(ids.len(), axes, numbers, |row| {
            let id = ProxyId::from_bits(ids[row]);
            let aabb = if is_fat {
                self.fat_aabb(id)
            } else {
                self.aabb(id)
            };
            aabb.ok_or_else(|| unknown(ids[row], row))
        })
    }

    fn create(
        &mut self,
        caller: &Caller,
        boxes: &Described,
        proxies: &Proxies<'_>,
        ids: &mut [MaybeUninit<u64>],
    ) -> Result<(), Failure> {
        let boxes = boxes.open::<S, D>(caller, Second::Point)?;
        let (count, free) = (boxes.count(), self.max_proxies() - self.len());
        if count > free {
            let text = format_args!("boxes: {count}, and there is space for {free} proxies");
            return Err(Failure::new(Status::TooMany, text));
        }
        let mut start = 0;
        while start < count {
            let of = proxies.get(start);
            let is_other = |&row: &usize| proxies.get(row) != of;
            let end = (start + 1..count).find(is_other).unwrap_or(count);
            let run = (start..end).map(|row| (boxes.get(row), ()));
            let created = self.create_all(config(of), run);
            for (slot, id) in ids[start..end].iter_mut().zip(created) {
                slot.write(id.to_bits());
            }
            start = end;
        }
        Ok(())
    }

    fn relocate(
        &mut self,
        caller: &Caller,
        ids: &[u64],
        boxes: &Described,
        displacements: *const c_void,
    ) -> Result<usize, Failure> {
        let boxes = boxes.open::<S, D>(caller, Second::Point)?;
        let (axes, ways) = (boxes.axes(), displacements.cast::<S>());
        let count = ids.len().saturating_mul(axes);
        let ways = caller.optional(ways, count, "displacements")?;
        let moves = ids.iter().enumerate().map(|(row, &id)| {
            let mut way = [S::default(); D];
            if let Some(ways) = ways {
                way[..axes].copy_from_slice(&ways[row * axes..][..axes]);
            }
            (ProxyId::from_bits(id), boxes.get(row), way)
        });
        self.move_all(moves)
            .map_err(|error| Failure::new(Status::Internal, error))
    }

    fn remove(&mut self, id: ProxyId) {
        Self::remove(self, id);
    }

    // Ids are in use, so these do not fail.

    fn set_filter(&mut self, id: ProxyId, filter: Filter) {
        let _ = Self::set_filter(self, id, filter);
    }

    fn set_mobility(&mut self, id: ProxyId, mobility: Mobility) {
        let _ = Self::set_mobility(self, id, mobility);
    }

    fn touch(&mut self, id: ProxyId) {
        let _ = Self::touch(self, id);
    }

    fn optimize(&mut self) {
        Self::optimize(self);
    }

    fn step(
        &mut self,
        allow: Option<Allow<'_>>,
        threads: u32,
        events: &mut Events,
    ) -> Result<(), Failure> {
        match (threads::pool(threads)?, allow) {
            (None, None) => self.step_into(events),
            (None, Some(allow)) => self.step_with_into(|(a, ()), (b, ())| allow(a, b), events),
            (Some(pool), None) => pool.install(|| self.par_step_into(events)),
            // The callback runs on the thread of the call.
            (Some(_), Some(_)) => {
                let text = "threads: pairs are decided by the calling thread alone";
                return Err(Failure::new(Status::Option, text));
            }
        }
        Ok(())
    }

    fn rewind(&mut self, steps: usize) -> Result<(), Failure> {
        Self::rewind(self, steps).map_err(|error| Failure::new(Status::History, error))
    }

    fn pairs(&self, is_fat: bool, list: &mut List<'_, BroadleafProxyPair>) {
        let pairs = if is_fat {
            Self::pairs(self)
        } else {
            self.tight_pairs()
        };
        list.extend(pairs.iter().map(|&pair| BroadleafProxyPair::new(pair)));
    }

    fn pairs_of(&self, ids: &[u64], is_fat: bool, list: &mut List<'_, BroadleafProxyPair>) {
        let ids: Vec<_> = ids.iter().map(|&id| ProxyId::from_bits(id)).collect();
        let overlap = |[a, b]: [ProxyId; 2]| {
            let both = self.aabb(a).zip(self.aabb(b));
            both.is_some_and(|(a, b)| a.overlaps(&b))
        };
        for pair in Self::pairs_of(self, &ids) {
            if is_fat || overlap(pair) {
                list.push(BroadleafProxyPair::new(pair));
            }
        }
    }

    fn windows(
        &self,
        call: &Call<'_>,
        windows: &Described,
        lists: &mut Lists<'_, u64>,
    ) -> Result<(), Failure> {
        let windows = windows.open::<S, D>(call.caller, Second::Everything)?;
        ask(self, call, |asked| {
            windows::windows(asked, &windows, call.options, lists, |id| id)
        })
    }

    fn casts(
        &self,
        call: &Call<'_>,
        casts: &DescribedCasts,
        lists: &mut Lists<'_, BroadleafHit>,
    ) -> Result<(), Failure> {
        let shots = casts.open::<S, D>(call.caller, call.options.mask)?;
        ask(self, call, |asked| {
            casts::casts(asked, &shots, call.options, lists)
        })
    }

    fn nearest(
        &self,
        call: &Call<'_>,
        places: &Described,
        lists: &mut Lists<'_, BroadleafHit>,
    ) -> Result<(), Failure> {
        let places = places.open::<S, D>(call.caller, Second::Point)?;
        ask(self, call, |asked| {
            nearest::nearest(asked, &places, call.options, lists)
        })
    }

    fn visit_window(&self, call: &Call<'_>, window: &Described, visit: IdVisitor<'_>) -> Outcome {
        let window = window.open::<S, D>(call.caller, Second::Everything)?;
        let relation = Relation::of(call.options.flags);
        let region = windows::region(&window, 0, relation, call.options.mask);
        ask(self, call, |asked| {
            visit::visit_window(asked, &region, visit)
        })
    }

    fn visit_cast(&self, call: &Call<'_>, cast: &DescribedCasts, visit: HitVisitor<'_>) -> Outcome {
        let shots = cast.open::<S, D>(call.caller, call.options.mask)?;
        ask(self, call, |asked| {
            visit::visit_shot(asked, &shots[0], visit)
        })
    }
}
