//! The plug-in.

use bevy_app::{App, Plugin, PostUpdate};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_transform::TransformSystems;
use broadleaf::broad_phase::Margin;

use crate::components::{BoxFilter, BoxMobility, BoxProxy, hide, lose_source, refresh};
use crate::messages::{InvalidBox, PairBegan, PairEnded};
use crate::source::{BoxSource, HalfExtents};
use crate::state::EntityBroadPhase;
use crate::sync;

/// Keeps the boxes of entities in an [`EntityBroadPhase`] and sends the pairs that begin and end.
///
/// By default it runs in [`PostUpdate`], after transforms are propagated, and pairs are those of
/// the boxes themselves. In a schedule that runs several times or not at all in a frame, such as
/// `FixedPostUpdate`, a [`GlobalTransform`](bevy_transform::components::GlobalTransform) is that of
/// the previous propagation; a source with a position of your own is up to date.
///
/// A step costs as much as what changed, plus one comparison of change ticks for each entity.
#[derive(Clone, Debug)]
pub struct BroadPhasePlugin<const D: usize> {
    schedule: InternedScheduleLabel,
    margin: Margin<f32>,
}

/// [`BroadPhasePlugin`] in 2D.
pub type BroadPhasePlugin2d = BroadPhasePlugin<2>;
/// [`BroadPhasePlugin`] in 3D.
pub type BroadPhasePlugin3d = BroadPhasePlugin<3>;

impl<const D: usize> BroadPhasePlugin<D> {
    /// A plug-in that runs in another schedule.
    #[must_use]
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self {
            schedule: schedule.intern(),
            margin: Margin::Tight,
        }
    }

    /// With a margin, boxes that move a little need no work, but pairs begin and end with boxes
    /// that are larger by it.
    #[must_use]
    pub fn with_margin(self, margin: Margin<f32>) -> Self {
        Self { margin, ..self }
    }
}

impl<const D: usize> Default for BroadPhasePlugin<D> {
    fn default() -> Self {
        Self::new(PostUpdate)
    }
}

/// Order your systems by these sets: those that move entities before [`Measure`](Self::Measure),
/// those that query or read messages after [`Report`](Self::Report).
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BroadPhaseSystems {
    /// Computes the boxes of entities that changed.
    Measure,
    /// Updates the broad phase and steps it.
    Step,
    /// Sends [`PairBegan`] and [`PairEnded`].
    Report,
}

/// In which schedule the plug-in runs.
#[derive(Resource)]
struct RunsIn<const D: usize>(InternedScheduleLabel);

impl<const D: usize> Plugin for BroadPhasePlugin<D>
where
    HalfExtents<D>: BoxSource<D>,
{
    fn build(&self, app: &mut App) {
        use BroadPhaseSystems::{Measure, Report, Step};
        let sets = (Measure, Step, Report).chain();
        let steps = (
            sync::remove::<D>,
            sync::move_boxes::<D>,
            sync::create::<D>,
            sync::configure::<D>,
            sync::step::<D>,
        );
        app.insert_resource(EntityBroadPhase::<D>::new(self.margin))
            .insert_resource(RunsIn::<D>(self.schedule))
            .add_message::<PairBegan<D>>()
            .add_message::<PairEnded<D>>()
            .add_message::<InvalidBox<D>>()
            .configure_sets(self.schedule, sets.after(TransformSystems::Propagate))
            .add_systems(self.schedule, steps.chain().in_set(Step))
            .add_systems(self.schedule, sync::report::<D>.in_set(Report))
            .add_observer(hide::<Disabled, D>)
            .add_observer(refresh::<Disabled, D>)
            .add_observer(refresh::<BoxFilter, D>)
            .add_observer(refresh::<BoxMobility, D>)
            .add_box_source::<HalfExtents<D>, D>();
    }
}

/// Adds sources of boxes to an [`App`].
pub trait AddBoxSource {
    /// Gives a box to every entity that has a `C` and its [pose](BoxSource::Pose).
    ///
    /// # Panics
    /// If the [`BroadPhasePlugin`] of this dimension is not there yet, if the source was added
    /// before, or if an entity with a `C` exists.
    fn add_box_source<C: BoxSource<D>, const D: usize>(&mut self) -> &mut Self;
}

impl AddBoxSource for App {
    fn add_box_source<C: BoxSource<D>, const D: usize>(&mut self) -> &mut Self {
        let Some(&RunsIn(schedule)) = self.world().get_resource::<RunsIn<D>>() else {
            panic!("add BroadPhasePlugin::<{D}> before its sources of boxes");
        };
        // Sources that write into the same lists: the order has no effect.
        let measure = sync::measure::<C, D>
            .in_set(BroadPhaseSystems::Measure)
            .ambiguous_with(BroadPhaseSystems::Measure);
        self.register_required_components::<C, BoxProxy<D>>();
        self.add_observer(lose_source::<C, D>);
        self.add_systems(schedule, measure)
    }
}
