//! How one form of a query follows from another.

use alloc::vec::Vec;

/// A list, from a form that fills a vector.
pub(in crate::index) fn list<T>(fill: impl FnOnce(&mut Vec<T>)) -> Vec<T> {
    let mut list = Vec::new();
    fill(&mut list);
    list
}

/// A number, from a form that visits.
pub(in crate::index) fn count(visit: impl FnOnce(&mut u64)) -> u64 {
    let mut count = 0;
    visit(&mut count);
    count
}
