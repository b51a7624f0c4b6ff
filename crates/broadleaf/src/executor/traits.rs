//! The interface against which an algorithm is written once for one thread and many.

use alloc::vec::Vec;
use core::iter;

use super::cost::Cost;

/// Runs independent pieces of work. The pieces depend on the data alone, so every executor computes
/// the same result.
pub(crate) trait Executor: Copy + Send + Sync {
    /// Whether pieces may run at the same time, and so need separate memory.
    const IS_PARALLEL: bool;

    /// Whether so many items of this cost are worth more than one thread.
    fn shares(self, items: usize, cost: Cost) -> bool {
        Self::IS_PARALLEL && cost.is_shared(items)
    }

    /// Runs work on a thread of the pool. Work with several parallel parts enters once, because
    /// handing over each part separately takes longer.
    fn enter<R: Send>(self, work: impl FnOnce() -> R + Send) -> R {
        self.enter_if(true, work)
    }

    /// [`enter`](Self::enter) if the work is shared; otherwise calls it on the current thread.
    fn enter_if<R: Send>(self, is_shared: bool, work: impl FnOnce() -> R + Send) -> R;

    fn join<A: Send, B: Send>(
        self,
        first: impl FnOnce() -> A + Send,
        second: impl FnOnce() -> B + Send,
    ) -> (A, B);

    /// The results of `work` for every number below `count`, in order.
    fn map<T: Send>(self, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
        let mut results: Vec<Option<T>> = iter::repeat_with(|| None).take(count).collect();
        self.for_each_mut(&mut results, |number, result| *result = Some(work(number)));
        results.into_iter().flatten().collect()
    }

    /// Runs a task, halved repeatedly until the pieces are small.
    fn run<T: Divide>(self, task: T) -> T::Output {
        match task.halve() {
            Ok([first, second]) => {
                let (first, second) = self.join(|| self.run(first), || self.run(second));
                T::merge(first, second)
            }
            Err(piece) => piece.run(),
        }
    }

    /// Appends what `work` pushes for every number below `count`, in order. `lists` is scratch
    /// memory.
    fn append<L: Lists>(
        self,
        count: usize,
        lists: &mut Vec<L>,
        all: &mut L,
        work: impl Fn(usize, &mut L) + Sync,
    ) {
        if !Self::IS_PARALLEL || count < 2 {
            return (0..count).for_each(|number| work(number, all));
        }
        lists.resize_with(count.max(lists.len()), L::default);
        self.for_each_mut(&mut lists[..count], |number, list| {
            list.clear();
            work(number, list);
        });
        lists[..count].iter().for_each(|list| all.extend_from(list));
    }

    /// Calls `work` with every item and its index. Each item is a piece of work.
    fn for_each_mut<T: Send>(self, items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
        self.run(ForEachPiece {
            items,
            first: 0,
            piece: 1,
            work: &|index, items: &mut [T]| items.iter_mut().for_each(|item| work(index, item)),
        });
    }

    /// Calls `work` with pieces of items and the index of the first item of each.
    fn for_each_piece<T: Send>(
        self,
        items: &mut [T],
        cost: Cost,
        work: impl Fn(usize, &mut [T]) + Sync,
    ) {
        self.run(ForEachPiece {
            items,
            first: 0,
            piece: cost.piece(),
            work: &work,
        });
    }
}

/// One or more lists to which pieces of work append.
pub(crate) trait Lists: Default + Send {
    fn clear(&mut self);

    fn extend_from(&mut self, others: &Self);
}

impl<T: Copy + Send> Lists for Vec<T> {
    fn clear(&mut self) {
        self.clear();
    }

    fn extend_from(&mut self, others: &Self) {
        self.extend_from_slice(others);
    }
}

/// A task that can be cut into independent halves.
pub(crate) trait Divide: Send + Sized {
    type Output: Send;

    /// The two halves, or the task itself if it is small enough for one piece of work.
    fn halve(self) -> Result<[Self; 2], Self>;

    fn run(self) -> Self::Output;

    /// The result of a task from the results of its halves.
    fn merge(first: Self::Output, second: Self::Output) -> Self::Output;
}

/// The task of [`Executor::for_each_piece`].
struct ForEachPiece<'a, T, W> {
    items: &'a mut [T],
    /// The index of the first item.
    first: usize,
    /// Items per piece.
    piece: usize,
    work: &'a W,
}

impl<T: Send, W: Fn(usize, &mut [T]) + Sync> Divide for ForEachPiece<'_, T, W> {
    type Output = ();

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.items.len() <= self.piece {
            return Err(self);
        }
        let half = self.items.len().div_ceil(self.piece) / 2 * self.piece;
        let (items, others) = self.items.split_at_mut(half);
        Ok([
            Self { items, ..self },
            Self {
                items: others,
                first: self.first + half,
                ..self
            },
        ])
    }

    fn run(self) {
        (self.work)(self.first, self.items);
    }

    fn merge((): (), (): ()) {}
}
