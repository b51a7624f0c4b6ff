//! The scenes of the comparison.

use broadleaf_scenes::record::Recording;
use broadleaf_scenes::{Family, Scene, SceneError};

use crate::arguments::Arguments;

const SIZES: [usize; 6] = [10, 30, 100, 300, 1_000, 3_000];

/// The least number of boxes, even of quick scenes.
const LEAST: usize = SIZES[0];

/// This number of boxes, over all frames, stays in the processor's caches, but its branch predictor
/// cannot remember which of them overlap.
const BOXES_IN_ALL_FRAMES: usize = 20_000;

/// After this number of frames, most bodies of a pile are at rest.
const FRAMES_OF_A_PILE: usize = 120;

/// The limit for the family in which all boxes form pairs: more boxes take as long as all other
/// scenes.
const MOST_IDENTICAL: usize = 300;

pub(super) struct FewBoxes {
    /// The kind of scene and its dimensions.
    pub(super) kind: String,
    pub(super) boxes: usize,
    pub(super) make: Box<dyn Fn() -> Result<Scene, SceneError>>,
}

impl FewBoxes {
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.kind, self.boxes)
    }
}

/// All scenes that the arguments select, grouped by kind.
pub(super) fn all(arguments: &Arguments) -> Vec<FewBoxes> {
    let mut scenes = Vec::new();
    for dimensions in 2..=3 {
        scenes.extend(sizes(arguments).map(|boxes| uniform(dimensions, boxes)));
        scenes.extend(sizes(arguments).map(|boxes| pile(dimensions, boxes)));
        let families = if arguments.every_family {
            &Family::ALL[..]
        } else {
            &[]
        };
        for &family in families {
            if family.dimensions().contains(&dimensions) {
                let sizes = sizes(arguments).filter(|&boxes| are_few(family, boxes));
                scenes.extend(sizes.map(|boxes| of_family(family, dimensions, boxes)));
            }
        }
    }
    scenes.retain(|scene| scene.name().contains(&arguments.scene));
    scenes.retain(|scene| arguments.size.is_none_or(|size| size == scene.boxes));
    scenes
}

fn sizes(arguments: &Arguments) -> impl Iterator<Item = usize> {
    let scale = if arguments.quick { 10 } else { 1 };
    let scaled = SIZES.into_iter().map(move |size| size / scale);
    scaled.filter(|&size| size >= LEAST)
}

fn are_few(family: Family, boxes: usize) -> bool {
    family != Family::Identical || boxes <= MOST_IDENTICAL
}

fn frames_of(boxes: usize) -> usize {
    (BOXES_IN_ALL_FRAMES / boxes).clamp(3, 500)
}

/// A uniform scene with a pair per box.
fn uniform(dimensions: usize, boxes: usize) -> FewBoxes {
    FewBoxes {
        kind: format!("uniform-1 {dimensions}D"),
        boxes,
        make: Box::new(move || Family::uniform(1.0, dimensions, boxes, frames_of(boxes), 1)),
    }
}

/// Bodies that fall into a container, whose walls are boxes as well.
fn pile(dimensions: usize, boxes: usize) -> FewBoxes {
    let frames = frames_of(boxes).min(FRAMES_OF_A_PILE);
    FewBoxes {
        kind: format!("pile {dimensions}D"),
        boxes,
        make: Box::new(move || Recording::Pile.scene(dimensions, boxes, frames, 1)),
    }
}

fn of_family(family: Family, dimensions: usize, boxes: usize) -> FewBoxes {
    FewBoxes {
        kind: format!("{} {dimensions}D", family.name()),
        boxes,
        make: Box::new(move || family.scene(dimensions, boxes, frames_of(boxes), 1)),
    }
}
