//! Turns answers about slots into answers about proxies.

use alloc::vec::Vec;

use super::hit::ProxyHit;
use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::id::ProxyId;
use crate::filter::{Asker, Filter};
use crate::geometry::Scalar;
use crate::index::{Answers, ClosestPair, Hit, SpatialIndexMut};
use crate::store::Id;

/// An answer that names proxies by their slots: that of any query of a [view](BroadPhase::tight) of
/// a broad phase.
///
/// [`BroadPhase::proxies`] turns the slots into the proxies. Implemented for ids, hits and closest
/// pairs, and for arrays, options, vectors and [`Answers`] of them.
pub trait BySlot {
    /// The same answer with a [`ProxyId`] instead of each [`Id`].
    type ByProxy;

    /// Replaces each slot by the result of a function.
    #[doc(hidden)]
    fn renamed(self, proxy: &impl Fn(Id) -> ProxyId) -> Self::ByProxy;
}

impl BySlot for Id {
    type ByProxy = ProxyId;

    fn renamed(self, proxy: &impl Fn(Id) -> ProxyId) -> ProxyId {
        proxy(self)
    }
}

impl<R> BySlot for Hit<R> {
    type ByProxy = ProxyHit<R>;

    fn renamed(self, proxy: &impl Fn(Id) -> ProxyId) -> ProxyHit<R> {
        Hit::new(self.reach, proxy(self.id))
    }
}

impl<R> BySlot for ClosestPair<R> {
    type ByProxy = ClosestPair<R, ProxyId>;

    fn renamed(self, proxy: &impl Fn(Id) -> ProxyId) -> Self::ByProxy {
        ClosestPair::new(self.reach, self.ids.map(proxy))
    }
}

impl<A: BySlot, const N: usize> BySlot for [A; N] {
    type ByProxy = [A::ByProxy; N];

    fn renamed(self, proxy: &impl Fn(Id) -> ProxyId) -> Self::ByProxy {
        self.map(|item| item.renamed(proxy))
    }
}

impl<A: BySlot> BySlot for Option<A> {
    type ByProxy = Option<A::ByProxy>;

    fn renamed(self, proxy: &impl Fn(Id) -> ProxyId) -> Self::ByProxy {
        self.map(|item| item.renamed(proxy))
    }
}

impl<A: BySlot> BySlot for Vec<A> {
    type ByProxy = Vec<A::ByProxy>;

    fn renamed(self, proxy: &impl Fn(Id) -> ProxyId) -> Self::ByProxy {
        self.into_iter().map(|item| item.renamed(proxy)).collect()
    }
}

impl<A: BySlot> BySlot for Answers<A> {
    type ByProxy = Answers<A::ByProxy>;

    fn renamed(self, proxy: &impl Fn(Id) -> ProxyId) -> Self::ByProxy {
        self.map(|item| item.renamed(proxy))
    }
}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Turns the slots of an answer into the ids of proxies: for every form of every query of an
    /// [index](crate::SpatialIndex). Lists stay sorted. A slot without a proxy becomes
    /// [`ProxyId::NONE`].
    ///
    /// Query [`tight`](Self::tight) or [`fat`](Self::fat), filtered by an [`asker`](Self::asker) if
    /// necessary.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase, SpatialIndex};
    /// let mut broad_phase = BroadPhase::<(), i32, 1>::default();
    /// let [a, b, c] = [0, 1, 9].map(|x| broad_phase.create(Aabb::new([x], [x + 1]), ()));
    /// let boxes = broad_phase.tight();
    /// let near = broad_phase.proxies(boxes.nearest_within(&[12], 3.0));
    /// assert_eq!(near.map(|hit| hit.id), Some(c));
    /// let nearest = broad_phase.proxies(boxes.batch().nearest(&[[-5], [7]]));
    /// assert!(nearest.into_iter().flatten().map(|hit| hit.id).eq([a, c]));
    /// let closest = broad_phase.proxies(boxes.closest_pair()).unwrap();
    /// assert_eq!((closest.ids, closest.distance()), ([a, b], 0.0));
    /// ```
    #[must_use]
    pub fn proxies<A: BySlot>(&self, answer: A) -> A::ByProxy {
        answer.renamed(&|slot| self.proxy(slot).unwrap_or(ProxyId::NONE))
    }

    /// A querying body with this filter: queries find proxies if both filters allow it. To exclude
    /// the body itself from its queries, name its id or use a negative group. A
    /// [one-way](Asker::one_way) asker also finds proxies whose filters refuse it.
    ///
    /// A query costs as much as without the filter, or less: it skips whole subtrees by their
    /// categories.
    ///
    /// ```
    /// use broadleaf::broad_phase::{Mobility, ProxyConfig};
    /// use broadleaf::{Aabb, BroadPhase, Filter, Ray, SpatialIndex};
    /// const SOLID: u32 = 1;
    /// const GLASS: u32 = 2;
    /// let mut broad_phase = BroadPhase::<(), f32, 2>::default();
    /// let mut at = 0.0;
    /// let [me, pane, wall] = [SOLID, GLASS, SOLID].map(|category| {
    ///     at += 2.0;
    ///     let config = ProxyConfig::new(Mobility::Dynamic).with_filter(Filter::new(category, !0));
    ///     broad_phase.create_with(config, Aabb::new([at, 0.0], [at + 1.0, 1.0]), ())
    /// });
    /// let ray = Ray::between([2.5, 0.5], [10.0, 0.5])?;
    /// assert_eq!(broad_phase.cast(&ray).unwrap().id, me);
    ///
    /// let sight = broad_phase.asker(Filter::new(SOLID, !GLASS)).except(me.id());
    /// let hit = broad_phase.proxies(broad_phase.tight().filtered(&sight).cast(&ray));
    /// assert_eq!(hit.unwrap().id, wall);
    /// # let _ = pane;
    /// # Ok::<(), broadleaf::geometry::InvalidShape>(())
    /// ```
    pub fn asker(&self, filter: Filter) -> Asker<'_> {
        Asker::new(filter, self.table.filters.as_slice())
    }
}
