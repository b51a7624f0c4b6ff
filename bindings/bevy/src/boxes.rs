//! Queries, as a system parameter.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use broadleaf::broad_phase::ProxyId;
use broadleaf::filter::{Asker, Rule};
use broadleaf::geometry::{Cast, Place, Region};
use broadleaf::{Aabb, Filter, Hit, Id, SpatialIndex};

use crate::components::BoxProxy;
use crate::state::EntityBroadPhase;

/// The boxes of entities, as of the last step: a system parameter for queries.
///
/// A region is an [`Aabb`], a sphere or another [`Region`]; a cast is a [`Ray`](broadleaf::Ray) or
/// a moving shape; a place is a point (`[f32; D]`, `Vec2`, `Vec3`) or a resting shape. Boxes are
/// closed: touching counts.
///
/// Answers are in the order of proxies. A new proxy takes the lowest free slot; those that begin in
/// one step take theirs in the order in which the entities got their source of boxes, when commands
/// were applied. So the order depends on the history of spawns and despawns alone: not on ids of
/// entities, archetypes or threads.
///
/// ```
/// use bevy_broadleaf::prelude::*;
/// use bevy_ecs::prelude::*;
///
/// fn click(boxes: Boxes2d) {
///     let near = Aabb::new([0.0, 0.0], [4.0, 4.0]);
///     let [_inside, _pickable] = [
///         boxes.all().overlaps(&near),
///         boxes.filtered(Filter::new(u32::MAX, 0b10)).overlaps(&near),
///     ];
///     if let Some(hit) = boxes.all().nearest(&[1.0, 2.0]) {
///         println!("{} at a squared distance of {}", hit.id, hit.reach);
///     }
/// }
/// # let mut app = bevy_app::App::new();
/// # app.add_plugins(BroadPhasePlugin2d::default()).add_systems(bevy_app::Last, click);
/// # app.update();
/// ```
#[derive(SystemParam, Debug)]
pub struct Boxes<'w, 's, const D: usize> {
    state: Res<'w, EntityBroadPhase<D>>,
    proxies: Query<'w, 's, &'static BoxProxy<D>>,
}

/// [`Boxes`] in 2D.
pub type Boxes2d<'w, 's> = Boxes<'w, 's, 2>;
/// [`Boxes`] in 3D.
pub type Boxes3d<'w, 's> = Boxes<'w, 's, 3>;

impl<const D: usize> Boxes<'_, '_, D> {
    /// The box of an entity.
    #[must_use]
    pub fn get(&self, entity: Entity) -> Option<Aabb<f32, D>> {
        self.state.broad_phase.aabb(self.proxy(entity)?)
    }

    /// The resource itself.
    #[must_use]
    pub fn resource(&self) -> &EntityBroadPhase<D> {
        &self.state
    }

    /// All pairs of entities that have begun and not ended.
    #[must_use]
    pub fn pairs(&self) -> Vec<[Entity; 2]> {
        let pairs = self.state.broad_phase.pairs();
        pairs
            .into_iter()
            .filter_map(|pair| self.state.entities(pair))
            .collect()
    }

    /// The entities that form a pair with this one.
    #[must_use]
    pub fn partners(&self, entity: Entity) -> Vec<Entity> {
        let Some(id) = self.proxy(entity) else {
            return Vec::new();
        };
        let pairs = self.state.broad_phase.pairs_of(&[id]);
        let others = pairs.into_iter().map(|[a, b]| if a == id { b } else { a });
        others
            .filter_map(|other| self.state.entity(other))
            .collect()
    }

    /// The pairs that began in the last step, as [`PairBegan`](crate::PairBegan) has them. After a
    /// rollback, in contrast to messages, these are the pairs of the frame that was loaded.
    pub fn begun(&self) -> impl Iterator<Item = [Entity; 2]> {
        let begun = &self.state.broad_phase.events().begun;
        begun.iter().filter_map(|&pair| self.state.entities(pair))
    }

    /// The pairs that ended in the last step; see [`begun`](Self::begun).
    pub fn ended(&self) -> impl Iterator<Item = [Entity; 2]> {
        let ended = &self.state.broad_phase.events().ended;
        ended.iter().filter_map(|&pair| self.state.entities(pair))
    }

