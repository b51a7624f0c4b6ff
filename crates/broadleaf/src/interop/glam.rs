//! The vectors of the crate `glam`, in 2D and 3D and of every width, as corners and as points. Each
//! version has a feature: `glam-0_30`, `glam-0_32`, `glam-0_33`.
//!
//! ```
//! # #[cfg(feature = "glam-0_33")] {
//! # use glam_0_33 as glam;
//! use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
//! use glam::Vec3;
//!
//! let crate_box = Aabb::try_from((Vec3::ZERO, Vec3::new(1.0, 2.0, 1.0)))?;
//! let tree: DynamicTree<f32, 3> = [(Id(0), crate_box)].into_iter().collect();
//! assert_eq!(tree.overlaps(&Vec3::splat(0.5)), [Id(0)]);
//! assert_eq!(tree.nearest(&Vec3::new(4.0, 1.0, 1.0)).unwrap().reach, 9.0);
//!
//! let (_, max): (Vec3, Vec3) = crate_box.into();
//! assert_eq!(max.y, 2.0);
//! # }
//! # Ok::<(), broadleaf::geometry::InvalidAabb<f32>>(())
//! ```

use super::points::{corners, place};

macro_rules! vectors {
    ($glam:ident: $($S:ty: $Flat:ident $($Solid:ident)*;)*) => { $(
        corners!([] ::$glam::$Flat, $S, 2);
        place!([] ::$glam::$Flat, $S, 2);
        $(
            corners!([] ::$glam::$Solid, $S, 3);
            place!([] ::$glam::$Solid, $S, 3);
        )*
    )* };
}

/// The vectors of one version. Each version is a dependency with its own name.
macro_rules! version {
    ($feature:literal, $glam:ident) => {
        #[cfg(feature = $feature)]
        vectors! {
            $glam:
            f32: Vec2 Vec3 Vec3A;
            f64: DVec2 DVec3;
            i8: I8Vec2 I8Vec3;
            i16: I16Vec2 I16Vec3;
            i32: IVec2 IVec3;
            i64: I64Vec2 I64Vec3;
            u8: U8Vec2 U8Vec3;
            u16: U16Vec2 U16Vec3;
            u32: UVec2 UVec3;
            u64: U64Vec2 U64Vec3;
        }
    };
}

version!("glam-0_30", glam_0_30);
version!("glam-0_32", glam_0_32);
version!("glam-0_33", glam_0_33);
