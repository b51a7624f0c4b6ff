//! The trait for custom interactions, and the view of a cell for its rule of what is far.

use core::slice;

use broadleaf::Aabb;
use broadleaf::geometry::{Probe, Real};

use super::order::greater;

/// Items that act on each other, their summaries, and the rule of when a summary may stand for
/// items.
///
/// [`interact`](super::interact) sorts the items into cells by repeated halving. Every cell gets a
/// summary: [`summarize`](Self::summarize) makes the summaries of the smallest cells, the leaves,
/// and [`merge`](Self::merge) makes the others, from the leaves up. Then each item acts on each
/// other item exactly once, in one of three forms: item with item
/// ([`between_items`](Self::between_items)), item with summary, or summary with summary
/// ([`between_summaries`](Self::between_summaries)). [`is_far`](Self::is_far) decides which.
/// Finally, the effects that summaries have received are passed down: by
/// [`pass_down`](Self::pass_down) to the halves of a cell, and by
/// [`pass_to_item`](Self::pass_to_item) from the leaves to items.
///
/// Every action is mutual: a method with two sides must let both act on each other, and is called
/// once for the two. The order of the sides has no meaning.
///
/// Methods may change the implementer, for example to count. In the parallel form, every task has a
/// clone, which is dropped with its changes; items and summaries remain.
///
/// ```
/// use broadleaf_n_body::{self as n_body, Interaction};
///
/// /// A star, and the mass of all others.
/// struct Star {
///     position: [f64; 2],
///     mass: f64,
///     others: f64,
/// }
///
/// struct Masses;
///
/// impl Interaction<f64, 2> for Masses {
///     type Item = Star;
///     /// The mass of a cell, and the mass of all that is far from it.
///     type Summary = [f64; 2];
///
///     fn position(&self, star: &Star) -> [f64; 2] {
///         star.position
///     }
///     fn summarize(&mut self, stars: &[Star]) -> [f64; 2] {
///         [stars.iter().map(|star| star.mass).sum(), 0.0]
///     }
///     fn merge(&mut self, a: &[f64; 2], b: &[f64; 2]) -> [f64; 2] {
///         [a[0] + b[0], 0.0]
///     }
///     fn between_items(&mut self, a: &mut Star, b: &mut Star) {
///         a.others += b.mass;
///         b.others += a.mass;
///     }
///     fn between_summaries(&mut self, a: &mut [f64; 2], b: &mut [f64; 2]) {
///         a[1] += b[0];
///         b[1] += a[0];
///     }
///     fn pass_down(&mut self, from: &[f64; 2], to: &mut [f64; 2]) {
///         to[1] += from[1];
///     }
///     fn pass_to_item(&mut self, from: &[f64; 2], star: &mut Star) {
///         star.others += from[1];
///     }
/// }
///
/// let star = |i: u32| Star { position: [f64::from(i), 0.0], mass: 2.0, others: 0.0 };
/// let mut stars: Vec<_> = (0..100).map(star).collect();
/// n_body::interact(&mut Masses, &mut stars);
/// assert!(stars.iter().all(|star| star.others == 198.0));
/// assert_eq!(stars[7].position, [7.0, 0.0]); // the order is unchanged
/// ```
#[doc(alias = "Nbody")]
pub trait Interaction<R: Real, const D: usize> {
    /// What acts and is acted on: for example a particle with its position and the force on it.
    type Item;
    /// The combined effect of a cell's items, and the effects that they receive together. The
    /// default value has no meaning: every summary is made before it is used.
    #[doc(alias = "Mass")]
    type Summary: Default;

    /// The position of an item, which decides only which cell the item is in. A position with a NaN
    /// counts as the origin.
    fn position(&self, item: &Self::Item) -> [R; D];

    /// The summary of a leaf, or of a single item, before it receives anything. There is at least
    /// one item.
    #[doc(alias = "compute_center_of_mass")]
    fn summarize(&mut self, items: &[Self::Item]) -> Self::Summary;

    /// The summary of two cells together, before it receives anything.
    #[doc(alias = "combine_two_masses")]
    fn merge(&mut self, a: &Self::Summary, b: &Self::Summary) -> Self::Summary;

    /// For the default of [`is_far`](Self::is_far): a cell is far if its size divided by its
    /// distance is below this. 0.5 by default.
    fn opening(&self) -> R {
        R::HALF
    }

    /// Whether the summary of `cell` may stand for its items when they and the items of `from`,
    /// another cell, act on each other. If both cells are far from each other, their summaries act
    /// on each other; if only one is far, its summary and the items of the other do; otherwise both
    /// cells are opened, down to single items. Every item acts on every other once, whatever the
    /// rule.
    ///
    /// The default is [`Cell::is_far_from`] with this [`opening`](Self::opening).
    #[doc(alias = "is_close")]
    #[doc(alias = "is_close_half")]
    fn is_far(
        &mut self,
        cell: &Cell<'_, Self::Summary, R, D>,
        from: &Cell<'_, Self::Summary, R, D>,
    ) -> bool {
        cell.is_far_from(from, self.opening())
    }

