//! `packed_spatial_index`, with its default of sixteen children per node: coordinates in columns
//! with explicit SIMD, for `f64` and for `f32`, and plain rows of boxes.
//!
//! Its `f32` structures are built from `f64` boxes, and do not support rays.

/// The crate has different names for each dimension, and no trait for its structures.
macro_rules! contenders {
    (
        $dimension:ident, $d:literal, $Builder:ident, $Box:ident, $Point:ident, $Ray:ident,
        [$($axis:literal)*], [$Simd:ident, $SimdF32:ident, $Plain:ident]
    ) => {
        pub(super) mod $dimension {
            use broadleaf::Aabb;
            use packed_spatial_index::{
                $Box, $Builder, $Plain, $Point, $Ray, $Simd, $SimdF32, NeighborWorkspace,
                SearchWorkspace,
            };

            use crate::questions::asked::{Asked, ask};
            use crate::questions::contender::{Boxes, Contender, Line, Storage};

            pub(in crate::questions) fn simd() -> Box<dyn Contender<$d>> {
                Box::new(Packed::<$Simd>(None))
            }

            pub(in crate::questions) fn simd_f32() -> Box<dyn Contender<$d>> {
                Box::new(Packed::<$SimdF32>(None))
            }

            pub(in crate::questions) fn plain() -> Box<dyn Contender<$d>> {
                Box::new(Packed::<$Plain>(None))
            }

            struct Packed<I>(Option<I>);

            fn builder(boxes: &Boxes<$d>) -> $Builder {
                let mut builder = $Builder::new(boxes.double.len());
                for aabb in &boxes.double {
                    let (min, max) = (aabb.min(), aabb.max());
                    builder.add($Box::new($(min[$axis],)* $(max[$axis],)*));
                }
                builder
            }

            fn point(point: &[f32; $d]) -> $Point {
                $Point::new($(point[$axis].into(),)*)
            }

            fn windows(windows: &[Aabb<f32, $d>]) -> Vec<$Box> {
                let convert = |window: &Aabb<f32, $d>| {
                    let (min, max) = (window.min(), window.max());
                    $Box::new($(min[$axis].into(),)* $(max[$axis].into(),)*)
                };
                windows.iter().map(convert).collect()
            }

            fn rays(lines: &[Line<$d>]) -> Vec<$Ray> {
                let convert = |line: &Line<$d>| {
                    $Ray::new(
                        point(&line.origin),
                        $(line.direction[$axis].into(),)*
                        f64::INFINITY,
                    )
                };
                lines.iter().map(convert).collect()
            }

            macro_rules! contender {
                ($Index:ident, $name:literal, $storage:expr, $finish:ident, $rays:tt) => {
                    impl Contender<$d> for Packed<$Index> {
                        fn name(&self) -> &'static str {
                            $name
                        }

                        fn storage(&self) -> Storage {
                            $storage
                        }

                        fn build(&mut self, boxes: &Boxes<$d>) {
                            self.0 = Some(builder(boxes).$finish().expect("the boxes are valid"));
                        }

                        fn range(&mut self, questions: &[Aabb<f32, $d>]) -> Option<Asked> {
                            let index = self.0.as_ref()?;
                            let windows = windows(questions);
                            Some(ask(&windows, |&window, found: &mut SearchWorkspace| {
                                index.search_with(window, found);
                            }))
                        }

                        fn nearest(&mut self, points: &[[f32; $d]]) -> Option<Asked> {
                            self.nearest_few(points, 1)
                        }

                        fn nearest_few(
                            &mut self,
                            points: &[[f32; $d]],
                            count: usize,
                        ) -> Option<Asked> {
                            let index = self.0.as_ref()?;
                            let points: Vec<_> = points.iter().map(point).collect();
                            Some(ask(&points, |&point, found: &mut NeighborWorkspace| {
                                index.neighbors_with(point, count, f64::INFINITY, found);
                            }))
                        }

                        contender!(rays $rays);
                    }
                };
                (rays yes) => {
                    fn closest_hit(&mut self, lines: &[Line<$d>]) -> Option<Asked> {
                        let index = self.0.as_ref()?;
                        let mut workspace = NeighborWorkspace::new();
                        Some(ask(&rays(lines), |&ray, found| {
                            let hit = index.raycast_closest_with(ray, &mut workspace);
                            *found = hit.map(|(id, _)| id as u32);
                        }))
                    }
                };
                (rays no) => {};
            }
            contender!($Simd, "packed_spatial_index SIMD", Storage::F64, finish_simd, yes);
            contender!($SimdF32, "packed_spatial_index SIMD f32", Storage::F32, finish_simd_f32, no);
            contender!($Plain, "packed_spatial_index", Storage::F64, finish, yes);
        }
    };
}
contenders!(
    flat, 2, Index2DBuilder, Box2D, Point2D, Ray2D, [0 1],
    [SimdIndex2D, SimdIndex2DF32, Index2D]
);
contenders!(
    solid, 3, Index3DBuilder, Box3D, Point3D, Ray3D, [0 1 2],
    [SimdIndex3D, SimdIndex3DF32, Index3D]
);
