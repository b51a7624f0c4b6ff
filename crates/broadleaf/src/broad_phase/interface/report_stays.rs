//! Whether steps report the pairs that stay.

use core::mem;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::step::stays::{Stays, remove_pairs};
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Sets whether later steps report the pairs that neither began nor ended, in
    /// [`stayed`](crate::broad_phase::Events::stayed). By default they do not.
    ///
    /// A save contains the setting, the [hash](Self::state_hash) does not, and a rewind keeps it.
    ///
    /// Costs memory for all pairs, a pass over their list in each step, and a search for all pairs
    /// in the first step and in a rewind.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    /// broad_phase.set_reports_stays(true);
    /// let [a, b, c] = [0, 1, 2].map(|x| broad_phase.create(Aabb::new([x, 0], [x + 1, 1]), ()));
    /// assert_eq!(broad_phase.step().begun, [[a, b], [b, c]]);
    /// broad_phase.remove(c);
    /// let events = broad_phase.step();
    /// assert_eq!((events.stayed, events.ended), (vec![[a, b]], vec![[b, c]]));
    /// # assert!(events.begun.is_empty());
    /// ```
    #[doc(alias = "on_stay")]
    #[doc(alias = "OnTriggerStay")]
    pub fn set_reports_stays(&mut self, reports: bool) {
        self.stays = match (reports, self.stays) {
            (false, _) => Stays::Unreported,
            (true, Stays::Unreported) => Stays::Unknown,
            (true, known) => known,
        };
    }

    /// Whether steps report the pairs that stay.
    #[must_use]
    pub fn reports_stays(&self) -> bool {
        self.stays != Stays::Unreported
    }

    /// Searches for the pairs that stayed, if they are reported. Nothing may have changed since the
    /// last step.
    pub(crate) fn find_stays(&mut self) {
        if self.stays == Stays::Unreported {
            return;
        }
        let mut stayed = mem::take(&mut self.events.stayed);
        self.fat_pairs().list_into(&mut stayed);
        remove_pairs(&mut stayed, &self.events.begun);
        self.events.stayed = stayed;
        self.stays = Stays::Known;
    }
}