    /// Two items act on each other.
    fn between_items(&mut self, a: &mut Self::Item, b: &mut Self::Item);

    /// Two summaries act on each other: each stores what it receives for its items.
    fn between_summaries(&mut self, a: &mut Self::Summary, b: &mut Self::Summary);

    /// An item and a summary act on each other. By default, the item is
    /// [summarized](Self::summarize) first.
    fn between_item_and_summary(&mut self, item: &mut Self::Item, summary: &mut Self::Summary) {
        let mut single = self.summarize(slice::from_ref(item));
        self.between_summaries(&mut single, summary);
        self.pass_to_item(&single, item);
    }

    /// The items of a leaf act on each other. Override this to compute several actions at once.
    #[doc(alias = "gravitate_self")]
    fn within_leaf(&mut self, items: &mut [Self::Item]) {
        let mut rest = items;
        while let Some((first, others)) = rest.split_first_mut() {
            for other in &mut *others {
                self.between_items(first, other);
            }
            rest = others;
        }
    }

    /// The items of two leaves act on each other. Override this to compute several actions at once.
    #[doc(alias = "gravitate")]
    fn between_leaves(&mut self, a: &mut [Self::Item], b: &mut [Self::Item]) {
        for item in a {
            for other in &mut *b {
                self.between_items(item, other);
            }
        }
    }

    /// The items of a leaf and the summary of a cell act on each other. Override this to compute
    /// several actions at once.
    fn between_leaf_and_summary(&mut self, items: &mut [Self::Item], summary: &mut Self::Summary) {
        for item in items {
            self.between_item_and_summary(item, summary);
        }
    }

    /// Adds what the summary of a cell has received to the summary of one of its halves. `from` is
    /// complete: it includes what the cells around it have passed down.
    fn pass_down(&mut self, from: &Self::Summary, to: &mut Self::Summary);

    /// Adds what the summary of a leaf has received to one of its items.
    #[doc(alias = "apply_a_mass")]
    fn pass_to_item(&mut self, from: &Self::Summary, item: &mut Self::Item);
}

/// A cell, for [`Interaction::is_far`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Cell<'a, T, R, const D: usize> {
    /// The least box around the positions of the cell's items.
    pub bounds: &'a Aabb<R, D>,
    /// The number of items.
    pub len: usize,
    /// The summary of the items.
    pub summary: &'a T,
}

impl<T, R: Real, const D: usize> Cell<'_, T, R, D> {
    /// Whether the longest edge of the cell is less than `opening` times the distance between the
    /// boxes of both cells. Never true with an opening of 0 or NaN.
    ///
    /// ```
    /// use broadleaf_n_body::{self as n_body, Cell, Interaction};
    /// struct Counts;
    /// impl Interaction<f64, 1> for Counts {
    /// #     type Item = (f64, u32);
    /// #     type Summary = [u32; 2];
    /// #     fn position(&self, item: &(f64, u32)) -> [f64; 1] { [item.0] }
    /// #     fn summarize(&mut self, items: &[(f64, u32)]) -> [u32; 2] { [items.len() as u32, 0] }
    /// #     fn merge(&mut self, a: &[u32; 2], b: &[u32; 2]) -> [u32; 2] { [a[0] + b[0], 0] }
    /// #     fn between_items(&mut self, a: &mut (f64, u32), b: &mut (f64, u32)) { a.1 += 1; b.1 += 1; }
    /// #     fn between_summaries(&mut self, a: &mut [u32; 2], b: &mut [u32; 2]) {
    /// #         a[1] += b[0];
    /// #         b[1] += a[0];
    /// #     }
    /// #     fn pass_down(&mut self, from: &[u32; 2], to: &mut [u32; 2]) { to[1] += from[1]; }
    /// #     fn pass_to_item(&mut self, from: &[u32; 2], item: &mut (f64, u32)) { item.1 += from[1]; }
    ///     // Cells with at most two items are always opened.
    ///     fn is_far(
    ///         &mut self,
    ///         cell: &Cell<'_, [u32; 2], f64, 1>,
    ///         from: &Cell<'_, [u32; 2], f64, 1>,
    ///     ) -> bool {
    ///         cell.len > 2 && cell.is_far_from(from, 0.7)
    ///     }
    /// }
    /// let mut items: Vec<_> = (0..100).map(|i| (f64::from(i), 0)).collect();
    /// n_body::interact(&mut Counts, &mut items);
    /// assert!(items.iter().all(|&(_, others)| others == 99));
    /// ```
    #[must_use]
    pub fn is_far_from(&self, other: &Self, opening: R) -> bool {
        let size = self.bounds.extents().into_iter().fold(R::ZERO, greater);
        let distance_squared = self.bounds.reach(other.bounds).unwrap_or(R::ZERO);
        size * size < opening * opening * distance_squared
    }
}

impl<T, R, const D: usize> Clone for Cell<'_, T, R, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, R, const D: usize> Copy for Cell<'_, T, R, D> {}
