//! The broad phase: its fields, constructors and getters.

use alloc::boxed::Box;

use crate::broad_phase::history::journal::Journal;
use crate::broad_phase::state::ahead::Ahead;
use crate::broad_phase::state::config::ProxyConfig;
use crate::broad_phase::state::departed::Departed;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::mobility::Mobility;
use crate::broad_phase::state::slots::MAX_SLOTS;
use crate::broad_phase::state::table::Table;
use crate::broad_phase::step::events::Events;
use crate::broad_phase::step::refusals::Refusals;
use crate::broad_phase::step::scratch::StepScratch;
use crate::broad_phase::step::stays::Stays;
use crate::dynamic_tree::{Balance, DynamicTree};
use crate::filter::Filter;
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndexMut;
use crate::settled_tree::SettledTree;
use crate::store::Id;

/// A broad phase for a physics engine or a game: proxies are created, moved and destroyed, and each
/// [`step`](BroadPhase::step) reports which pairs began and ended.
///
/// `T` is your data for a proxy. `B` is the structure that holds the boxes of moving proxies, `F`
/// that for static and sleeping proxies. Queries compare tight boxes; pairs are formed by fat
/// boxes, which are larger by a [`Margin`].
///
/// With the default margin, [`Margin::Fatten`], a fat box depends on where its proxy was last
/// re-inserted, so pairs and events depend on the history of the boxes. With [`Margin::Snap`] and
/// [`Margin::Tight`] they depend on the tight boxes of two steps alone. Answers about tight boxes
/// never depend on history.
///
/// A broad phase holds at most [`max_proxies`](BroadPhase::max_proxies) proxies. It takes memory
/// for every slot up to the highest id used, whether the slot is free or not: about three boxes,
/// your data, and 60 bytes.
///
/// ```
/// use broadleaf::{Aabb, BroadPhase};
///
/// let mut broad_phase = BroadPhase::<&str, f32, 2>::default();
/// let floor = broad_phase.create_static(Aabb::new([-9.0, -1.0], [9.0, 0.0]), "floor");
/// let ball = broad_phase.create(Aabb::new([0.0, 5.0], [1.0, 6.0]), "ball");
/// assert!(broad_phase.step().is_empty());
///
/// broad_phase.move_to(ball, Aabb::new([0.0, 0.0], [1.0, 1.0]), [0.0, -5.0])?;
/// assert_eq!(broad_phase.step().begun, [[floor, ball]]);
///
/// broad_phase.remove(ball);
/// assert_eq!(broad_phase.step().ended, [[floor, ball]]);
/// assert_eq!(broad_phase.departed(ball), Some(&"ball"));
/// # Ok::<(), broadleaf::broad_phase::UnknownProxy>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "World")]
#[doc(alias = "BroadPhaseStrategy")]
#[doc(alias = "b2BroadPhase")]
pub struct BroadPhase<T, S: Scalar, const D: usize, B = DynamicTree<S, D>, F = SettledTree<S, D>> {
    pub(crate) table: Table<T, S, D>,
    /// The fat boxes of dynamic and kinematic proxies.
    pub(crate) moving: B,
    /// The fat boxes of static and sleeping proxies.
    pub(crate) fixed: F,
    pub(crate) margin: Margin<S>,
    /// The fat boxes that reach far ahead.
    pub(crate) ahead: Ahead,
    pub(crate) frame: u64,
    /// The pairs that the caller's filter refused when they began.
    pub(crate) refused: Refusals,
    pub(crate) events: Events,
    pub(crate) stays: Stays,
    /// The data of proxies that were destroyed between the last two steps.
    pub(crate) departed: Departed<T>,
    /// The data of proxies that were destroyed after the last step.
    pub(crate) departing: Departed<T>,
    pub(crate) scratch: StepScratch<S, D>,
    /// `Some` while the broad phase remembers steps.
    pub(crate) journal: Option<Box<Journal<T, S, D>>>,
}

impl<T, S: Scalar, const D: usize> BroadPhase<T, S, D> {
    /// An empty broad phase with a [`DynamicTree`] of moving and a [`SettledTree`] of static
    /// proxies.
    #[must_use]
    pub fn new(margin: Margin<S>) -> Self {
        Self::with_structures(margin, DynamicTree::default(), SettledTree::default())
    }

    /// [`new`](Self::new) with memory for `capacity` proxies: creating them allocates nothing if
    /// all of them move and have the default filter and the margin of the broad phase. Static
    /// proxies allocate when they are packed.
    ///
    /// ```
    /// use broadleaf::BroadPhase;
    /// use broadleaf::broad_phase::Margin;
    /// let broad_phase = BroadPhase::<u32, f32, 3>::with_capacity(Margin::default(), 1_000);
    /// assert!(broad_phase.is_empty());
    /// ```
    #[must_use]
    pub fn with_capacity(margin: Margin<S>, capacity: usize) -> Self {
        let mut broad_phase = Self::new(margin);
        broad_phase.reserve(capacity);
        broad_phase
    }

