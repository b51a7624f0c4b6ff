//! Fixed-point numbers: integers that count fractions of a unit.

mod decimal;
mod number;
mod operators;
mod scalar;
mod text;
mod word;

pub use self::number::Fixed;
pub use self::text::InvalidFixed;
