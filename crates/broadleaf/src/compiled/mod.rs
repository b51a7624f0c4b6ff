//! What programs call most, compiled here once, and not again in each program.
//!
//! A generic function is compiled where its types are known: in the program, after each of its
//! edits. But an instance that the library has compiled for the same types is only called, if its
//! function is `#[inline(never)]`: in release builds rustc 1.95 shares those and no others
//! (rust-lang/rust#123244). Under a compiler that does not, programs compile them as before.
//!
//! So each room marks its large functions, and keeps the caller's closures, regions and data out of
//! them. Here are functions that call what programs call, for the common scalars and dimensions.
//! Nobody calls these: the linker leaves them out of programs, with all that nobody else calls.
//!
//! `cargo xtask cost` counts what a small program still compiles, and names the largest functions.
//! What a new public function needs is in `docs/reference/recipes.md`.

#![expect(dead_code, reason = "what is here is compiled, and never called")]

mod pairs;
mod steps;
mod trees;

use crate::geometry::{Aabb, Scalar};

/// Functions that call what programs call.
type Calls<S, const D: usize> = [fn(&[Aabb<S, D>]); 4];

const fn calls<S: Scalar, const D: usize>() -> Calls<S, D> {
    [
        pairs::all::<S, D>,
        trees::dynamic::<S, D>,
        trees::settled::<S, D>,
        steps::all::<S, D>,
    ]
}

static IN_2D: Calls<f32, 2> = calls();
static IN_3D: Calls<f32, 3> = calls();
