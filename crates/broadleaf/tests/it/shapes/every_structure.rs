//! Shapes have the same answers in every structure and in a broad phase.

use std::fmt::Debug;

use broadleaf::broad_phase::{BroadPhase, Margin};
use broadleaf::geometry::Ball;
use broadleaf::orthtree::Orthtree;
use broadleaf::{
    BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep, SpatialIndex, SpatialIndexMut,
};

use super::{ball_casts, flat_shapes, geo_places, shapes};
use crate::erased::{AnyPlace, Erased};
use crate::inputs::{Mode, TestScalar, aabb, for_all, point};
use crate::oracle::{assert_same_distances, assert_same_overlaps, question};
use crate::packed::Rebuilt;

fn check_flat_answers<S: TestScalar, B: SpatialIndexMut<S, 2> + Clone + Debug + 'static>(
    mode: Mode,
    empty: fn() -> B,
) {
    let inputs = (
        proptest::collection::vec(aabb::<S, 2>(mode), 0..60),
        [point(mode), point(mode), point(mode), point(mode)],
        question(mode),
    );
    for_all(60, inputs, |(boxes, points, question)| {
        let (mut structure, mut oracle) =
            (Erased::new(empty()), Erased::new(BruteForce::default()));
        for (id, aabb) in (0..).map(Id).zip(boxes) {
            structure.insert(id, aabb);
            oracle.insert(id, aabb);
        }
        structure.optimize();
        for shape in flat_shapes(&points) {
            assert_same_overlaps(&structure, &oracle, &*shape);
        }
        for place in geo_places(&points, question.length) {
            let place: &dyn AnyPlace<S, 2> = &place;
            assert_same_distances(&structure, &oracle, place, &question);
        }
    });
}

#[test]
fn flat_shapes_have_the_same_answers_in_every_structure() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_flat_answers::<f32, _>(mode, DynamicTree::default);
        check_flat_answers::<f64, _>(mode, Orthtree::default);
        check_flat_answers::<f64, _>(mode, KdSweep::default);
        check_flat_answers::<i32, _>(mode, Orthtree::default);
        check_flat_answers::<i64, _>(mode, KdSweep::default);
        check_flat_answers::<Fixed<16>, _>(mode, PencilSweep::default);
        check_flat_answers::<f32, _>(mode, Rebuilt::<true, f32, 2>::default);
        check_flat_answers::<f64, _>(mode, Rebuilt::<false, f64, 2>::default);
        check_flat_answers::<i32, _>(mode, Rebuilt::<true, i32, 2>::default);
    }
}

/// A broad phase tests fat boxes first, and a shape that touches the tight box must not be lost
/// there.
fn check_broad_phase<S: TestScalar, const D: usize>(mode: Mode) {
    let inputs = (
        proptest::collection::vec(aabb::<S, D>(mode), 0..40),
        question(mode),
    );
    for_all(100, inputs, |(boxes, question)| {
        let margin = Margin::Fatten {
            extension: S::from_grid(1),
            prediction: 0.into(),
        };
        let mut broad_phase = BroadPhase::<(), S, D>::new(margin);
        let mut oracle = BruteForce::default();
        for aabb in boxes {
            oracle.insert(broad_phase.create(aabb, ()).id(), aabb);
        }
        let [p, q] = question.points;
        for shape in shapes(
            [p, q, question.aabb.max()],
            question.reals[0],
            question.length,
        ) {
            assert_eq!(
                broad_phase.tight().overlaps(&*shape),
                oracle.overlaps(&*shape)
            );
        }
        let ball = Ball {
            center: p,
            radius: question.length,
        };
        for cast in ball_casts(ball, question.reals[1], q) {
            assert_eq!(broad_phase.tight().cast_all(&cast), oracle.cast_all(&cast));
        }
        assert_eq!(
            broad_phase.tight().k_nearest(&ball, 9),
            oracle.k_nearest(&ball, 9)
        );
    });
}

#[test]
fn a_broad_phase_finds_what_its_tight_boxes_are_touched_by() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_broad_phase::<f32, 2>(mode);
        check_broad_phase::<f64, 3>(mode);
        check_broad_phase::<i32, 3>(mode);
    }
}
