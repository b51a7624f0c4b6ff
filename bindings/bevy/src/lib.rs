//! Pairs of boxes that begin and end, and queries of space, for entities of
//! [Bevy](https://bevy.org): the broad phase of [`broadleaf`].
//!
//! An entity with [`HalfExtents`] and a `GlobalTransform` has a box, as does one with a [source of
//! your own](BoxSource). The [plug-in](BroadPhasePlugin) finds what changed, sends [`PairBegan`]
//! and [`PairEnded`], and [`Boxes`] answers queries. [`BoxFilter`] and [`BoxMobility`] say which
//! pairs there are.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_broadleaf::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_transform::prelude::*;
//!
//! let mut app = App::new();
//! app.add_plugins((TransformPlugin, BroadPhasePlugin2d::default()))
//!     .add_systems(PostUpdate, print_pairs.after(BroadPhaseSystems::Report));
//! for x in [0.0, 0.5, 3.0] {
//!     app.world_mut().spawn((HalfExtents([0.5, 0.5]), Transform::from_xyz(x, 0.0, 0.0)));
//! }
//! app.update();
//!
//! fn print_pairs(mut began: MessageReader<PairBegan<2>>, boxes: Boxes2d) {
//!     let pairs: Vec<_> = began.read().map(|pair| pair.entities).collect();
//!     assert_eq!(pairs, boxes.pairs());
//!     assert_eq!(pairs.len(), 1);
//! }
//! ```

#[cfg(feature = "avian2d")]
#[path = "avian"]
pub mod avian2d {
    //! A broad phase for the physics engine [`avian2d`].
    //!
    //! ```
    //! use avian2d::prelude::*;
    //! use bevy_broadleaf::avian2d::AvianBroadPhasePlugin;
    //!
    //! let mut app = bevy::app::App::new();
    //! let plugins = bevy::app::PluginGroup::build(PhysicsPlugins::default());
    //! app.add_plugins(
    //!     plugins
    //!         .disable::<BvhBroadPhasePlugin>()
    //!         .add(AvianBroadPhasePlugin::<()>::default()),
    //! );
    //! ```
    use ::avian2d as engine;
    const D: usize = 2;

    mod mirror;
    mod plugin;
    pub use plugin::AvianBroadPhasePlugin;
}
#[cfg(feature = "avian3d")]
#[path = "avian"]
pub mod avian3d {
    //! A broad phase for the physics engine [`avian3d`]; used as in 2D.
    use ::avian3d as engine;
    const D: usize = 3;

    // The same files once more: the two engines are crates with the same names in them.
    #[allow(clippy::duplicate_mod)]
    mod mirror;
    #[allow(clippy::duplicate_mod)]
    mod plugin;
    pub use plugin::AvianBroadPhasePlugin;
}
mod boxes;
mod components;
#[cfg(feature = "gizmos")]
mod gizmos;
mod messages;
mod plugin;
#[cfg(feature = "ggrs")]
mod rollback;
mod source;
mod state;
mod sync;

pub use boxes::{BoxQueries, Boxes, Boxes2d, Boxes3d, EntityHit};
pub use broadleaf;
pub use components::{BoxFilter, BoxMobility, BoxProxy};
#[cfg(feature = "gizmos")]
pub use gizmos::{BoxGizmos, BoxGizmosPlugin};
pub use messages::{InvalidBox, PairBegan, PairEnded};
pub use plugin::{
    AddBoxSource, BroadPhasePlugin, BroadPhasePlugin2d, BroadPhasePlugin3d, BroadPhaseSystems,
};
#[cfg(feature = "ggrs")]
pub use rollback::{FrameNumber, RollbackPlugin};
pub use source::{BoxSource, HalfExtents};
pub use state::EntityBroadPhase;

/// Pages whose examples run as tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/guide/bevy.md")]
    struct Guide;
}

/// What most programs import.
pub mod prelude {
    pub use crate::{
        AddBoxSource, BoxFilter, BoxMobility, BoxSource, Boxes2d, Boxes3d, BroadPhasePlugin2d,
        BroadPhasePlugin3d, BroadPhaseSystems, EntityHit, HalfExtents, InvalidBox, PairBegan,
        PairEnded,
    };
    pub use broadleaf::broad_phase::{EndReason, Margin, Mobility};
    pub use broadleaf::geometry::InvalidAabb;
    pub use broadleaf::{Aabb, Filter, Ray};
}
