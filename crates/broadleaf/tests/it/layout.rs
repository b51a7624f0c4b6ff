//! Documented layouts, which C, NumPy and graphics processors may rely on.

use broadleaf::broad_phase::ProxyId;
use broadleaf::geometry::{Aabb, Fixed};
use broadleaf::{Id, geometry::Scalar};

/// A box has the size of its coordinates and the alignment of one.
fn check_box<S: Scalar, const D: usize>() {
    assert_eq!(size_of::<Aabb<S, D>>(), 2 * D * size_of::<S>());
    assert_eq!(align_of::<Aabb<S, D>>(), align_of::<S>());
}

#[test]
fn boxes_have_no_padding() {
    assert_eq!(size_of::<Aabb<f32, 2>>(), 16);
    assert_eq!(size_of::<Aabb<f32, 3>>(), 24);
    assert_eq!(size_of::<Aabb<f64, 3>>(), 48);
    check_box::<f32, 2>();
    check_box::<f32, 3>();
    check_box::<f64, 2>();
    check_box::<f64, 3>();
    check_box::<i32, 2>();
    check_box::<i32, 3>();
    check_box::<u8, 3>();
    check_box::<i16, 3>();
    check_box::<u64, 2>();
    check_box::<Fixed<16>, 3>();
}

#[test]
fn ids_and_pairs_are_plain_numbers() {
    assert_eq!((size_of::<Id>(), align_of::<Id>()), (4, 4));
    assert_eq!((size_of::<[Id; 2]>(), align_of::<[Id; 2]>()), (8, 4));
    assert_eq!((size_of::<ProxyId>(), align_of::<ProxyId>()), (8, 4));
    assert_eq!(
        (size_of::<Fixed<16>>(), align_of::<Fixed<16>>()),
        (8, align_of::<i64>())
    );
}

#[cfg(feature = "bytemuck")]
#[test]
fn the_bytes_are_min_then_max_axis_by_axis() {
    let flat = [
        Aabb::new([1.5_f32, -2.0], [3.0, 4.0]),
        Aabb::point([5.0, 6.0]),
    ];
    assert_eq!(
        bytemuck::cast_slice::<_, f32>(&flat),
        [1.5, -2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 6.0]
    );
    let solid = Aabb::new([1.0_f64, 2.0, 3.0], [4.0, 5.0, 6.0]);
    assert_eq!(
        bytemuck::cast_slice::<_, f64>(&[solid]),
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    );
    let integers = Aabb::new([1_i32, 2, 3], [4, 5, 6]);
    assert_eq!(
        bytemuck::bytes_of(&integers),
        [1_i32, 2, 3, 4, 5, 6].map(i32::to_ne_bytes).concat()
    );
    let pairs = [[Id(7), Id(1)], [Id(u32::MAX), Id(0)]];
    assert_eq!(bytemuck::cast_slice::<_, u32>(&pairs), [7, 1, u32::MAX, 0]);
}
