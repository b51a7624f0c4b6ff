use crate::geometry::aabb::Aabb;
use crate::geometry::counted::Counted;
use crate::geometry::probe::Probe;
use crate::geometry::region::Region;

#[test]
fn a_counted_question_has_the_same_answers() {
    let window = Aabb::new([0, 0], [4, 4]);
    let counted = Counted::new(window);
    for aabb in [[1, 2], [4, 9], [5, 6]].map(|[min, max]| Aabb::new([min; 2], [max; 2])) {
        assert_eq!(counted.touches(&aabb), window.touches(&aabb));
        assert_eq!(counted.may_touch_inside(&aabb), window.touches(&aabb));
        assert_eq!(counted.reach(&aabb), window.reach(&aabb));
    }
    assert_eq!(counted.tests(), 9);
}
