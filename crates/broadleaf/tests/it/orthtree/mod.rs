//! Quadtrees and octrees: the rule, the root, the parameters, and all functions of the original
//! structures.

mod defects;
mod events;
mod octree;
mod parameters;
mod points;
mod quadtree;
mod root;
mod rule;
#[cfg(feature = "rayon")]
mod threads;
