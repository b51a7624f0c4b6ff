//! Windows with another relation to boxes than overlap, or of a wider type. They share one type,
//! since the queries for each type are compiled for every structure and kind.

use broadleaf::Aabb;
use broadleaf::geometry::{Located, Region};

use crate::arrays::number::{Number, Wide};

/// The relation of a window to boxes.
#[derive(Clone, Copy)]
pub(crate) enum Relation {
    Overlaps,
    /// The interiors of both overlap.
    Interiors,
    /// The box is inside the window.
    Contains,
    /// The window is inside the box.
    IsInside,
}

/// A window with a relation to the boxes that it finds.
pub(crate) enum Window<S, const D: usize> {
    /// A window of the type of the boxes.
    Own(Aabb<S, D>, Relation),
    Wide(WideWindow<S, D>),
}

impl<S: Number, const D: usize> Region<S, D> for Window<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        match self {
            Self::Own(window, Relation::Overlaps) => window.overlaps(aabb),
            Self::Own(window, Relation::Interiors) => window.interiors_overlap(aabb),
            Self::Own(window, Relation::Contains) => window.contains(aabb),
            Self::Own(window, Relation::IsInside) => aabb.contains(window),
            Self::Wide(window) => window.touches(aabb),
        }
    }

    #[inline]
    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        match self {
            Self::Own(window, Relation::Contains) => window.overlaps(aabb),
            Self::Own(..) => self.touches(aabb),
            Self::Wide(window) => window.may_touch_inside(aabb),
        }
    }

    fn bounds(&self) -> Aabb<S, D> {
        match self {
            Self::Own(window, _) => *window,
            Self::Wide(window) => window.bounds,
        }
    }
}

impl<S: Number, const D: usize> Located<S, D> for Window<S, D> {
    fn location(&self) -> Aabb<S, D> {
        self.bounds()
    }
}

/// A window of a wider type, as bounds of the ends of the boxes that it finds.
///
/// An end of a box is at least a wider number exactly if it is at least the next number of its own
/// type. So the bounds are rounded towards each other. The bounds of a window between two
/// neighboring numbers cross, but the answer is still exact.
pub(crate) struct WideWindow<S, const D: usize> {
    relation: Relation,
    /// For each axis the smallest and the largest coordinate inside the window; `None` if one side
    /// has no coordinate inside.
    inner: Option<[[S; D]; 2]>,
    /// The same around the window; `None` if a number of the window is beyond all coordinates.
    outer: Option<[[S; D]; 2]>,
    /// For each axis, bounds that the coordinates in the interior of the window are above and
    /// below; `None` if all are.
    around: [[Option<S>; D]; 2],
    bounds: Aabb<S, D>,
}

impl<S: Number, const D: usize> WideWindow<S, D> {
    pub(crate) fn new<W: Number>(
        aabb: &Aabb<W, D>,
        wide: fn(W) -> Wide,
        relation: Relation,
    ) -> Self {
        let (min, max) = (aabb.min().map(wide), aabb.max().map(wide));
        let inner = all(min.map(S::at_least)).zip(all(max.map(S::at_most)));
        let around = [min.map(S::at_most), max.map(S::at_least)];
        let outer = all(around[0]).zip(all(around[1]));
        // Beyond the last coordinate, use the last one.
        let lower = min.map(|end| S::at_most(end).or_else(|| S::at_least(end)));
        let upper = max.map(|end| S::at_least(end).or_else(|| S::at_most(end)));
        let bounds = all(lower).zip(all(upper));
        let bounds = bounds.and_then(|(min, max)| Aabb::try_new(min, max).ok());
        Self {
            relation,
            inner: inner.map(Into::into),
            outer: outer.map(Into::into),
            around,
            bounds: bounds.unwrap_or_else(|| Aabb::point([S::default(); D])),
        }
    }

    fn is_each(bounds: Option<[[S; D]; 2]>, is: impl Fn(usize, S, S) -> bool) -> bool {
        bounds.is_some_and(|[min, max]| (0..D).all(|axis| is(axis, min[axis], max[axis])))
    }
}

/// All ends, or none.
fn all<S: Copy + Default, const D: usize>(ends: [Option<S>; D]) -> Option<[S; D]> {
    ends.iter()
        .all(Option::is_some)
        .then(|| ends.map(Option::unwrap_or_default))
}

impl<S: Number, const D: usize> WideWindow<S, D> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        let (least, most) = (aabb.min(), aabb.max());
        match self.relation {
            Relation::Overlaps | Relation::Interiors => self.may_touch_inside(aabb),
            Relation::Contains => Self::is_each(self.inner, |axis, min, max| {
                min <= least[axis] && most[axis] <= max
            }),
            Relation::IsInside => Self::is_each(self.outer, |axis, min, max| {
                least[axis] <= min && max <= most[axis]
            }),
        }
    }

    fn may_touch_inside(&self, aabb: &Aabb<S, D>) -> bool {
        let (least, most) = (aabb.min(), aabb.max());
        match self.relation {
            Relation::Overlaps | Relation::Contains => {
                Self::is_each(self.inner, |axis, min, max| {
                    least[axis] <= max && min <= most[axis]
                })
            }
            Relation::Interiors => {
                let [lower, upper] = &self.around;
                (0..D).all(|axis| {
                    lower[axis].is_none_or(|lower| lower < most[axis])
                        && upper[axis].is_none_or(|upper| least[axis] < upper)
                })
            }
            Relation::IsInside => self.touches(aabb),
        }
    }
}
