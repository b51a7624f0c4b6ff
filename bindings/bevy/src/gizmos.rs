//! Draws boxes, pairs and the tree (feature `gizmos`).

use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::{GizmoBuffer, Gizmos};
use bevy_math::Vec3;
use broadleaf::{Aabb, SpatialIndex};

use crate::plugin::BroadPhaseSystems;
use crate::state::EntityBroadPhase;

/// What is drawn, and in which colour.
#[derive(Resource, Clone, Copy, Debug)]
pub struct BoxGizmos<const D: usize> {
    /// The boxes themselves.
    pub tight: Option<Color>,
    /// Boxes with their margin.
    pub fat: Option<Color>,
    /// A line from centre to centre for each pair.
    pub pairs: Option<Color>,
    /// The nodes of the trees above the boxes.
    pub tree: Option<Color>,
}

impl<const D: usize> Default for BoxGizmos<D> {
    /// Boxes and pairs.
    fn default() -> Self {
        Self {
            tight: Some(Color::srgb(0.2, 0.8, 0.3)),
            fat: None,
            pairs: Some(Color::srgb(0.9, 0.3, 0.2)),
            tree: None,
        }
    }
}

impl<const D: usize> BoxGizmos<D> {
    /// Draws into a buffer of gizmos. Costs as much as all boxes and pairs. Boxes with an infinite
    /// side are left out; in 2D, all is at z = 0.
    pub fn draw<Config, Clear>(
        &self,
        state: &EntityBroadPhase<D>,
        gizmos: &mut GizmoBuffer<Config, Clear>,
    ) where
        Config: GizmoConfigGroup,
        Clear: 'static + Send + Sync,
    {
        self.for_each_line(state, |[a, b], color| {
            if a.is_finite() && b.is_finite() {
                gizmos.line(a, b, color);
            }
        });
    }

    fn for_each_line(&self, state: &EntityBroadPhase<D>, mut line: impl FnMut([Vec3; 2], Color)) {
        let broad_phase = &state.broad_phase;
        let mut outline = |aabb: Option<Aabb<f32, D>>, color: Option<Color>| {
            if let (Some(aabb), Some(color)) = (aabb, color) {
                outline(&aabb, |edge| line(edge, color));
            }
        };
        for (id, _) in broad_phase.iter() {
            outline(broad_phase.fat_aabb(id), self.fat);
            outline(broad_phase.aabb(id), self.tight);
        }
        if self.tree.is_some() {
            broad_phase.fat().for_each_node(|node| {
                outline(node.id.is_none().then_some(node.aabb), self.tree);
            });
        }
        if let Some(color) = self.pairs {
            let center = |id| broad_phase.aabb(id).map(|aabb| aabb.center());
            broad_phase.for_each_pair(|a, b| {
                if let (Some(a), Some(b)) = (center(a), center(b)) {
                    line([point(|axis| a[axis], D), point(|axis| b[axis], D)], color);
                }
            });
        }
    }
}

fn point(coordinate: impl Fn(usize) -> f32, dimensions: usize) -> Vec3 {
    Vec3::from_array(core::array::from_fn(|axis| {
        if axis < dimensions {
            coordinate(axis)
        } else {
            0.0
        }
    }))
}

/// Visits the edges of a box, unless one is infinite.
fn outline<const D: usize>(aabb: &Aabb<f32, D>, mut edge: impl FnMut([Vec3; 2])) {
    let corners = [aabb.min(), aabb.max()];
    if !corners.as_flattened().iter().all(|x| x.is_finite()) {
        return;
    }
    // Bit `axis` of a corner chooses the lower or the upper end.
    let corner = |bits: usize| point(|axis| corners[bits >> axis & 1][axis], D);
    for bits in 0..1 << D {
        for axis in (0..D).filter(|axis| bits >> axis & 1 == 0) {
            edge([corner(bits), corner(bits | 1 << axis)]);
        }
    }
}

/// Draws what [`BoxGizmos`] says, after each step of a
/// [`BroadPhasePlugin`](crate::BroadPhasePlugin). Needs Bevy's own plug-in of gizmos, which is one
/// of its `DefaultPlugins`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxGizmosPlugin<const D: usize>;

impl<const D: usize> Plugin for BoxGizmosPlugin<D> {
    fn build(&self, app: &mut App) {
        app.init_resource::<BoxGizmos<D>>()
            .add_systems(PostUpdate, draw::<D>.after(BroadPhaseSystems::Report));
    }
}

fn draw<const D: usize>(
    settings: Res<BoxGizmos<D>>,
    state: Res<EntityBroadPhase<D>>,
    mut gizmos: Gizmos,
) {
    settings.draw(&state, &mut gizmos);
}
