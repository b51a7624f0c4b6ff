//! A uniform grid: every cell lists the boxes that touch it; large boxes are in a separate list
//! that is compared with all boxes.

use broadleaf::Aabb;

use super::contender::{Contender, Frame, Pairs, pair};
use super::lengths::mean_edge;

/// The edge of a cell, in mean edges of the boxes.
const CELL: f32 = 1.5;
/// A box that touches more cells than this is large.
const MAX_CELLS_OF_A_SMALL_BOX: usize = 64;
/// Cells are enlarged until there are at most this many for each box.
const MAX_CELLS_PER_BOX: usize = 16;

pub(super) fn make<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(Grid::default())
}

#[derive(Default)]
struct Grid<const D: usize> {
    /// The start of each cell's entries, and the end of the last cell's.
    starts: Vec<u32>,
    /// Boxes with their indices, cell by cell.
    entries: Vec<Entry<D>>,
    large: Vec<Entry<D>>,
}

/// A box and its index.
type Entry<const D: usize> = (Aabb<f32, D>, u32);

impl<const D: usize> Contender<D> for Grid<D> {
    fn name(&self) -> &'static str {
        "uniform grid"
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        let cells = Cells::around(boxes);
        self.sort(&cells, boxes);
        self.join_cells(&cells, begun);
        self.join_large(boxes, begun);
    }
}

impl<const D: usize> Grid<D> {
    /// Sorts the boxes into cells by counting.
    fn sort(&mut self, cells: &Cells<D>, boxes: &Frame<D>) {
        self.starts.clear();
        self.starts.resize(cells.count() + 1, 0);
        self.large.clear();
        for (number, aabb) in (0..).zip(boxes) {
            if cells.are_many(aabb) {
                self.large.push((*aabb, number));
            } else {
                cells.for_each(aabb, |cell| self.starts[cell] += 1);
            }
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.entries
            .resize(end as usize, (Aabb::point([0.0; D]), 0));
        // Cells are filled from the back, so that the ends become the starts.
        for (number, aabb) in (0..).zip(boxes).filter(|(_, aabb)| !cells.are_many(aabb)) {
            cells.for_each(aabb, |cell| {
                self.starts[cell] -= 1;
                self.entries[self.starts[cell] as usize] = (*aabb, number);
            });
        }
    }

    /// Finds the pairs in each cell. A pair belongs to the cell with the lower corner of its
    /// intersection, so it is found once.
    fn join_cells(&self, cells: &Cells<D>, pairs: &mut Pairs) {
        for (cell, ends) in self.starts.windows(2).enumerate() {
            let entries = &self.entries[ends[0] as usize..ends[1] as usize];
            for (i, (aabb, a)) in entries.iter().enumerate() {
                for (other, b) in &entries[i + 1..] {
                    if aabb.overlaps(other)
                        && cells.of(std::array::from_fn(|axis| {
                            aabb.min()[axis].max(other.min()[axis])
                        })) == cell
                    {
                        pairs.push(pair(*a, *b));
                    }
                }
            }
        }
    }

    fn join_large(&self, boxes: &Frame<D>, pairs: &mut Pairs) {
        for (aabb, a) in &self.large {
            for (b, _) in (0..).zip(boxes).filter(|(_, other)| aabb.overlaps(other)) {
                // A pair of two large boxes is reported from the smaller index.
                if b > *a
                    || (b < *a
                        && self
                            .large
                            .binary_search_by_key(&b, |&(_, large)| large)
                            .is_err())
                {
                    pairs.push(pair(*a, b));
                }
            }
        }
    }
}

/// Maps points to cells; points outside belong to the cells at the border.
struct Cells<const D: usize> {
    origin: [f32; D],
    per_unit: f32,
    counts: [usize; D],
}

impl<const D: usize> Cells<D> {
    fn around(boxes: &Frame<D>) -> Self {
        let corners = || {
            boxes
                .iter()
                .map(Aabb::min)
                .filter(|corner| corner.iter().all(|x| x.is_finite()))
        };
        let origin: [f32; D] = std::array::from_fn(|axis| {
            corners()
                .map(|corner| corner[axis])
                .fold(f32::MAX, f32::min)
        });
        let end: [f32; D] = std::array::from_fn(|axis| {
            corners()
                .map(|corner| corner[axis])
                .fold(f32::MIN, f32::max)
        });
        let mut edge = Some(CELL * mean_edge(boxes))
            .filter(|&edge| edge > 0.0)
            .unwrap_or(1.0);
        let count =
            |axis: usize, edge: f32| ((end[axis] - origin[axis]).max(0.0) / edge) as usize + 1;
        while (0..D).map(|axis| count(axis, edge) as f64).product::<f64>()
            > (MAX_CELLS_PER_BOX * boxes.len() + 1) as f64
        {
            edge *= 1.25;
        }
        Self {
            origin,
            per_unit: edge.recip(),
            counts: std::array::from_fn(|axis| count(axis, edge)),
        }
    }

    fn count(&self) -> usize {
        self.counts.iter().product()
    }

    /// The position of a point's cell along each axis.
    fn position(&self, point: [f32; D]) -> [usize; D] {
        std::array::from_fn(|axis| {
            (((point[axis] - self.origin[axis]) * self.per_unit) as usize)
                .min(self.counts[axis] - 1)
        })
    }

    fn index(&self, position: [usize; D]) -> usize {
        (0..D)
            .rev()
            .fold(0, |index, axis| index * self.counts[axis] + position[axis])
    }

    fn of(&self, point: [f32; D]) -> usize {
        self.index(self.position(point))
    }

    fn are_many(&self, aabb: &Aabb<f32, D>) -> bool {
        let (first, last) = (self.position(aabb.min()), self.position(aabb.max()));
        (0..D)
            .map(|axis| last[axis] - first[axis] + 1)
            .product::<usize>()
            > MAX_CELLS_OF_A_SMALL_BOX
    }

    /// Visits the cells that a box touches.
    fn for_each(&self, aabb: &Aabb<f32, D>, mut visit: impl FnMut(usize)) {
        let (first, last) = (self.position(aabb.min()), self.position(aabb.max()));
        let mut position = first;
        loop {
            visit(self.index(position));
            let Some(axis) = (0..D).find(|&axis| position[axis] < last[axis]) else {
                return;
            };
            position[axis] += 1;
            position[..axis].copy_from_slice(&first[..axis]);
        }
    }
}
