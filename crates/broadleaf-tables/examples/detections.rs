//! Detections of an image: boxes with scores, of which many are on the same object.
//!
//! `cargo run --release -p broadleaf-tables --example detections`

use broadleaf::{Aabb, Id};
use broadleaf_tables::measure::{self, Measure, Suppression};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let boxes = [
        [0.0, 0.0, 4.0, 4.0],
        [1.0, 0.0, 5.0, 4.0],
        [3.0, 3.0, 7.0, 7.0_f32],
    ]
    .map(|[left, top, right, bottom]| Aabb::new([left, top], [right, bottom]));
    let scores = [0.5, 0.75, 0.25];
    assert_eq!(Measure::Iou.of(&boxes[0], &boxes[1]), 0.6);

    let found = measure::self_pairs(&boxes, Measure::Iou, 0.5)?;
    assert_eq!(found[0].pair, [Id(0), Id(1)]);
    let truth = [Aabb::new([6.0, 6.0], [7.0, 7.0])];
    let found = measure::cross_pairs(&boxes, &truth, Measure::Ios, 1.0)?;
    assert_eq!(found[0].pair, [Id(2), Id(0)]);

    let kept = measure::nms(&boxes, &scores, Suppression::at(0.5))?;
    println!("the best boxes: {kept:?}");
    assert_eq!(kept, [Id(1), Id(2)]);

    let merged = measure::merge(&boxes, &scores, Suppression::at(0.5))?;
    assert_eq!(merged.absorbers(), [Id(1), Id(1), Id(2)]);
    assert_eq!(merged.unions(&boxes)?[0], boxes[0].union(&boxes[1]));
    println!("weighted by scores: {:?}", merged.means(&boxes, &scores)?);
    Ok(())
}
