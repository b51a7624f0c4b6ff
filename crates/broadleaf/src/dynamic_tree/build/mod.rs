//! Trees from many boxes at once.
//!
//! ```text
//!  boxes ──▶ bulk: sort along a curve ──▶ builder: cut in two again and again ──▶ nodes
//!            bottom_up: join the closest ──┘
//! ```
//!
//! Start with `bulk`. `bottom_up` is the slow build of Box2D, which also repairs small subtrees.

pub(super) mod bottom_up;
mod builder;
mod bulk;
#[cfg(feature = "rayon")]
mod parallel;
pub(super) mod scratch;
