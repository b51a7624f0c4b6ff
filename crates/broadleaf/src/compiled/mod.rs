//! Compiles here what programs call most, so that not every program compiles it again.
//!
//! A generic function is compiled where its types are known: in the program, after each edit. An
//! instance that the library has compiled for the same types is linked instead, provided that its
//! function is `#[inline(never)]`: in release builds rustc 1.95 shares those and no others
//! (rust-lang/rust#123244). Under a compiler that shares none, programs compile everything
//! themselves.
//!
//! So each room marks its large functions, and keeps the caller's closures, regions and data out of
//! them. The functions here make the calls of typical programs for the common scalars and
//! dimensions. Nobody calls them: the linker leaves them out of programs, along with everything
//! that nobody else calls.
//!
//! `cargo xtask cost` counts what a small program still compiles, and names the largest functions.
//! `docs/reference/recipes.md` describes what a new public function needs.

#![expect(dead_code, reason = "what is here is compiled, and never called")]

mod pairs;
mod steps;
mod trees;

use crate::geometry::{Aabb, Scalar};

/// Functions that make the calls of typical programs.
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
