//! What a broad phase of entities must answer, by loops over all boxes.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use broadleaf::broad_phase::Mobility;
use broadleaf::{Aabb, Filter};

use crate::random::Random;

impl Random {
    /// A point of a small grid, so that boxes touch and coincide.
    pub(crate) fn point(&mut self) -> [f32; 3] {
        core::array::from_fn(|_| self.below(16) as f32 * 0.5)
    }

    pub(crate) fn filter(&mut self) -> Filter {
        let [category, mask] = [(); 2].map(|()| self.below(8) as u32);
        Filter::new(category, mask).with_group(self.below(6) as i32 - 2)
    }

    pub(crate) fn mobility(&mut self) -> Mobility {
        use Mobility::{Dynamic, Kinematic, Sleeping, Static};
        [Dynamic, Kinematic, Sleeping, Static][self.below(4) as usize]
    }
}

/// A box with its proxy's settings.
#[derive(Clone, Copy)]
pub(crate) struct Item<const D: usize> {
    pub(crate) entity: Entity,
    pub(crate) aabb: Aabb<f32, D>,
    pub(crate) filter: Filter,
    pub(crate) mobility: Mobility,
    /// Another for each proxy of the entity.
    birth: usize,
}

/// All entities ever spawned in a world, and the boxes by slot.
#[derive(Clone)]
pub(crate) struct Model<const D: usize> {
    /// Each with the number of its arrival.
    arrivals: Vec<(Entity, usize)>,
    next: usize,
    pub(crate) boxes: BTreeMap<u32, Item<D>>,
    /// Entities that lost their proxy in this frame, even if they get a new one.
    left: Vec<Entity>,
    births: usize,
    previous: Vec<Pair>,
    current: Vec<Pair>,
}

/// Two entities with the births of their proxies.
type Pair = [(Entity, usize); 2];

fn entities(pair: &Pair) -> [Entity; 2] {
    pair.map(|(entity, _)| entity)
}

/// Pairs as a set.
pub(crate) fn unordered(pairs: &[[Entity; 2]]) -> Vec<[Entity; 2]> {
    let mut pairs: Vec<_> = pairs.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
    pairs.sort();
    pairs
}

impl<const D: usize> Model<D> {
    pub(crate) fn new() -> Self {
        Self {
            arrivals: Vec::new(),
            next: 0,
            boxes: BTreeMap::new(),
            left: Vec::new(),
            births: 0,
            previous: Vec::new(),
            current: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, entity: Entity) {
        self.arrivals.push((entity, self.next));
        self.next += 1;
    }

    /// The entity has a new source of boxes.
    pub(crate) fn arrive_again(&mut self, entity: Entity) {
        for (known, number) in &mut self.arrivals {
            if *known == entity {
                *number = self.next;
            }
        }
        self.next += 1;
    }

    /// The entity loses its box, if it has one.
    pub(crate) fn leave(&mut self, entity: Entity) {
        self.left.push(entity);
    }

    pub(crate) fn is_older(&self, a: Entity, b: Entity) -> bool {
        self.index(a) < self.index(b)
    }

    pub(crate) fn entities(&self) -> impl Iterator<Item = Entity> {
        self.arrivals.iter().map(|&(entity, _)| entity)
    }

    fn index(&self, entity: Entity) -> usize {
        self.entities().position(|known| known == entity).unwrap()
    }

    /// Forgets despawned entities.
    pub(crate) fn keep(&mut self, exists: impl Fn(Entity) -> bool) {
        self.arrivals.retain(|&(entity, _)| exists(entity));
    }

    pub(crate) fn choose(&self, random: &mut Random) -> Option<Entity> {
        let count = self.arrivals.len() as u64;
        (count > 0).then(|| self.arrivals[random.below(count) as usize].0)
    }

    /// Takes the current boxes, in the order of `entities`.
    pub(crate) fn step(
        &mut self,
        boxes: &[Option<Aabb<f32, D>>],
        settings: impl Fn(Entity) -> (Filter, Mobility),
    ) {
        let mut present = BTreeMap::new();
        for (&(entity, number), aabb) in self.arrivals.iter().zip(boxes) {
            if let &Some(aabb) = aabb {
                let (filter, mobility) = settings(entity);
                let item = Item {
                    entity,
                    aabb,
                    filter,
                    mobility,
                    birth: 0,
                };
                present.insert(number, item);
            }
        }
        // Removals come first, and then creations in the order of arrival, each in the lowest slot.
        let left = core::mem::take(&mut self.left);
        let mut boxes = BTreeMap::new();
        for (&slot, was) in &self.boxes {
            let found = present.iter().find(|(_, item)| item.entity == was.entity);
            if left.contains(&was.entity) {
                continue;
            }
            if let Some((&number, &item)) = found {
                boxes.insert(
                    slot,
                    Item {
                        birth: was.birth,
                        ..item
                    },
                );
                present.remove(&number);
            }
        }
        for (_, item) in present {
            self.births += 1;
            let free = (0..).find(|slot| !boxes.contains_key(slot)).unwrap();
            boxes.insert(
                free,
                Item {
                    birth: self.births,
                    ..item
                },
            );
        }
        self.boxes = boxes;
        self.previous = core::mem::take(&mut self.current);
        self.current = self.all_pairs();
    }

    fn all_pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for (i, a) in &self.boxes {
            for b in self.boxes.range(i + 1..).map(|(_, item)| item) {
                if touches(&a.aabb, &b.aabb) && meets(a.mobility, b.mobility) && allows(a, b) {
                    pairs.push([a, b].map(|item| (item.entity, item.birth)));
                }
            }
        }
        pairs
    }

    /// In the order of slots.
    pub(crate) fn pairs(&self) -> Vec<[Entity; 2]> {
        self.current.iter().map(entities).collect()
    }

    /// In the order of slots.
    pub(crate) fn began(&self) -> Vec<[Entity; 2]> {
        let pairs = self.current.iter();
        pairs
            .filter(|pair| !self.previous.contains(pair))
            .map(entities)
            .collect()
    }

    /// As a set.
    pub(crate) fn ended(&self) -> Vec<[Entity; 2]> {
        let pairs = self.previous.iter();
        let ended: Vec<_> = pairs
            .filter(|pair| !self.current.contains(pair))
            .map(entities)
            .collect();
        unordered(&ended)
    }

    pub(crate) fn partners(&self, entity: Entity) -> Vec<Entity> {
        let pairs = self.pairs();
        let mut partners: Vec<_> = self.boxes.values().map(|item| item.entity).collect();
        partners
            .retain(|&other| pairs.contains(&[entity, other]) || pairs.contains(&[other, entity]));
        partners
    }

    pub(crate) fn item_of(&self, entity: Entity) -> Option<Item<D>> {
        self.boxes
            .values()
            .find(|item| item.entity == entity)
            .copied()
    }
}

fn touches<const D: usize>(a: &Aabb<f32, D>, b: &Aabb<f32, D>) -> bool {
    (0..D).all(|axis| a.min()[axis] <= b.max()[axis] && b.min()[axis] <= a.max()[axis])
}

fn meets(a: Mobility, b: Mobility) -> bool {
    [a, b]
        .iter()
        .any(|mobility| matches!(mobility, Mobility::Dynamic | Mobility::Sleeping))
}

fn allows<const D: usize>(a: &Item<D>, b: &Item<D>) -> bool {
    let [a, b] = [a.filter, b.filter];
    if a.group == b.group && a.group != 0 {
        return a.group > 0;
    }
    a.mask & b.category != 0 && b.mask & a.category != 0
}
