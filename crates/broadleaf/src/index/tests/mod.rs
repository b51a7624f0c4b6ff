//! Tests of this room, a file for each file of it.

mod best_first;
mod hits;
mod merge;
mod near_join;
