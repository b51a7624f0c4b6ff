//! The scenes of the comparison.

use broadleaf_scenes::record::Recording;
use broadleaf_scenes::{Family, Scene, SceneError};

use super::Frame;

/// A scene by name.
pub(super) struct BenchScene {
    pub(super) name: String,
    make: Box<dyn Fn() -> Result<Scene, SceneError>>,
}

impl BenchScene {
    /// Generates or records all frames.
    pub(super) fn frames(&self) -> Result<Vec<Frame>, String> {
        match (self.make)().map_err(|error| error.to_string())? {
            Scene::Solid(frames) => frames.collect::<Result<_, _>>().map_err(|error| error.to_string()),
            Scene::Flat(_) => Err("the comparison is in 3D".to_owned()),
        }
    }
}

pub(super) fn all(quick: bool) -> Vec<BenchScene> {
    let scale = if quick { 10 } else { 1 };
    let frames = |frames: usize| if quick { 8 } else { frames };
    let family = |family: Family, n: usize, count: usize| {
        let (n, count) = (n / scale, frames(count));
        let make = Box::new(move || family.scene(3, n, count, 1));
        BenchScene { name: format!("{} {n}", family.name()), make }
    };
    let (bodies, count) = (8_000 / scale, frames(240));
    let pile = BenchScene { name: format!("pile {bodies}"), make: Box::new(move || Recording::Pile.scene(3, bodies, count, 1)) };
    vec![pile, family(Family::Uniform, 10_000, 60), family(Family::Uniform, 100_000, 20)]
}
