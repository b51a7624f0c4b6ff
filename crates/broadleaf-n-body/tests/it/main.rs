//! Custom interactions through the public interface.

mod items;
mod multipoles;

/// Numbers from 0 to 1, the same on every run.
fn fractions(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}
