//! Tests of `front.rs`.

use super::*;

#[test]
fn pops_siblings_by_reach_and_drops_what_is_late() {
    let mut front = Front::<f32, 3>::new(0.0);
    front.push_children([(7.0, 1)].into_iter());
    front.push_children([(2.0, 2), (1.0, 3), (2.0, 4)].into_iter());
    assert_eq!(front.pop(9.0), Some(3));
    front.push_children([(3.0, 5), (1.5, 6)].into_iter());
    let rest: [_; 5] = core::array::from_fn(|_| front.pop(2.0));
    assert_eq!(rest, [Some(6), Some(4), Some(2), None, None]);
}
