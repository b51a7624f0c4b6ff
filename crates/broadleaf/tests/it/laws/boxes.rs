//! The laws of boxes, their constructors, text and errors.

use broadleaf::geometry::{BoxCast, InvalidAabb, Scalar};
use broadleaf::{Aabb, Fixed, Id, Ray};

use super::CASES;
use crate::inputs::{Mode, TestScalar, aabb, coordinate, for_all, point};

fn check_aabb<S: TestScalar, const D: usize>(mode: Mode) {
    let inputs = (
        aabb::<S, D>(mode),
        aabb::<S, D>(mode),
        coordinate::<S>(mode),
        point::<S, D>(mode),
    );
    for_all(CASES, inputs, |(a, b, margin, displacement)| {
        let union = a.union(&b);
        assert!(union.contains(&a) && union.contains(&b) && union.overlaps(&a));
        assert_eq!(a.overlaps(&b), b.overlaps(&a));
        assert_eq!(a.overlaps(&b), a.intersection(&b).is_some());
        if let Some(common) = a.intersection(&b) {
            assert!(a.contains(&common) && b.contains(&common));
        }
        assert!(!a.contains(&b) || a.union(&b) == a);
        for grown in [a.expanded(margin), a.swept(displacement), a.snapped(margin)] {
            assert!(grown.contains(&a), "{grown:?}");
            // Margins and motions make only boxes that `try_new` accepts.
            assert_eq!(Aabb::try_new(grown.min(), grown.max()), Ok(grown));
        }
        assert!(!(union.half_area() < a.half_area()));
        assert_eq!(a.swept(displacement), a.union(&a.translated(displacement)));
        assert_eq!(a.translated([S::default(); D]), a);
        assert_eq!(
            Aabb::from_points([a.min(), b.max(), a.max(), b.min()]),
            Some(union)
        );
        assert_eq!(Aabb::try_from(<[[S; D]; 2]>::from(a)), Ok(a));
        let center = a.center();
        assert!(center.iter().all(|x| !x.is_nan()));
        assert!(a.contains_point(&center) || a.extents().iter().any(|x| !x.is_finite()));
    });
}

#[test]
fn boxes_are_made_from_centers_and_points() {
    let coordinates = || proptest::array::uniform3(-9..10);
    for_all(
        1_000,
        (coordinates(), proptest::array::uniform3(0..9)),
        |(center, half)| {
            let aabb = Aabb::from_center(center, half).unwrap();
            assert_eq!(
                (aabb.center(), aabb.half_extents()),
                (center, half.map(f64::from))
            );
            let real = Aabb::from_center(center.map(f64::from), half.map(f64::from)).unwrap();
            assert_eq!(real.half_extents(), half.map(f64::from));
            assert_eq!(real.center(), center.map(f64::from));
        },
    );
    assert_eq!(
        Aabb::from_center([0, 7], [1, -2]).unwrap_err().to_string(),
        "min 9 is above max 5 on axis 1"
    );
    assert_eq!(Aabb::from_center([3_u8], [200]), Ok(Aabb::new([0], [203])));
    assert!(Aabb::from_center([f32::NAN], [1.0]).is_err());
    assert!(Aabb::from_center([f32::INFINITY], [f32::INFINITY]).is_err());
    assert_eq!(Aabb::from_points([[1.0], [f64::NAN]]), None);
    assert_eq!(Aabb::from_points([[f64::NAN], [1.0]]), None);
    assert_eq!(Aabb::new([1, 2], [4, 3]).center(), [2, 2]);
    assert_eq!(Aabb::<f32, 1>::EVERYWHERE.center(), [0.0]);
    assert_eq!(Aabb::new([3.0], [f32::INFINITY]).center(), [f32::INFINITY]);
    assert_eq!(Aabb::new([i64::MIN], [i64::MAX]).center(), [-1]);
    let far = Aabb::new([250_u8], [255]);
    assert_eq!(far.translated([9]), Aabb::point([255]));
}

#[test]
fn boxes_and_ids_are_shown_and_hashed() {
    use std::collections::HashSet;
    let aabb = Aabb::new([0.5, -1.0], [2.0, f32::INFINITY]);
    assert_eq!(aabb.to_string(), "[0.5, -1] to [2, inf]");
    assert_eq!(format!("{aabb:.2}"), "[0.50, -1.00] to [2.00, inf]");
    let boxes: HashSet<_> = [
        Aabb::point([1, 2]),
        Aabb::point([1, 2]),
        Aabb::point([2, 1]),
    ]
    .into();
    assert_eq!(boxes.len(), 2);
    let fixed: HashSet<_> = [Aabb::point([Fixed::<16>::ONE]); 3].into();
    assert_eq!(fixed.len(), 1);
    let error = Aabb::try_new([0, 5], [1, 4]).unwrap_err();
    assert_eq!((error.axis(), error.min(), error.max()), (1, 5, 4));
    assert_eq!(
        (Id::try_from(7_usize), usize::from(Id(7)), u32::from(Id(7))),
        (Ok(Id(7)), 7, 7)
    );
    #[cfg(target_pointer_width = "64")]
    assert_eq!(
        Id::try_from(1_usize << 32).unwrap_err().to_string(),
        "index 4294967296 is above the greatest id, 4294967295"
    );
}

#[test]
fn boxes_keep_their_laws() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_aabb::<f32, 2>(mode);
        check_aabb::<f64, 3>(mode);
        check_aabb::<i32, 3>(mode);
        check_aabb::<i64, 2>(mode);
        check_aabb::<i8, 3>(mode);
        check_aabb::<u16, 2>(mode);
        check_aabb::<u64, 3>(mode);
        check_aabb::<Fixed<16>, 3>(mode);
        #[cfg(feature = "fixed")]
        {
            check_aabb::<::fixed::types::I16F16, 2>(mode);
            check_aabb::<::fixed::types::I32F32, 3>(mode);
        }
    }
}

#[test]
fn corners_out_of_order_are_refused_with_axis_and_values() {
    let message = |error: Result<Aabb<f32, 3>, InvalidAabb<f32>>| error.unwrap_err().to_string();
    assert_eq!(
        message(Aabb::try_new([0.0, 0.0, 2.5], [1.0, 1.0, -1.0])),
        "min 2.5 is above max -1 on axis 2"
    );
    assert_eq!(
        message(Aabb::try_new([0.0, f32::NAN, 9.0], [1.0, 1.0, 1.0])),
        "not a number on axis 1: min NaN, max 1"
    );
    assert_eq!(
        message(Aabb::try_new([0.0; 3], [1.0, 1.0, f32::NAN])),
        "not a number on axis 2: min 0, max NaN"
    );
    assert!(Aabb::try_new([f32::NEG_INFINITY; 2], [f32::INFINITY; 2]).is_ok());
    assert_eq!(
        Aabb::try_new([5], [4]).unwrap_err().to_string(),
        "min 5 is above max 4 on axis 0"
    );
    assert_eq!(
        Ray::<f32, 2>::new([0.0, f32::NAN], [1.0, 0.0])
            .unwrap_err()
            .to_string(),
        "point 0 has the coordinate NaN on axis 1"
    );
    assert!(Ray::<f64, 2>::new([0.0, 0.0], [f64::INFINITY, 0.0]).is_err());
    assert!(BoxCast::<f64, 2>::new(Aabb::EVERYWHERE, [1.0, 0.0]).is_err());
}
