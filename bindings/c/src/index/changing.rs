//! Indexes whose boxes come, move and leave.

use library::geometry::BoxSource;
use library::{BruteForce, DynamicTree, Id, SettledTree, SpatialIndexMut};

use super::any_index::Structured;
use super::read::{first_repeated, taken, unknown};
use crate::boxes::Described;
use crate::caller::Caller;
use crate::failure::Failure;
use crate::line::Second;
use crate::number::Number;
use crate::query::searched::Searched;
use crate::status::Status;

/// What changes an index of some kind.
pub(crate) trait Changing {
    fn insert(
        &mut self,
        caller: &Caller,
        boxes: &Described,
        ids: &[u32],
        categories: Option<&[u32]>,
    ) -> Result<(), Failure>;
    fn relocate(&mut self, caller: &Caller, boxes: &Described, ids: &[u32]) -> Result<(), Failure>;
    fn remove(&mut self, ids: &[u32]) -> Result<(), Failure>;
    fn optimize(&mut self);
}

/// An index whose boxes change.
pub(crate) struct Live<S, const D: usize, I> {
    index: I,
    kind: std::marker::PhantomData<fn() -> S>,
}

impl<S: Number, const D: usize, I> Live<S, D, I> {
    /// The same index, behind the traits of this module.
    pub(crate) fn new(index: I) -> Self {
        let kind = std::marker::PhantomData;
        Self { index, kind }
    }
}

/// A structure of the library that changes.
pub(crate) trait Mutable<S: Number, const D: usize>:
    SpatialIndexMut<S, D> + Send + Sync + 'static
{
}

impl<S: Number, const D: usize> Mutable<S, D> for DynamicTree<S, D> {}
impl<S: Number, const D: usize> Mutable<S, D> for SettledTree<S, D> {}
impl<S: Number, const D: usize> Mutable<S, D> for BruteForce<S, D> {}

impl<S: Number, const D: usize, I: Mutable<S, D>> Structured<S, D> for Live<S, D, I> {
    fn searched(&self) -> &dyn Searched<S, D> {
        &self.index
    }

    fn changing(&mut self) -> Option<&mut dyn Changing> {
        Some(self)
    }
}

impl<S: Number, const D: usize, I: Mutable<S, D>> Changing for Live<S, D, I> {
    fn insert(
        &mut self,
        caller: &Caller,
        boxes: &Described,
        ids: &[u32],
        categories: Option<&[u32]>,
    ) -> Result<(), Failure> {
        let boxes = boxes.open::<S, D>(caller, Second::Unit)?;
        let is_taken = |&row: &usize| self.index.contains(Id(ids[row]));
        let clash = (0..ids.len()).find(is_taken).or(first_repeated(ids));
        if let Some(row) = clash {
            return Err(taken(ids[row].into(), row));
        }
        if self.index.len() + ids.len() > u32::MAX as usize {
            return Err(Failure::new(
                Status::TooMany,
                "boxes: more than there are ids",
            ));
        }
        self.index.reserve(ids.len());
        let all = (0..ids.len()).map(|row| (Id(ids[row]), boxes.get(row)));
        match categories {
            None => self.index.extend(all),
            Some(categories) => all.zip(categories).for_each(|((id, aabb), &category)| {
                self.index.insert_with_category(id, aabb, category);
            }),
        }
        Ok(())
    }

    fn relocate(&mut self, caller: &Caller, boxes: &Described, ids: &[u32]) -> Result<(), Failure> {
        let boxes = boxes.open::<S, D>(caller, Second::Unit)?;
        self.check(ids)?;
        let all = (0..ids.len()).map(|row| (Id(ids[row]), boxes.get(row)));
        self.index.extend(all);
        Ok(())
    }

    fn remove(&mut self, ids: &[u32]) -> Result<(), Failure> {
        self.check(ids)?;
        if let Some(row) = first_repeated(ids) {
            return Err(unknown(ids[row].into(), row));
        }
        for &id in ids {
            self.index.remove(Id(id));
        }
        Ok(())
    }

    fn optimize(&mut self) {
        self.index.optimize();
    }
}

impl<S: Number, const D: usize, I: Mutable<S, D>> Live<S, D, I> {
    /// That all ids are in use.
    fn check(&self, ids: &[u32]) -> Result<(), Failure> {
        let is_unknown = |&row: &usize| !self.index.contains(Id(ids[row]));
        match (0..ids.len()).find(is_unknown) {
            Some(row) => Err(unknown(ids[row].into(), row)),
            None => Ok(()),
        }
    }
}
