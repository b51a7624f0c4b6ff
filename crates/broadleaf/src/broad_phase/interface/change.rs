//! Creates, destroys and configures proxies.

use alloc::vec::Vec;

use crate::broad_phase::broad_phase::{BroadPhase, in_structure};
use crate::broad_phase::state::config::ProxyConfig;
use crate::broad_phase::state::id::{CannotCreate, ProxyId, UnknownProxy};
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::mobility::Mobility;
use crate::broad_phase::state::proxy::{Proxy, margin_of};
use crate::filter::Filter;
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndexMut;
use crate::store::Id;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Creates a dynamic proxy with the default filter, in the lowest free slot. Queries find it at
    /// once; its pairs begin in the next step.
    ///
    /// # Panics
    /// If the broad phase is full, which means that it has [`max_proxies`](Self::max_proxies)
    /// proxies. Unless you [set](Self::set_max_proxies) that limit, it is 2<sup>30</sup>, which
    /// takes more than 100 gigabytes. If you set it, use [`try_create`](Self::try_create).
    #[doc(alias = "create_proxy")]
    #[doc(alias = "createProxy")]
    pub fn create(&mut self, aabb: Aabb<S, D>, user_data: T) -> ProxyId {
        self.create_with(ProxyConfig::default(), aabb, user_data)
    }

    /// [`create`](Self::create) for a static proxy.
    ///
    /// # Panics
    /// As [`create`](Self::create).
    pub fn create_static(&mut self, aabb: Aabb<S, D>, user_data: T) -> ProxyId {
        self.create_with(ProxyConfig::new(Mobility::Static), aabb, user_data)
    }

    /// [`create`](Self::create) with these settings.
    ///
    /// # Panics
    /// As [`create`](Self::create).
    pub fn create_with(
        &mut self,
        config: ProxyConfig<S>,
        aabb: Aabb<S, D>,
        user_data: T,
    ) -> ProxyId {
        let Ok(id) = self.try_create(config, aabb, user_data) else {
            panic_because_full();
        };
        id
    }

    /// [`create_with`](Self::create_with) for a broad phase that may be full, because you
    /// [set](Self::set_max_proxies) its limit.
    ///
    /// # Errors
    /// If there are [`max_proxies`](Self::max_proxies) proxies. Then nothing changes.
    pub fn try_create(
        &mut self,
        config: ProxyConfig<S>,
        aabb: Aabb<S, D>,
        user_data: T,
    ) -> Result<ProxyId, CannotCreate> {
        match self.table.slots.next() {
            Some(slot) => Ok(self.create_in(slot, config, aabb, user_data)),
            None => Err(CannotCreate::Full {
                max_proxies: self.max_proxies(),
            }),
        }
    }

    /// Creates a proxy in the slot `id`.
    ///
    /// Peers that give their objects the same ids get the same events and
    /// [hashes](Self::state_hash), even if they create and destroy different objects in a different
    /// order between two steps.
    ///
    /// Memory grows with the greatest id: see [`BroadPhase`].
    ///
    /// # Errors
    /// If the id is taken or not below [`max_proxies`](Self::max_proxies), or if its generations
    /// are used up. Then nothing changes.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, BroadPhase};
    /// use broadleaf::broad_phase::ProxyConfig;
    /// let peers = [[7_i32, 3], [3, 7]].map(|objects| {
    ///     let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    ///     for object in objects {
    ///         let aabb = Aabb::new([object, 0], [object + 5, 1]);
    ///         broad_phase.create_at(Id(object.unsigned_abs()), ProxyConfig::default(), aabb, ())?;
    ///     }
    ///     Ok((broad_phase.step(), broad_phase.state_hash()))
    /// });
    /// let [one, other] = [peers[0].clone()?, peers[1].clone()?];
    /// assert_eq!(one, other);
    /// # Ok::<(), broadleaf::broad_phase::CannotCreate>(())
    /// ```
    pub fn create_at(
        &mut self,
        id: Id,
        config: ProxyConfig<S>,
        aabb: Aabb<S, D>,
        user_data: T,
    ) -> Result<ProxyId, CannotCreate> {
        self.table.slots.check_free(id)?;
        Ok(self.create_in(id, config, aabb, user_data))
    }

    /// Creates many proxies with the same settings, which is much faster than single creations.
    /// Returns their ids in the order of `boxes`.
    ///
    /// # Panics
    /// As [`create`](Self::create), after creating as many proxies as there is room for.
    #[doc(alias = "create_proxies")]
    pub fn create_all(
        &mut self,
        config: ProxyConfig<S>,
        boxes: impl IntoIterator<Item = (Aabb<S, D>, T)>,
    ) -> Vec<ProxyId> {
        // Collected before anything changes, because the iterator may panic.
        let boxes: Vec<_> = boxes.into_iter().collect();
        let count = boxes.len();
        self.table.reserve(self.len(), count);
        let mut ids = Vec::with_capacity(count);
        for (aabb, user_data) in boxes {
            let Some(slot) = self.table.slots.next() else {
                break;
            };
            ids.push(self.add(slot, config, aabb, user_data));
            self.scratch.moved[config.mobility.structure()].push(slot);
        }
        self.update_structures();
        for id in &ids {
            self.hold_category(id.id());
        }
        if ids.len() < count {
            panic_because_full();
        }
        ids
    }

    /// Reserves memory for `additional` more proxies, whatever their mobility.
    pub fn reserve(&mut self, additional: usize) {
        self.table.reserve(self.len(), additional);
        self.moving.reserve(additional);
        self.fixed.reserve(additional);
    }

    /// Destroys a proxy. Returns whether it existed.
    ///
    /// Its pairs end in the next step. From then until the following step, its data is in
    /// [`departed`](Self::departed). If the proxy was created since the last step, its data is
    /// dropped at once.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<&str, i32, 1>::default();
    /// let id = broad_phase.create(Aabb::new([0], [1]), "coin");
    /// broad_phase.step();
    /// assert!(broad_phase.remove(id));
    /// broad_phase.step();
    /// assert_eq!(broad_phase.departed(id), Some(&"coin"));
    /// // Of a removed proxy, getters know nothing, and changes are errors.
    /// assert!(!broad_phase.remove(id) && !broad_phase.test_overlap(id, id));
    /// assert_eq!((broad_phase.user_data(id), broad_phase.aabb(id)), (None, None));
    /// assert!(broad_phase.move_to(id, Aabb::new([2], [3]), [2]).is_err());
    /// assert!(broad_phase.set_filter(id, Default::default()).is_err());
    /// ```
    #[doc(alias = "destroy_proxy")]
    #[doc(alias = "destroyProxy")]
    pub fn remove(&mut self, id: ProxyId) -> bool {
        if let Some(journal) = &mut self.journal {
            journal.note_data(id, &self.table);
        }
        let Some((proxy, is_old)) = self.table.remove(id) else {
            return false;
        };
        in_structure!([&mut] self, proxy.mobility, structure => structure.remove(id.id()));
        if is_old {
            self.departing.push(id, proxy.user_data);
        }
        true
    }

    /// Destroys every proxy, like [`remove`](Self::remove), and keeps the memory.
    pub fn clear(&mut self) {
        let ids: Vec<_> = self.table.slots.iter().map(|(id, _)| id).collect();
        self.moving.clear();
        self.fixed.clear();
        for id in ids {
            self.remove(id);
        }
    }

    /// Replaces the filter of a proxy. In the next step, pairs end that the new filter refuses, and
    /// pairs begin that it allows.
    ///
    /// # Errors
    /// If the proxy does not exist.
    pub fn set_filter(&mut self, id: ProxyId, filter: Filter) -> Result<(), UnknownProxy> {
        self.note_config(id)?;
        self.table.filters.set(id.id(), filter);
        self.hold_category(id.id());
        Ok(())
    }

    /// Replaces the mobility of a proxy. In the next step, pairs begin and end according to
    /// [`Mobility`] and the fat boxes.
    ///
    /// A proxy that falls asleep or wakes keeps its fat box, unless its other mobility is `Static`.
    /// Otherwise the fat box becomes that of a new proxy. A dynamic proxy that becomes static keeps
    /// its pairs with dynamic and sleeping proxies, if its box without the margin still overlaps. A
    /// proxy with a margin of its own keeps that margin.
    ///
    /// # Errors
    /// If the proxy does not exist.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// use broadleaf::broad_phase::Mobility;
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    /// let square = |x| Aabb::new([x, 0], [x + 1, 1]);
    /// let [left, middle] = [0, 1].map(|x| broad_phase.create(square(x), ()));
    /// let right = broad_phase.create_static(square(2), ());
    /// broad_phase.step();
    /// broad_phase.set_mobility(left, Mobility::Sleeping)?;
    /// broad_phase.set_mobility(middle, Mobility::Sleeping)?;
    /// assert!(broad_phase.step().is_empty());
    /// broad_phase.set_mobility(middle, Mobility::Kinematic)?;
    /// assert_eq!(broad_phase.step().ended, [[middle, right]]);
    /// broad_phase.set_mobility(left, Mobility::Static)?;
    /// assert_eq!(broad_phase.step().ended, [[left, middle]]);
    /// # Ok::<(), broadleaf::broad_phase::UnknownProxy>(())
    /// ```
    pub fn set_mobility(&mut self, id: ProxyId, mobility: Mobility) -> Result<(), UnknownProxy> {
        let proxy = self.table.slots.get(id).ok_or(UnknownProxy(id))?;
        let (old, tight) = (proxy.mobility, proxy.tight);
        if old == mobility {
            return Ok(());
        }
        self.note_config(id)?;
        self.table.set_mobility(id, mobility);
        let moves_over = old.structure() != mobility.structure();
        if moves_over {
            in_structure!([&mut] self, old, structure => structure.remove(id.id()));
        }
        let has_new_fat =
            !old.keeps_fat(mobility) && self.set_tight(id, &tight, [S::default(); D])?.is_some();
        if moves_over || has_new_fat {
            let fat = self.table.fat(id.id());
            in_structure!([&mut] self, mobility, structure => structure.insert(id.id(), fat));
        }
        self.hold_category(id.id());
        Ok(())
    }

    /// Replaces or, with `None`, removes the margin of a single proxy: see [`ProxyConfig::margin`].
    /// The fat box becomes that of a new proxy.
    ///
    /// In the next step, pairs begin and end according to the fat boxes.
    ///
    /// # Errors
    /// If the proxy does not exist.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// use broadleaf::broad_phase::Margin;
    /// let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Tight);
    /// let rocket = broad_phase.create(Aabb::new([0, 0], [4, 4]), ());
    /// let fast = Margin::Fatten { extension: 2, prediction: 3.into() };
    /// broad_phase.set_margin(rocket, Some(fast))?;
    /// assert_eq!(broad_phase.fat_aabb(rocket), Some(Aabb::new([-2, -2], [6, 6])));
    /// assert_eq!(broad_phase.config(rocket).and_then(|config| config.margin), Some(fast));
    /// # Ok::<(), broadleaf::broad_phase::UnknownProxy>(())
    /// ```
    pub fn set_margin(
        &mut self,
        id: ProxyId,
        margin: Option<Margin<S>>,
    ) -> Result<(), UnknownProxy> {
        let tight = self.aabb(id).ok_or(UnknownProxy(id))?;
        if let Some(journal) = &mut self.journal {
            journal.note_slot(id.id(), &self.table);
        }
        self.table.set_own_margin(id, margin);
        self.set_aabb(id, tight)?;
        // The same box may be far ahead under the new margin.
        if self.is_ahead(id.id()) {
            self.ahead.note_move(id.id());
        }
        Ok(())
    }

    /// Makes the caller's filter decide again on all pairs of a proxy, in the next step.
    ///
    /// # Errors
    /// If the proxy does not exist.
    #[doc(alias = "touch_proxy")]
    #[doc(alias = "touchProxy")]
    pub fn touch(&mut self, id: ProxyId) -> Result<(), UnknownProxy> {
        self.table.note_unsteady(id, true)
    }

    /// Makes later queries and steps faster. Never changes an answer or an event.
    pub fn optimize(&mut self) {
        self.moving.optimize();
        self.fixed.optimize();
    }

    /// A part of [`optimize`](Self::optimize), for a broad phase with little time in each step:
    /// handles at most `proxies` of the proxies that were created or moved since. Never changes an
    /// answer or an event. See [`SpatialIndexMut::optimize_some`].
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let mut broad_phase = BroadPhase::<(), f32, 3>::default();
    /// for i in 0..1_000 {
    ///     broad_phase.create(Aabb::point([i as f32; 3]), ());
    ///     broad_phase.optimize_some(2);
    /// }
    /// broad_phase.step();
    /// ```
    pub fn optimize_some(&mut self, proxies: usize) {
        self.moving.optimize_some(proxies);
        self.fixed.optimize_some(proxies);
    }

    /// Notes that the settings of a proxy are about to change.
    fn note_config(&mut self, id: ProxyId) -> Result<(), UnknownProxy> {
        self.table.note_unsteady(id, false)?;
        if let Some(journal) = &mut self.journal {
            journal.note_slot(id.id(), &self.table);
        }
        Ok(())
    }

    fn create_in(
        &mut self,
        slot: Id,
        config: ProxyConfig<S>,
        aabb: Aabb<S, D>,
        user_data: T,
    ) -> ProxyId {
        let id = self.add(slot, config, aabb, user_data);
        let fat = self.table.fat(slot);
        in_structure!([&mut] self, config.mobility, structure => structure.insert(slot, fat));
        self.hold_category(slot);
        id
    }

    /// Creates a proxy in a free slot, without inserting it into its structure.
    fn add(
        &mut self,
        slot: Id,
        config: ProxyConfig<S>,
        tight: Aabb<S, D>,
        user_data: T,
    ) -> ProxyId {
        if let Some(journal) = &mut self.journal {
            journal.note_slot(slot, &self.table);
        }
        let ProxyConfig {
            mobility,
            filter,
            margin,
        } = config;
        let fat = margin_of(margin, mobility, &self.margin).fat(&tight, [S::default(); D]);
        let proxy = Proxy {
            user_data,
            tight,
            mobility,
            has_margin: margin.is_some(),
        };
        self.table.filters.set(slot, filter);
        self.table.set_margin(slot, margin);
        self.table.add(slot, proxy, fat)
    }

    /// Updates the category of a proxy in its structure.
    pub(crate) fn hold_category(&mut self, slot: Id) {
        let Some((_, proxy)) = self.table.slots.at(slot) else {
            return;
        };
        let (mobility, category) = (proxy.mobility, self.table.filters.get(slot).category);
        in_structure!([&mut] self, mobility, structure => {
            if structure.category(slot) != Some(category) {
                structure.set_category(slot, category);
            }
        });
    }
}

/// The panic of creations that return no error. Its message has no numbers, because the functions
/// that format them would be in every program that creates a proxy.
#[cold]
fn panic_because_full() -> ! {
    panic!("the broad phase is full: it has max_proxies() proxies, see try_create()");
}
