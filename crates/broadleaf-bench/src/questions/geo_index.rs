//! `geo-index`, which is for 2D, with its default of sixteen boxes per node. Every answer is a new
//! vector.

use std::marker::PhantomData;

use broadleaf::Aabb;
use geo_index::IndexableNum;
use geo_index::rtree::sort::{HilbertSort, STRSort, Sort};
use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex};

use super::asked::{Asked, ask};
use super::contender::{Boxes, Contender, Storage};

pub(super) fn hilbert() -> Box<dyn Contender<2>> {
    Packed::<f32, HilbertSort>::make("geo-index")
}

pub(super) fn hilbert_f64() -> Box<dyn Contender<2>> {
    Packed::<f64, HilbertSort>::make("geo-index f64")
}

pub(super) fn tiles() -> Box<dyn Contender<2>> {
    Packed::<f32, STRSort>::make("geo-index, STR")
}

struct Packed<N: IndexableNum, O>(&'static str, Option<RTree<N>>, PhantomData<O>);

impl<N: IndexableNum, O> Packed<N, O>
where
    Self: Contender<2> + 'static,
{
    fn make(name: &'static str) -> Box<dyn Contender<2>> {
        Box::new(Self(name, None, PhantomData))
    }
}

/// Builds a tree of boxes in its native precision.
macro_rules! contender {
    ($N:ident, $storage:expr, $boxes:ident) => {
        impl<O: Sort<$N> + 'static> Contender<2> for Packed<$N, O> {
            fn name(&self) -> &'static str {
                self.0
            }

            fn storage(&self) -> Storage {
                $storage
            }

            fn build(&mut self, boxes: &Boxes<2>) {
                let mut builder = RTreeBuilder::<$N>::new(boxes.$boxes.len() as u32);
                for aabb in &boxes.$boxes {
                    let ([left, bottom], [right, top]) = (aabb.min(), aabb.max());
                    builder.add(left, bottom, right, top);
                }
                self.1 = Some(builder.finish::<O>());
            }

            fn range(&mut self, windows: &[Aabb<f32, 2>]) -> Option<Asked> {
                let tree = self.1.as_ref()?;
                let corners = |window: &Aabb<f32, 2>| {
                    [window.min(), window.max()].map(|corner| corner.map($N::from))
                };
                let windows: Vec<_> = windows.iter().map(corners).collect();
                Some(ask(&windows, |&[[left, bottom], [right, top]], ids| {
                    *ids = tree.search(left, bottom, right, top);
                }))
            }

            fn nearest(&mut self, points: &[[f32; 2]]) -> Option<Asked> {
                self.nearest_few(points, 1)
            }

            fn nearest_few(&mut self, points: &[[f32; 2]], count: usize) -> Option<Asked> {
                let tree = self.1.as_ref()?;
                let points: Vec<_> = points.iter().map(|point| point.map($N::from)).collect();
                Some(ask(&points, |&[x, y], ids| {
                    *ids = tree.neighbors(x, y, Some(count), None);
                }))
            }
        }
    };
}
contender!(f32, Storage::F32, single);
contender!(f64, Storage::F64, double);
