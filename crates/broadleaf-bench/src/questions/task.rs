//! The boxes and the queries of one scene.

use std::array;

use broadleaf::{Aabb, BruteForce, DynamicTree, Id, SpatialIndex};
use broadleaf_scenes::Random;

use super::contender::{Boxes, Line};
use super::question::HITS;

/// Above this number of boxes, the expected answers come from the tree that other tests compare
/// with brute force, since brute force would take minutes.
const FEW_BOXES: usize = 3_000;

/// The boxes of a scene, with all queries and changes.
#[derive(Debug)]
pub(super) struct Task<const D: usize> {
    pub(super) scene: String,
    pub(super) boxes: Boxes<D>,
    /// Cubes for each of [`HITS`].
    pub(super) windows: [Vec<Aabb<f32, D>>; 3],
    pub(super) lines: Vec<Line<D>>,
    pub(super) points: Vec<[f32; D]>,
    /// New boxes for a tenth of the ids.
    pub(super) moves: Vec<(u32, Aabb<f32, D>)>,
    /// All boxes after the moves.
    pub(super) moved: Boxes<D>,
    /// A tenth of the ids.
    pub(super) removed: Vec<u32>,
}

impl<const D: usize> Task<D> {
    /// Prepares `count` queries of each kind for these boxes, and a tenth as many with a thousand
    /// hits.
    pub(super) fn new(scene: String, single: &[Aabb<f32, D>], count: usize) -> Self {
        let random = &mut Random::new(1);
        let boxes = Boxes::new(single);
        let reference = Reference::new(&boxes);
        let near = Near::new(&boxes, &reference, random);
        let windows = HITS.map(|hits| {
            let centers = near.points(if hits > 100 { count / 10 } else { count }, random);
            reference.windows(&centers, hits.min(boxes.single.len() / 10), near.distance)
        });
        let lines = near.lines(count, random);
        let points = near.points(count, random);
        let mut moves = moves(&boxes.single, random);
        let mut moved = boxes.single.clone();
        for &(id, aabb) in &moves {
            moved[id as usize] = aabb;
        }
        let moved = Boxes::new(&moved);
        for (id, aabb) in &mut moves {
            *aabb = moved.single[*id as usize];
        }
        Self {
            scene,
            windows,
            lines,
            points,
            moves,
            moved,
            removed: some_ids(boxes.single.len(), random),
            boxes,
        }
    }
}

impl<const D: usize> Boxes<D> {
    /// The last bit of every coordinate becomes 0. In windows it is 1, so that no window touches a
    /// box without overlapping it, and open boxes have the same answers as closed ones.
    fn new(boxes: &[Aabb<f32, D>]) -> Self {
        let even = |x: f32| f32::from_bits(x.to_bits() & !1);
        let single: Vec<_> = boxes
            .iter()
            .map(|aabb| Aabb::new(aabb.min().map(even), aabb.max().map(even)))
            .collect();
        let double = single
            .iter()
            .map(|aabb| Aabb::new(aabb.min().map(f64::from), aabb.max().map(f64::from)))
            .collect();
        Self { single, double }
    }
}

/// A tenth of the ids in random order.
fn some_ids(boxes: usize, random: &mut Random) -> Vec<u32> {
    let mut ids: Vec<u32> = (0..boxes as u32).collect();
    for i in 0..boxes / 10 {
        ids.swap(i, i + pick(boxes - i, random));
    }
    ids.truncate(boxes / 10);
    ids
}

/// Moves a tenth of the boxes by up to their mean edge along each axis.
fn moves<const D: usize>(boxes: &[Aabb<f32, D>], random: &mut Random) -> Vec<(u32, Aabb<f32, D>)> {
    let step = mean_edge(boxes);
    let moved = |id: u32| {
        let aabb = boxes[id as usize];
        let step = [0.0; D].map(|_| random.between(-step, step) as f32);
        (id, aabb.translated(step))
    };
    let ids = some_ids(boxes.len(), &mut Random::new(2));
    ids.into_iter().map(moved).collect()
}

fn mean_edge<const D: usize>(boxes: &[Aabb<f32, D>]) -> f64 {
    let edges = boxes.iter().flat_map(Aabb::extents).map(f64::from);
    edges.sum::<f64>() / (D * boxes.len()) as f64
}

fn pick(count: usize, random: &mut Random) -> usize {
    (random.unit() * count as f64) as usize
}

/// Points near the boxes: the center of a random box, moved along each axis by up to half the edge
/// of a window with ten hits, or with half of the boxes. So they are where boxes are, but not
/// always inside one.
struct Near<'a, const D: usize> {
    boxes: &'a [Aabb<f32, D>],
    bounds: Aabb<f32, D>,
    distance: f64,
}

