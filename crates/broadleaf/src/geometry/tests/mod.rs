//! Unit tests, one file for each file that they test.

mod ball;
mod counted;
mod grown;
mod margin;
mod raw_boxes;
mod ray;
mod root;
#[cfg(feature = "std")]
mod shapes;
mod sine;
#[cfg(feature = "std")]
mod there_and_back;
