//! The facts about the scene in results, under the same keys in every command.

use broadleaf::Aabb;
use broadleaf::geometry::Scalar;
use broadleaf_scenes::{Frames, Skipped};
use serde::Serialize;

use crate::number::SceneNumber;
use crate::table::count;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct SceneFacts {
    pub(crate) scene: String,
    pub(crate) boxes: usize,
    pub(crate) dim: usize,
    pub(crate) frames: usize,
    /// The number type of the coordinates.
    pub(crate) scalar: &'static str,
    pub(crate) skipped: Vec<Passed>,
}

/// What a reader skipped, of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Passed {
    pub(crate) what: String,
    pub(crate) count: u64,
}

impl Passed {
    pub(crate) fn all(skipped: &Skipped) -> Vec<Self> {
        let kinds = skipped.iter().map(|(what, count)| Self {
            what: what.to_owned(),
            count,
        });
        kinds.collect()
    }
}

impl SceneFacts {
    pub(crate) fn of<S: SceneNumber, const D: usize>(frames: &Frames<D, S>) -> Self {
        Self {
            scene: frames.name.clone(),
            boxes: frames.boxes,
            dim: D,
            frames: frames.frames,
            scalar: S::NAME,
            skipped: Passed::all(&frames.skipped),
        }
    }

    /// One line about the whole scene.
    pub(crate) fn line(&self) -> String {
        format!(
            "{}, {} boxes in {}D, {} frames",
            self.scene,
            count(self.boxes as u64),
            self.dim,
            count(self.frames as u64)
        )
    }
}

/// A box in JSON. Infinite coordinates are null.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BoxFacts<S = f32> {
    pub(crate) min: Vec<S>,
    pub(crate) max: Vec<S>,
}

impl<S: Scalar, const D: usize> From<&Aabb<S, D>> for BoxFacts<S> {
    fn from(aabb: &Aabb<S, D>) -> Self {
        Self {
            min: aabb.min().to_vec(),
            max: aabb.max().to_vec(),
        }
    }
}
