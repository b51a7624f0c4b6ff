//! Conversions from and to the types of other crates.

#[cfg(feature = "bytemuck")]
mod with_bytemuck {
    use broadleaf::{Aabb, Fixed, Id};
    use bytemuck::checked::{try_cast_slice, try_from_bytes, try_pod_read_unaligned};
    use bytemuck::{TransparentWrapper, Zeroable};

    use crate::inputs::{Mode, TestScalar, coordinate, for_all};

    /// Coordinates convert to a box exactly if `try_new` accepts them.
    fn check<S: TestScalar + bytemuck::Pod>(nan: Option<S>) {
        let number = || coordinate::<S>(Mode::Wild);
        for_all(
            500,
            ([number(), number(), number(), number()], 0_usize..8),
            |(mut numbers, broken)| {
                if let (Some(nan), Some(number)) = (nan, numbers.get_mut(broken)) {
                    *number = nan;
                }
                let [a, b, c, d] = numbers;
                let expected = Aabb::try_new([a, b], [c, d]);
                match try_cast_slice::<S, Aabb<S, 2>>(&numbers) {
                    Ok(boxes) => assert_eq!(Ok(boxes[0]), expected),
                    Err(_) => assert!(expected.is_err()),
                }
                if let Ok(aabb) = expected {
                    let bytes = bytemuck::bytes_of(&aabb);
                    assert_eq!(bytes, bytemuck::bytes_of(&numbers));
                    assert_eq!(try_pod_read_unaligned(bytes), Ok(aabb));
                }
            },
        );
        assert_eq!(Aabb::<S, 3>::zeroed(), Aabb::point([S::default(); 3]));
    }

    #[test]
    fn bytes_are_boxes_exactly_if_they_are_valid() {
        check(Some(f32::NAN));
        check(Some(f64::NAN));
        check::<i32>(None);
        check::<u8>(None);
        check::<Fixed<16>>(None);
        #[cfg(feature = "fixed")]
        check::<::fixed::types::I16F16>(None);
    }

    #[test]
    fn ids_and_fixed_point_numbers_are_their_bits() {
        assert_eq!(Id::peel(Id(7)), 7);
        assert_eq!(Id::wrap_slice(&[3, 1]), [Id(3), Id(1)]);
        assert_eq!(try_from_bytes::<Id>(bytemuck::bytes_of(&9_u32)), Ok(&Id(9)));
        assert_eq!(Fixed::<16>::wrap(1 << 16), Fixed::ONE);
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use std::fmt::Debug;

    use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig, ProxyId};
    use broadleaf::geometry::{
        Ball, BallCast, BoxCast, Capsule, Cone, ConvexPolygon, HalfSpace, LonLat, Masked,
        OrientedBox, Triangle,
    };
    use broadleaf::report::Stats;
    use broadleaf::{Aabb, BroadPhase, BruteForce, Fixed, Hit, Id, Ray, SpatialIndex};
    use broadleaf::{dynamic_tree, kd_sweep, orthtree};
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use crate::inputs::{Mode, TestScalar, aabb, for_all};

