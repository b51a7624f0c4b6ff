//! An index of your own: five functions, and it answers every query. This one is a grid of points.
//!
//! `cargo run -p broadleaf --example my_index`

use broadleaf::geometry::{Probe, Region};
use broadleaf::index::IndexCore;
use broadleaf::prelude::*;
use std::ops::ControlFlow;

/// Points of a square of 16 by 16 cells, by the cell they are in. Ids are positions in `points`.
struct Grid {
    points: Vec<[f32; 2]>,
    cells: Vec<Vec<Id>>,
}

const SIDE: usize = 16;

impl Grid {
    fn new(points: Vec<[f32; 2]>) -> Self {
        let mut cells = vec![Vec::new(); SIDE * SIDE];
        for (id, point) in (0..).map(Id).zip(&points) {
            let [x, y] = point.map(|at| (at.max(0.0) as usize).min(SIDE - 1));
            cells[y * SIDE + x].push(id);
        }
        Self { points, cells }
    }

    fn point(&self, id: Id) -> Aabb<f32, 2> {
        Aabb::point(self.points[id.index()])
    }

    /// The cells in use, each with the box around its points.
    fn cells(&self) -> impl Iterator<Item = (Aabb<f32, 2>, &[Id])> {
        self.cells.iter().filter_map(|ids| {
            let around = Aabb::enclosing(ids.iter().map(|&id| self.point(id)))?;
            Some((around, ids.as_slice()))
        })
    }
}

impl IndexCore<f32, 2> for Grid {
    fn box_count(&self) -> usize {
        self.points.len()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<f32, 2>> {
        self.points.get(id.index()).map(|&point| Aabb::point(point))
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<f32, 2>)> {
        (0..)
            .map(Id)
            .zip(self.points.iter().map(|&point| Aabb::point(point)))
    }

    fn search<B>(
        &self,
        region: &(impl Region<f32, 2> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let cells = self
            .cells()
            .filter(|(around, _)| region.may_touch_inside(around));
        let mut touched = cells
            .flat_map(|(_, ids)| ids)
            .filter(|&&id| region.touches(&self.point(id)));
        touched.try_for_each(|&id| visit(id))
    }

    fn search_hits<B>(
        &self,
        probe: &(impl Probe<f32, 2> + ?Sized),
        mut limit: f32,
        mut visit: impl FnMut(Hit<f32>) -> ControlFlow<B, f32>,
    ) -> ControlFlow<B> {
        for (id, aabb) in self.boxes() {
            if let Some(reach) = probe.reach(&aabb).filter(|reach| *reach <= limit) {
                limit = limit.min(visit(Hit::new(reach, id))?);
            }
        }
        ControlFlow::Continue(())
    }
}

fn main() {
    let grid = Grid::new(
        (0..256)
            .map(|i| [(i * 7 % 16) as f32, (i / 16) as f32])
            .collect(),
    );
    println!(
        "{} points in a window",
        grid.count_overlaps(&Aabb::new([2.0; 2], [5.0; 2]))
    );
    println!(
        "{:?} is nearest",
        grid.nearest(&[7.3, 7.8]).map(|hit| hit.id)
    );
    println!("{} pairs within 1", grid.near(1.0).count_pairs());
    assert_eq!(grid.count_overlaps(&Aabb::new([2.0; 2], [5.0; 2])), 16);
    assert_eq!(grid.overlaps(&[3.0, 4.0]).len(), 1);
    assert_eq!(grid.near(1.0).count_pairs(), 480);
}
