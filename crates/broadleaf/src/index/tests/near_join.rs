use crate::geometry::Scalar;
use crate::index::near::candidates::half;

#[test]
fn two_halves_are_at_least_the_whole() {
    fn check<S: Scalar>(margins: &[S]) {
        for &margin in margins {
            let half = half(margin);
            assert!(
                half <= margin && margin <= half.saturating_add(half),
                "{margin}"
            );
        }
    }
    check(&[0, 1, 2, 7, i32::MAX]);
    check(&[0, 1, 254, u8::MAX]);
    check(&[0.0, f32::from_bits(1), 1e-40, 3.0, f32::MAX, f32::INFINITY]);
}
