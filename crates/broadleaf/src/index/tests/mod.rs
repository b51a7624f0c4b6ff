//! Tests of this room, one file for each of its files.

mod best_first;
mod hits;
mod merge;
mod near_join;
