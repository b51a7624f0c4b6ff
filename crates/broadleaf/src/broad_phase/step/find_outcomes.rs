//! Chooses between two ways to find the pairs of before and now, and decides about them.

use core::ops::ControlFlow;

use super::law::Law;
use super::overlaps::PairKey;
use super::pair_lists::Scope;
use super::scratch::StepScratch;
use super::trim::trim;
use super::tuning::{BOXES_PER_CHANGE, STEPS_UNTIL_FREED};
use crate::broad_phase::state::records::SlotRecords;
use crate::executor::Lists;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;
use crate::pair_finder::FindKeys;

impl<S: Scalar, const D: usize> StepScratch<S, D> {
    /// Finds the outcome of every pair with a changed proxy, sorted. Breaks, with some of the
    /// outcomes, if there are more than `most` pairs to decide about.
    ///
    /// If there are few moving proxies per change, all their pairs are listed; if there are also
    /// few static proxies, all pairs with these are listed, too. A structure whose pairs are not
    /// listed is queried for each change. The static one is always queried if proxies may be
    /// asleep: they form pairs with each other, which a list would contain again in every step.
    #[inline(never)]
    pub(crate) fn find_outcomes(
        &mut self,
        executor: impl FindKeys,
        records: SlotRecords<'_, S, D>,
        moving: &impl SpatialIndexMut<S, D>,
        fixed: &impl SpatialIndexMut<S, D>,
        most: usize,
    ) -> ControlFlow<()> {
        self.outcomes.clear();
        self.lists.begin_step();
        let changes = records.changes.len();
        if changes == 0 {
            return ControlFlow::Continue(());
        }
        let [per_moving, per_static] = self.boxes_per_change.unwrap_or(BOXES_PER_CHANGE);
        let lists_moving = changes.saturating_mul(per_moving) >= moving.len();
        let lists_static =
            lists_moving && !records.may_sleep && changes.saturating_mul(per_static) >= fixed.len();
        self.unsteady.replace(records);
        if lists_moving {
            executor.enter(|| self.list_pairs(executor, records, lists_static, most))?;
        } else {
            self.release_lists();
        }
        if !lists_static {
            self.search_changes(records, (!lists_moving).then_some(moving), fixed, most)?;
        }
        self.outcomes.trim();
        ControlFlow::Continue(())
    }

    /// Decides about the listed pairs of all moving proxies, or of all proxies.
    fn list_pairs(
        &mut self,
        executor: impl FindKeys,
        records: SlotRecords<'_, S, D>,
        with_static: bool,
        most: usize,
    ) -> ControlFlow<()> {
        self.steps_without_lists = 0;
        let key = PairKey::of(records.statuses.len());
        let scope = Scope { key, with_static };
        let (unsteady, finder) = (&self.unsteady, &mut self.finder);
        self.lists
            .find(executor, records, unsteady, scope, finder, most)?;
        let law = Law {
            records,
            unsteady,
            key,
        };
        let (lists, pieces) = (&self.lists, self.lists.pieces());
        executor.append(
            pieces,
            &mut self.found,
            &mut self.outcomes,
            |piece, outcomes| {
                let [before, after] = lists.piece(piece);
                law.apply(before, after, outcomes);
            },
        );
        self.found.truncate(2 * pieces);
        ControlFlow::Continue(())
    }

    /// Decides about the pairs of changed proxies with each other and with proxies in the moving
    /// structure, if it is given, and about their pairs with proxies in the static structure.
    fn search_changes(
        &mut self,
        records: SlotRecords<'_, S, D>,
        moving: Option<&impl SpatialIndexMut<S, D>>,
        fixed: &impl SpatialIndexMut<S, D>,
        most: usize,
    ) -> ControlFlow<()> {
        let key = PairKey::of(records.statuses.len());
        let search = &mut self.search;
        search.begin(records);
        if let Some(moving) = moving {
            search.compare_movers(key, &mut self.finder, most)?;
            search.query(key, records, moving, true, most)?;
        }
        search.query(key, records, fixed, records.may_sleep, most)?;
        search.sort();
        let law = Law {
            records,
            unsteady: &self.unsteady,
            key,
        };
        law.apply(
            &search.found.before,
            &search.found.after,
            &mut self.outcomes,
        );
        if moving.is_none() {
            // The pairs of this search come after the listed ones.
            self.outcomes.sort(&mut self.spare_pairs);
            trim(&mut self.spare_pairs);
        }
        ControlFlow::Continue(())
    }

    /// Notes a step that lists no pairs. After several of them, frees the memory of the lists.
    fn release_lists(&mut self) {
        self.lists.forget();
        self.steps_without_lists = self.steps_without_lists.saturating_add(1);
        if self.steps_without_lists == STEPS_UNTIL_FREED {
            self.lists.free();
            self.finder.shrink_to_fit();
        }
    }
}
