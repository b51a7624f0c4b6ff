//! Law 1: after every operation of a random sequence, every structure answers as `BruteForce` does,
//! and its invariants hold.

mod answers;
mod operations;
mod question;

pub(crate) use answers::{
    assert_same_answers, assert_same_distances, assert_same_map, assert_same_overlaps,
};
pub(crate) use operations::fixed_root;
pub(crate) use question::{Question, ids, question};
