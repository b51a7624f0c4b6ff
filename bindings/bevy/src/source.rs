//! Where the boxes of entities come from.

use bevy_ecs::prelude::*;
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::GlobalTransform;
use broadleaf::Aabb;
use broadleaf::geometry::InvalidAabb;

/// A component from which, with a second component of the same entity, the box of the entity
/// follows.
///
/// [`HalfExtents`] is one. Implement it for a component of your own, then register that by
/// [`add_box_source`](crate::AddBoxSource::add_box_source). The box is computed again whenever
/// either component changes. An entity has at most one registered source.
///
/// ```
/// use bevy_broadleaf::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// #[derive(Component)]
/// struct Ball {
///     radius: f32,
/// }
/// #[derive(Component)]
/// struct Position([f32; 2]);
///
/// impl BoxSource<2> for Ball {
///     type Pose = Position;
///
///     fn aabb(&self, pose: &Position) -> Result<Aabb<f32, 2>, InvalidAabb<f32>> {
///         Aabb::from_center(pose.0, [self.radius; 2])
///     }
/// }
///
/// let mut app = bevy_app::App::new();
/// app.add_plugins(BroadPhasePlugin2d::default());
/// app.add_box_source::<Ball, 2>();
/// ```
pub trait BoxSource<const D: usize>: Component {
    /// Where the entity is: a [`GlobalTransform`], a position of your own, or the component itself.
    type Pose: Component;

    /// The box of the entity.
    ///
    /// # Errors
    /// If a corner is NaN or out of order. Then the entity has no box until its components change,
    /// and an [`InvalidBox`](crate::InvalidBox) is sent.
    fn aabb(&self, pose: &Self::Pose) -> Result<Aabb<f32, D>, InvalidAabb<f32>>;
}

/// Half the size of an entity on each of its own axes, around its [`GlobalTransform`].
///
/// Its box is the smallest that encloses the rotated and scaled body. In 2D, the transform is seen
/// along the z-axis. Sizes are at least 0.
///
/// ```
/// use bevy_broadleaf::HalfExtents;
/// assert_eq!(HalfExtents::from(bevy_math::Vec2::new(0.5, 1.0)), HalfExtents([0.5, 1.0]));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct HalfExtents<const D: usize>(pub [f32; D]);

impl From<Vec2> for HalfExtents<2> {
    fn from(half: Vec2) -> Self {
        Self(half.to_array())
    }
}

impl From<Vec3> for HalfExtents<3> {
    fn from(half: Vec3) -> Self {
        Self(half.to_array())
    }
}

impl BoxSource<2> for HalfExtents<2> {
    type Pose = GlobalTransform;

    fn aabb(&self, pose: &GlobalTransform) -> Result<Aabb<f32, 2>, InvalidAabb<f32>> {
        enclosing(&self.0, pose)
    }
}

impl BoxSource<3> for HalfExtents<3> {
    type Pose = GlobalTransform;

    fn aabb(&self, pose: &GlobalTransform) -> Result<Aabb<f32, 3>, InvalidAabb<f32>> {
        enclosing(&self.0, pose)
    }
}

/// The box around a transformed box, in the first `D` ≤ 3 dimensions.
fn enclosing<const D: usize>(
    half: &[f32; D],
    pose: &GlobalTransform,
) -> Result<Aabb<f32, D>, InvalidAabb<f32>> {
    let affine = pose.affine();
    let (columns, center) = (affine.matrix3.to_cols_array_2d(), affine.translation);
    let extent = |axis: usize| -> f32 { (0..D).map(|j| columns[j][axis].abs() * half[j]).sum() };
    let corner = |sign: f32| core::array::from_fn(|axis| center[axis] + sign * extent(axis));
    Aabb::try_new(corner(-1.0), corner(1.0))
}
