//! The types of the crate `fixed` as coordinates.

use broadleaf::geometry::Scalar;
use broadleaf::{Aabb, Fixed};

use super::steps;
use crate::inputs::for_all;

#[test]
fn the_types_of_the_crate_fixed_are_the_same_numbers() {
    type Theirs = ::fixed::FixedI64<::fixed::types::extra::U16>;
    for_all(4_000, (steps(), steps(), 0_u32..9), |(a, b, factor)| {
        let (ours, theirs) = (
            [a, b].map(Fixed::<16>::from_bits),
            [a, b].map(Theirs::from_bits),
        );
        assert_eq!(ours[0].key(), theirs[0].key());
        assert_eq!(
            (ours[0].to_real(), ours[0].minus(ours[1])),
            (theirs[0].to_real(), theirs[0].minus(theirs[1]))
        );
        let steps = |x: Theirs| x.to_bits();
        assert_eq!(
            ours[0].saturating_times(factor).to_bits(),
            steps(theirs[0].saturating_times(factor))
        );
        assert_eq!(
            Scalar::saturating_add(ours[0], ours[1]).to_bits(),
            steps(Scalar::saturating_add(theirs[0], theirs[1]))
        );
        assert_eq!(
            [ours[0].snap_down(ours[1]), ours[0].snap_up(ours[1])].map(Fixed::to_bits),
            [theirs[0].snap_down(theirs[1]), theirs[0].snap_up(theirs[1])].map(steps)
        );
    });
    assert_eq!(
        (Fixed::<16>::UNIT.to_bits(), Fixed::<16>::TENTH.to_bits()),
        (Theirs::UNIT.to_bits(), Theirs::TENTH.to_bits())
    );
    // If 1 is out of range, a unit is the greatest number.
    type Fraction = ::fixed::FixedI32<::fixed::types::extra::U32>;
    assert_eq!(
        (
            <Fraction as Scalar>::UNIT,
            <Fraction as Scalar>::TENTH.to_string().as_str()
        ),
        (Fraction::MAX, "0.1")
    );
    let mut broad_phase = broadleaf::BroadPhase::<(), Fraction, 2>::default();
    broad_phase.create(Aabb::new([Fraction::MIN; 2], [Fraction::MAX; 2]), ());
    assert!(broad_phase.step().begun.is_empty());
}
