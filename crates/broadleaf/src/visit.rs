//! Visitors, and how a search passes on the value of a break.

use core::convert::Infallible;
use core::ops::ControlFlow;

/// Receives pairs of numbers in batches until it breaks. A trait object and not a type parameter: a
/// search is large, and would be compiled once per visitor.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>;

/// Runs a search with a visitor, and returns the value that the visitor breaks with, which the
/// search itself drops.
pub(crate) fn keep_break<B>(
    search: impl FnOnce(Visit<'_>) -> ControlFlow<()>,
    visit: &mut impl FnMut(&[[u32; 2]]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut broken = Broken::new();
    let _ = search(&mut |batch| broken.keep(visit(batch)));
    broken.into_flow()
}

/// The value of a visitor's break, kept while the search breaks without one.
pub(crate) struct Broken<B>(Option<B>);

impl<B> Broken<B> {
    pub(crate) fn new() -> Self {
        Self(None)
    }

    #[inline]
    pub(crate) fn keep<C>(&mut self, flow: ControlFlow<B, C>) -> ControlFlow<(), C> {
        flow.map_break(|value| self.0 = Some(value))
    }

    pub(crate) fn into_flow(self) -> ControlFlow<B> {
        self.0.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }
}

/// A visitor that visits all pairs and never breaks.
pub(crate) fn never_breaks<A, B>(
    mut visit: impl FnMut(A, B),
) -> impl FnMut(A, B) -> ControlFlow<Infallible> {
    move |a, b| {
        visit(a, b);
        ControlFlow::Continue(())
    }
}
