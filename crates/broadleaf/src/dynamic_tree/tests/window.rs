//! Tests of `query/window.rs`.

use crate::dynamic_tree::query::window::Window;
use crate::geometry::Aabb;

fn check<const D: usize>() {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as f32 % 5.0
    };
    let mut aabb = || {
        let min = [(); D].map(|()| next());
        Aabb::new(min, min.map(|x| x + next()))
    };
    for _ in 0..2_000 {
        let (a, b) = (aabb(), aabb());
        assert_eq!(Window::new(&a).overlaps(&b), a.overlaps(&b), "{a} and {b}");
    }
    let everywhere = Aabb::<f32, D>::EVERYWHERE;
    assert!(Window::new(&everywhere).overlaps(&everywhere));
    assert!(Window::new(&aabb()).overlaps(&everywhere));
}

#[test]
fn agrees_with_the_box_in_every_dimension() {
    check::<1>();
    check::<2>();
    check::<3>();
    check::<4>();
}
