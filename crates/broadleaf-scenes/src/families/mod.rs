//! Seeded scenes: the families that a comparison of broad phases needs.

mod motion;
mod place;

use std::str::FromStr;

use self::motion::{Cloth, Crowd, Motion};
use self::place::Crowded;
use crate::{Frames, Random, Scene, SceneError, box_pruning};

/// A kind of scene that is generated from a number of boxes and a seed: the same on every machine.
///
/// The unit of length is the mean edge of a small box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Edges of 0.5 to 1.5, everywhere equally dense, half a pair per box.
    UniformSparse,
    /// The same with 3 pairs per box.
    Uniform,
    /// The same with 20 pairs per box.
    UniformDense,
    /// Twenty Gaussian clusters far apart.
    Clustered,
    /// Log-normal sizes of deviation 1.
    LogNormal,
    /// Pareto sizes with exponent 1.5, at most 1000.
    Pareto,
    /// Pareto sizes with exponent 1.1, at most 1000.
    ParetoHeavy,
    /// Unit boxes on a sunflower's spiral.
    Spiral,
    /// Many small boxes and ten huge ones.
    TwoPopulations,
    /// Small boxes between long, thin walls and floors.
    Walls,
    /// Like `Uniform`, but only one box in twenty moves.
    StaticWorld,
    /// Like `Uniform`, but every box jumps about at random.
    Brownian,
    /// A window that travels over an endless world: boxes that leave it come back in front.
    Tiles,
    /// The swept edges of a waving cloth.
    Cloth,
    /// The same box again and again: every two overlap.
    Identical,
    /// Unit boxes in a lattice, touching.
    Lattice,
    /// Boxes along a line.
    Line,
    /// One box around all the others.
    Giant,
    /// One box in a hundred reaches to infinity.
    Infinite,
    /// The scene of "box pruning revisited", whatever the seed. In 3D only.
    BoxPruning,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 20] = [
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
    ];

    /// The name in commands and files.
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
        }
    }

    /// A scene of this family with `boxes` boxes and `frames` frames, in 2 or 3 dimensions.
    ///
    /// # Errors
    /// If the family does not exist in that dimension.
    pub fn scene(
        self,
        dimensions: usize,
        boxes: usize,
        frames: usize,
        seed: u64,
    ) -> Result<Scene, SceneError> {
        match (self, dimensions) {
            (Self::BoxPruning, 3) => Ok(Scene::Solid(Frames::new(
                self.name(),
                boxes,
                frames,
                std::iter::repeat_n(Ok(box_pruning(boxes)), frames),
            ))),
            (Self::BoxPruning, _) => Err(SceneError::new("box-pruning is a scene in 3 dimensions")),
            (_, 2) => Ok(Scene::Flat(self.frames(boxes, frames, seed))),
            (_, 3) => Ok(Scene::Solid(self.frames(boxes, frames, seed))),
            _ => Err(SceneError::new(format!(
                "scenes have 2 or 3 dimensions, not {dimensions}"
            ))),
        }
    }

    /// A scene like [`Uniform`](Self::Uniform) with another number of pairs per box.
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
        let crowd = self.crowd(boxes, &mut random);
        crowd.frames(self.name(), frames, random)
    }

    fn crowd<const D: usize>(self, n: usize, random: &mut Random) -> Crowd<D> {
        let uniform = |pairs: f64, random: &mut Random| Crowded::uniform(n, pairs, random);
        match self {
            Self::UniformSparse => uniform(0.5, random).moving(DRIFT, random),
            Self::Uniform => uniform(3.0, random).moving(DRIFT, random),
            Self::UniformDense => uniform(20.0, random).moving(DRIFT, random),
            Self::Clustered => Crowded::clustered(n, random).moving(DRIFT, random),
            Self::LogNormal => {
                Crowded::sized(n, random, |random| libm::exp(random.normal())).moving(DRIFT, random)
            }
            Self::Pareto => {
                Crowded::sized(n, random, |random| place::pareto(1.5, random)).moving(DRIFT, random)
            }
            Self::ParetoHeavy => {
                Crowded::sized(n, random, |random| place::pareto(1.1, random)).moving(DRIFT, random)
            }
            Self::Spiral => Crowded::spiral(n).moving(DRIFT, random),
            Self::TwoPopulations => Crowded::two_populations(n, random).moving(DRIFT, random),
            Self::Walls => Crowded::walls(n, random).moving(
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
            Self::Identical => Crowded::at(n, 1.0, |_| [0.0; D]).moving(Motion::Still, random),
            Self::Lattice => Crowded::lattice(n).moving(Motion::Still, random),
            Self::Line => Crowded::at(n, 1.0, |i| {
                std::array::from_fn(|axis| if axis == 0 { 0.5 * i as f64 } else { 0.0 })
            })
            .moving(DRIFT, random),
            Self::Giant => Crowded::giant(n, random).moving(DRIFT, random),
            Self::Infinite => Crowded::infinite(n, random).moving(DRIFT, random),
            Self::Cloth | Self::BoxPruning => unreachable!("not a crowd"),
        }
    }
}

/// Every box goes its way.
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
    let crowd = Crowded::uniform(boxes, pairs_per_box, &mut random).moving(DRIFT, &mut random);
    crowd.frames(Family::Uniform.name(), frames, random)
}

impl FromStr for Family {
    type Err = SceneError;

    fn from_str(name: &str) -> Result<Self, SceneError> {
        Self::ALL
            .into_iter()
            .find(|family| family.name() == name)
            .ok_or_else(|| {
                let names: Vec<_> = Self::ALL.iter().map(|family| family.name()).collect();
                SceneError::new(format!(
                    "no scene family \"{name}\"; there are {}",
                    names.join(", ")
                ))
            })
    }
}
