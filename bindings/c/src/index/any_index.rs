//! Indexes of any scalar, dimension and structure behind one trait.

use std::any::Any;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use library::{Id, SpatialIndex};

use super::changing::Changing;
use super::read::{self, Listed};
use crate::boxes::Described;
use crate::buffers::{List, Lists};
use crate::caller::{Caller, Outcome};
use crate::failure::Failure;
use crate::number::Number;
use crate::pairs::options::BroadleafPair;
use crate::query::answers::{Asked, Index};
use crate::query::casts::{self, DescribedCasts};
use crate::query::options::{BroadleafHit, BroadleafQueryOptions};
use crate::query::visit::{self, HitVisitor, IdVisitor};
use crate::query::window::Relation;
use crate::query::{nearest, windows};

/// An index of some kind.
pub(crate) trait AnyIndex: Send + Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> Option<&[u8]>;
    fn changing(&mut self) -> Option<&mut dyn Changing>;
    fn ids(&self, list: &mut List<'_, u32>);
    fn boxes(&self, ids: &[u32], numbers: &mut [MaybeUninit<u8>]) -> Result<(), Failure>;
    fn bounds(&self, numbers: &mut [MaybeUninit<u8>]) -> Result<usize, Failure>;
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
    fn visit_cast(&self, call: &Call<'_>, cast: &DescribedCasts, visit: HitVisitor<'_>)
    -> Outcome;
    fn pairs(&self, is_interior: bool, list: &mut List<'_, BroadleafPair>);
    /// All boxes, as a [`Listed`] of the kind.
    fn listed(&self) -> Box<dyn Any>;
}

/// A call with a query.
pub(crate) struct Call<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) options: &'a BroadleafQueryOptions,
}

/// An index of the library, and what only its structure has.
pub(crate) trait Structured<S: Number, const D: usize>: Send + Sync {
    /// What answers.
    fn index(&self) -> &(impl Index<S, D> + 'static);
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
pub(crate) struct Of<S, const D: usize, I> {
    index: I,
    kind: PhantomData<fn() -> S>,
}

/// The index behind the trait.
pub(crate) fn any<S: Number, const D: usize, I: Structured<S, D> + 'static>(
    index: I,
) -> Box<dyn AnyIndex> {
    let kind = PhantomData;
    Box::new(Of::<S, D, I> { index, kind })
}

/// The index as queries have it: C has its own ids.
fn asked<I>(index: &I) -> Asked<'_, I> {
    let id = &|id: Id| u64::from(id.0);
    Asked { index, id }
}

impl<S: Number, const D: usize, I: Structured<S, D>> AnyIndex for Of<S, D, I> {
    fn len(&self) -> usize {
        self.index.index().len()
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.index.bytes()
    }

    fn changing(&mut self) -> Option<&mut dyn Changing> {
        self.index.changing()
    }

    fn ids(&self, list: &mut List<'_, u32>) {
        self.index.index().iter().for_each(|(id, _)| list.push(id.0));
    }

    fn boxes(&self, ids: &[u32], numbers: &mut [MaybeUninit<u8>]) -> Result<(), Failure> {
        let index = self.index.index();
        read::write(ids.len(), numbers, |row| {
            let aabb = index.get(Id(ids[row]));
            aabb.ok_or_else(|| read::unknown(ids[row].into(), row))
        })
    }

    fn bounds(&self, numbers: &mut [MaybeUninit<u8>]) -> Result<usize, Failure> {
        let Some(bounds) = self.index.index().bounds() else {
            return Ok(0);
        };
        read::write(1, numbers, |_| Ok(bounds))?;
        Ok(1)
    }

    fn windows(
        &self,
        call: &Call<'_>,
        windows: &Described,
        lists: &mut Lists<'_, u32>,
    ) -> Result<(), Failure> {
        let windows = windows.open::<S, D>(call.caller)?;
        let asked = asked(self.index.index());
        windows::windows(&asked, &windows, call.options, lists, |id| id as u32)
    }

    fn casts(
        &self,
        call: &Call<'_>,
        casts: &DescribedCasts,
        lists: &mut Lists<'_, BroadleafHit>,
    ) -> Result<(), Failure> {
        let shots = casts.open::<S, D>(call.caller, call.options.mask)?;
        casts::casts(&asked(self.index.index()), &shots, call.options, lists)
    }

    fn nearest(
        &self,
        call: &Call<'_>,
        places: &Described,
        lists: &mut Lists<'_, BroadleafHit>,
    ) -> Result<(), Failure> {
        let places = places.open::<S, D>(call.caller)?;
        nearest::nearest(&asked(self.index.index()), &places, call.options, lists)
    }

    fn visit_window(&self, call: &Call<'_>, window: &Described, visit: IdVisitor<'_>) -> Outcome {
        let window = window.open::<S, D>(call.caller)?;
        let relation = Relation::of(call.options.flags);
        let region = windows::region(&window, 0, relation, call.options.mask);
        visit::visit_region(&asked(self.index.index()), &region, visit)
    }

    fn visit_cast(
        &self,
        call: &Call<'_>,
        cast: &DescribedCasts,
        visit: HitVisitor<'_>,
    ) -> Outcome {
        let shots = cast.open::<S, D>(call.caller, call.options.mask)?;
        visit::visit_shot(&asked(self.index.index()), &shots[0], visit)
    }

    fn pairs(&self, is_interior: bool, list: &mut List<'_, BroadleafPair>) {
        let index = self.index.index();
        let pairs = if is_interior {
            index.interiors().pairs()
        } else {
            index.pairs()
        };
        list.extend(pairs.iter().map(|&[a, b]| BroadleafPair { a: a.0, b: b.0 }));
    }

    fn listed(&self) -> Box<dyn Any> {
        let (ids, boxes) = self.index.index().iter().unzip();
        Box::new(Listed::<S, D> { ids, boxes })
    }
}
