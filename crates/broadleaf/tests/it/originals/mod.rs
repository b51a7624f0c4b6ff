//! Differences from the originals: `docs/reference/originals.md` has a row for each.

mod balance;
mod boxes;
mod broad_phase;
mod dynamic_tree;
mod kd_sweep;
mod quadtree;
