//! The systems: what changed goes into the broad phase, in bulk, and its events come out.

use bevy_ecs::prelude::*;
use broadleaf::Aabb;
use broadleaf::broad_phase::ProxyConfig;

use crate::components::{BoxFilter, BoxMobility, BoxProxy};
use crate::messages::{InvalidBox, PairBegan, PairEnded};
use crate::source::BoxSource;
use crate::state::{Arrival, EntityBroadPhase};

type Measured<C, const D: usize> = (
    Entity,
    &'static C,
    &'static <C as BoxSource<D>>::Pose,
    &'static BoxProxy<D>,
);

type MeasureAgain<C, const D: usize> = Or<(
    Changed<C>,
    Changed<<C as BoxSource<D>>::Pose>,
    Changed<BoxProxy<D>>,
)>;

/// Computes the boxes of entities with a changed source or pose.
pub(crate) fn measure<C: BoxSource<D>, const D: usize>(
    mut state: ResMut<EntityBroadPhase<D>>,
    changed: Query<Measured<C, D>, MeasureAgain<C, D>>,
    all: Query<Measured<C, D>>,
    mut invalid: MessageWriter<InvalidBox<D>>,
) {
    let state = &mut *state;
    let is_stale = state.is_stale;
    let mut measure = |(entity, source, pose, proxy): (Entity, &C, &C::Pose, &BoxProxy<D>)| {
        let aabb = source.aabb(pose);
        if let Err(error) = aabb.map(|aabb| note_box(state, entity, proxy, aabb)) {
            state.invalid.push(entity);
            invalid.write(InvalidBox { entity, error });
        }
    };
    if is_stale {
        all.iter().for_each(measure);
    } else {
        changed.iter().for_each(&mut measure);
    }
}

fn note_box<const D: usize>(
    state: &mut EntityBroadPhase<D>,
    entity: Entity,
    proxy: &BoxProxy<D>,
    aabb: Aabb<f32, D>,
) {
    let Some(id) = proxy.id else {
        let number = proxy.arrival;
        return state.arrivals.push(Arrival {
            number,
            entity,
            aabb,
        });
    };
    // A box that only seems to have moved must not count: it would get a new margin.
    if state.broad_phase.aabb(id) != Some(aabb) {
        state.moves.push((id, aabb));
    }
}

/// Removes the proxies of entities that were despawned, disabled, or have an invalid box.
pub(crate) fn remove<const D: usize>(
    mut state: ResMut<EntityBroadPhase<D>>,
    mut proxies: Query<&mut BoxProxy<D>>,
) {
    let state = &mut *state;
    for entity in state.invalid.drain(..) {
        if let Ok(mut proxy) = proxies.get_mut(entity) {
            state
                .departures
                .extend(proxy.bypass_change_detection().id.take());
        }
    }
    for id in state.departures.drain(..) {
        state.broad_phase.remove(id);
    }
}

/// Moves the boxes that changed.
pub(crate) fn move_boxes<const D: usize>(mut state: ResMut<EntityBroadPhase<D>>) {
    let EntityBroadPhase {
        broad_phase, moves, ..
    } = &mut *state;
    // The proxies of the list exist: those that do not were removed from their entities, too.
    let _ = broad_phase.set_aabbs(moves.drain(..));
}

type Settings = (Option<&'static BoxFilter>, Option<&'static BoxMobility>);

/// Gives proxies to the entities that have none, in the order of their arrival.
pub(crate) fn create<const D: usize>(
    mut state: ResMut<EntityBroadPhase<D>>,
    mut entities: Query<(&mut BoxProxy<D>, Settings)>,
) {
    let EntityBroadPhase {
        broad_phase,
        arrivals,
        ..
    } = &mut *state;
    arrivals.sort_by_key(|arrival| arrival.number);
    arrivals.dedup_by_key(|arrival| arrival.entity);
    // An entity may be gone since it was measured.
    arrivals.retain(|arrival| entities.contains(arrival.entity));
    let settings = arrivals.iter().filter_map(|arrival| {
        let (_, settings) = entities.get(arrival.entity).ok()?;
        Some(config(settings))
    });
    let settings: Vec<_> = settings.collect();
    // Entities that are spawned together mostly have the same settings, and creation in bulk is
    // much faster.
    let mut first = 0;
    for run in settings.chunk_by(|a, b| a == b) {
        let run_arrivals = &arrivals[first..][..run.len()];
        first += run.len();
        let boxes = run_arrivals
            .iter()
            .map(|arrival| (arrival.aabb, arrival.entity));
        let ids = broad_phase.create_all(run[0], boxes);
        for (arrival, id) in run_arrivals.iter().zip(ids) {
            if let Ok((mut proxy, _)) = entities.get_mut(arrival.entity) {
                proxy.bypass_change_detection().id = Some(id);
            }
        }
    }
    arrivals.clear();
}

fn config((filter, mobility): (Option<&BoxFilter>, Option<&BoxMobility>)) -> ProxyConfig<f32> {
    let mobility = mobility.copied().unwrap_or_default();
    let filter = filter.copied().unwrap_or_default();
    ProxyConfig::new(mobility.0).with_filter(filter.0)
}

type Reconfigured<const D: usize> = Or<(
    Changed<BoxFilter>,
    Changed<BoxMobility>,
    Changed<BoxProxy<D>>,
)>;

/// Gives proxies their changed filters and mobilities.
pub(crate) fn configure<const D: usize>(
    mut state: ResMut<EntityBroadPhase<D>>,
    changed: Query<(&BoxProxy<D>, Settings), Reconfigured<D>>,
    all: Query<(&BoxProxy<D>, Settings)>,
) {
    let state = &mut *state;
    let is_stale = core::mem::take(&mut state.is_stale);
    let broad_phase = &mut state.broad_phase;
    let mut apply = |(proxy, settings): (&BoxProxy<D>, _)| {
        let Some(id) = proxy.id else { return };
        let config = config(settings);
        if broad_phase.filter(id) != Some(config.filter) {
            let _ = broad_phase.set_filter(id, config.filter);
        }
        if broad_phase.mobility(id) != Some(config.mobility) {
            let _ = broad_phase.set_mobility(id, config.mobility);
        }
    };
    if is_stale {
        all.iter().for_each(apply);
    } else {
        changed.iter().for_each(&mut apply);
    }
}

/// Steps the broad phase.
pub(crate) fn step<const D: usize>(mut state: ResMut<EntityBroadPhase<D>>) {
    // Without a limit there is no error.
    let _ = state.broad_phase.try_step(usize::MAX);
}

/// Sends what began and ended.
pub(crate) fn report<const D: usize>(
    state: Res<EntityBroadPhase<D>>,
    mut began: MessageWriter<PairBegan<D>>,
    mut ended: MessageWriter<PairEnded<D>>,
) {
    let events = state.broad_phase.events();
    let begun = events.begun.iter().filter_map(|&pair| state.entities(pair));
    began.write_batch(begun.map(|entities| PairBegan { entities }));
    let all = events.ended.iter().zip(&events.reasons);
    ended.write_batch(all.filter_map(|(&pair, &reason)| {
        let entities = state.entities(pair)?;
        Some(PairEnded { entities, reason })
    }));
}