    fn both_ways<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), text);
        assert_eq!(&serde_json::from_str::<T>(text).unwrap(), value);
        binary(value);
    }

    fn binary<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
        let bytes = bincode::serialize(value).unwrap();
        assert_eq!(&bincode::deserialize::<T>(&bytes).unwrap(), value);
    }

    #[test]
    fn values_have_a_documented_form() {
        both_ways(&Id(7), "7");
        both_ways(&[Id(1), Id(7)], "[1,7]");
        both_ways(&Hit::new(0.5, Id(3)), r#"{"reach":0.5,"id":3}"#);
        both_ways(
            &Aabb::new([0.5, 1.0], [2.0, 3.0]),
            r#"{"min":[0.5,1.0],"max":[2.0,3.0]}"#,
        );
        both_ways(&Aabb::<u8, 1>::point([9]), r#"{"min":[9],"max":[9]}"#);
        both_ways(&Fixed::<16>::from_ratio(-5, 4).unwrap(), r#""-1.25""#);
        both_ways(
            &Aabb::<Fixed<8>, 1>::EVERYWHERE,
            r#"{"min":["-36028797018963968"],"max":["36028797018963967.99609375"]}"#,
        );
        let ball = Ball {
            center: [1, 2],
            radius: 0.5,
        };
        both_ways(&ball, r#"{"center":[1,2],"radius":0.5}"#);
        both_ways(
            &Masked::new(ball, 6),
            r#"{"of":{"center":[1,2],"radius":0.5},"mask":6}"#,
        );
        both_ways(
            &HalfSpace::<f32, 2> {
                normal: [1.0, 0.0],
                offset: 2.0,
            },
            r#"{"normal":[1.0,0.0],"offset":2.0}"#,
        );
        let triangle = Triangle::new([[0, 1], [2, 3], [4, 0]]).unwrap();
        both_ways(&triangle, r#"{"vertices":[[0,1],[2,3],[4,0]]}"#);
        let polygon = ConvexPolygon::around(&[[4, 0], [0, 1], [2, 3]]).unwrap();
        both_ways(&polygon, r#"{"vertices":[[0,1],[4,0],[2,3]]}"#);
        both_ways(
            &Capsule::new([0, 1], [2, 3], 0.5).unwrap(),
            r#"{"start":[0,1],"end":[2,3],"radius":0.5}"#,
        );
        both_ways(
            &Cone::new([0, 1], [2.0, 3.0], 0.5).unwrap(),
            r#"{"apex":[0,1],"axis":[2.0,3.0],"radius":0.5}"#,
        );
        both_ways(
            &LonLat::new([9, 50]).unwrap().on_globe(1.0).unwrap(),
            r#"{"point":[9,50],"radius":1.0}"#,
        );
        both_ways(
            &OrientedBox::new([0, 1], [[2.0, 0.0], [0.0, 3.0]]),
            r#"{"center":[0,1],"half_edges":[[2.0,0.0],[0.0,3.0]]}"#,
        );
        both_ways(
            &Ray::between([0, 1], [2, 0]).unwrap(),
            r#"{"origin":[0,1],"direction":[2.0,-1.0],"length":1.0}"#,
        );
        both_ways(
            &BoxCast::new(Aabb::point([1]), [0.5]).unwrap(),
            r#"{"start":{"min":[1],"max":[1]},"direction":[0.5],"length":null}"#,
        );
        both_ways(
            &BallCast::new(ball, [3.0, 4.0]).unwrap().up_to(2.0),
            r#"{"start":{"center":[1,2],"radius":0.5},"direction":[3.0,4.0],"length":2.0}"#,
        );
        let refused = |text| serde_json::from_str::<Capsule<i32, 1>>(text).unwrap_err();
        let message = refused(r#"{"start":[0],"end":[2],"radius":-1.0}"#).to_string();
        assert!(message.starts_with("-1 is not a radius"), "{message}");
        both_ways(&ProxyId::from_bits(3 << 32 | 5), "12884901893");
        let list: BruteForce<_, 2> = [(Id(0), Aabb::point([0, 0]))].into_iter().collect();
        let stats: Stats =
            serde_json::from_value(serde_json::to_value(list.stats()).unwrap()).unwrap();
        assert_eq!(stats, list.stats());
    }

    #[test]
    fn settings_and_events_have_a_documented_form() {
        let margin = Margin::Fatten {
            extension: 0.5,
            prediction: 2.5.try_into().unwrap(),
        };
        both_ways(&margin, r#"{"Fatten":{"extension":0.5,"prediction":2.5}}"#);
        both_ways(
            &ProxyConfig::<i32>::new(Mobility::Kinematic),
            r#"{"mobility":"Kinematic","filter":{"category":4294967295,"mask":4294967295,"group":0},"margin":null}"#,
        );
        let mut broad_phase = BroadPhase::<(), i32, 2>::default();
        let pair = [(); 2].map(|()| broad_phase.create(Aabb::point([0, 0]), ()));
        assert_eq!(pair.map(ProxyId::to_bits), [0, 1]);
        both_ways(
            &broad_phase.step(),
            r#"{"begun":[[0,1]],"ended":[],"reasons":[],"stayed":[]}"#,
        );
        both_ways(
            &dynamic_tree::Config::default().with_balance(dynamic_tree::Balance::Height),
            r#"{"balance":"Height"}"#,
        );
        binary(&kd_sweep::Config::default().with_leaf_capacity(9));
        let root = Aabb::new([0.0, 0.0], [64.0, 64.0]);
        binary(&orthtree::Config::default().with_fixed_root(root));
    }

    #[test]
    fn fixed_point_is_bits_in_binary_formats() {
        assert_eq!(
            bincode::serialize(&Fixed::<16>::ONE).unwrap(),
            (1_i64 << 16).to_le_bytes()
        );
    }

    fn check_boxes<S: TestScalar + Serialize + DeserializeOwned, const D: usize>() {
        for_all(500, aabb::<S, D>(Mode::Wild), |aabb| binary(&aabb));
    }

    #[test]
    fn every_box_survives_in_bytes() {
        check_boxes::<f32, 3>();
        check_boxes::<f64, 2>();
        check_boxes::<i64, 3>();
        check_boxes::<u64, 2>();
        check_boxes::<Fixed<16>, 3>();
    }

    #[test]
    fn what_is_read_is_checked() {
        let read = |text: &str| {
            serde_json::from_str::<Aabb<f32, 2>>(text)
                .unwrap_err()
                .to_string()
        };
        let begins = |text: &str, message: &str| {
            let error = read(text);
            assert!(error.starts_with(message), "{error}");
        };
        begins(
            r#"{"min":[0,5],"max":[4,3]}"#,
            "min 5 is above max 3 on axis 1",
        );
        begins(
            r#"{"min":[0],"max":[4,3]}"#,
            "invalid length 1, expected 2 numbers",
        );
        begins(r#"{"min":[0,1,2],"max":[4,3]}"#, "trailing characters");
        begins(r#"{"min":[0,1]}"#, "missing field `max`");
        begins(r#"{"min":[0,null],"max":[4,3]}"#, "invalid type: null");
        let nan = bincode::serialize(&[[0.0_f32, f32::NAN], [1.0, 1.0]]).unwrap();
        let error = bincode::deserialize::<Aabb<f32, 2>>(&nan).unwrap_err();
        assert_eq!(error.to_string(), "not a number on axis 1: min NaN, max 1");
        let error = serde_json::from_str::<Fixed<16>>(r#""1e3""#).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with(r#""1e3" is not a decimal number"#),
            "{error}"
        );
        assert!(
            serde_json::from_str::<Fixed<16>>("1.5").is_err(),
            "a float may be inexact"
        );
    }
}

/// Corners convert in both directions, and a point makes the same query as the array of its
/// coordinates.
#[cfg(any(
    feature = "glam-0_30",
    feature = "glam-0_32",
    feature = "glam-0_33",
    feature = "mint-0_5",
    feature = "nalgebra-0_35"
))]
fn check_corners<S, P, const D: usize>(to_array: fn(P) -> [S; D])
where
    S: crate::inputs::TestScalar,
    P: Copy + From<[S; D]> + std::fmt::Debug,
    broadleaf::Aabb<S, D>: TryFrom<(P, P), Error = broadleaf::geometry::InvalidAabb<S>>,
    (P, P): From<broadleaf::Aabb<S, D>>,
{
    use crate::inputs::{Mode, for_all, point};
    use broadleaf::Aabb;

    for_all(
        200,
        (point::<S, D>(Mode::Wild), point::<S, D>(Mode::Wild)),
        move |(min, max)| {
            let converted = Aabb::try_from((P::from(min), P::from(max)));
            assert_eq!(converted, Aabb::try_new(min, max));
            if let Ok(aabb) = converted {
                let (low, high): (P, P) = aabb.into();
                assert_eq!([to_array(low), to_array(high)], [min, max]);
            }
        },
    );
}

#[cfg(any(
    feature = "glam-0_30",
    feature = "glam-0_32",
    feature = "glam-0_33",
    feature = "mint-0_5",
    feature = "nalgebra-0_35"
))]
fn check_point<S, P, const D: usize>()
where
    S: crate::inputs::TestScalar,
    P: From<[S; D]> + broadleaf::geometry::Region<S, D> + broadleaf::geometry::Place<S, D>,
{
    use crate::inputs::{Mode, aabb, for_all, point};
    use broadleaf::{BruteForce, Id, SpatialIndex};

    for mode in [Mode::Grid, Mode::Wild] {
        for_all(
            200,
            (point::<S, D>(mode), [aabb::<S, D>(mode), aabb(mode)]),
            |(array, boxes)| {
                let list: BruteForce<S, D> = (0..).map(Id).zip(boxes).collect();
                let point = P::from(array);
                assert_eq!(list.overlaps(&point), list.overlaps(&array));
                assert_eq!(list.k_nearest(&point, 2), list.k_nearest(&array, 2));
            },
        );
    }
}

#[cfg(feature = "glam-0_30")]
#[test]
fn vectors_of_glam_0_30_are_corners_and_points() {
    check_corners::<f32, glam_0_30::Vec3, 3>(|v| v.to_array());
    check_point::<f32, glam_0_30::Vec2, 2>();
}

#[cfg(feature = "glam-0_32")]
#[test]
fn vectors_of_glam_0_32_are_corners_and_points() {
    check_corners::<f32, glam_0_32::Vec3, 3>(|v| v.to_array());
    check_point::<f32, glam_0_32::Vec2, 2>();
}

#[cfg(feature = "glam-0_33")]
#[test]
fn vectors_of_glam_are_corners_and_points() {
    use glam_0_33::*;
    macro_rules! check {
        ($($S:ty, $D:literal: $($V:ident)*;)*) => { $($(
            check_corners::<$S, $V, $D>(|v| v.to_array());
            check_point::<$S, $V, $D>();
        )*)* };
    }
    check! {
        f32, 2: Vec2; f64, 2: DVec2; i32, 2: IVec2; u8, 2: U8Vec2; u64, 2: U64Vec2;
        f32, 3: Vec3 Vec3A; f64, 3: DVec3; i32, 3: IVec3; i16, 3: I16Vec3; i64, 3: I64Vec3;
    }
}

#[cfg(feature = "mint-0_5")]
#[test]
fn points_of_mint_are_corners_and_points() {
    use mint_0_5 as mint;
    check_corners::<f32, mint::Point2<f32>, 2>(|p| p.into());
    check_corners::<f64, mint::Point3<f64>, 3>(|p| p.into());
    check_corners::<i32, mint::Vector2<i32>, 2>(|v| v.into());
    check_corners::<f32, mint::Vector3<f32>, 3>(|v| v.into());
    check_point::<i32, mint::Point2<i32>, 2>();
    check_point::<f32, mint::Point3<f32>, 3>();
}

#[cfg(feature = "nalgebra-0_35")]
#[test]
fn points_of_nalgebra_are_corners_and_points() {
    use nalgebra_0_35::{Point2, Point3, Vector2, Vector3};
    check_corners::<f32, Point2<f32>, 2>(|p| p.into());
    check_corners::<f64, Point3<f64>, 3>(|p| p.into());
    check_corners::<i32, Vector2<i32>, 2>(|v| v.into());
    check_corners::<f32, Vector3<f32>, 3>(|v| v.into());
    check_point::<i32, Point2<i32>, 2>();
    check_point::<f64, Point3<f64>, 3>();
}
