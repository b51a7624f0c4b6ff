//! Collecting on the threads of rayon's current pool.

use alloc::vec::Vec;
use std::sync::{Mutex, PoisonError};

use rayon::iter::{ParallelExtend, ParallelIterator};

use crate::store::{Ascent, Id};

/// [`collect`](super::collect) into an empty list, on the threads of rayon's current pool. `id`
/// returns the id of an item.
pub(crate) fn par_collect<B: Send, T: Send + Sync>(
    boxes: impl ParallelIterator<Item = (Id, B)>,
    items: &mut Vec<T>,
    item: impl Fn(Id, B) -> T + Send + Sync,
    id: impl Fn(&T) -> Id + Sync,
) -> Ascent {
    let runs = Runs::default();
    items.par_extend(boxes.map_with(runs.start(), |run, (id, aabb)| {
        run.ascent.add(id);
        run.len += 1;
        item(id, aabb)
    }));
    runs.ascent(|index| id(&items[index]))
}

/// The runs of boxes that threads have collected, in any order.
#[derive(Default)]
struct Runs(Mutex<Vec<(Ascent, usize)>>);

impl Runs {
    fn start(&self) -> Run<'_> {
        Run {
            ascent: Ascent::START,
            len: 0,
            runs: self,
        }
    }

    /// Whether the ids of all runs ascend. `id_at` returns the id of the item with an index.
    fn ascent(self, id_at: impl Fn(usize) -> Id) -> Ascent {
        let mut runs = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        runs.sort_unstable_by_key(|(ascent, _)| ascent.first);
        let (mut all, mut start) = (Ascent::START, 0);
        for (ascent, len) in runs {
            // No id occurs twice if they ascend: the run is where its first id is.
            all = all.then(ascent, id_at(start));
            start += len;
        }
        all
    }
}

/// Consecutive boxes that one thread collects. When it has, they are added to the others.
struct Run<'a> {
    ascent: Ascent,
    len: usize,
    runs: &'a Runs,
}

/// A clone is a run that starts.
impl Clone for Run<'_> {
    fn clone(&self) -> Self {
        self.runs.start()
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        if self.len > 0 {
            let runs = &self.runs.0;
            let mut runs = runs.lock().unwrap_or_else(PoisonError::into_inner);
            runs.push((self.ascent, self.len));
        }
    }
}
