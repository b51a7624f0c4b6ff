//! Tests of this room.

mod key;
mod lanes;
