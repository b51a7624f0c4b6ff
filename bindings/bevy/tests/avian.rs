//! The broad phase for avian against avian's own: the same contacts in random worlds step by step,
//! and the same stacks.

mod random;

/// For each of avian's two crates, the same tests.
macro_rules! dimension {
    ($module:ident, $engine:ident, $d:literal, $cuboid:expr) => {
        #[path = "avian"]
        mod $module {
            use ::$engine as engine;
            use bevy_broadleaf::$engine::AvianBroadPhasePlugin;
            use engine::prelude::*;
            const D: usize = $d;

            /// A collider with these half extents.
            fn cuboid(half: f32) -> Collider {
                let cuboid: fn(f32) -> Collider = $cuboid;
                cuboid(2.0 * half)
            }

            #[allow(clippy::duplicate_mod)]
            mod apps;
            #[allow(clippy::duplicate_mod)]
            mod stacks;
            #[allow(clippy::duplicate_mod)]
            mod worlds;
        }
    };
}

dimension!(in_2d, avian2d, 2, |side| Collider::rectangle(side, side));
dimension!(in_3d, avian3d, 3, |side| Collider::cuboid(side, side, side));