    /// Sets the balance of the tree of moving proxies; [`Balance::Height`] is closest to Box2D 2.3.
    /// If the balance changes, the tree is rebuilt. Never changes an answer or an event.
    ///
    /// ```
    /// use broadleaf::dynamic_tree::Balance;
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    /// broad_phase.set_balance(Balance::Height);
    /// (0..1_000).for_each(|x| _ = broad_phase.create(Aabb::point([x, x]), ()));
    /// let stats = broad_phase.stats();
    /// assert!(stats.height <= 15 && stats.max_balance <= 1);
    /// ```
    pub fn set_balance(&mut self, balance: Balance) {
        self.moving.set_balance(balance);
    }

    /// Rebuilds the tree of moving proxies from the leaves up: see
    /// [`DynamicTree::rebuild_bottom_up`]. Costs O(n²), so it suits a few thousand proxies that
    /// stay where they are. Never changes an answer or an event.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    /// let [a, b] = [0, 3].map(|x| broad_phase.create(Aabb::new([x, 0], [x + 2, 2]), ()));
    /// broad_phase.rebuild_bottom_up();
    /// assert_eq!(broad_phase.overlaps(&Aabb::new([2, 0], [3, 0])), [a, b]);
    /// ```
    #[doc(alias = "rebuildBottomUp")]
    #[doc(alias = "RebuildStaticTree")]
    pub fn rebuild_bottom_up(&mut self) {
        self.moving.rebuild_bottom_up();
    }
}

impl<
    T,
    S: Scalar,
    const D: usize,
    B: SpatialIndexMut<S, D> + Default,
    F: SpatialIndexMut<S, D> + Default,
> Default for BroadPhase<T, S, D, B, F>
{
    /// An empty broad phase with the default margin and default structures.
    fn default() -> Self {
        Self::with_structures(Margin::default(), B::default(), F::default())
    }
}

impl<T, S: Scalar, const D: usize, B, F> BroadPhase<T, S, D, B, F> {
    /// The greatest possible [`max_proxies`](Self::max_proxies): 2<sup>30</sup>.
    pub const MAX_PROXIES: usize = MAX_SLOTS;

    /// The limit on the number of proxies and of slots: [`MAX_PROXIES`](Self::MAX_PROXIES) unless
    /// it was [set](Self::set_max_proxies).
    #[must_use]
    pub fn max_proxies(&self) -> usize {
        self.table.slots.max
    }

