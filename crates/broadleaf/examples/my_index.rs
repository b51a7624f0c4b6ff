//! An index of your own: with five functions, it answers every query. This one is a list of points
//! sorted by x, whose ids are their positions in it.
//!
//! `cargo run --package broadleaf --example my_index`

use std::ops::ControlFlow;

use broadleaf::geometry::{Probe, Region};
use broadleaf::index::IndexCore;
use broadleaf::prelude::*;

struct SortedPoints(Vec<[f32; 2]>);

impl SortedPoints {
    fn new(mut points: Vec<[f32; 2]>) -> Self {
        points.sort_by(|[a, _], [b, _]| a.total_cmp(b));
        Self(points)
    }
}

impl IndexCore<f32, 2> for SortedPoints {
    fn box_count(&self) -> usize {
        self.0.len()
    }

    fn box_of(&self, id: Id) -> Option<Aabb2> {
        self.0.get(id.index()).copied().map(Aabb::point)
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb2)> {
        (0..).map(Id).zip(self.0.iter().copied().map(Aabb::point))
    }

    /// Tests the points between the ends of the region on the x axis.
    fn search<B>(
        &self,
        region: &(impl Region<f32, 2> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let bounds = region.bounds();
        let first = self.0.partition_point(|[x, _]| *x < bounds.min()[0]);
        let near = self.boxes().skip(first);
        let near = near.take_while(|(_, point)| point.min()[0] <= bounds.max()[0]);
        let mut touched = near.filter(|(_, point)| region.touches(point));
        touched.try_for_each(|(id, _)| visit(id))
    }

    /// Tests all points.
    fn search_hits<B>(
        &self,
        probe: &(impl Probe<f32, 2> + ?Sized),
        mut limit: f32,
        mut visit: impl FnMut(Hit<f32>) -> ControlFlow<B, f32>,
    ) -> ControlFlow<B> {
        for (id, point) in self.boxes() {
            if let Some(reach) = probe.reach(&point).filter(|reach| *reach <= limit) {
                limit = limit.min(visit(Hit::new(reach, id))?);
            }
        }
        ControlFlow::Continue(())
    }
}

fn main() {
    let points = SortedPoints::new((0..99).map(|i| [(i * 7 % 99) as f32, 0.0]).collect());
    assert_eq!(
        points.overlaps(&Aabb::new([2.5, -1.0], [4.5, 1.0])),
        [Id(3), Id(4)]
    );
    let nearest = points.nearest(&[7.25, 4.0]).expect("there are points");
    println!("{:?} is nearest, {} away", nearest.id, nearest.distance());
    assert_eq!(points.near(1.0).count_pairs(), 98);
}
