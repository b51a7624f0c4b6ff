//! Questions that call back while they search, so that a long search can be ended from outside.

use super::query::PairQuery;
use crate::geometry::Scalar;

impl<'a, A: ?Sized, B: ?Sized, S: Scalar, const D: usize> PairQuery<'a, A, B, S, D> {
    /// Calls a function again and again while pairs are searched, also where none is found because
    /// groups or layers leave out all of them: there a program looks whether its user wants it to
    /// stop.
    ///
    /// It is called for sixteen boxes at a time at most, by the threads that search, so it must be
    /// quick. To end the question it unwinds, as a visitor may. It is not called while boxes are
    /// sorted. Replaces an earlier one.
    ///
    /// ```
    /// use broadleaf::{Aabb, Filter, PairFinder};
    /// use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
    /// let crowd = vec![Aabb::new([0, 0], [1, 1]); 1000];
    /// let calls = AtomicU32::new(0);
    /// let pulse = || {
    ///     calls.fetch_add(1, Relaxed);
    /// };
    /// let same = vec![Filter::default().with_group(-7); 1000];
    /// let mut finder = PairFinder::new();
    /// assert!(!finder.within(&crowd)?.filters(&same)?.pulse(&pulse).any_pair());
    /// assert!(calls.into_inner() >= 1000 / 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pulse(mut self, pulse: &'a (dyn Fn() + Sync)) -> Self {
        self.filter.pulse = Some(pulse);
        self
    }
}