    /// Sets the limit on the number of proxies and of slots, which bounds memory if others decide
    /// what is created. [`MAX_PROXIES`](Self::MAX_PROXIES) replaces a greater limit.
    ///
    /// In a full broad phase [`try_create`](Self::try_create) and [`create_at`](Self::create_at)
    /// return an error; [`create`](Self::create) and the other functions that return no error
    /// panic.
    ///
    /// Existing proxies stay, even in slots beyond the limit. A save does not contain the limit,
    /// and a rewind does not change it.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// use broadleaf::broad_phase::{CannotCreate, ProxyConfig};
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    /// broad_phase.set_max_proxies(2);
    /// let mut create = || broad_phase.try_create(ProxyConfig::default(), Aabb::point([0, 0]), ());
    /// assert!(create().is_ok() && create().is_ok());
    /// assert_eq!(create(), Err(CannotCreate::Full { max_proxies: 2 }));
    /// ```
    pub fn set_max_proxies(&mut self, max: usize) {
        self.table.slots.max = max.min(Self::MAX_PROXIES);
    }
}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// An empty broad phase with two structures and their settings: `moving` for dynamic and
    /// kinematic proxies, `fixed` for static and sleeping ones. Boxes in them are removed.
    ///
    /// ```
    /// use broadleaf::{DynamicTree, SettledTree, BroadPhase};
    /// use broadleaf::dynamic_tree::{Balance, Config};
    /// use broadleaf::broad_phase::Margin;
    /// let balanced = Config::default().with_balance(Balance::Height);
    /// let moving = DynamicTree::with_config(balanced);
    /// let broad_phase = BroadPhase::<(), f32, 3>::with_structures(Margin::Tight, moving, SettledTree::new());
    /// assert!(broad_phase.is_empty());
    /// ```
    #[must_use]
    pub fn with_structures(margin: Margin<S>, mut moving: B, mut fixed: F) -> Self {
        moving.clear();
        fixed.clear();
        Self {
            table: Table::default(),
            moving,
            fixed,
            margin,
            ahead: Ahead::default(),
            frame: 0,
            refused: Refusals::default(),
            events: Events::default(),
            stays: Stays::Unreported,
            departed: Departed::default(),
            departing: Departed::default(),
            scratch: StepScratch::default(),
            journal: None,
        }
    }

    /// The data of a proxy; `None` if the proxy does not exist.
    #[must_use]
    #[doc(alias = "getUserData")]
    pub fn user_data(&self, id: ProxyId) -> Option<&T> {
        self.table.slots.get(id).map(|proxy| &proxy.user_data)
    }

    /// The data of a proxy, to change it; `None` if the proxy does not exist. If the broad phase
    /// [remembers](Self::remember) steps, the first call after a step clones the data.
    pub fn user_data_mut(&mut self, id: ProxyId) -> Option<&mut T> {
        if let Some(journal) = &mut self.journal {
            journal.note_data(id, &self.table);
        }
        let proxy = self.table.slots.get_mut(id)?;
        Some(&mut proxy.user_data)
    }

    /// The data of a proxy that was destroyed between the last two steps: one that the
    /// [events](Self::events) may name as ended.
    #[must_use]
    pub fn departed(&self, id: ProxyId) -> Option<&T> {
        self.departed.get(id)
    }

    /// The current tight box of a proxy.
    #[must_use]
    pub fn aabb(&self, id: ProxyId) -> Option<Aabb<S, D>> {
        self.table.slots.get(id).map(|proxy| proxy.tight)
    }

    /// The fat box of a proxy, which forms its pairs.
    #[must_use]
    #[doc(alias = "getFatAABB")]
    pub fn fat_aabb(&self, id: ProxyId) -> Option<Aabb<S, D>> {
        self.table.state(id).map(|state| state.fat)
    }

    /// Whether the fat boxes of two proxies overlap, regardless of mobilities and filters. False if
    /// one of the proxies does not exist.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<(), f32, 2>::default();
    /// let [a, b, c] = [0.0, 1.125, 9.0].map(|x| broad_phase.create(Aabb::new([x, 0.0], [x + 1.0, 1.0]), ()));
    /// assert!(broad_phase.test_overlap(a, b)); // each is fattened by 0.1
    /// assert!(!broad_phase.test_overlap(a, c));
    /// ```
    #[must_use]
    #[doc(alias = "testOverlap")]
    pub fn test_overlap(&self, a: ProxyId, b: ProxyId) -> bool {
        let [a, b] = [a, b].map(|id| self.fat_aabb(id));
        a.zip(b).is_some_and(|(a, b)| a.overlaps(&b))
    }

    /// The filter of a proxy; `None` if the proxy does not exist.
    #[must_use]
    pub fn filter(&self, id: ProxyId) -> Option<Filter> {
        self.config(id).map(|config| config.filter)
    }

    /// The mobility of a proxy; `None` if the proxy does not exist.
    #[must_use]
    pub fn mobility(&self, id: ProxyId) -> Option<Mobility> {
        self.config(id).map(|config| config.mobility)
    }

    /// The settings of a proxy; `None` if the proxy does not exist.
    #[must_use]
    pub fn config(&self, id: ProxyId) -> Option<ProxyConfig<S>> {
        self.table.slots.get(id).map(|proxy| ProxyConfig {
            mobility: proxy.mobility,
            filter: self.table.filters.get(id.id()),
            margin: self.table.own_margin(id.id()),
        })
    }

    /// Whether a proxy with this id exists.
    #[must_use]
    pub fn contains(&self, id: ProxyId) -> bool {
        self.table.slots.get(id).is_some()
    }

    /// The proxy in a slot; `None` if the slot is free.
    #[must_use]
    pub fn proxy(&self, id: Id) -> Option<ProxyId> {
        self.table.slots.at(id).map(|(proxy, _)| proxy)
    }

    /// How many proxies exist, moving or not.
    #[must_use]
    #[doc(alias = "getProxyCount")]
    pub fn len(&self) -> usize {
        self.moving.len() + self.fixed.len()
    }

    /// Whether there are no proxies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All proxies with their data, in ascending order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (ProxyId, &T)> {
        self.table
            .slots
            .iter()
            .map(|(id, proxy)| (id, &proxy.user_data))
    }

    /// The margin of proxies without a margin of their own.
    #[must_use]
    pub fn margin(&self) -> Margin<S> {
        self.margin
    }

    /// How many steps were done. [`rewind`](Self::rewind) decreases it, a save contains it,
    /// [`set_frame`](Self::set_frame) sets it.
    #[must_use]
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The events of the last step.
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.events
    }

    /// The structure with the fat boxes of dynamic and kinematic proxies, by [`ProxyId::id`]: for
    /// statistics and drawing.
    #[must_use]
    pub fn moving(&self) -> &B {
        &self.moving
    }

    /// The structure with the fat boxes of static and sleeping proxies, by [`ProxyId::id`].
    #[must_use]
    pub fn fixed(&self) -> &F {
        &self.fixed
    }
}

/// Evaluates an expression on the structure that holds proxies of a mobility.
macro_rules! in_structure {
    ([$($borrow:tt)+] $broad_phase:expr, $mobility:expr, $structure:ident => $value:expr) => {
        match $mobility {
            $crate::broad_phase::Mobility::Dynamic | $crate::broad_phase::Mobility::Kinematic => {
                let $structure = $($borrow)+ $broad_phase.moving;
                $value
            }
            $crate::broad_phase::Mobility::Static | $crate::broad_phase::Mobility::Sleeping => {
                let $structure = $($borrow)+ $broad_phase.fixed;
                $value
            }
        }
    };
}
pub(crate) use in_structure;
