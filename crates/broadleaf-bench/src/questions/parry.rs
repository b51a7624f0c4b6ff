//! parry's `Bvh`, built by binned surface areas or by clustering.

/// parry has one crate per dimension, with the same names in both.
macro_rules! contenders {
    ($dimension:ident, $parry:ident, $d:literal) => {
        pub(super) mod $dimension {
            use broadleaf::Aabb;
            use $parry::bounding_volume::Aabb as ParryAabb;
            use $parry::math::Vector;
            use $parry::partitioning::{Bvh, BvhBuildStrategy};
            use $parry::query::{PointQuery, Ray};

            use crate::questions::asked::{Asked, ask};
            use crate::questions::contender::{Boxes, Changes, Contender, Line};

            pub(in crate::questions) fn binned() -> Box<dyn Contender<$d>> {
                Box::new(Tree(Bvh::new(), BvhBuildStrategy::Binned))
            }

            pub(in crate::questions) fn clustered() -> Box<dyn Contender<$d>> {
                Box::new(Tree(Bvh::new(), BvhBuildStrategy::Ploc))
            }

            struct Tree(Bvh, BvhBuildStrategy);

            fn convert(aabb: &Aabb<f32, $d>) -> ParryAabb {
                ParryAabb::new(Vector::from(aabb.min()), Vector::from(aabb.max()))
            }

            fn ray(line: &Line<$d>) -> Ray {
                Ray::new(Vector::from(line.origin), Vector::from(line.direction))
            }

            impl Contender<$d> for Tree {
                fn name(&self) -> &'static str {
                    match self.1 {
                        BvhBuildStrategy::Binned => concat!(stringify!($parry), " Bvh"),
                        BvhBuildStrategy::Ploc => concat!(stringify!($parry), " Bvh, PLOC"),
                    }
                }

                fn build(&mut self, boxes: &Boxes<$d>) {
                    let leaves = boxes.single.iter().map(convert).enumerate();
                    self.0 = Bvh::from_iter(self.1, leaves);
                }

                fn range(&mut self, windows: &[Aabb<f32, $d>]) -> Option<Asked> {
                    let windows: Vec<_> = windows.iter().map(convert).collect();
                    Some(ask(&windows, |window, ids: &mut Vec<u32>| {
                        ids.clear();
                        ids.extend(self.0.intersect_aabb(window));
                    }))
                }

                fn closest_hit(&mut self, lines: &[Line<$d>]) -> Option<Asked> {
                    let rays: Vec<_> = lines.iter().map(ray).collect();
                    Some(ask(&rays, |ray, found| {
                        let hit = self.0.cast_ray(ray, f32::MAX, |id, limit| {
                            Some(self.0.leaf_node(id)?.cast_ray(ray, limit))
                        });
                        *found = hit.map(|(id, _)| id);
                    }))
                }

                fn nearest(&mut self, points: &[[f32; $d]]) -> Option<Asked> {
                    let points: Vec<_> = points.iter().map(|&point| Vector::from(point)).collect();
                    Some(ask(&points, |&point, found| {
                        let hit = self.0.find_best(
                            f32::MAX,
                            |node, _| node.aabb().distance_to_local_point(point, true),
                            |id, _| {
                                let leaf = self.0.leaf_node(id)?;
                                Some(leaf.aabb().distance_to_local_point(point, true))
                            },
                        );
                        *found = hit.map(|(id, _)| id);
                    }))
                }

                fn changes(&mut self) -> Option<&mut dyn Changes<$d>> {
                    Some(self)
                }
            }

            impl Changes<$d> for Tree {
                fn insert(&mut self, id: u32, aabb: &Aabb<f32, $d>) {
                    self.0.insert(convert(aabb), id);
                }

                fn remove(&mut self, id: u32) {
                    self.0.remove(id);
                }

                fn move_to(&mut self, id: u32, aabb: &Aabb<f32, $d>) {
                    self.0
                        .reinsert_or_update_with_change_detection(convert(aabb), id, 0.0);
                }
            }
        }
    };
}
contenders!(flat, parry2d, 2);
contenders!(solid, parry3d, 3);
