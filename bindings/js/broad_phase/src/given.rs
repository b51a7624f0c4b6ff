//! The arguments of a call, which JavaScript writes to the memory of the module.

use broadleaf::broad_phase::ProxyId;
use broadleaf::geometry::BoxCast;
use broadleaf::{Aabb, Filter};
use broadleaf_js_arrays::Input;

use crate::any_broad_phase::BroadPhase;
use crate::ids;
use crate::problem::Problem;

/// The arguments of a call. Each list keeps its memory for the next one.
#[derive(Default)]
pub(crate) struct Given {
    /// The ids of boxes; for a query, the boxes that are not found.
    pub(crate) ids: Input,
    /// Boxes, points, or the origins of casts.
    pub(crate) numbers: Input,
    /// Displacements or directions.
    pub(crate) ways: Input,
    /// Category, mask and group: none, one row for all, or one for each.
    pub(crate) labels: Input<u32>,
}

impl Given {
    /// Sets the lengths of the lists. The caller must write all of them.
    pub(crate) fn set_len(&mut self, [ids, numbers, ways, labels]: [usize; 4]) {
        self.ids.set_len(ids);
        self.numbers.set_len(numbers);
        self.ways.set_len(ways);
        self.labels.set_len(labels);
    }

    pub(crate) fn addresses(&self) -> [u32; 4] {
        [
            self.ids.address(),
            self.numbers.address(),
            self.ways.address(),
            self.labels.address(),
        ]
    }

    pub(crate) fn boxes<const D: usize>(&self) -> Result<&[Aabb<f64, D>], Problem> {
        self.numbers.check("").map_err(|_| Problem::Invalid)
    }

    /// The proxies with the given ids.
    pub(crate) fn proxies<const D: usize>(
        &self,
        of: &BroadPhase<D>,
    ) -> Result<Vec<ProxyId>, Problem> {
        let ids = self.ids.values().iter().enumerate();
        ids.map(|(row, &id)| ids::proxy(of, id).ok_or(Problem::UnknownId(row)))
            .collect()
    }

    /// The filter of a row, if there are labels.
    pub(crate) fn filter(&self, row: usize) -> Option<Filter> {
        let rows = self.labels.values().as_chunks::<3>().0;
        let &[category, mask, group] = rows.get(row).or(rows.first())?;
        Some(Filter::new(category, mask).with_group(group.cast_signed()))
    }

    /// The place in a row of points, or of boxes: one of `rows` rows.
    pub(crate) fn place<const D: usize>(
        &self,
        row: usize,
        rows: usize,
    ) -> Result<Aabb<f64, D>, Problem> {
        let numbers = self.numbers.values();
        let place = if numbers.len() == 2 * D * rows {
            let (corners, _) = numbers.as_chunks::<D>();
            Aabb::try_new(corners[2 * row], corners[2 * row + 1])
        } else {
            let point = numbers.as_chunks::<D>().0[row];
            Aabb::try_new(point, point)
        };
        place.map_err(|_| Problem::Invalid)
    }

    /// The cast of a row: a ray, or a box that moves.
    pub(crate) fn cast<const D: usize>(
        &self,
        row: usize,
        length: f64,
    ) -> Result<BoxCast<f64, D>, Problem> {
        let ways = self.ways.values().as_chunks::<D>().0;
        let start = self.place(row, ways.len())?;
        let cast = BoxCast::new(start, ways[row]).map_err(|_| Problem::Invalid)?;
        Ok(cast.up_to(length))
    }
}
