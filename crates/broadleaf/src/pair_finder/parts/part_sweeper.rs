//! Pairs of boxes that may be crowded: those are divided, and the parts are swept one by one.

use core::mem;
use core::ops::ControlFlow;

use super::groups::by_group;
use super::part::{LoadedPart, Parts};
use super::shapes::by_shape;
use super::tiles::by_tile;
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar};
use crate::pair_finder::order::Operands;
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

    /// Visits all pairs.
    pub(crate) fn visit_all<A, B>(
        &mut self,
        operands: &Operands<'_, A, B>,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let Some(parts) = self.prepare(Sequential, operands, filter.within) else {
            let is_cross = operands.second().is_some();
            return self
                .sweeper
                .sweep(is_cross, operands.offset(), filter, visit);
        };
        let outcome = self.visit_parts(&parts, operands, filter, visit);
        // Few scenes are crowded: the memory for parts is not kept.
        self.part = LoadedPart::default();
        self.sweeper.free_names();
        outcome
    }

    /// Finds the parts of boxes. If there are none, the boxes are sorted.
    pub(crate) fn prepare<A, B>(
        &mut self,
        executor: impl Executor,
        operands: &Operands<'_, A, B>,
        within: Option<PerBox<'_, u32>>,
    ) -> Option<Parts<'static, S, D>>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let groups = within.and_then(|groups| by_group(executor, operands, groups));
        if groups.is_some() {
            return groups;
        }
        self.sweeper.sort(executor, operands);
        self.divide(executor, operands, usize::MAX, None)
    }

    /// The parts of boxes that were sorted, if these are crowded. Each block had `before`
    /// candidates when they were sorted together with others: division ends where it no longer
    /// helps.
    fn divide<'p, A, B>(
        &mut self,
        executor: impl Executor,
        operands: &Operands<'_, A, B>,
        before: usize,
        parent: Option<&'p LoadedPart<S, D>>,
    ) -> Option<Parts<'p, S, D>>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        // No part of fewer boxes would be much less crowded.
        if operands.len() < 2 * MANY_CANDIDATES {
            return None;
        }
        let is_cross = operands.second().is_some();
        let candidates = self.sweeper.candidates_per_block(is_cross);
        if candidates < MANY_CANDIDATES || candidates > before / 4 * 3 {
            return None;
        }
        by_tile(executor, operands, candidates, parent).or_else(|| {
            let lengths = self.sweeper.lengths();
            by_shape(operands, &lengths, candidates, parent)
        })
    }

    /// Visits the pairs of all parts.
    fn visit_parts<A, B>(
        &mut self,
        parts: &Parts<'_, S, D>,
        operands: &Operands<'_, A, B>,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        (0..parts.len()).try_for_each(|part| self.visit_part(parts, part, operands, filter, visit))
    }

    /// Visits the pairs that a part owns.
    pub(crate) fn visit_part<A, B>(
        &mut self,
        parts: &Parts<'_, S, D>,
        number: usize,
        operands: &Operands<'_, A, B>,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let mut part = mem::take(&mut self.part);
        part.load(parts, number, operands);
        let outcome = self.visit_loaded(&part, parts.candidates, filter, visit);
        self.part = part;
        outcome
    }

    /// Visits the pairs that a part owns, of boxes of which each block had `before` candidates.
    fn visit_loaded(
        &mut self,
        part: &LoadedPart<S, D>,
        before: usize,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let operands = part.operands();
        self.sweeper.sort(Sequential, &operands);
        if let Some(parts) = self.divide(Sequential, &operands, before, Some(part)) {
            return self.visit_parts(&parts, &operands, filter, visit);
        }
        let is_cross = operands.second().is_some();
        self.sweeper.tag(is_cross, &part.names, &part.classes);
        self.sweeper.sweep(is_cross, part.offset, filter, visit)
    }
}
