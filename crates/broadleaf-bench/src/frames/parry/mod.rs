//! parry's `Bvh`, used in three ways.

pub(super) mod as_rapier;

/// parry has one crate per dimension, with the same names in both.
macro_rules! all_pairs {
    ($dimension:ident, $parry:ident, $d:literal) => {
        pub(super) mod $dimension {
            use broadleaf::Aabb;
            use $parry::bounding_volume::Aabb as ParryAabb;
            use $parry::math::Vector;
            use $parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

            use crate::frames::contender::{Contender, Frame, Pairs, pair};

            pub(in crate::frames) fn convert(aabb: &Aabb<f32, $d>) -> ParryAabb {
                ParryAabb::new(Vector::from(aabb.min()), Vector::from(aabb.max()))
            }

            /// Updates leaves in place, then improves and refits the tree.
            pub(in crate::frames) fn refitted(_: &[Frame<$d>]) -> Box<dyn Contender<$d>> {
                Box::new(Refitted {
                    bvh: Bvh::new(),
                    workspace: BvhWorkspace::default(),
                })
            }

            /// A new tree in every frame, split by binned surface areas.
            pub(in crate::frames) fn rebuilt(_: &[Frame<$d>]) -> Box<dyn Contender<$d>> {
                Box::new(Rebuilt(BvhWorkspace::default()))
            }

            struct Refitted {
                bvh: Bvh,
                workspace: BvhWorkspace,
            }

            impl Contender<$d> for Refitted {
                fn name(&self) -> &'static str {
                    concat!(stringify!($parry), " Bvh, refitted")
                }

                fn frame(&mut self, boxes: &Frame<$d>, begun: &mut Pairs, _: &mut Pairs) {
                    for (i, aabb) in (0..).zip(boxes) {
                        self.bvh.insert_or_update_partially(convert(aabb), i, 0.0);
                    }
                    self.bvh.optimize_incremental(&mut self.workspace);
                    self.bvh.refit(&mut self.workspace);
                    find_pairs(&self.bvh, &mut self.workspace, begun);
                }
            }

            struct Rebuilt(BvhWorkspace);

            impl Contender<$d> for Rebuilt {
                fn name(&self) -> &'static str {
                    concat!(stringify!($parry), " Bvh, rebuilt")
                }

                fn frame(&mut self, boxes: &Frame<$d>, begun: &mut Pairs, _: &mut Pairs) {
                    let bvh = Bvh::from_iter(
                        BvhBuildStrategy::Binned,
                        boxes.iter().map(convert).enumerate(),
                    );
                    find_pairs(&bvh, &mut self.0, begun);
                }
            }

            fn find_pairs(bvh: &Bvh, workspace: &mut BvhWorkspace, pairs: &mut Pairs) {
                bvh.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| {
                    pairs.push(pair(a, b))
                });
            }
        }
    };
}
all_pairs!(flat, parry2d, 2);
all_pairs!(solid, parry3d, 3);
