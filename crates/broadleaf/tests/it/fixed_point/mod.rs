//! Fixed point: arithmetic against 128-bit integers, and answers that involve no float.

mod arithmetic;
#[cfg(feature = "fixed")]
mod crate_fixed;
mod no_floats;
mod precision;
mod text;

use proptest::prelude::*;

/// Any number of steps, extreme ones often.
fn steps() -> impl Strategy<Value = i64> {
    let special = [
        i64::MIN,
        i64::MIN + 1,
        -(1 << 32),
        -1,
        0,
        1,
        1 << 16,
        1 << 62,
        i64::MAX,
    ];
    prop_oneof![
        any::<i64>(),
        -1_000_000_i64..1_000_000,
        (0_usize..9).prop_map(move |n| special[n])
    ]
}
