//! The functions of the broad phase of Box2D 2.x, with a `BroadPhase`. The first three functions
//! below take callbacks as in Box2D.
//!
//! `cargo run -p broadleaf --example box2d_broad_phase`

use std::ops::ControlFlow;

use broadleaf::broad_phase::{Margin, UnknownProxy};
use broadleaf::dynamic_tree::Balance;
use broadleaf::{Aabb, BroadPhase, Ray, SpatialIndex};

/// Calls back with the user data of each pair that began. A refused pair is decided again when one
/// of its proxies is touched.
fn update_pairs<T>(
    broad_phase: &mut BroadPhase<T, f32, 2>,
    should_collide: impl Fn(&T, &T) -> bool,
    mut add_pair: impl FnMut(&T, &T),
) {
    let events = broad_phase.step_with(|(_, a), (_, b)| should_collide(a, b));
    for pair in events.begun {
        let [a, b] = pair.map(|id| broad_phase.user_data(id).expect("it exists"));
        add_pair(a, b);
    }
}

/// Calls back with the user data of each proxy whose fat box overlaps a box, until the callback
/// returns false.
fn query<T>(
    broad_phase: &BroadPhase<T, f32, 2>,
    aabb: &Aabb<f32, 2>,
    mut callback: impl FnMut(&T) -> bool,
) {
    let _ = broad_phase.fat().try_for_each_overlap(aabb, |slot| {
        let data = broad_phase.user_data(broad_phase.proxies(slot));
        match data.is_none_or(&mut callback) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
}

/// Casts a ray. The callback gets the ray as clipped so far, and returns 0 to end the cast, -1 to
/// ignore the proxy, or the fraction at which to clip the ray.
fn ray_cast<T>(
    broad_phase: &BroadPhase<T, f32, 2>,
    ray: &Ray<f32, 2>,
    mut callback: impl FnMut(&Ray<f32, 2>, &T) -> f32,
) {
    let _ = broad_phase.ray_cast(ray, |clipped, _, data| match callback(clipped, data) {
        0.0 => ControlFlow::Break(()),
        fraction if fraction < 0.0 => ControlFlow::Continue(clipped.length()),
        fraction => ControlFlow::Continue(fraction),
    });
}

fn square(x: f32) -> Aabb<f32, 2> {
    Aabb::new([x, 0.0], [x + 1.0, 1.0])
}

fn main() -> Result<(), UnknownProxy> {
    let margin = Margin::Fatten {
        extension: 0.125,     // aabbExtension
        prediction: 2.into(), // aabbMultiplier
    };
    let mut broad_phase = BroadPhase::with_capacity(margin, 16);
    broad_phase.set_balance(Balance::Height);
    let ids = [0.0, 3.0, 6.0, 9.0].map(|x| broad_phase.create(square(x), x));

    // Within the fat box nothing happens. Outside it, the new one reaches two displacements ahead.
    assert!(!broad_phase.move_to(ids[0], square(0.125), [0.125, 0.0])?);
    assert!(broad_phase.move_to(ids[0], square(0.5), [0.75, 0.0])?);
    let ahead = Aabb::new([0.375, -0.125], [3.125, 1.125]);
    assert_eq!(broad_phase.fat_aabb(ids[0]), Some(ahead));
    assert!(broad_phase.test_overlap(ids[0], ids[1]));

    update_pairs(&mut broad_phase, |_, _| false, |_, _| panic!("refused"));
    // Without another move, the step would replace the fat box that reaches far ahead.
    assert!(!broad_phase.move_to(ids[0], square(0.5), [0.75, 0.0])?);
    broad_phase.touch(ids[0])?;
    let mut pairs = Vec::new();
    update_pairs(&mut broad_phase, |_, _| true, |&a, &b| pairs.push([a, b]));
    assert_eq!(pairs, [[0.0, 3.0]]);

    let mut found = 0;
    let everything = Aabb::new([-9.0, 0.0], [20.0, 1.0]);
    query(&broad_phase, &everything, |_| {
        found += 1;
        found < 3
    });
    assert_eq!(found, 3, "the third answer was false");

    // Ignores one proxy and clips at every other, so that the last one visited is the first on the
    // ray.
    let ray = Ray::between([-2.0, 0.5], [14.0, 0.5]).expect("both ends are finite");
    let mut closest = None;
    ray_cast(&broad_phase, &ray, |clipped, &x| {
        let fraction = (x + 2.0) / 16.0;
        if x == 0.0 || fraction > clipped.length() {
            return -1.0;
        }
        closest = Some((x, fraction));
        fraction
    });
    assert_eq!(closest, Some((3.0, 0.3125)));

    // `shiftOrigin`, with the opposite sign. All proxies move together, so there are no events.
    broad_phase.translate([100.0, 0.0]);
    assert!(broad_phase.step().is_empty());
    assert_eq!(broad_phase.aabb(ids[3]), Some(square(109.0)));

    broad_phase.rebuild_bottom_up();
    broad_phase.validate().expect("a bug in Broadleaf");
    let tree = broad_phase.moving().stats();
    assert_eq!((tree.height, tree.max_balance), (2, 0));
    println!("{} proxies, quality {:.2}", tree.len, tree.area_ratio);

    assert!(broad_phase.remove(ids[1]) && !broad_phase.remove(ids[1]));
    assert_eq!(broad_phase.step().ended, [[ids[0], ids[1]]]);
    Ok(())
}
