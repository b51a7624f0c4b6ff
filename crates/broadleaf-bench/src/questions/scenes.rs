//! The scenes of the comparison.

use broadleaf_scenes::{Family, Scene, SceneError};

use crate::arguments::Arguments;

type Make = Box<dyn Fn() -> Result<Scene, SceneError>>;

/// The families of the scenes, besides the uniform scenes.
const FAMILIES: [Family; 3] = [Family::Clustered, Family::Polylines, Family::Surface];

/// The names of all scenes that the arguments select, and their generators.
pub(super) fn all(arguments: &Arguments) -> Vec<(String, Make)> {
    let scale = if arguments.quick { 10 } else { 1 };
    let sizes = [10_000, 100_000, 1_000_000];
    let count = if arguments.million { 3 } else { 2 };
    let mut scenes = Vec::new();
    for boxes in sizes.into_iter().take(count).map(|size| size / scale) {
        if arguments.size.is_some_and(|size| size != boxes) {
            continue;
        }
        for dimensions in 2..=3 {
            scenes.push(uniform(dimensions, boxes));
            let families = FAMILIES.into_iter();
            let there = families.filter(|family| family.dimensions().contains(&dimensions));
            scenes.extend(there.map(|family| of_family(family, dimensions, boxes)));
        }
    }
    scenes.retain(|(name, _)| name.contains(&arguments.scene));
    scenes
}

/// Boxes with half a pair per box.
fn uniform(dimensions: usize, boxes: usize) -> (String, Make) {
    let make = move || Family::uniform(0.5, dimensions, boxes, 1, 1);
    (format!("uniform {dimensions}D {boxes}"), Box::new(make))
}

fn of_family(family: Family, dimensions: usize, boxes: usize) -> (String, Make) {
    let make = move || family.scene(dimensions, boxes, 1, 1);
    let name = format!("{} {dimensions}D {boxes}", family.name());
    (name, Box::new(make))
}