    /// Queries of all boxes, whatever their filters.
    #[must_use]
    pub fn all(&self) -> BoxQueries<'_, D> {
        BoxQueries {
            state: &self.state,
            who: Who {
                asker: None,
                exception: None,
            },
        }
    }

    /// Queries of the boxes that pass this filter, and whose filters pass it.
    #[must_use]
    pub fn filtered(&self, filter: Filter) -> BoxQueries<'_, D> {
        let asker = self.state.broad_phase.asker(filter);
        BoxQueries {
            state: &self.state,
            who: Who {
                asker: Some(asker),
                exception: None,
            },
        }
    }

    /// Queries of all boxes except that of this entity.
    #[must_use]
    pub fn except(&self, entity: Entity) -> BoxQueries<'_, D> {
        self.all().except(self.proxy(entity))
    }

    /// Queries on behalf of an entity: of the boxes that may form a pair with it by their filters.
    #[must_use]
    pub fn of(&self, entity: Entity) -> BoxQueries<'_, D> {
        let proxy = self.proxy(entity);
        let filter = proxy.and_then(|id| self.state.broad_phase.filter(id));
        self.filtered(filter.unwrap_or_default()).except(proxy)
    }

    fn proxy(&self, entity: Entity) -> Option<ProxyId> {
        self.proxies.get(entity).ok()?.id
    }
}

/// Queries of the boxes that a filter admits.
#[derive(Clone, Copy, Debug)]
pub struct BoxQueries<'a, const D: usize> {
    state: &'a EntityBroadPhase<D>,
    who: Who<'a>,
}

#[derive(Clone, Copy, Debug)]
struct Who<'a> {
    asker: Option<Asker<'a>>,
    exception: Option<Id>,
}

impl Rule for Who<'_> {
    fn admits(&self, id: Id) -> bool {
        self.exception != Some(id) && self.asker.is_none_or(|asker| asker.admits(id))
    }

    fn mask(&self) -> Option<u32> {
        self.asker.and_then(|asker| asker.mask())
    }
}

/// An entity that a probe reaches, with the parameter of the cast at its box, or with the squared
/// distance.
pub type EntityHit = Hit<f32, Entity>;

impl<const D: usize> BoxQueries<'_, D> {
    /// The entities whose boxes a region touches.
    #[must_use]
    pub fn overlaps(&self, region: &(impl Region<f32, D> + ?Sized)) -> Vec<Entity> {
        let slots = self.view().filtered(&self.who).overlaps(region);
        slots
            .into_iter()
            .filter_map(|slot| self.entity(slot))
            .collect()
    }

    /// How many boxes a region touches.
    #[must_use]
    pub fn count_overlaps(&self, region: &(impl Region<f32, D> + ?Sized)) -> usize {
        self.view().filtered(&self.who).count_overlaps(region)
    }

    /// Whether a region touches a box.
    #[must_use]
    pub fn any_overlap(&self, region: &(impl Region<f32, D> + ?Sized)) -> bool {
        self.view().filtered(&self.who).any_overlap(region)
    }

    /// The first entity whose box a ray or a moving shape hits; of several at once, the first in
    /// order.
    #[must_use]
    pub fn cast(&self, cast: &(impl Cast<f32, D> + ?Sized)) -> Option<EntityHit> {
        self.hit(self.view().filtered(&self.who).cast(cast)?)
    }

    /// All entities whose boxes a ray or a moving shape hits, the soonest first.
    #[must_use]
    pub fn cast_all(&self, cast: &(impl Cast<f32, D> + ?Sized)) -> Vec<EntityHit> {
        self.hits(self.view().filtered(&self.who).cast_all(cast))
    }

    /// The entity whose box is nearest to a place.
    #[must_use]
    pub fn nearest(&self, place: &(impl Place<f32, D> + ?Sized)) -> Option<EntityHit> {
        self.hit(self.view().filtered(&self.who).nearest(place)?)
    }

    /// The `k` entities whose boxes are nearest to a place, the nearest first.
    #[must_use]
    pub fn k_nearest(&self, place: &(impl Place<f32, D> + ?Sized), k: usize) -> Vec<EntityHit> {
        self.hits(self.view().filtered(&self.who).k_nearest(place, k))
    }

    /// All entities whose boxes are within a distance of a place, the nearest first.
    #[must_use]
    pub fn within_distance(
        &self,
        place: &(impl Place<f32, D> + ?Sized),
        distance: f32,
    ) -> Vec<EntityHit> {
        self.hits(
            self.view()
                .filtered(&self.who)
                .within_distance(place, distance),
        )
    }

    fn except(mut self, proxy: Option<ProxyId>) -> Self {
        self.who.exception = proxy.map(ProxyId::id);
        self
    }

    fn view(&self) -> impl SpatialIndex<f32, D> {
        self.state.broad_phase.tight()
    }

    fn entity(&self, slot: Id) -> Option<Entity> {
        self.state.entity(self.state.broad_phase.proxy(slot)?)
    }

    fn hit(&self, hit: Hit<f32>) -> Option<EntityHit> {
        Some(Hit::new(hit.reach, self.entity(hit.id)?))
    }

    fn hits(&self, hits: Vec<Hit<f32>>) -> Vec<EntityHit> {
        hits.into_iter().filter_map(|hit| self.hit(hit)).collect()
    }
}
