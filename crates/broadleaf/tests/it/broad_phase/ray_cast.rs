//! The visitor of a ray cast can do everything that the callback of Box2D can.

use std::ops::ControlFlow;

use broadleaf::broad_phase::Margin;
use broadleaf::{Aabb, BroadPhase, Ray};

/// The answer of a visitor to a box and the ray as clipped so far.
type Answer<'a> = &'a dyn Fn(u8, &Ray<f32, 2>) -> ControlFlow<u8, f32>;

/// The four results of Box2D's ray callback, on boxes at 2, 4, 6 and 8 of a ray of length 10, in
/// any order of visits.
#[test]
fn a_ray_cast_can_break_ignore_clip_and_go_on() {
    let mut broad_phase = BroadPhase::<u8, f32, 2>::new(Margin::Tight);
    for x in [2_u8, 4, 6, 8] {
        let min = f32::from(x);
        broad_phase.create(Aabb::new([min, 0.0], [min + 1.0, 1.0]), x);
    }
    let ray = Ray::between([0.0, 0.5], [10.0, 0.5]).unwrap();
    // The boxes visited, each with the length of the ray that the visitor sees.
    let cast = |answer: Answer| {
        let mut visited = Vec::new();
        let outcome = broad_phase.ray_cast(&ray, |clipped, hit, &x| {
            assert_eq!(*clipped, ray.up_to(clipped.length()));
            assert_eq!(hit.reach, f32::from(x) / 10.0);
            visited.push((x, clipped.length()));
            answer(x, clipped)
        });
        (visited, outcome)
    };
    let on = ControlFlow::Continue(());
    let all = vec![(2, 1.0), (4, 1.0), (6, 1.0), (8, 1.0)];

    let (mut ignored, outcome) = cast(&|_, _| ControlFlow::Continue(f32::INFINITY));
    ignored.sort_by_key(|&(x, _)| x);
    assert_eq!((&ignored, outcome), (&all, on));
    let (mut passed, outcome) = cast(&|_, clipped| ControlFlow::Continue(clipped.length()));
    passed.sort_by_key(|&(x, _)| x);
    assert_eq!((&passed, outcome), (&all, on));

    let (before, outcome) = cast(&|x, clipped| match x {
        4 => ControlFlow::Break(x),
        _ => ControlFlow::Continue(clipped.length()),
    });
    assert_eq!(outcome, ControlFlow::Break(4));
    assert_eq!(
        before.last(),
        Some(&(4, 1.0)),
        "nothing is visited after a break"
    );

    // Clips at 5 if the box at 4 is visited, and ignores all others.
    let (clipped, outcome) =
        cast(&|x, _| ControlFlow::Continue(if x == 4 { 0.5 } else { f32::INFINITY }));
    let clip = clipped.iter().position(|&(x, _)| x == 4).unwrap();
    assert!(clipped[..=clip].iter().all(|&(_, length)| length == 1.0));
    let after = &clipped[clip + 1..];
    assert!(after.iter().all(|&visit| visit == (2, 0.5)), "{after:?}");
    assert!(clipped.iter().any(|&(x, _)| x == 2));
    assert_eq!(outcome, on);
}
