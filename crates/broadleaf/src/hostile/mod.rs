//! The work of every structure on inputs that are made to be hard: nothing is quadratic.
//!
//! `families` makes the inputs, `measure` counts the work of a structure on one of them, `bounds`
//! has the bounds and their exceptions, which `docs/reference/limits.md` repeats. For few boxes,
//! quadratic work with a small factor stays below a bound, so the work on `scenes` is counted at
//! two sizes.

mod bounds;
mod families;
mod measure;
mod number;
mod scenes;
mod tests;
mod wrappers;
