//! Indexes of any scalar, dimension and structure behind one trait.

use std::any::Any;
use std::mem::MaybeUninit;

use library::Id;

use super::changing::Changing;
use super::read::{self, Listed};
use crate::boxes::Described;
use crate::buffers::{List, Lists};
use crate::caller::{Caller, Outcome};
use crate::failure::Failure;
use crate::line::Second;
use crate::number::Number;
use crate::query::answers::Asked;
use crate::query::casts::{self, DescribedCasts};
use crate::query::options::{BroadleafHit, BroadleafQueryOptions};
use crate::query::searched::Searched;
use crate::query::visit::{self, HitVisitor, IdVisitor};
use crate::query::window::Relation;
use crate::query::{nearest, windows};

/// An index of some kind.
pub(crate) trait AnyIndex: Send + Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> Option<&[u8]>;
    fn changing(&mut self) -> Option<&mut dyn Changing>;
    fn ids(&self, list: &mut List<'_, u32>);
    fn boxes(
        &self,
        ids: &[u32],
        axes: usize,
        numbers: &mut [MaybeUninit<u8>],
    ) -> Result<(), Failure>;
    fn bounds(&self, axes: usize, numbers: &mut [MaybeUninit<u8>]) -> Result<usize, Failure>;
    fn windows(
        &self,
        call: &Call<'_>,
        windows: &Described,
        lists: &mut Lists<'_, u32>,
    ) -> Result<(), Failure>;
    fn casts(
        &self,
        call: &Call<'_>,
        casts: &DescribedCasts,
        lists: &mut Lists<'_, BroadleafHit>,
    ) -> Result<(), Failure>;
    fn nearest(
        &self,
        call: &Call<'_>,
        places: &Described,
        lists: &mut Lists<'_, BroadleafHit>,
    ) -> Result<(), Failure>;
    fn visit_window(&self, call: &Call<'_>, window: &Described, visit: IdVisitor<'_>) -> Outcome;
    fn visit_cast(&self, call: &Call<'_>, cast: &DescribedCasts, visit: HitVisitor<'_>) -> Outcome;
    /// All boxes, as a [`Listed`] of the kind.
    fn listed(&self) -> Box<dyn Any>;
}

/// A call with a query.
pub(crate) struct Call<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) options: &'a BroadleafQueryOptions,
}

/// An index of the library, and what only some structures have.
pub(crate) trait Structured<S: Number, const D: usize>: Send + Sync {
    /// What answers.
    fn searched(&self) -> &dyn Searched<S, D>;
    /// The bytes of a packed tree.
    fn bytes(&self) -> Option<&[u8]> {
        None
    }
    /// What can be changed.
    fn changing(&mut self) -> Option<&mut dyn Changing> {
        None
    }
}

/// An index of a kind.
struct Of<S: Number, const D: usize>(Box<dyn Structured<S, D>>);

/// The index behind the trait.
pub(crate) fn any<S: Number, const D: usize>(
    index: impl Structured<S, D> + 'static,
) -> Box<dyn AnyIndex> {
    Box::new(Of(Box::new(index)))
}

impl<S: Number, const D: usize> Of<S, D> {
    /// The index as queries have it: C has its own ids.
    fn asked(&self) -> Asked<'_, S, D> {
        Asked {
            index: self.0.searched(),
            id: &|id| u64::from(id.0),
        }
    }
}

impl<S: Number, const D: usize> AnyIndex for Of<S, D> {
    fn len(&self) -> usize {
        self.0.searched().count()
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.0.bytes()
    }

    fn changing(&mut self) -> Option<&mut dyn Changing> {
        self.0.changing()
    }

    fn ids(&self, list: &mut List<'_, u32>) {
        self.0.searched().each(&mut |id, _| list.push(id.0));
    }

    fn boxes(
        &self,
        ids: &[u32],
        axes: usize,
        numbers: &mut [MaybeUninit<u8>],
    ) -> Result<(), Failure> {
        let index = self.0.searched();
        read::write(ids.len(), axes, numbers, |row| {
            let aabb = index.box_with(Id(ids[row]));
            aabb.ok_or_else(|| read::unknown(ids[row].into(), row))
        })
    }

    fn bounds(&self, axes: usize, numbers: &mut [MaybeUninit<u8>]) -> Result<usize, Failure> {
        let Some(bounds) = self.0.searched().around() else {
            return Ok(0);
        };
        read::write(1, axes, numbers, |_| Ok(bounds))?;
        Ok(1)
    }

    fn windows(
        &self,
        call: &Call<'_>,
        windows: &Described,
        lists: &mut Lists<'_, u32>,
    ) -> Result<(), Failure> {
        let windows = windows.open::<S, D>(call.caller, Second::Everything)?;
        windows::windows(self.asked(), &windows, call.options, lists, |id| id as u32)
    }

    fn casts(
        &self,
        call: &Call<'_>,
        casts: &DescribedCasts,
        lists: &mut Lists<'_, BroadleafHit>,
    ) -> Result<(), Failure> {
        let shots = casts.open::<S, D>(call.caller, call.options.mask)?;
        casts::casts(self.asked(), &shots, call.options, lists)
    }

    fn nearest(
        &self,
        call: &Call<'_>,
        places: &Described,
        lists: &mut Lists<'_, BroadleafHit>,
    ) -> Result<(), Failure> {
        let places = places.open::<S, D>(call.caller, Second::Point)?;
        nearest::nearest(self.asked(), &places, call.options, lists)
    }

    fn visit_window(&self, call: &Call<'_>, window: &Described, visit: IdVisitor<'_>) -> Outcome {
        let window = window.open::<S, D>(call.caller, Second::Everything)?;
        let relation = Relation::of(call.options.flags);
        let region = windows::region(&window, 0, relation, call.options.mask);
        visit::visit_window(self.asked(), &region, visit)
    }

    fn visit_cast(&self, call: &Call<'_>, cast: &DescribedCasts, visit: HitVisitor<'_>) -> Outcome {
        let shots = cast.open::<S, D>(call.caller, call.options.mask)?;
        visit::visit_shot(self.asked(), &shots[0], visit)
    }

    fn listed(&self) -> Box<dyn Any> {
        let (mut ids, mut boxes) = (Vec::new(), Vec::new());
        self.0.searched().each(&mut |id, aabb| {
            ids.push(id);
            boxes.push(aabb);
        });
        Box::new(Listed::<S, D> { ids, boxes })
    }
}
