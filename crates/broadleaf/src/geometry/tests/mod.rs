//! Tests of this room, a file for each file of it.

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
