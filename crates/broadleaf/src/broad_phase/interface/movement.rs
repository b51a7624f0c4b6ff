//! Moves proxies.

use alloc::vec::Vec;

use crate::broad_phase::broad_phase::{BroadPhase, in_structure};
use crate::broad_phase::state::id::{ProxyId, UnknownProxy};
use crate::broad_phase::state::margin::Fit;
use crate::broad_phase::state::mobility::Mobility;
use crate::broad_phase::state::proxy::margin_of;
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndexMut;
use crate::store::Id;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Replaces the tight box of a proxy. Returns whether it was re-inserted with a new fat box,
    /// which depends on its [`Margin`]. If not, the move costs nothing in the next step.
    ///
    /// `displacement` is the expected motion until the next call. A [`Margin`] with a prediction
    /// extends the fat box in its direction. A fat box that reaches far ahead ends with a step
    /// without a call. A NaN component counts as 0, an infinite one reaches to the end of the
    /// range.
    ///
    /// # Errors
    /// If the proxy does not exist.
    ///
    /// [`Margin`]: crate::broad_phase::Margin
    #[doc(alias = "move_proxy")]
    #[doc(alias = "moveProxy")]
    pub fn move_to(
        &mut self,
        id: ProxyId,
        aabb: Aabb<S, D>,
        displacement: [S; D],
    ) -> Result<bool, UnknownProxy> {
        let Some(mobility) = self.set_tight(id, &aabb, displacement)? else {
            return Ok(false);
        };
        let fat = self.table.fat(id.id());
        in_structure!([&mut] self, mobility, structure => structure.insert(id.id(), fat));
        Ok(true)
    }

    /// Moves many proxies. If many are re-inserted, this is much faster than single moves. Returns
    /// how many are re-inserted.
    ///
    /// # Errors
    /// If a proxy does not exist; the error names the first one. All others are moved.
    #[doc(alias = "move_proxies")]
    pub fn move_all(
        &mut self,
        moves: impl IntoIterator<Item = (ProxyId, Aabb<S, D>, [S; D])>,
    ) -> Result<usize, UnknownProxy> {
        // If the iterator panics, the moves before are complete.
        let UpdateOnDrop(broad_phase) = &mut UpdateOnDrop(self);
        let (mut count, mut unknown) = (0, None);
        for (id, aabb, displacement) in moves {
            match broad_phase.set_tight(id, &aabb, displacement) {
                Ok(Some(mobility)) => {
                    broad_phase.scratch.moved[mobility.structure()].push(id.id());
                    count += 1;
                }
                Ok(None) => {}
                Err(error) => unknown = unknown.or(Some(error)),
            }
        }
        unknown.map_or(Ok(count), Err)
    }

    /// [`move_to`](Self::move_to) without a displacement: no motion is predicted. For callers that
    /// do not know how their objects move.
    ///
    /// A proxy gets the fat box of a new proxy if it leaves its fat box, or if `aabb` is its
    /// current tight box.
    ///
    /// # Errors
    /// If the proxy does not exist.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// use broadleaf::broad_phase::Margin;
    /// let margin = Margin::Fatten { extension: 1, prediction: 2.into() };
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::new(margin);
    /// let id = broad_phase.create(Aabb::new([0, 0], [4, 4]), ());
    /// assert_eq!(broad_phase.set_aabb(id, Aabb::new([1, 0], [5, 4])), Ok(false));
    /// assert_eq!(broad_phase.set_aabb(id, Aabb::new([2, 0], [6, 4])), Ok(true));
    /// assert_eq!(broad_phase.fat_aabb(id), Some(Aabb::new([1, -1], [7, 5])));
    /// ```
    #[doc(alias = "setAabb")]
    pub fn set_aabb(&mut self, id: ProxyId, aabb: Aabb<S, D>) -> Result<bool, UnknownProxy> {
        self.move_to(id, aabb, [S::default(); D])
    }

    /// [`move_all`](Self::move_all) without displacements.
    ///
    /// # Errors
    /// If a proxy does not exist; the error names the first one. All others are moved.
    pub fn set_aabbs(
        &mut self,
        boxes: impl IntoIterator<Item = (ProxyId, Aabb<S, D>)>,
    ) -> Result<usize, UnknownProxy> {
        let at_rest = [S::default(); D];
        let moves = boxes.into_iter().map(|(id, aabb)| (id, aabb, at_rest));
        self.move_all(moves)
    }

    /// Moves both boxes of every proxy by `displacement`, like a shift of the origin by the
    /// opposite.
    ///
    /// Pairs stay, except where coordinates change: the next step reports the pairs that began or
    /// ended because a coordinate was rounded or left its range, or because a [`Margin`] snapped a
    /// box to a lattice whose spacing does not divide `displacement`. In integers and fixed point,
    /// in range and without a lattice, there are none. In floats, no pair of proxies with
    /// [`Margin::Fatten`] ends, but boxes that were apart by less than the rounding can touch.
    ///
    /// Costs as much as moving every proxy out of its fat box.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    /// let [a, b] = [900, 901].map(|x| broad_phase.create(Aabb::new([x, 0], [x + 1, 1]), ()));
    /// broad_phase.step();
    /// broad_phase.translate([-900, 0]);
    /// assert_eq!(broad_phase.aabb(b), Some(Aabb::new([1, 0], [2, 1])));
    /// assert!(broad_phase.step().is_empty());
    /// assert_eq!(broad_phase.pairs(), [[a, b]]);
    /// ```
    ///
    /// [`Margin`]: crate::broad_phase::Margin
    /// [`Margin::Fatten`]: crate::broad_phase::Margin::Fatten
    #[doc(alias = "shiftOrigin")]
    pub fn translate(&mut self, displacement: [S; D]) {
        let ids: Vec<_> = self.table.slots.iter().map(|(id, _)| id).collect();
        for id in ids {
            if let Ok(mobility) = self.translate_proxy(id, displacement) {
                self.scratch.moved[mobility.structure()].push(id.id());
            }
        }
        self.update_structures();
    }

    /// Moves both boxes of a proxy, except in its structure. Returns its mobility.
    fn translate_proxy(
        &mut self,
        id: ProxyId,
        displacement: [S; D],
    ) -> Result<Mobility, UnknownProxy> {
        if let Some(journal) = &mut self.journal {
            journal.note_slot(id.id(), &self.table);
        }
        let proxy = self.table.slots.get_mut(id).ok_or(UnknownProxy(id))?;
        proxy.tight = proxy.tight.translated(displacement);
        let (tight, mobility) = (proxy.tight, proxy.mobility);
        self.table.note_change_of(id, mobility);
        let margin = margin_of(self.table.own_margin(id.id()), mobility, &self.margin);
        let fat = &mut self.table.fats[id.id().index()];
        *fat = if margin.is_function() {
            margin.fat(&tight, displacement)
        } else {
            fat.translated(displacement)
        };
        // Rounding may have moved the boxes farther apart.
        if margin.is_ahead(fat, &tight) {
            self.ahead.note_move(id.id());
        }
        Ok(mobility)
    }

    /// Sets a tight box, and a new fat box unless it keeps the old one. Returns the mobility of the
    /// proxy if its structure needs the new fat box.
    pub(crate) fn set_tight(
        &mut self,
        id: ProxyId,
        tight: &Aabb<S, D>,
        displacement: [S; D],
    ) -> Result<Option<Mobility>, UnknownProxy> {
        if let Some(journal) = &mut self.journal {
            journal.note_move(id, tight, &self.table);
        }
        let proxy = self.table.slots.get(id).ok_or(UnknownProxy(id))?;
        let (rests, mobility) = (proxy.tight == *tight, proxy.mobility);
        let margin = self.table.margin(id.id(), proxy, &self.margin);
        let fat = &self.table.fats[id.id().index()];
        let fit = margin.fit(fat, tight, rests, &displacement);
        // Last, because a caller may just have written the box number by number, and a processor
        // waits for these stores when it loads all of them at once.
        if let Some(proxy) = self.table.slots.at_mut(id.id()) {
            proxy.tight = *tight;
        }
        match fit {
            Fit::Kept => return Ok(None),
            Fit::KeptAhead => {
                self.ahead.note_move(id.id());
                return Ok(None);
            }
            Fit::Left => {}
        }
        // A proxy that moves to the same tight box is not noted yet.
        if let Some(journal) = &mut self.journal {
            journal.note_slot(id.id(), &self.table);
        }
        self.table.note_change_of(id, mobility);
        let fat = margin.fat(tight, displacement);
        if margin.is_ahead(&fat, tight) {
            self.ahead.note_move(id.id());
        }
        self.table.fats[id.id().index()] = fat;
        Ok(Some(mobility))
    }

    /// Updates the structures with the boxes that moved.
    pub(crate) fn update_structures(&mut self) {
        let [moved, static_moved] = &mut self.scratch.moved;
        extend(&mut self.moving, moved, &self.table.fats);
        extend(&mut self.fixed, static_moved, &self.table.fats);
    }
}

/// Updates a structure with the fat boxes of some slots.
#[inline(never)]
fn extend<S: Scalar, const D: usize>(
    structure: &mut impl SpatialIndexMut<S, D>,
    slots: &mut Vec<Id>,
    fats: &[Aabb<S, D>],
) {
    if !slots.is_empty() {
        structure.extend(slots.drain(..).map(|slot| (slot, fats[slot.index()])));
    }
}

struct UpdateOnDrop<
    'a,
    T,
    S: Scalar,
    const D: usize,
    B: SpatialIndexMut<S, D>,
    F: SpatialIndexMut<S, D>,
>(&'a mut BroadPhase<T, S, D, B, F>);

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>> Drop
    for UpdateOnDrop<'_, T, S, D, B, F>
{
    fn drop(&mut self) {
        self.0.update_structures();
    }
}
