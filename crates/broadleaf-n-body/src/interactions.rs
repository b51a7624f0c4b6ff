//! The general engine: a tree of the items, and the passes over it.

use alloc::vec::Vec;

use broadleaf::geometry::Real;

use super::halves::{Point, build, cells_of, permute};
use super::interaction::Interaction;
use super::part::{Node, Part};
use super::task::{Task, Worker};
use super::threads::OneThread;
#[cfg(feature = "rayon")]
use super::threads::{Fork, Pool};
use super::tuning::ITEMS_IN_LEAF;
#[cfg(feature = "rayon")]
use super::tuning::SHARED;

/// Lets all items act on each other: near ones directly, far ones through summaries. The items keep
/// their order.
///
/// The result depends only on the items and their order: it has the same bits on every machine, if
/// the methods of `model` do. If one of them panics, all items remain, but their order may have
/// changed.
///
/// # Costs
/// O(n log n) to sort the items, and O(n) calls of the methods of `model` for an opening above 0,
/// unless most items are at the same point.
///
/// # Sources
/// Mutual actions of cells after Dehnen 2002 (*A hierarchical O(N) force calculation algorithm*).
#[doc(alias = "handle_nbody")]
#[doc(alias = "nbody")]
#[doc(alias = "fast_multipole")]
pub fn interact<M, R: Real, const D: usize>(model: &mut M, items: &mut [M::Item])
where
    M: Interaction<R, D>,
{
    Interactions::new().interact(model, items);
}

/// [`interact`] on the threads of rayon's current pool, with the same bits. Needs the feature
/// `rayon`.
///
/// Every task has a clone of `model`, which is dropped with its changes.
///
/// ```
/// use broadleaf_n_body::{self as n_body, Interaction};
/// /// Every item counts the others.
/// #[derive(Clone)]
/// struct Counts;
/// # impl Interaction<f64, 1> for Counts {
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
/// # }
/// let mut items: Vec<_> = (0..5_000).map(|i| (f64::from(i), 0)).collect();
/// n_body::par_interact(&mut Counts, &mut items);
/// assert!(items.iter().all(|&(_, others)| others == 4_999));
/// ```
#[cfg(feature = "rayon")]
pub fn par_interact<M, R: Real, const D: usize>(model: &mut M, items: &mut [M::Item])
where
    M: Interaction<R, D, Item: Send, Summary: Send> + Clone + Send,
{
    Interactions::new().par_interact(model, items);
}

/// The reusable memory of [`interact`]: it allocates nothing for up to as many items as before, if
/// the methods of the model do not. `T` is the summary.
///
/// ```
/// use broadleaf_n_body::{Interaction, Interactions};
/// # struct Nothing;
/// # impl Interaction<f64, 1> for Nothing {
/// #     type Item = f64;
/// #     type Summary = ();
/// #     fn position(&self, item: &f64) -> [f64; 1] { [*item] }
/// #     fn summarize(&mut self, _: &[f64]) {}
/// #     fn merge(&mut self, _: &(), _: &()) {}
/// #     fn between_items(&mut self, _: &mut f64, _: &mut f64) {}
/// #     fn between_summaries(&mut self, _: &mut (), _: &mut ()) {}
/// #     fn pass_down(&mut self, _: &(), _: &mut ()) {}
/// #     fn pass_to_item(&mut self, _: &(), _: &mut f64) {}
/// # }
/// # let (mut model, mut particles) = (Nothing, [1.0, 2.0]);
/// let mut interactions = Interactions::new().with_leaf_capacity(32);
/// for frame in 0..10 {
///     interactions.interact(&mut model, &mut particles);
///     // … move the particles …
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Interactions<T, R, const D: usize> {
    leaf_capacity: usize,
    points: Vec<Point<R, D>>,
    /// Where each item goes to, or comes from.
    places: Vec<usize>,
    nodes: Vec<Node<T, R, D>>,
}

impl<T: Default, R: Real, const D: usize> Interactions<T, R, D> {
    /// Empty memory, and leaves of at most 8 items.
    #[must_use]
    pub fn new() -> Self {
        Self {
            leaf_capacity: ITEMS_IN_LEAF,
            points: Vec::new(),
            places: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// Sets the largest number of items in a leaf, at least 2. Leaves should be larger if summaries
    /// cost more compared with items.
    #[must_use]
    pub fn with_leaf_capacity(self, leaf_capacity: usize) -> Self {
        Self {
            leaf_capacity: leaf_capacity.max(2),
            ..self
        }
    }

    /// The method form of [`interact`].
    pub fn interact<M>(&mut self, model: &mut M, items: &mut [M::Item])
    where
        M: Interaction<R, D, Summary = T>,
    {
        self.run(OneThread, model, items);
    }

    /// The method form of [`par_interact`]. Needs the feature `rayon`.
    #[cfg(feature = "rayon")]
    pub fn par_interact<M>(&mut self, model: &mut M, items: &mut [M::Item])
    where
        M: Interaction<R, D, Item: Send, Summary = T> + Clone + Send,
        T: Send,
    {
        self.run(Pool, model, items);
    }

    fn run<M>(&mut self, worker: impl Worker<M, R, D>, model: &mut M, items: &mut [M::Item])
    where
        M: Interaction<R, D, Summary = T>,
    {
        let positions = items.iter().map(|item| model.position(item));
        let levels = build(worker, positions, self.leaf_capacity, &mut self.points);
        self.sort_items(items);
        self.nodes.clear();
        self.nodes.resize_with(cells_of(levels), Node::default);
        if let Some(mut root) = Part::new(&mut self.nodes, items) {
            Task::Summarize(root.reborrow()).run(worker, model);
            Task::Within(root.reborrow()).run(worker, model);
            Task::PassDown(root).run(worker, model);
        }
        self.restore_order(items);
    }

    fn sort_items<I>(&mut self, items: &mut [I]) {
        self.places.clear();
        self.places.resize(items.len(), 0);
        for (place, point) in self.points.iter().enumerate() {
            self.places[point.index] = place;
        }
        permute(items, &mut self.places);
    }

    fn restore_order<I>(&mut self, items: &mut [I]) {
        self.places.clear();
        self.places
            .extend(self.points.iter().map(|point| point.index));
        permute(items, &mut self.places);
    }
}

impl<T: Default, R: Real, const D: usize> Default for Interactions<T, R, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: Interaction<R, D>, R: Real, const D: usize> Worker<M, R, D> for OneThread {
    fn run_both(self, model: &mut M, [first, second]: [Task<'_, M, R, D>; 2]) {
        first.run(self, model);
        second.run(self, model);
    }
}

#[cfg(feature = "rayon")]
impl<M, R: Real, const D: usize> Worker<M, R, D> for Pool
where
    M: Interaction<R, D, Item: Send, Summary: Send> + Clone + Send,
{
    fn run_both(self, model: &mut M, [first, second]: [Task<'_, M, R, D>; 2]) {
        if first.len() + second.len() < 2 * SHARED {
            OneThread.run_both(model, [first, second]);
        } else {
            let mut clone = model.clone();
            self.join(|| first.run(self, model), || second.run(self, &mut clone));
        }
    }
}
