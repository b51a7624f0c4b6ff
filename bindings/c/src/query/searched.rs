//! What queries need of an index, behind a pointer: so each form of a query is compiled once for a
//! kind of boxes, and not once for each structure.

use std::ops::ControlFlow;

use library::geometry::{BoxCast, Form, Probe, Scalar};
use library::{Aabb, Hit, Id, SpatialIndex};

use super::masked::Masked;
use super::window::Window;
use crate::number::Number;

/// What a probe of a caller is.
#[derive(Clone, Copy)]
pub(crate) enum Aim<S: Scalar, const D: usize> {
    Cast(BoxCast<S, D>),
    Place(Aabb<S, D>),
}

impl<S: Scalar, const D: usize> Probe<S, D> for Aim<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        match self {
            Self::Cast(cast) => cast.reach(aabb),
            Self::Place(place) => place.reach(aabb),
        }
    }
    #[inline]
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        match self {
            Self::Cast(cast) => cast.least_reach_inside(aabb),
            Self::Place(place) => place.least_reach_inside(aabb),
        }
    }
    #[inline]
    fn form(&self) -> Form<S, D> {
        match self {
            Self::Cast(cast) => cast.form(),
            Self::Place(place) => place.form(),
        }
    }
}

/// Takes a hit, and returns the greatest reach that counts, or `None` to stop.
pub(crate) type TakeHit<'a, R> = &'a mut dyn FnMut(Hit<R>) -> Option<R>;

/// An index of the library.
pub(crate) trait Searched<S: Number, const D: usize>: Sync {
    fn count(&self) -> usize;
    fn box_with(&self, id: Id) -> Option<Aabb<S, D>>;
    fn around(&self) -> Option<Aabb<S, D>>;
    /// All boxes, by ascending id.
    fn each(&self, take: &mut dyn FnMut(Id, Aabb<S, D>));
    /// The boxes in a window, by ascending id.
    fn within(&self, window: &Masked<Window<S, D>>, ids: &mut Vec<Id>);
    /// Visits the boxes in a window until the visitor returns false. Whether it did.
    fn visit(&self, window: &Masked<Window<S, D>>, take: &mut dyn FnMut(Id) -> bool) -> bool;
    /// Visits the boxes that a probe reaches until the visitor stops. Whether it did.
    fn reach(&self, aim: &Masked<Aim<S, D>>, limit: S::Real, take: TakeHit<'_, S::Real>) -> bool;
}

impl<S: Number, const D: usize, I: SpatialIndex<S, D> + Sync> Searched<S, D> for I {
    fn count(&self) -> usize {
        self.len()
    }

    fn box_with(&self, id: Id) -> Option<Aabb<S, D>> {
        self.get(id)
    }

    fn around(&self) -> Option<Aabb<S, D>> {
        self.bounds()
    }

    fn each(&self, take: &mut dyn FnMut(Id, Aabb<S, D>)) {
        self.iter().for_each(|(id, aabb)| take(id, aabb));
    }

    fn within(&self, window: &Masked<Window<S, D>>, ids: &mut Vec<Id>) {
        self.overlaps_into(window, ids);
    }

    fn visit(&self, window: &Masked<Window<S, D>>, take: &mut dyn FnMut(Id) -> bool) -> bool {
        let visit = |id| match take(id) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        self.try_for_each_overlap(window, visit).is_break()
    }

    fn reach(&self, aim: &Masked<Aim<S, D>>, limit: S::Real, take: TakeHit<'_, S::Real>) -> bool {
        let visit = |hit| match take(hit) {
            Some(limit) => ControlFlow::Continue(limit),
            None => ControlFlow::Break(()),
        };
        self.try_for_each_hit(aim, limit, visit).is_break()
    }
}
