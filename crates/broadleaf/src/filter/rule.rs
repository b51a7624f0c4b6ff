//! Rules about which boxes of an index a query finds, and which form pairs.

use alloc::vec::Vec;

use super::category_matrix::CategoryMatrix;
use super::class_matrix::ClassMatrix;
use super::filter::Filter;
use crate::store::Id;

/// Which boxes of an index a query finds, and which form pairs. Pass a rule to
/// [`filtered`](crate::SpatialIndex::filtered).
///
/// | rule | leaves out |
/// |---|---|
/// | a closure from an id to `bool` | boxes |
/// | [`Asker`] | boxes that a filter refuses, or that refuse it, and one box by its id |
/// | `[Filter]`, `Vec<Filter>`, `[Filter; N]`, by id | pairs that the filter of either box refuses |
/// | [`Classes`] | pairs of classes that a [`ClassMatrix`] forbids |
/// | [`CategoryMatrix`] | pairs by the categories in the index, a subtree at a time |
///
/// By default each function leaves out nothing.
///
/// ```
/// use broadleaf::filter::Rule;
/// use broadleaf::{Aabb, Id, PackedTree, SpatialIndex};
///
/// /// Joints between boxes, sorted.
/// struct Joints(Vec<[Id; 2]>);
///
/// impl Rule for Joints {
///     fn allows(&self, a: Id, b: Id) -> bool {
///         self.0.binary_search(&[a.min(b), a.max(b)]).is_err()
///     }
/// }
///
/// let row = [0, 1, 2].map(|x| Aabb::new([x], [x + 1]));
/// let tree = PackedTree::from_boxes(&row)?;
/// let joints = Joints(vec![[Id(0), Id(1)]]);
/// assert_eq!(tree.filtered(&joints).pairs(), [[Id(1), Id(2)]]);
/// assert_eq!(tree.filtered(&|id: Id| id != Id(1)).overlaps(&row[0]), [Id(0)]);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
pub trait Rule: Sync {
    /// Whether queries find a box.
    fn admits(&self, id: Id) -> bool {
        let _ = id;
        true
    }

    /// Whether two boxes form a pair. Must be symmetric, unless `b` always belongs to another
    /// index.
    fn allows(&self, a: Id, b: Id) -> bool {
        let _ = (a, b);
        true
    }

    /// Queries find only boxes with at least one of these categories; the index holds the
    /// categories.
    fn mask(&self) -> Option<u32> {
        None
    }

    /// Which categories form pairs; the index holds the categories.
    fn matrix(&self) -> Option<&CategoryMatrix> {
        None
    }
}

impl Rule for CategoryMatrix {
    fn matrix(&self) -> Option<&CategoryMatrix> {
        Some(self)
    }
}

/// By id. Ids beyond the last one have the default filter.
impl Rule for [Filter] {
    fn allows(&self, a: Id, b: Id) -> bool {
        filter_of(self, a).allows(&filter_of(self, b))
    }
}

impl Rule for Vec<Filter> {
    fn allows(&self, a: Id, b: Id) -> bool {
        self.as_slice().allows(a, b)
    }
}

impl<const N: usize> Rule for [Filter; N] {
    fn allows(&self, a: Id, b: Id) -> bool {
        self.as_slice().allows(a, b)
    }
}

impl<F: Fn(Id) -> bool + Sync> Rule for F {
    fn admits(&self, id: Id) -> bool {
        self(id)
    }
}

fn filter_of(filters: &[Filter], id: Id) -> Filter {
    filters.get(id.index()).copied().unwrap_or_default()
}

