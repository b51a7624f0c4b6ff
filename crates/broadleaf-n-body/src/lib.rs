//! Forces between all bodies: near bodies act individually, far ones as one mass. After Barnes &
//! Hut 1986, with one list of sources for each group of bodies after Barnes 1990.
//!
//! ```text
//!   ┌───────────────┬───────┐      For the bodies of a group ▪, a cell is far if its size is less
//!   │ ▪ ▪           │ ∘   ∘ │      than `opening` times its distance from the group. A far cell acts
//!   │  ▪            │   ●   │      as one body ● of all its mass at its center of mass. The cells
//!   ├───────┐       │ ∘   ∘ │      that are near are opened, down to single bodies.
//!   │  ∘  ∘ │       └───────┤
//!   └───────┴───────────────┘
//! ```
//!
//! Two engines share one tree:
//!
//! * [`forces`] is for bodies with a position and a mass, and a force between two of them. A group
//!   of at most 32 bodies shares a list of sources, so that the compiler computes several forces at
//!   once.
//! * [`interact`] is for custom items and summaries: several charges, quadrupoles, counts, a custom
//!   rule of what is far. Actions are mutual, and cells act on cells. See [`Interaction`].
//!
//! Read `solver` for the first engine, `interactions` and then `task` for the second; `halves` is
//! the tree.
//!
//! The tree halves the positions along the widest axis, down to four bodies or eight items. Neither
//! engine limits their number.
//!
//! ```
//! use broadleaf_n_body::{self as n_body, Body};
//! let stars: Vec<_> = (0..100)
//!     .map(|i| Body { position: [f64::from(i % 10), f64::from(i / 10)], mass: 1.0 })
//!     .collect();
//! let gravity = |at: &Body<f64, 2>, by: &Body<f64, 2>| {
//!     let [x, y] = [by.position[0] - at.position[0], by.position[1] - at.position[1]];
//!     let pull = at.mass * by.mass / (x * x + y * y).powf(1.5);
//!     [x * pull, y * pull]
//! };
//! let forces = n_body::forces(&stars, 0.5, gravity);
//! let [x, y] = forces[0]; // a corner is pulled along the diagonal
//! assert!(x > 0.0 && (x - y).abs() < 0.1);
//! ```

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod body;
mod cells;
mod field;
mod halves;
mod interaction;
mod interactions;
mod order;
mod part;
mod solver;
mod spread;
mod task;
#[cfg(test)]
mod tests;
mod threads;
mod tuning;

pub use self::body::Body;
pub use self::interaction::{Cell, Interaction};
#[cfg(feature = "rayon")]
pub use self::interactions::par_interact;
pub use self::interactions::{Interactions, interact};
#[cfg(feature = "rayon")]
pub use self::solver::par_forces;
pub use self::solver::{NBody, forces};
