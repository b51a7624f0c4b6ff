//! Random numbers that are the same in every run, for scenes that are too large for shrinking
//! inputs.

#[cfg(feature = "rayon")]
use broadleaf::Aabb;

#[cfg(feature = "rayon")]
use crate::inputs::TestScalar;

/// Random words, whose upper bits are more random.
pub(crate) fn words(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state
    }
}

/// Whole numbers below a limit.
pub(crate) fn numbers(seed: u64) -> impl FnMut(i64) -> i64 {
    let mut word = words(seed);
    move |limit| (word() >> 33) as i64 % limit
}

/// Boxes whose corners are in a grid with `cells` cells per axis, with sides below `size`.
#[cfg(feature = "rayon")]
pub(crate) fn grid_boxes<S: TestScalar, const D: usize>(
    count: usize,
    [cells, size]: [u32; 2],
    seed: u32,
) -> Vec<Aabb<S, D>> {
    let mut word = words(seed.into());
    let mut below = |limit: u32| i32::try_from((word() >> 33) % u64::from(limit)).unwrap();
    let mut aabb = || {
        let min = [0; D].map(|_| below(cells));
        let max = min.map(|x| x + below(size));
        Aabb::new(min.map(S::from_grid), max.map(S::from_grid))
    };
    (0..count).map(|_| aabb()).collect()
}