/// The filter of a querying body: queries find the boxes that pass both its filter and their own.
///
/// A negative group leaves out the body itself; [`except`](Self::except) leaves out one box.
///
/// The filters of the boxes are in the caller's list, by id; ids beyond the last one have the
/// default filter. If the index holds the categories of these filters, it skips subtrees by the
/// mask of the body; otherwise each box that is found is tested. A box whose category in the index
/// shares no bit with that mask is not found, whatever the list contains, unless the body is in a
/// positive group.
///
/// ```
/// use broadleaf::filter::Asker;
/// use broadleaf::{Aabb, Filter, Id, PackedTree, Ray, SpatialIndex};
/// const BODY: u32 = 1;
/// const GLASS: u32 = 2;
/// // A robot of two parts, a pane and a person.
/// let robot = Filter::new(BODY, !0).with_group(-1);
/// let filters = [robot, robot, Filter::new(GLASS, BODY), Filter::new(BODY, !0)];
/// let row = [0.0, 1.0, 2.0, 3.0].map(|x| Aabb::new([x, 0.0], [x + 0.5, 1.0]));
/// let tree = PackedTree::from_boxes(&row)?;
/// let ray = Ray::new([0.1, 0.5], [1.0, 0.0])?;
///
/// let sight = Asker::new(Filter::new(BODY, !GLASS).with_group(-1), &filters);
/// assert_eq!(tree.filtered(&sight).cast(&ray).unwrap().id, Id(3));
/// // Light is no body: the pane does not want it, and stops it only one way.
/// let light = Asker::new(Filter::new(4, GLASS), &filters);
/// assert_eq!(tree.filtered(&light).cast(&ray), None);
/// assert_eq!(tree.filtered(&light.one_way()).cast(&ray).unwrap().id, Id(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Asker<'a> {
    filter: Filter,
    filters: &'a [Filter],
    exception: Option<Id>,
    is_one_way: bool,
}

impl<'a> Asker<'a> {
    /// `filters` has the filters of the boxes, by id.
    pub fn new(filter: Filter, filters: &'a [Filter]) -> Self {
        Self {
            filter,
            filters,
            exception: None,
            is_one_way: false,
        }
    }

    /// Leaves out this box.
    pub fn except(self, id: Id) -> Self {
        Self {
            exception: Some(id),
            ..self
        }
    }

    /// Also finds boxes whose filters refuse the body: [`Filter::admits`] replaces
    /// [`Filter::allows`].
    pub fn one_way(self) -> Self {
        Self {
            is_one_way: true,
            ..self
        }
    }
}

impl Rule for Asker<'_> {
    fn admits(&self, id: Id) -> bool {
        let theirs = filter_of(self.filters, id);
        let admits = match self.is_one_way {
            true => self.filter.admits(&theirs),
            false => self.filter.allows(&theirs),
        };
        admits && self.exception != Some(id)
    }

    fn mask(&self) -> Option<u32> {
        // In a positive group, boxes are found even if the mask refuses them.
        (self.filter.group <= 0).then_some(self.filter.mask)
    }
}

/// The classes of boxes by id, and which of them form pairs.
///
/// Ids beyond the last class form pairs with everything.
///
/// ```
/// use broadleaf::filter::{ClassMatrix, Classes};
/// use broadleaf::{Aabb, Id, PackedTree, SpatialIndex};
/// let mut matrix = ClassMatrix::new(3);
/// matrix.forbid(0, 1)?;
/// matrix.forbid(1, 2)?;
/// let links = [[0, 3], [2, 5], [3, 6]].map(|[min, max]| Aabb::new([min], [max]));
/// let tree = PackedTree::from_boxes(&links)?;
/// let allowed = Classes::new(&matrix, &[0, 1, 2]);
/// assert_eq!(tree.filtered(&allowed).pairs(), [[Id(0), Id(2)]]);
/// assert_eq!(tree.filtered(&allowed).closest_pair().unwrap().ids, [Id(0), Id(2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Classes<'a> {
    matrix: &'a ClassMatrix,
    of: &'a [u32],
}

impl<'a> Classes<'a> {
    /// `of` has the class of each box, by id.
    pub fn new(matrix: &'a ClassMatrix, of: &'a [u32]) -> Self {
        Self { matrix, of }
    }
}

impl Rule for Classes<'_> {
    fn allows(&self, a: Id, b: Id) -> bool {
        let classes = self.of.get(a.index()).zip(self.of.get(b.index()));
        classes.is_none_or(|(&a, &b)| self.matrix.allows(a, b))
    }
}
