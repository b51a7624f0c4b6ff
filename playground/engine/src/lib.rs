//! The engine of the playground: scenes, structures, a broad phase and answers, in WebAssembly.
//!
//! The page creates a stage, moves it from frame to frame, and draws the numbers that it finds in
//! the module's memory. The engine itself draws nothing.

mod answers;
mod clock;
mod film;
mod history;
mod kind;
mod limits;
mod marks;
mod nodes;
mod pile;
pub mod playground;
mod race;
mod segments;
mod span;
mod stage;
mod structure;
