//! Visitors, and how a search passes on that one breaks.

use core::convert::Infallible;
use core::ops::ControlFlow;

/// Gets pairs of numbers, a batch at a time, until it breaks. Not a type parameter: a search is
/// large and would be compiled for every visitor.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>;

/// Passes a visitor to a search, which does not keep the value that a visitor breaks with, and
/// returns that value.
pub(crate) fn keep_break<B>(
    search: impl FnOnce(Visit<'_>) -> ControlFlow<()>,
    visit: &mut impl FnMut(&[[u32; 2]]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut broken = Broken::new();
    let _ = search(&mut |batch| broken.keep(visit(batch)));
    broken.into_flow()
}

/// The value with which a visitor broke, kept while the search breaks without one.
pub(crate) struct Broken<B>(Option<B>);

impl<B> Broken<B> {
    pub(crate) fn new() -> Self {
        Self(None)
    }

    /// Keeps the value of a break.
    #[inline]
    pub(crate) fn keep<C>(&mut self, flow: ControlFlow<B, C>) -> ControlFlow<(), C> {
        flow.map_break(|value| self.0 = Some(value))
    }

    pub(crate) fn into_flow(self) -> ControlFlow<B> {
        self.0.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }
}

/// A visitor that visits all pairs.
pub(crate) fn never_breaks<A, B>(
    mut visit: impl FnMut(A, B),
) -> impl FnMut(A, B) -> ControlFlow<Infallible> {
    move |a, b| {
        visit(a, b);
        ControlFlow::Continue(())
    }
}
