//! Which boxes a query finds.

use std::ops::ControlFlow;

use broadleaf::filter::{Asker, Rule};
use broadleaf::geometry::{Probe, Region};
use broadleaf::index::Hit;
use broadleaf::{Aabb, Filter, Id, SpatialIndex};

use crate::any_broad_phase::BroadPhase;
use crate::given::Given;
use crate::ids;
use crate::problem::Problem;

/// Which boxes a query finds: those that pass a filter, if there is one, except a single box.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a, const D: usize> {
    of: &'a BroadPhase<D>,
    asker: Option<Asker<'a>>,
    exception: Option<Id>,
}

impl<'a, const D: usize> Asked<'a, D> {
    /// The rule for a row of many queries.
    pub(crate) fn row(
        of: &'a BroadPhase<D>,
        given: &Given,
        row: usize,
        is_one_way: bool,
    ) -> Result<Self, Problem> {
        let asker = given.filter(row).map(|filter| of.asker(filter));
        Ok(Self {
            of,
            asker: asker.map(|asker| if is_one_way { asker.one_way() } else { asker }),
            exception: exception(of, given.ids.values(), row)?,
        })
    }

    /// The rule for a box that moves: its own filter, and not the box itself.
    pub(crate) fn body(of: &'a BroadPhase<D>, filter: Filter, slot: Id) -> Self {
        Self {
            of,
            asker: Some(of.asker(filter)),
            exception: Some(slot),
        }
    }

    /// Visits the boxes that overlap a window. Compiled once, with or without a mask.
    pub(crate) fn for_each_overlap(&self, window: &Aabb<f64, D>, visit: &mut dyn FnMut(Id)) {
        self.of
            .tight()
            .for_each_overlap(&self.shape(window), |slot| {
                if self.admits(slot) {
                    visit(slot);
                }
            });
    }

    /// Visits the boxes that a probe reaches up to a limit, and then up to the limit that the
    /// visitor returns. Compiled once for each kind of probe.
    pub(crate) fn for_each_hit(
        &self,
        probe: &impl Probe<f64, D>,
        limit: f64,
        visit: &mut dyn FnMut(Hit<f64>) -> ControlFlow<(), f64>,
    ) {
        let boxes = self.of.tight();
        let _ = boxes.try_for_each_hit(&self.shape(probe), limit, |hit| {
            if self.admits(hit.id) {
                visit(hit)
            } else {
                ControlFlow::Continue(limit)
            }
        });
    }

    fn admits(&self, slot: Id) -> bool {
        self.exception != Some(slot) && self.asker.is_none_or(|asker| asker.admits(slot))
    }

    fn shape<'q, Q>(&self, of: &'q Q) -> Shape<'q, Q> {
        let mask = self.asker.and_then(|asker| asker.mask());
        Shape { of, mask }
    }
}

/// The slot of the box that a row excludes: the ids are none, one for all, or one for each row.
fn exception<const D: usize>(
    of: &BroadPhase<D>,
    exceptions: &[f64],
    row: usize,
) -> Result<Option<Id>, Problem> {
    let at = if exceptions.len() > 1 { row } else { 0 };
    match exceptions.get(at) {
        None | Some(&ids::NONE) => Ok(None),
        Some(&id) => match ids::proxy(of, id) {
            Some(proxy) => Ok(Some(proxy.id())),
            None => Err(Problem::UnknownId(at)),
        },
    }
}

/// A region or a probe that may skip boxes by their categories. Unlike `Masked`, one type has both
/// cases.
struct Shape<'q, Q> {
    of: &'q Q,
    mask: Option<u32>,
}

impl<Q> Shape<'_, Q> {
    fn wants(&self, category: u32) -> bool {
        self.mask.is_none_or(|mask| mask & category != 0)
    }
}

impl<Q: Region<f64, D>, const D: usize> Region<f64, D> for Shape<'_, Q> {
    fn touches(&self, aabb: &Aabb<f64, D>) -> bool {
        self.of.touches(aabb)
    }

    fn may_touch_inside(&self, aabb: &Aabb<f64, D>) -> bool {
        self.of.may_touch_inside(aabb)
    }

    fn bounds(&self) -> Aabb<f64, D> {
        self.of.bounds()
    }

    fn is_a_box(&self) -> bool {
        self.of.is_a_box()
    }

    fn admits(&self, category: u32) -> bool {
        self.wants(category)
    }
}

impl<Q: Probe<f64, D>, const D: usize> Probe<f64, D> for Shape<'_, Q> {
    fn reach(&self, aabb: &Aabb<f64, D>) -> Option<f64> {
        self.of.reach(aabb)
    }

    fn least_reach_inside(&self, aabb: &Aabb<f64, D>) -> Option<f64> {
        self.of.least_reach_inside(aabb)
    }

    fn admits(&self, category: u32) -> bool {
        self.wants(category)
    }
}
