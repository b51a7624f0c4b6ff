//! Random worlds against brute force, frame by frame: spawns, moves, despawns, filters, mobilities,
//! parents, disabled entities, invalid and replaced boxes.

mod model;
mod random;

use bevy_app::prelude::*;
use bevy_broadleaf::prelude::*;
use bevy_broadleaf::{BoxProxy, Boxes, BroadPhasePlugin, EntityBroadPhase};
use bevy_ecs::component::Mutable;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_transform::prelude::*;
use broadleaf::{BruteForce, Id, SpatialIndex, SpatialIndexMut};
use model::{Model, unordered};
use random::Random;

/// The messages of the last frame.
#[derive(Resource, Default)]
struct Log<const D: usize> {
    began: Vec<[Entity; 2]>,
    ended: Vec<[Entity; 2]>,
    invalid: Vec<Entity>,
}

fn listen<const D: usize>(
    mut began: MessageReader<PairBegan<D>>,
    mut ended: MessageReader<PairEnded<D>>,
    mut invalid: MessageReader<InvalidBox<D>>,
    mut log: ResMut<Log<D>>,
) {
    log.began = began.read().map(|pair| pair.entities).collect();
    log.ended = ended.read().map(|pair| pair.entities).collect();
    log.invalid = invalid.read().map(|message| message.entity).collect();
}

/// A source of boxes with a pose of its own.
#[derive(Component)]
struct Cell(f32);
#[derive(Component)]
struct Position<const D: usize>([f32; D]);

impl<const D: usize> BoxSource<D> for Cell {
    type Pose = Position<D>;

    fn aabb(&self, pose: &Position<D>) -> Result<Aabb<f32, D>, InvalidAabb<f32>> {
        Aabb::try_new(pose.0, pose.0.map(|x| x + self.0))
    }
}

fn app<const D: usize>(plugin: BroadPhasePlugin<D>) -> App
where
    HalfExtents<D>: BoxSource<D, Mutability = Mutable>,
{
    let mut app = App::new();
    app.add_plugins((TransformPlugin, plugin))
        .add_box_source::<Cell, D>()
        .init_resource::<Log<D>>()
        .add_systems(PostUpdate, listen::<D>.after(BroadPhaseSystems::Report));
    app
}

/// An app, and what a reader of its components knows about it.
struct Game<const D: usize> {
    app: App,
    model: Model<D>,
    /// Whether entities are spawned in between, so that ids differ.
    has_decoys: bool,
    /// All entities with a box, in the order of their spawns.
    spawned: Vec<Entity>,
}

fn transform(at: [f32; 3], sign: f32) -> Transform {
    Transform::from_translation(at.into()).with_scale(bevy_math::Vec3::splat(sign))
}

