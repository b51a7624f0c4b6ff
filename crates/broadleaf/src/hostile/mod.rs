//! The work of every structure on inputs that are made to be hard: nothing is quadratic.
//!
//! `families` makes the inputs, `measure` counts the work of a structure on one of them, `bounds`
//! has the bounds and their exceptions. `docs/limits.md` repeats both.

mod bounds;
mod families;
mod measure;
mod number;
mod tests;
