//! Pairs of boxes that may be crowded: divides crowded boxes and sweeps the parts one by one.

use core::mem;
use core::ops::ControlFlow;

use super::groups::by_group;
use super::part::{LoadedPart, Parts};
use super::shapes::by_shape;
use super::tiles::by_tile;
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar};
use crate::pair_finder::order::Sources;
use crate::pair_finder::sweep::{PairFilter, PerBox, Sweeper};
use crate::pair_finder::tuning::MANY_CANDIDATES;
use crate::simd::Path;
use crate::visit::Visit;

/// Sorts and sweeps boxes, part by part if they are crowded or in groups.
#[derive(Clone, Debug)]
pub(crate) struct PartSweeper<S: Scalar, const D: usize> {
    pub(crate) sweeper: Sweeper<S, D>,
    part: LoadedPart<S, D>,
}

impl<S: Scalar, const D: usize> PartSweeper<S, D> {
    pub(crate) fn with_path(path: Path) -> Self {
        Self {
            sweeper: Sweeper::with_path(path),
            part: LoadedPart::default(),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.sweeper.bytes() + self.part.bytes()
    }

    #[inline(never)]
    pub(crate) fn visit_all(
        &mut self,
        sources: Sources<'_, S, D>,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let Some(parts) = self.prepare(Sequential, sources, filter.within) else {
            let is_cross = sources.is_cross();
            return self
                .sweeper
                .sweep(is_cross, sources.offset(), filter, visit);
        };
        let outcome = self.visit_parts(&parts, sources, filter, visit);
        // Few scenes are crowded, so the memory for parts is not kept.
        self.part = LoadedPart::default();
        self.sweeper.free_names();
        outcome
    }

    /// Divides the boxes into parts. If there are none, the boxes are sorted.
    pub(crate) fn prepare(
        &mut self,
        executor: impl Executor,
        sources: Sources<'_, S, D>,
        within: Option<PerBox<'_, u32>>,
    ) -> Option<Parts<'static, S, D>> {
        let groups = within.and_then(|groups| by_group(executor, sources, groups));
        if groups.is_some() {
            return groups;
        }
        self.sweeper.sort(executor, sources);
        self.divide(executor, sources, usize::MAX, None)
    }

    /// The parts of sorted boxes, if these are crowded. `before` is the mean number of candidates
    /// of a block in the undivided list: division ends when it does not reduce that by a quarter.
    fn divide<'p>(
        &mut self,
        executor: impl Executor,
        sources: Sources<'_, S, D>,
        before: usize,
        parent: Option<&'p LoadedPart<S, D>>,
    ) -> Option<Parts<'p, S, D>> {
        // Parts of so few boxes would not be much less crowded.
        if sources.len() < 2 * MANY_CANDIDATES {
            return None;
        }
        let is_cross = sources.is_cross();
        let candidates = self.sweeper.candidates_per_block(is_cross);
        if candidates < MANY_CANDIDATES || candidates > before / 4 * 3 {
            return None;
        }
        by_tile(executor, sources, candidates, parent).or_else(|| {
            let lengths = self.sweeper.lengths();
            by_shape(sources, &lengths, candidates, parent)
        })
    }

    fn visit_parts(
        &mut self,
        parts: &Parts<'_, S, D>,
        sources: Sources<'_, S, D>,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        (0..parts.len()).try_for_each(|part| self.visit_part(parts, part, sources, filter, visit))
    }

    /// Visits the pairs that a part owns.
    pub(crate) fn visit_part(
        &mut self,
        parts: &Parts<'_, S, D>,
        number: usize,
        sources: Sources<'_, S, D>,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let mut part = mem::take(&mut self.part);
        part.load(parts, number, sources);
        let outcome = self.visit_loaded(&part, parts.candidates, filter, visit);
        self.part = part;
        outcome
    }

    /// Visits the pairs that a loaded part owns. Divides it again if it is crowded: see
    /// [`divide`](Self::divide) for `before`.
    fn visit_loaded(
        &mut self,
        part: &LoadedPart<S, D>,
        before: usize,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let operands = part.operands();
        let sources = operands.sources();
        self.sweeper.sort(Sequential, sources);
        if let Some(parts) = self.divide(Sequential, sources, before, Some(part)) {
            return self.visit_parts(&parts, sources, filter, visit);
        }
        let is_cross = sources.is_cross();
        self.sweeper.tag(is_cross, &part.names, &part.classes);
        self.sweeper.sweep(is_cross, part.offset, filter, visit)
    }
}