impl<const D: usize> Game<D>
where
    HalfExtents<D>: BoxSource<D, Mutability = Mutable>,
{
    fn operate(&mut self, random: &mut Random) {
        let world = self.app.world_mut();
        if self.has_decoys {
            world.spawn_empty();
        }
        let chosen = self.model.choose(random);
        let at = random.point();
        let sign = if random.below(4) == 0 { -1.0 } else { 1.0 };
        let half = core::array::from_fn(|_| random.below(3) as f32 * 0.5);
        match (random.below(16), chosen) {
            (0..=3, _) | (_, None) => {
                for _ in 0..=random.below(3) {
                    let mut entity = world.spawn_empty();
                    if random.below(3) == 0 {
                        let position = core::array::from_fn(|axis| at[axis]);
                        entity.insert((Cell(half[0]), Position::<D>(position)));
                    } else {
                        entity.insert((HalfExtents(half), transform(at, sign)));
                    }
                    let entity = entity.id();
                    self.model.add(entity);
                    self.spawned.push(entity);
                    if random.below(3) == 0 {
                        world.entity_mut(entity).insert(BoxFilter(random.filter()));
                    }
                }
            }
            (4, Some(entity)) => {
                world.despawn(entity);
            }
            (5, Some(entity)) => {
                world.entity_mut(entity).insert(BoxFilter(random.filter()));
            }
            (6, Some(entity)) => {
                world
                    .entity_mut(entity)
                    .insert(BoxMobility(random.mobility()));
            }
            (7, Some(entity)) => {
                world
                    .entity_mut(entity)
                    .remove::<(BoxFilter, BoxMobility)>();
            }
            (8, Some(entity)) => {
                // Parents are older than their children, so there are no circles.
                let parent = self.model.choose(random).filter(|&parent| {
                    self.model.is_older(parent, entity) && world.get::<Transform>(parent).is_some()
                });
                let mut entity = world.entity_mut(entity);
                match parent {
                    Some(parent) => entity.insert(ChildOf(parent)),
                    None => entity.remove::<ChildOf>(),
                };
            }
            (9, Some(entity)) => {
                self.model.leave(entity);
                let mut entity = world.entity_mut(entity);
                if entity.contains::<Disabled>() {
                    entity.remove::<Disabled>();
                } else {
                    entity.insert(Disabled);
                }
            }
            (10, Some(entity)) => {
                let mut entity = world.entity_mut(entity);
                if entity.contains::<HalfExtents<D>>() {
                    self.model.leave(entity.id());
                }
                if entity.contains::<HalfExtents<D>>() {
                    entity.remove::<HalfExtents<D>>();
                } else if !entity.contains::<Cell>() {
                    entity.insert(HalfExtents(half));
                    self.model.arrive_again(entity.id());
                }
            }
            (11, Some(entity)) => {
                let mut entity = world.entity_mut(entity);
                if let Some(mut extents) = entity.get_mut::<HalfExtents<D>>() {
                    extents.0 = half;
                    extents.0[0] = if sign < 0.0 { f32::NAN } else { half[0] };
                }
            }
            (_, Some(entity)) => {
                let mut entity = world.entity_mut(entity);
                if let Some(mut transform) = entity.get_mut::<Transform>() {
                    transform.translation = at.into();
                }
                if let Some(mut position) = entity.get_mut::<Position<D>>() {
                    position.0 = core::array::from_fn(|axis| at[axis]);
                }
            }
        }
        let world = self.app.world();
        self.model.keep(|entity| world.get_entity(entity).is_ok());
    }

    /// The box of an entity by its components.
    fn aabb(&self, entity: Entity) -> Option<Aabb<f32, D>> {
        let entity = self.app.world().get_entity(entity).ok()?;
        if entity.contains::<Disabled>() {
            return None;
        }
        if let (Some(cell), Some(position)) = (entity.get::<Cell>(), entity.get::<Position<D>>()) {
            return Some(Aabb::new(position.0, position.0.map(|x| x + cell.0)));
        }
        let half = entity.get::<HalfExtents<D>>()?.0;
        let center = entity.get::<GlobalTransform>()?.translation();
        let corner = |sign: f32| core::array::from_fn(|axis| center[axis] + sign * half[axis]);
        Aabb::try_new(corner(-1.0), corner(1.0)).ok()
    }

    fn frame(&mut self) {
        self.app.update();
        let boxes: Vec<_> = self
            .model
            .entities()
            .map(|entity| self.aabb(entity))
            .collect();
        let world = self.app.world();
        self.model.step(&boxes, |entity| {
            let filter = world.get::<BoxFilter>(entity).copied().unwrap_or_default();
            let mobility = world
                .get::<BoxMobility>(entity)
                .copied()
                .unwrap_or_default();
            (filter.0, mobility.0)
        });
    }

    /// The messages of the frame, with each entity as the number of its spawn.
    fn labels(&self) -> [Vec<[usize; 2]>; 2] {
        let log = self.app.world().resource::<Log<D>>();
        let label = |entity: &Entity| self.spawned.iter().position(|known| known == entity);
        [&log.began, &log.ended].map(|pairs| {
            let pairs = pairs.iter();
            pairs
                .map(|pair| pair.each_ref().map(|entity| label(entity).unwrap()))
                .collect()
        })
    }

    fn check(&mut self, random: &mut Random) {
        let (model, world) = (&self.model, self.app.world_mut());
        let state = world.resource::<EntityBroadPhase<D>>();
        state.broad_phase().validate().unwrap();
        assert_eq!(state.broad_phase().len(), model.boxes.len());
        for (slot, item) in &model.boxes {
            let id = world.get::<BoxProxy<D>>(item.entity).unwrap().id().unwrap();
            assert_eq!(id.id(), Id(*slot), "{:?}", item.entity);
            assert_eq!(state.broad_phase().aabb(id), Some(item.aabb));
        }
        let log = world.resource::<Log<D>>();
        assert_eq!(log.began, model.began());
        assert_eq!(unordered(&log.ended), model.ended());
        assert!(
            log.invalid
                .iter()
                .all(|&entity| model.item_of(entity).is_none())
        );
        world
            .run_system_once_with(check_queries::<D>, (model.clone(), random.clone()))
            .unwrap();
    }
}

