//! Lists of items that name others, which lie anywhere in memory.

/// What an item names is fetched while this number of items before it is used.
const AHEAD: usize = 12;

/// The items in order. Calls `fetch` with those that come later.
#[inline]
pub(super) fn fetch_ahead<'a, T>(
    items: &'a [T],
    fetch: impl Fn(&T) + 'a,
) -> impl Iterator<Item = &'a T> {
    (AHEAD..).zip(items).map(move |(later, item)| {
        if let Some(later) = items.get(later) {
            fetch(later);
        }
        item
    })
}
