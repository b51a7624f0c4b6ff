//! Which overlapping boxes form pairs.

use core::fmt;

use super::compare::Match;
use super::per_box::PerBox;
use crate::filter::{ClassMatrix, Filter};
use crate::simd::{LANES, Path};
use crate::store::move_if;

/// Drops pairs before they are written: sixteen boxes at a time are faster to test than single
/// pairs.
pub(crate) trait MatchFilter: Sync {
    /// Clears the bits of matches that must not become pairs. `block` has the indices of the boxes
    /// that the bits stand for. Between two lists, the indices of the second list are increased by
    /// the length of the first.
    fn admit(&self, path: Path, block: &[u32], matches: &mut [Match]);
}

/// A function that is called during the search.
pub(crate) type Pulse<'a> = &'a (dyn Fn() + Sync);

/// The filters of boxes, and which of their fields can drop a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxFilters<'a> {
    of: PerBox<'a, Filter>,
    /// Whether a mask may drop a pair.
    pub(crate) has_masks: bool,
    /// Whether a group may drop a pair, or admit one that a mask drops.
    pub(crate) has_groups: bool,
}

impl<'a> BoxFilters<'a> {
    /// None if the filters cannot drop a pair.
    fn of(filters: PerBox<'a, Filter>) -> Option<Self> {
        let (mut common, mut is_negative, mut is_positive) = (u32::MAX, false, false);
        for list in filters.lists() {
            for Filter { mask, group, .. } in list {
                common &= mask;
                is_negative |= *group < 0;
                is_positive |= *group > 0;
            }
        }
        // Masks that share a bit with every category drop nothing, both ways and one way.
        let leaves_out = |list: &[Filter]| list.iter().any(|of| of.category & common == 0);
        let has_masks = filters.lists().into_iter().any(leaves_out);
        let has_groups = is_negative || is_positive && has_masks;
        (has_masks || has_groups).then_some(Self {
            of: filters,
            has_masks,
            has_groups,
        })
    }

    pub(crate) fn is_of_one_list(&self) -> bool {
        self.of.lens()[1] == 0
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> Filter {
        self.of.get(index)
    }

    /// Whether masks admit a pair, both ways.
    #[inline(always)]
    pub(crate) fn masks_allow(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|index| self.get(index));
        (a.category & b.mask != 0) & (b.category & a.mask != 0)
    }

    /// Whether the filters admit a pair, both ways or one way.
    fn allow(&self, a: u32, b: u32, one_way: bool) -> bool {
        let [a, b] = [a, b].map(|index| self.get(index));
        match one_way {
            true => a.admits(&b) || self.is_of_one_list() && b.admits(&a),
            false => a.allows(&b),
        }
    }

    /// The filter of a box of two lists, widened so that a test both ways is a test one way: the
    /// mask of the second list and the category of the first have all bits.
    pub(crate) fn get_one_way(&self, index: u32) -> Filter {
        let Filter {
            category,
            mask,
            group,
        } = self.of.get(index);
        let filter = if (index as usize) < self.of.lens()[0] {
            Filter::new(u32::MAX, mask)
        } else {
            Filter::new(category, u32::MAX)
        };
        filter.with_group(group)
    }
}

/// The classes of boxes, and which of them may form pairs.
#[derive(Clone, Copy, Debug)]
struct BoxClasses<'a> {
    of: PerBox<'a, u32>,
    matrix: &'a ClassMatrix,
}

/// All the filters of a query.
#[derive(Clone, Copy, Default)]
pub(crate) struct PairFilter<'a> {
    custom: Option<&'a dyn MatchFilter>,
    /// Called for every block of boxes whose matches are filtered.
    pub(crate) pulse: Option<Pulse<'a>>,
    /// Whether to drop pairs of boxes that only touch.
    pub(crate) interiors: bool,
    /// By box, its group: pairs across groups are dropped.
    pub(crate) within: Option<PerBox<'a, u32>>,
    pub(crate) filters: Option<BoxFilters<'a>>,
    /// Whether one of the two filters of a pair suffices.
    pub(crate) one_way: bool,
    classes: Option<BoxClasses<'a>>,
}

impl<'a> PairFilter<'a> {
    pub(crate) const NONE: Self = Self {
        custom: None,
        pulse: None,
        interiors: false,
        within: None,
        filters: None,
        one_way: false,
        classes: None,
    };

    pub(crate) fn of(filter: &'a dyn MatchFilter) -> Self {
        Self::NONE.with_custom(filter)
    }

    /// Sets the custom filter. The caller knows that there is none yet.
    pub(crate) fn with_custom(self, custom: &'a dyn MatchFilter) -> Self {
        Self {
            custom: Some(custom),
            ..self
        }
    }