/// Compares queries with brute force over the boxes of the model, by slot.
fn check_queries<const D: usize>(In((model, mut random)): In<(Model<D>, Random)>, boxes: Boxes<D>) {
    let mut brute = BruteForce::<f32, D>::default();
    for (&slot, item) in &model.boxes {
        brute.insert(Id(slot), item.aabb);
    }
    let entity = |slot: Id| model.boxes[&slot.0].entity;
    assert_eq!(boxes.pairs(), model.pairs());
    for _ in 0..4 {
        let [a, b]: [[f32; D]; 2] = [(); 2].map(|()| {
            let point = random.point();
            core::array::from_fn(|axis| point[axis])
        });
        let window = Aabb::from_points([a, b]).unwrap();
        let filter = random.filter();
        let exception = model.choose(&mut random);
        let admitted = |slot: Id| model.boxes[&slot.0].filter.allows(&filter);
        let not_exception = |slot: Id| Some(entity(slot)) != exception;

        let found = |admits: &dyn Fn(Id) -> bool| -> Vec<Entity> {
            let all = brute.overlaps(&window).into_iter();
            all.filter(|&slot| admits(slot)).map(entity).collect()
        };
        assert_eq!(boxes.all().overlaps(&window), found(&|_| true));
        assert_eq!(boxes.filtered(filter).overlaps(&window), found(&admitted));
        assert_eq!(boxes.all().count_overlaps(&window), found(&|_| true).len());
        assert_eq!(
            boxes.filtered(filter).any_overlap(&window),
            !found(&admitted).is_empty()
        );
        if let Some(exception) = exception {
            assert_eq!(
                boxes.except(exception).overlaps(&window),
                found(&not_exception)
            );
            let own = model
                .item_of(exception)
                .map_or_else(Filter::default, |item| item.filter);
            let wanted = |slot| not_exception(slot) && model.boxes[&slot.0].filter.allows(&own);
            assert_eq!(boxes.of(exception).overlaps(&window), found(&wanted));
            assert_eq!(
                boxes.get(exception),
                model.item_of(exception).map(|item| item.aabb)
            );
            assert_eq!(boxes.partners(exception), model.partners(exception));
        }
        let hits = |hits: Vec<broadleaf::Hit<f32>>| -> Vec<(f32, Entity)> {
            hits.iter().map(|hit| (hit.reach, entity(hit.id))).collect()
        };
        let theirs = |hits: Vec<EntityHit>| -> Vec<(f32, Entity)> {
            hits.iter().map(|hit| (hit.reach, hit.id)).collect()
        };
        if let Ok(ray) = Ray::between(a, b) {
            let all = hits(brute.cast_all(&ray));
            assert_eq!(theirs(boxes.all().cast_all(&ray)), all);
            let first = boxes.all().cast(&ray).into_iter().collect();
            assert_eq!(
                theirs(first),
                all.first().copied().into_iter().collect::<Vec<_>>()
            );
            let allowed = hits(
                brute
                    .filtered(&admitted_rule(&model, filter))
                    .cast_all(&ray),
            );
            assert_eq!(theirs(boxes.filtered(filter).cast_all(&ray)), allowed);
        }
        let near = hits(brute.k_nearest(&a, 5));
        assert_eq!(theirs(boxes.all().k_nearest(&a, 5)), near);
        let nearest = boxes.all().nearest(&a).into_iter().collect();
        assert_eq!(
            theirs(nearest),
            near.first().copied().into_iter().collect::<Vec<_>>()
        );
        let within = hits(brute.within_distance(&a, 2.0));
        assert_eq!(theirs(boxes.all().within_distance(&a, 2.0)), within);
    }
}

fn admitted_rule<const D: usize>(model: &Model<D>, filter: Filter) -> impl Fn(Id) -> bool + Sync {
    move |slot| model.boxes[&slot.0].filter.allows(&filter)
}

fn games<const D: usize>() -> [Game<D>; 2]
where
    HalfExtents<D>: BoxSource<D, Mutability = Mutable>,
{
    [false, true].map(|has_decoys| Game {
        app: app(BroadPhasePlugin::default()),
        model: Model::new(),
        has_decoys,
        spawned: Vec::new(),
    })
}

/// Plays two games with the same operations and other ids of entities.
fn play<const D: usize>(seed: u64)
where
    HalfExtents<D>: BoxSource<D, Mutability = Mutable>,
{
    let mut games = games::<D>();
    let mut random = Random(seed);
    for _ in 0..40 {
        let operations = random.below(20);
        let start = random.clone();
        for game in &mut games {
            random = start.clone();
            for _ in 0..operations {
                game.operate(&mut random);
            }
            game.frame();
            game.check(&mut random.clone());
        }
        let [one, other] = &games;
        assert_eq!(one.labels(), other.labels());
        let hashes = games.each_ref().map(|game| {
            game.app
                .world()
                .resource::<EntityBroadPhase<D>>()
                .state_hash()
        });
        assert_eq!(hashes[0], hashes[1]);
    }
}

#[test]
fn random_worlds_equal_brute_force_in_2d() {
    (0..30).for_each(play::<2>);
}

#[test]
fn random_worlds_equal_brute_force_in_3d() {
    (100..120).for_each(play::<3>);
}
