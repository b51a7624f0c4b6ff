//! Scenes generated from a seed, by family.

mod footprints;
mod layout;
mod motion;
mod point_cloud;
mod polylines;
mod surface;

use std::ops::RangeInclusive;
use std::str::FromStr;

use broadleaf::Aabb;

pub use self::polylines::polylines;
pub use self::surface::bumpy_surface;

use self::layout::Layout;
use self::motion::{Cloth, Motion, MovingBoxes};
use crate::box_pruning::box_pruning;
use crate::error::SceneError;
use crate::random::Random;
use crate::scene::{Frames, Scene};

/// A kind of scene, generated from a number of boxes and a seed, with the same boxes on every
/// machine.
///
/// Lengths are in multiples of the mean edge of a small box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Boxes with edges of 0.5 to 1.5, uniformly distributed, with half a pair per box.
    UniformSparse,
    /// Like `UniformSparse`, with 3 pairs per box.
    Uniform,
    /// Like `UniformSparse`, with 20 pairs per box.
    UniformDense,
    /// Twenty Gaussian clusters, far apart.
    Clustered,
    /// Log-normal sizes with deviation 1.
    LogNormal,
    /// Pareto sizes with exponent 1.5, at most 1000.
    Pareto,
    /// Pareto sizes with exponent 1.1, at most 1000.
    ParetoHeavy,
    /// Unit boxes on a sunflower spiral.
    Spiral,
    /// Many small boxes and ten huge ones.
    TwoPopulations,
    /// Small boxes between long, thin walls and floors.
    Walls,
    /// Like `Uniform`, but only one box in twenty moves.
    StaticWorld,
    /// Like `Uniform`, but every box moves by a random step in each frame.
    Brownian,
    /// A window that moves over an endless world: boxes that leave it at the back reappear at the
    /// front.
    Tiles,
    /// The swept edges of a waving cloth.
    Cloth,
    /// Identical boxes, which all overlap.
    Identical,
    /// Unit boxes in a lattice; neighbours touch.
    Lattice,
    /// Boxes along a line.
    Line,
    /// One box around all the others.
    Giant,
    /// One box in a hundred is infinite along one axis.
    Infinite,
    /// [`box_pruning`], for any seed. Only in 3D.
    BoxPruning,
    /// The triangles of a [`bumpy_surface`], without motion. Only in 3D.
    Surface,
    /// The edges of a [`bumpy_surface`], without motion. Only in 3D.
    SurfaceEdges,
    /// The segments of coastlines, streets and roads, [`polylines`], without motion. Only in 2D.
    Polylines,
    /// Buildings along the streets of towns, of log-normal sizes, without motion. Only in 2D.
    Footprints,
    /// Cubes around the points that a laser scanner measures on ground and walls, dense near the
    /// scanner and sparse far away, without motion. Only in 3D.
    PointCloud,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 25] = [
        Self::UniformSparse,
        Self::Uniform,
        Self::UniformDense,
        Self::Clustered,
        Self::LogNormal,
        Self::Pareto,
        Self::ParetoHeavy,
        Self::Spiral,
        Self::TwoPopulations,
        Self::Walls,
        Self::StaticWorld,
        Self::Brownian,
        Self::Tiles,
        Self::Cloth,
        Self::Identical,
        Self::Lattice,
        Self::Line,
        Self::Giant,
        Self::Infinite,
        Self::BoxPruning,
        Self::Surface,
        Self::SurfaceEdges,
        Self::Polylines,
        Self::Footprints,
        Self::PointCloud,
    ];

    /// The names of all families, separated by commas.
    #[must_use]
    pub fn names() -> String {
        // Not `join`: for an array of this length, LLVM 22 takes minutes to optimise it.
        let mut names = Self::ALL[0].name().to_owned();
        for family in &Self::ALL[1..] {
            names.push_str(", ");
            names.push_str(family.name());
        }
        names
    }

    /// The numbers of dimensions that the family supports.
    #[must_use]
    pub fn dimensions(self) -> RangeInclusive<usize> {
        match self {
            Self::BoxPruning | Self::Surface | Self::SurfaceEdges | Self::PointCloud => 3..=3,
            Self::Polylines | Self::Footprints => 2..=2,
            _ => 2..=3,
        }
    }

    /// The name used on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::UniformSparse => "uniform-sparse",
            Self::Uniform => "uniform",
            Self::UniformDense => "uniform-dense",
            Self::Clustered => "clustered",
            Self::LogNormal => "log-normal",
            Self::Pareto => "pareto",
            Self::ParetoHeavy => "pareto-heavy",
            Self::Spiral => "spiral",
            Self::TwoPopulations => "two-populations",
            Self::Walls => "walls",
            Self::StaticWorld => "static-world",
            Self::Brownian => "brownian",
            Self::Tiles => "tiles",
            Self::Cloth => "cloth",
            Self::Identical => "identical",
            Self::Lattice => "lattice",
            Self::Line => "line",
            Self::Giant => "giant",
            Self::Infinite => "infinite",
            Self::BoxPruning => "box-pruning",
            Self::Surface => "surface",
            Self::SurfaceEdges => "surface-edges",
            Self::Polylines => "polylines",
            Self::Footprints => "footprints",
            Self::PointCloud => "point-cloud",
        }
    }

    /// Generates a scene with `boxes` boxes and `frames` frames, in 2 or 3 dimensions.
    ///
    /// # Errors
    /// If the family does not support that number of dimensions.
    pub fn scene(
        self,
        dimensions: usize,
        boxes: usize,
        frames: usize,
        seed: u64,
    ) -> Result<Scene, SceneError> {
        let only = self.dimensions();
        if only.start() == only.end() && dimensions != *only.start() {
            let problem = format!("{} needs {} dimensions", self.name(), only.start());
            return Err(SceneError::new(problem));
        }
        let solid = |boxes| Ok(Scene::Solid(self.still(boxes, frames)));
        let flat = |boxes| Ok(Scene::Flat(self.still(boxes, frames)));
        match (self, dimensions) {
            (Self::BoxPruning, _) => solid(box_pruning(boxes)),
            (Self::Surface, _) => solid(surface::boxes(boxes, seed)),
            (Self::SurfaceEdges, _) => solid(surface::edge_boxes(boxes, seed)),
            (Self::PointCloud, _) => solid(point_cloud::boxes(boxes, seed)),
            (Self::Polylines, _) => flat(polylines::boxes(boxes, seed)),
            (Self::Footprints, _) => flat(footprints::boxes(boxes, seed)),
            (_, 2) => Ok(Scene::Flat(self.frames(boxes, frames, seed))),
            (_, 3) => Ok(Scene::Solid(self.frames(boxes, frames, seed))),
            _ => Err(SceneError::new(format!(
                "scenes have 2 or 3 dimensions, not {dimensions}"
            ))),
        }
    }

    /// Generates a scene like [`Uniform`](Self::Uniform) with `pairs_per_box` pairs per box.
    ///
    /// # Errors
    /// If `dimensions` is neither 2 nor 3.
    pub fn uniform(
        pairs_per_box: f64,
        dimensions: usize,
        boxes: usize,
        frames: usize,
        seed: u64,
    ) -> Result<Scene, SceneError> {
        match dimensions {
            2 => Ok(Scene::Flat(uniform(pairs_per_box, boxes, frames, seed))),
            3 => Ok(Scene::Solid(uniform(pairs_per_box, boxes, frames, seed))),
            _ => Err(SceneError::new(format!(
                "scenes have 2 or 3 dimensions, not {dimensions}"
            ))),
        }
    }

    fn still<const D: usize>(self, boxes: Vec<Aabb<f32, D>>, frames: usize) -> Frames<D> {
        let count = boxes.len();
        Frames::new(
            self.name(),
            count,
            frames,
            std::iter::repeat_n(Ok(boxes), frames),
        )
    }

    fn frames<const D: usize>(self, boxes: usize, frames: usize, seed: u64) -> Frames<D> {
        let mut random = Random::new(seed);
        if self == Self::Cloth {
            let mut cloth = Cloth::new(boxes);
            return Frames::new(
                self.name(),
                boxes,
                frames,
                (0..frames).map(move |_| Ok(cloth.next_frame())),
            );
        }
        let moving = self.moving_boxes(boxes, &mut random);
        moving.frames(self.name(), frames, random)
    }

    fn moving_boxes<const D: usize>(self, n: usize, random: &mut Random) -> MovingBoxes<D> {
        let uniform = |pairs: f64, random: &mut Random| Layout::uniform(n, pairs, random);
        match self {
            Self::UniformSparse => uniform(0.5, random).moving(DRIFT, random),
            Self::Uniform => uniform(3.0, random).moving(DRIFT, random),
            Self::UniformDense => uniform(20.0, random).moving(DRIFT, random),
            Self::Clustered => Layout::clustered(n, random).moving(DRIFT, random),
            Self::LogNormal => {
                Layout::sized(n, random, |random| libm::exp(random.normal())).moving(DRIFT, random)
            }
            Self::Pareto => {
                Layout::sized(n, random, |random| layout::pareto(1.5, random)).moving(DRIFT, random)
            }
            Self::ParetoHeavy => {
                Layout::sized(n, random, |random| layout::pareto(1.1, random)).moving(DRIFT, random)
            }
            Self::Spiral => Layout::spiral(n).moving(DRIFT, random),
            Self::TwoPopulations => Layout::two_populations(n, random).moving(DRIFT, random),
            Self::Walls => Layout::walls(n, random).moving(
                Motion::Drift {
                    share: 0.99,
                    speed: 0.05,
                },
                random,
            ),
            Self::StaticWorld => uniform(3.0, random).moving(
                Motion::Drift {
                    share: 0.05,
                    speed: 0.2,
                },
                random,
            ),
            Self::Brownian => uniform(3.0, random).moving(Motion::Brownian { step: 0.25 }, random),
            Self::Tiles => uniform(3.0, random).moving(Motion::Window { speed: 0.5 }, random),
            Self::Identical => Layout::at(n, 1.0, |_| [0.0; D]).moving(Motion::Still, random),
            Self::Lattice => Layout::lattice(n).moving(Motion::Still, random),
            Self::Line => Layout::at(n, 1.0, |i| {
                std::array::from_fn(|axis| if axis == 0 { 0.5 * i as f64 } else { 0.0 })
            })
            .moving(DRIFT, random),
            Self::Giant => Layout::giant(n, random).moving(DRIFT, random),
            Self::Infinite => Layout::infinite(n, random).moving(DRIFT, random),
            Self::Cloth | Self::BoxPruning | Self::Surface | Self::SurfaceEdges => {
                unreachable!("these families have generators of their own")
            }
            Self::Polylines | Self::Footprints | Self::PointCloud => {
                unreachable!("these families have generators of their own")
            }
        }
    }
}

/// Every box moves at its own velocity.
const DRIFT: Motion = Motion::Drift {
    share: 1.0,
    speed: 0.05,
};

fn uniform<const D: usize>(
    pairs_per_box: f64,
    boxes: usize,
    frames: usize,
    seed: u64,
) -> Frames<D> {
    let mut random = Random::new(seed);
    let moving = Layout::uniform(boxes, pairs_per_box, &mut random).moving(DRIFT, &mut random);
    moving.frames(Family::Uniform.name(), frames, random)
}

impl FromStr for Family {
    type Err = SceneError;

    fn from_str(name: &str) -> Result<Self, SceneError> {
        let mut families = Self::ALL.iter().copied();
        families
            .find(|family| family.name() == name)
            .ok_or_else(|| {
                let names = Self::names();
                SceneError::new(format!(
                    "there is no scene family \"{name}\"; the families are {names}"
                ))
            })
    }
}