impl<'a, const D: usize> Near<'a, D> {
    fn new(boxes: &'a Boxes<D>, reference: &Reference<D>, random: &mut Random) -> Self {
        let single = &boxes.single;
        let bounds = Aabb::enclosing(single.iter().copied()).expect("the scene has boxes");
        let mut near = Self {
            boxes: single,
            bounds,
            distance: 0.0,
        };
        let centers = near.points(1_000, random);
        let distance = reference.half_edge(&centers, (single.len() / 2).min(10));
        // If all boxes overlap, even a point has ten hits.
        near.distance = distance.max(0.1 * mean_edge(single));
        near
    }

    fn point(&self, random: &mut Random) -> [f32; D] {
        let center = self.boxes[pick(self.boxes.len(), random)].center();
        center.map(|x| (f64::from(x) + random.between(-self.distance, self.distance)) as f32)
    }

    fn points(&self, count: usize, random: &mut Random) -> Vec<[f32; D]> {
        (0..count).map(|_| self.point(random)).collect()
    }

    /// Half-lines from random points between the boxes towards a point near one of them.
    fn lines(&self, count: usize, random: &mut Random) -> Vec<Line<D>> {
        let (min, max) = (self.bounds.min(), self.bounds.max());
        let line = |_| {
            let origin =
                array::from_fn(|axis| random.between(min[axis].into(), max[axis].into()) as f32);
            let target = self.point(random);
            let to_target: [f64; D] =
                array::from_fn(|axis| f64::from(target[axis]) - f64::from(origin[axis]));
            let length = to_target.iter().map(|x| x * x).sum::<f64>().sqrt();
            Line {
                origin,
                direction: to_target.map(|x| (x / length) as f32),
            }
        };
        (0..count).map(line).collect()
    }
}

/// The structure that finds the expected answers.
#[derive(Debug)]
pub(super) enum Reference<const D: usize> {
    BruteForce(BruteForce<f64, D>),
    Tree(Box<DynamicTree<f64, D>>),
}

/// Runs an expression with the structure.
macro_rules! with {
    ($reference:expr, $index:ident => $what:expr) => {
        match $reference {
            Reference::BruteForce($index) => $what,
            Reference::Tree(tree) => {
                let $index = tree.as_ref();
                $what
            }
        }
    };
}
pub(super) use with;

impl<const D: usize> Reference<D> {
    pub(super) fn new(boxes: &Boxes<D>) -> Self {
        let numbered = (0..).map(Id).zip(boxes.double.iter().copied());
        if boxes.double.len() <= FEW_BOXES {
            Self::BruteForce(numbered.collect())
        } else {
            Self::Tree(Box::new(numbered.collect()))
        }
    }

    /// Cubes around the centers with a mean number of hits. They are never smaller than a
    /// thousandth of the usual size, since not every library finds boxes around a point.
    fn windows(&self, centers: &[[f32; D]], hits: usize, usual: f64) -> Vec<Aabb<f32, D>> {
        let sample = &centers[..centers.len().min(1_000)];
        let half_edge = self.half_edge(sample, hits).max(1e-3 * usual);
        centers
            .iter()
            .map(|center| window(center, half_edge))
            .collect()
    }

    /// The half edge of cubes around these centers with a mean number of hits, by bisection; 0 if
    /// points have more hits.
    fn half_edge(&self, centers: &[[f32; D]], hits: usize) -> f64 {
        let wanted = hits * centers.len();
        let hits = |half_edge: f64| {
            let windows = centers.iter().map(|center| window(center, half_edge));
            windows.map(|window| self.count(&window)).sum::<usize>()
        };
        let mut high = 1e-3;
        while hits(high) < wanted && high < 1e9 {
            high *= 2.0;
        }
        let mut low = 0.0;
        for _ in 0..12 {
            let middle = 0.5 * (low + high);
            if hits(middle) < wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        if low == 0.0 { 0.0 } else { 0.5 * (low + high) }
    }

    fn count(&self, window: &Aabb<f32, D>) -> usize {
        let window = Aabb::new(window.min().map(f64::from), window.max().map(f64::from));
        with!(self, index => index.count_overlaps(&window))
    }
}

/// A cube whose coordinates have odd bits.
fn window<const D: usize>(center: &[f32; D], half_edge: f64) -> Aabb<f32, D> {
    let odd = |x: f64| f32::from_bits((x as f32).to_bits() | 1);
    let side = |sign: f64| center.map(|x| odd(f64::from(x) + sign * half_edge));
    Aabb::new(side(-1.0), side(1.0))
}
