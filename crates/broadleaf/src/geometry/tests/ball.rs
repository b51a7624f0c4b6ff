use crate::geometry::aabb::Aabb;
use crate::geometry::probe::Probe;
use crate::geometry::shapes::Ball;

#[test]
fn a_ball_reaches_from_its_surface() {
    let reach = |radius: f64, [low, high]: [f64; 2]| {
        let center = [0.0, 0.0];
        Ball { center, radius }.reach(&Aabb::new([low, 0.0], [high, 9.0]))
    };
    assert_eq!(reach(1.0, [3.0, 4.0]), Some(4.0));
    assert_eq!(reach(0.25, [0.75, 4.0]), Some(0.25));
    assert_eq!(
        [reach(3.0, [3.0, 4.0]), reach(0.5, [-1.0, 1.0])],
        [Some(0.0); 2]
    );
    assert_eq!(
        [reach(-1.0, [0.0, 1.0]), reach(f64::NAN, [0.0, 1.0])],
        [None; 2]
    );
}
