//! Fixed-point numbers: integers that count fractions of a unit.

mod decimal;
mod number;
mod operators;
mod scalar;
#[cfg(test)]
mod tests;
mod text;
mod word;

pub use self::number::Fixed;
pub use self::text::InvalidFixed;
