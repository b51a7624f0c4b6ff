//! Rollback with `bevy_ggrs` (feature `ggrs`).

use std::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ggrs::{
    CloneStrategy, LoadWorld, LoadWorldSystems, ResourceSnapshotPlugin, RollbackApp,
    RollbackDespawned, Strategy,
};
use broadleaf::broad_phase::Margin;

use crate::components::{BoxFilter, BoxMobility, BoxProxy, hide, refresh};
use crate::source::{BoxSource, HalfExtents};
use crate::state::EntityBroadPhase;

/// Makes the broad phase part of the state that `bevy_ggrs` saves, loads and compares.
///
/// A snapshot is the number of a frame: the broad phase goes back by undoing the changes of the
/// frames since. Its [hash](EntityBroadPhase::state_hash) is part of the checksum. Entities may be
/// spawned and despawned within the window, by `despawn` or `despawn_rollback`.
///
/// Add it after `GgrsPlugin` and after a [`BroadPhasePlugin`](crate::BroadPhasePlugin) that runs in
/// `GgrsSchedule`. It registers [`HalfExtents`], [`BoxFilter`], [`BoxMobility`] and [`BoxProxy`];
/// register sources and poses of your own as any component. A `GlobalTransform` is not up to date
/// in `GgrsSchedule`, so use a source whose pose your game moves itself.
///
/// Read what began and ended in `GgrsSchedule`, or by [`Boxes::begun`](crate::Boxes::begun):
/// messages are not undone, so a reader outside gets those of repeated frames again.
#[derive(Clone, Debug)]
pub struct RollbackPlugin<const D: usize> {
    frames: usize,
    clones: bool,
}

impl<const D: usize> RollbackPlugin<D> {
    /// Remembers this many frames, at least as many as GGRS predicts.
    #[must_use]
    pub fn new(frames: usize) -> Self {
        let clones = false;
        Self { frames, clones }
    }

    /// Stores a clone of the broad phase for each frame instead, as
    /// `rollback_resource_with_clone` does, to compare.
    #[must_use]
    pub fn with_clones(self) -> Self {
        let clones = true;
        Self { clones, ..self }
    }
}

impl<const D: usize> Plugin for RollbackPlugin<D>
where
    HalfExtents<D>: BoxSource<D, Mutability = Mutable>,
{
    /// # Panics
    /// If the plug-in of the broad phase is not there yet.
    fn build(&self, app: &mut App) {
        let Some(mut state) = app.world_mut().get_resource_mut::<EntityBroadPhase<D>>() else {
            panic!("add BroadPhasePlugin::<{D}> before RollbackPlugin::<{D}>");
        };
        // Both keep the hash up to date.
        let frames = if self.clones { 0 } else { self.frames };
        state.broad_phase.remember(frames);
        if self.clones {
            app.add_plugins(
                ResourceSnapshotPlugin::<CloneStrategy<EntityBroadPhase<D>>>::default(),
            );
        } else {
            app.add_plugins(ResourceSnapshotPlugin::<FrameNumber<D>>::default());
        }
        app.checksum_resource::<EntityBroadPhase<D>>(EntityBroadPhase::state_hash)
            .rollback_component_with_copy::<BoxProxy<D>>()
            .rollback_component_with_copy::<HalfExtents<D>>()
            .rollback_component_with_copy::<BoxFilter>()
            .rollback_component_with_copy::<BoxMobility>()
            .add_systems(LoadWorld, relink::<D>.after(LoadWorldSystems::DataFlush))
            .add_observer(hide::<RollbackDespawned, D>)
            .add_observer(refresh::<RollbackDespawned, D>);
    }
}

/// Snapshots of an [`EntityBroadPhase`] that are frame numbers.
#[derive(Debug)]
pub struct FrameNumber<const D: usize>(PhantomData<()>);

impl<const D: usize> Strategy for FrameNumber<D> {
    type Target = EntityBroadPhase<D>;
    type Stored = u64;

    fn store(target: &EntityBroadPhase<D>) -> u64 {
        target.broad_phase.frame()
    }

    /// An empty broad phase: nothing but the program itself can have removed the resource.
    fn load(&frame: &u64) -> EntityBroadPhase<D> {
        let mut state = EntityBroadPhase::new(Margin::Tight);
        state.broad_phase.set_frame(frame);
        state
    }

    /// # Panics
    /// If the frame is not remembered, because [`RollbackPlugin::new`] got a smaller number than
    /// GGRS.
    fn update(target: &mut EntityBroadPhase<D>, &frame: &u64) {
        if let Err(error) = target.broad_phase.rewind_to(frame) {
            panic!("RollbackPlugin has to remember more frames: {error}");
        }
    }
}

/// Connects the proxies of the loaded frame with the entities that now stand for theirs.
fn relink<const D: usize>(
    mut state: ResMut<EntityBroadPhase<D>>,
    mut proxies: Query<(Entity, &mut BoxProxy<D>)>,
) {
    let state = &mut *state;
    // The entities whose removal was noted may be back.
    state.departures.clear();
    for (entity, mut proxy) in &mut proxies {
        let proxy = proxy.bypass_change_detection();
        let Some(id) = proxy.id else { continue };
        match state.broad_phase.user_data(id) {
            None => proxy.id = None,
            Some(&known) if known == entity => {}
            Some(_) => {
                if let Some(data) = state.broad_phase.user_data_mut(id) {
                    *data = entity;
                }
            }
        }
    }
    let is_linked = |id, &entity: &Entity| {
        proxies
            .get(entity)
            .is_ok_and(|(_, proxy)| proxy.id == Some(id))
    };
    let proxies = state.broad_phase.iter();
    let lost = proxies
        .filter(|&(id, entity)| !is_linked(id, entity))
        .map(|(id, _)| id);
    state.departures.extend(lost);
    state.is_stale = true;
}