    /// Sets the filters. The caller guarantees one for each box.
    pub(crate) fn with_filters(self, filters: PerBox<'a, Filter>) -> Self {
        Self {
            filters: BoxFilters::of(filters),
            ..self
        }
    }

    /// Sets the matrix and the classes. The caller guarantees one for each box.
    pub(crate) fn with_classes(self, matrix: &'a ClassMatrix, of: PerBox<'a, u32>) -> Self {
        Self {
            classes: Some(BoxClasses { of, matrix }),
            ..self
        }
    }

    /// Whether the sweep needs [`Labels`](super::labels::Labels).
    pub(crate) fn has_labels(&self) -> bool {
        self.within.is_some() || self.filters.is_some()
    }

    /// The filters, if only their masks can drop a pair, tested both ways.
    pub(crate) fn masks_alone(&self) -> Option<BoxFilters<'a>> {
        let others = self.one_way || self.within.is_some() || self.classes.is_some();
        self.filters
            .filter(|filters| !others && !filters.has_groups)
    }

    /// Whether classes may drop a pair, which needs a test of each pair.
    pub(crate) fn has_classes(&self) -> bool {
        self.classes.is_some()
    }

    /// Whether the classes of two boxes may form pairs.
    pub(crate) fn classes_allow(&self, a: u32, b: u32) -> bool {
        let allow = |BoxClasses { of, matrix }: BoxClasses<'_>| matrix.allows(of.get(a), of.get(b));
        self.classes.is_none_or(allow)
    }

    /// Whether all pairs are admitted and nothing is called during the search.
    pub(crate) fn is_none(&self) -> bool {
        let calls = self.custom.is_some() || self.pulse.is_some() || self.interiors;
        !(calls || self.has_labels() || self.has_classes())
    }

    /// Whether the groups, the filters and the classes of two boxes admit a pair.
    fn allows(&self, a: u32, b: u32) -> bool {
        self.within.is_none_or(|of| of.get(a) == of.get(b))
            && self
                .filters
                .is_none_or(|filters| filters.allow(a, b, self.one_way))
            && self.classes_allow(a, b)
    }

    /// Moves the admitted pairs to the front and returns them. For few boxes, which have no labels.
    /// Pairs with the same first box must be consecutive.
    pub(super) fn admitted<'p>(&self, path: Path, pairs: &'p mut [[u32; 2]]) -> &'p mut [[u32; 2]] {
        let mut kept = pairs.len();
        if self.custom.is_some() || self.pulse.is_some() {
            kept = self.admit_rows(path, pairs);
        }
        let pairs = &mut pairs[..kept];
        if self.has_labels() || self.has_classes() {
            keep(pairs, |a, b| self.allows(a, b))
        } else {
            pairs
        }
    }

    /// [`admit`](Self::admit) for pairs, one first box at a time. Returns the number of remaining
    /// pairs, which are the first ones.
    fn admit_rows(&self, path: Path, pairs: &mut [[u32; 2]]) -> usize {
        let (mut kept, mut start) = (0, 0);
        while start < pairs.len() {
            let [first, _] = pairs[start];
            let (mut found, mut len) = ([Match::default(); LANES], 0);
            let row = pairs[start..].iter().take_while(|[a, _]| *a == first);
            for (slot, &[_, index]) in found.iter_mut().zip(row) {
                *slot = Match { index, lanes: 1 };
                len += 1;
            }
            self.admit(path, &[first], &mut found[..len]);
            for Match { index, lanes } in &found[..len] {
                move_if(pairs, &mut kept, [first, *index], *lanes != 0);
            }
            start += len;
        }
        kept
    }

    pub(crate) fn admit(&self, path: Path, block: &[u32], matches: &mut [Match]) {
        if let Some(pulse) = self.pulse {
            pulse();
        }
        if let Some(filter) = self.custom {
            filter.admit(path, block, matches);
        }
    }
}

/// Moves the admitted pairs to the front and returns them.
pub(super) fn keep(pairs: &mut [[u32; 2]], admits: impl Fn(u32, u32) -> bool) -> &mut [[u32; 2]] {
    let mut kept = 0;
    for number in 0..pairs.len() {
        let [a, b] = pairs[number];
        move_if(pairs, &mut kept, [a, b], admits(a, b));
    }
    &mut pairs[..kept]
}

impl fmt::Debug for PairFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PairFilter")
            .field("is_custom", &self.custom.is_some())
            .field("has_pulse", &self.pulse.is_some())
            .field("interiors", &self.interiors)
            .field("within", &self.within)
            .field("filters", &self.filters)
            .field("one_way", &self.one_way)
            .field("classes", &self.classes)
            .finish()
    }
}
