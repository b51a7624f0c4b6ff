//! Which overlapping boxes form pairs.

use core::fmt;

use super::compare::Match;
use super::per_box::PerBox;
use crate::filter::{ClassMatrix, Filter};
use crate::simd::{LANES, Path};
use crate::store::move_if;

/// Leaves out some of the pairs before they are written: sixteen boxes at a time are faster to test
/// than one pair.
pub(crate) trait MatchFilter: Sync {
    /// Clears the bits of matches that are not to be pairs. `block` has the indices of the boxes
    /// that the bits stand for. Between two lists, the indices of the second one are increased by
    /// the length of the first.
    fn admit(&self, path: Path, block: &[u32], matches: &mut [Match]);
}

/// A function that is called while pairs are searched.
pub(crate) type Pulse<'a> = &'a (dyn Fn() + Sync);

/// The filters of boxes, and what of them decides about pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxFilters<'a> {
    of: PerBox<'a, Filter>,
    /// Whether a mask leaves out a pair.
    pub(crate) has_masks: bool,
    /// Whether a group leaves out a pair, or makes one that a mask leaves out.
    pub(crate) has_groups: bool,
}

impl<'a> BoxFilters<'a> {
    /// None if no pair is left out.
    fn of(filters: PerBox<'a, Filter>) -> Option<Self> {
        let (mut common, mut is_negative, mut is_positive) = (u32::MAX, false, false);
        for list in filters.lists() {
            for Filter { mask, group, .. } in list {
                common &= mask;
                is_negative |= *group < 0;
                is_positive |= *group > 0;
            }
        }
        // Masks that share a bit with every category leave out nothing, both ways and one way.
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

    /// The filter of a box.
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

    /// Whether a pair is admitted, both ways or one way.
    fn allow(&self, a: u32, b: u32, one_way: bool) -> bool {
        let [a, b] = [a, b].map(|index| self.get(index));
        match one_way {
            true => a.admits(&b) || self.is_of_one_list() && b.admits(&a),
            false => a.allows(&b),
        }
    }

    /// The filter of a box of two lists, such that both ways are one way: the second list wants
    /// everything, and everything wants the first.
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

/// Classes of boxes, and which of them form pairs.
#[derive(Clone, Copy, Debug)]
struct BoxClasses<'a> {
    of: PerBox<'a, u32>,
    matrix: &'a ClassMatrix,
}

/// Everything that leaves out pairs.
#[derive(Clone, Copy, Default)]
pub(crate) struct PairFilter<'a> {
    custom: Option<&'a dyn MatchFilter>,
    /// Is called for every block of boxes whose pairs are admitted.
    pub(crate) pulse: Option<Pulse<'a>>,
    /// Whether boxes that only touch are no pair.
    pub(crate) interiors: bool,
    /// By box, the only group that it has pairs with.
    pub(crate) within: Option<PerBox<'a, u32>>,
    pub(crate) filters: Option<BoxFilters<'a>>,
    /// Whether one of the filters of a pair is enough.
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

    /// The same, with a function that drops matches. The caller knows that there is none.
    pub(crate) fn with_custom(self, custom: &'a dyn MatchFilter) -> Self {
        Self {
            custom: Some(custom),
            ..self
        }
    }

    /// The same, with a filter for each box. The caller knows that there is one for each.
    pub(crate) fn with_filters(self, filters: PerBox<'a, Filter>) -> Self {
        Self {
            filters: BoxFilters::of(filters),
            ..self
        }
    }

    /// The same, with a class for each box. The caller knows that there is one for each.
    pub(crate) fn with_classes(self, matrix: &'a ClassMatrix, of: PerBox<'a, u32>) -> Self {
        Self {
            classes: Some(BoxClasses { of, matrix }),
            ..self
        }
    }

    /// Whether boxes have values in columns that decide about pairs.
    pub(crate) fn has_labels(&self) -> bool {
        self.within.is_some() || self.filters.is_some()
    }

    /// The filters, if their masks alone decide about pairs, both ways.
    pub(crate) fn masks_alone(&self) -> Option<BoxFilters<'a>> {
        let others = self.one_way || self.within.is_some() || self.classes.is_some();
        self.filters
            .filter(|filters| !others && !filters.has_groups)
    }

    /// Whether classes decide about pairs, which are then tested one by one.
    pub(crate) fn has_classes(&self) -> bool {
        self.classes.is_some()
    }

    /// Whether the classes of two boxes form pairs.
    pub(crate) fn classes_allow(&self, a: u32, b: u32) -> bool {
        let allow = |BoxClasses { of, matrix }: BoxClasses<'_>| matrix.allows(of.get(a), of.get(b));
        self.classes.is_none_or(allow)
    }

    /// Whether all pairs are admitted, and nothing is called while they are searched.
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

    /// The pairs that are admitted: the first ones, after they were moved to the front. For few
    /// pairs, which need no labels. Those of one first box follow each other.
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

    /// [`admit`](Self::admit) for pairs, those of one first box at a time. Returns the number of
    /// pairs that are left, which are the first ones.
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

/// Moves the pairs that are admitted to the front.
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
