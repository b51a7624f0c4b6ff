//! One of six iterators with the same items.

/// The iterator of the structure that was chosen.
pub(super) enum OneOf<A, B, C, D, E, F> {
    BruteForce(A),
    DynamicTree(B),
    Orthtree(C),
    KdSweep(D),
    PencilSweep(E),
    SettledTree(F),
}

impl<A, B, C, D, E, F> Iterator for OneOf<A, B, C, D, E, F>
where
    A: Iterator,
    B: Iterator<Item = A::Item>,
    C: Iterator<Item = A::Item>,
    D: Iterator<Item = A::Item>,
    E: Iterator<Item = A::Item>,
    F: Iterator<Item = A::Item>,
{
    type Item = A::Item;

    #[inline]
    fn next(&mut self) -> Option<A::Item> {
        match self {
            Self::BruteForce(items) => items.next(),
            Self::DynamicTree(items) => items.next(),
            Self::Orthtree(items) => items.next(),
            Self::KdSweep(items) => items.next(),
            Self::PencilSweep(items) => items.next(),
            Self::SettledTree(items) => items.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::BruteForce(items) => items.size_hint(),
            Self::DynamicTree(items) => items.size_hint(),
            Self::Orthtree(items) => items.size_hint(),
            Self::KdSweep(items) => items.size_hint(),
            Self::PencilSweep(items) => items.size_hint(),
            Self::SettledTree(items) => items.size_hint(),
        }
    }
}
