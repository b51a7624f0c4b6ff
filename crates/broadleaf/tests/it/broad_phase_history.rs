//! Law 2 for a broad phase with snapped margins: events are a function of the tight boxes at two
//! steps, and fat boxes are a function of the current tight boxes. Intermediate positions, the
//! order and number of moves, the age of the broad phase and calls of `optimize` have no effect.

use std::collections::{BTreeMap, BTreeSet};

use broadleaf::Filter;
use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig, ProxyId};
use broadleaf::geometry::Scalar;
use broadleaf::orthtree::Orthtree;
use broadleaf::{Aabb, BroadPhase, BruteForce, DynamicTree, Fixed, KdSweep, PencilSweep};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::broad_phase::{
    AnyBroadPhase, Data, accepts, accepts_proxies, filter, mobility, plain_config,
};
use crate::erased::Erased;
use crate::history::OPERATIONS;
use crate::inputs::{Mode, TestScalar, aabb, coordinate, for_all, with_some_structure};

/// The user data of a proxy, which identifies its object.
type Name = u8;
type Pairs = BTreeSet<(Name, Name)>;

/// The objects, with their settings and their boxes in every frame.
#[derive(Clone, Debug)]
struct Film<S, const D: usize> {
    cell: S,
    objects: Vec<Object<S, D>>,
}

/// The settings of an object, and its box in every frame in which it exists.
type Object<S, const D: usize> = (ProxyConfig<S>, Vec<Option<Aabb<S, D>>>);

const FRAMES: usize = 6;

/// An operation of one peer between two steps that must have no effect. A number is the position of
/// an object, modulo their number.
#[derive(Clone, Debug)]
enum Detour<S, const D: usize> {
    Move(usize, Aabb<S, D>),
    SetFilter(usize, Filter),
    SetMobility(usize, Mobility),
    Touch(usize),
    Guest(ProxyConfig<S>, Aabb<S, D>),
    Optimize,
}

/// How a peer plays a film, and its first frame.
#[derive(Clone, Debug)]
struct Style<S, const D: usize> {
    joins_at: usize,
    detours: Vec<Vec<Detour<S, D>>>,
    shuffle: u8,
    at_once: bool,
}

fn film<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Film<S, D>> {
    let place = move || prop_oneof![1 => Just(None), 4 => aabb(mode).prop_map(Some)];
    // An object moves in every other frame only.
    let path = move || {
        vec(place(), FRAMES / 2)
            .prop_map(|places| (0..FRAMES).map(|frame| places[frame / 2]).collect())
    };
    (
        coordinate(mode),
        vec(
            (plain_config(), prop_oneof![path(), vec(place(), FRAMES)]),
            0..24,
        ),
    )
        .prop_map(|(cell, objects)| Film { cell, objects })
}

fn style<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Style<S, D>> {
    let n = || 0_usize..24;
    let detour = prop_oneof![
        8 => (n(), aabb(mode)).prop_map(|(n, aabb)| Detour::Move(n, aabb)),
        2 => (n(), filter()).prop_map(|(n, filter)| Detour::SetFilter(n, filter)),
        2 => (n(), mobility()).prop_map(|(n, mobility)| Detour::SetMobility(n, mobility)),
        1 => n().prop_map(Detour::Touch),
        1 => (plain_config(), aabb(mode)).prop_map(|(config, aabb)| Detour::Guest(config, aabb)),
        1 => Just(Detour::Optimize),
    ];
    (
        0..FRAMES,
        vec(vec(detour, 0..12), FRAMES),
        any::<u8>(),
        any::<bool>(),
    )
        .prop_map(|(joins_at, detours, shuffle, at_once)| Style {
            joins_at,
            detours,
            shuffle,
            at_once,
        })
}

impl<S: Scalar, const D: usize> Film<S, D> {
    fn config(&self, name: Name) -> ProxyConfig<S> {
        self.objects[usize::from(name)].0
    }

    /// The objects of a frame with their tight boxes.
    fn frame(&self, frame: usize) -> BTreeMap<Name, Aabb<S, D>> {
        (0..)
            .zip(&self.objects)
            .filter_map(|(name, (_, path))| Some((name, path[frame]?)))
            .collect()
    }

    fn fat_boxes(&self, frame: usize) -> Vec<(Name, Aabb<S, D>)> {
        let fat = |name, tight: Aabb<S, D>| {
            if self.config(name).mobility == Mobility::Static {
                tight
            } else {
                tight.snapped(self.cell)
            }
        };
        self.frame(frame)
            .into_iter()
            .map(|(name, tight)| (name, fat(name, tight)))
            .collect()
    }

    fn pairs(&self, frame: usize) -> Pairs {
        let boxes = self.fat_boxes(frame);
        let all = boxes
            .iter()
            .enumerate()
            .flat_map(|(i, a)| boxes[i + 1..].iter().map(move |b| (a, b)));
        all.filter(|((a, x), (b, y))| x.overlaps(y) && self.may_pair(*a, *b))
            .map(|((a, _), (b, _))| (*a, *b))
            .collect()
    }

    fn may_pair(&self, a: Name, b: Name) -> bool {
        let configs = [a, b].map(|name| self.config(name));
        let meets_all = |config: &ProxyConfig<S>| {
            matches!(config.mobility, Mobility::Dynamic | Mobility::Sleeping)
        };
        configs.iter().any(meets_all)
            && configs[0].filter.allows(&configs[1].filter)
            && accepts(a, b)
    }
}

impl<S: Scalar, const D: usize> Style<S, D> {
    fn shuffled(&self, scene: BTreeMap<Name, Aabb<S, D>>) -> Vec<(Name, Aabb<S, D>)> {
        let mut objects: Vec<_> = scene.into_iter().collect();
        objects.sort_by_key(|(name, _)| (name ^ self.shuffle).wrapping_mul(0x9d));
        objects
    }
}

struct Peer<'a, S: Scalar, const D: usize> {
    film: &'a Film<S, D>,
    style: &'a Style<S, D>,
    broad_phase: AnyBroadPhase<S, D>,
    proxies: BTreeMap<Name, ProxyId>,
    /// The number of all proxies that were ever created.
    names: BTreeMap<ProxyId, Name>,
}

impl<S: Scalar, const D: usize> Peer<'_, S, D> {
    /// Plays up to a frame; returns the pairs that began and ended.
    fn advance(&mut self, frame: usize) -> [Pairs; 2] {
        for detour in &self.style.detours[frame] {
            self.wander(detour);
        }
        self.arrive(self.film.frame(frame));
        let events = self.broad_phase.step_with(accepts_proxies);
        [&events.begun, &events.ended].map(|pairs| self.named(pairs))
    }

    fn wander(&mut self, detour: &Detour<S, D>) {
        let nth = |n: usize| {
            self.proxies
                .values()
                .nth(n % self.proxies.len().max(1))
                .copied()
        };
        match detour {
            Detour::Move(n, aabb) => nth(*n)
                .into_iter()
                .for_each(|id| _ = self.broad_phase.move_to(id, *aabb, [S::default(); D])),
            Detour::SetFilter(n, filter) => nth(*n)
                .into_iter()
                .for_each(|id| _ = self.broad_phase.set_filter(id, *filter)),
            Detour::SetMobility(n, mobility) => nth(*n)
                .into_iter()
                .for_each(|id| _ = self.broad_phase.set_mobility(id, *mobility)),
            Detour::Touch(n) => nth(*n)
                .into_iter()
                .for_each(|id| _ = self.broad_phase.touch(id)),
            Detour::Guest(config, aabb) => {
                let guest = self
                    .broad_phase
                    .create_with(*config, *aabb, Data::new(Name::MAX));
                self.broad_phase.remove(guest);
            }
            Detour::Optimize => self.broad_phase.optimize(),
        }
        OPERATIONS.add(1);
    }

    /// Moves, creates and destroys objects until the broad phase shows the frame.
    fn arrive(&mut self, scene: BTreeMap<Name, Aabb<S, D>>) {
        let gone: Vec<_> = self
            .proxies
            .keys()
            .copied()
            .filter(|name| !scene.contains_key(name))
            .collect();
        gone.iter()
            .filter_map(|name| self.proxies.remove(name))
            .for_each(|id| _ = self.broad_phase.remove(id));
        let (old, new): (Vec<_>, Vec<_>) = self
            .style
            .shuffled(scene)
            .into_iter()
            .partition(|(name, _)| self.proxies.contains_key(name));
        OPERATIONS.add(gone.len() + old.len() + new.len());
        for (name, aabb) in new {
            let id = self
                .broad_phase
                .create_with(self.film.config(name), aabb, Data::new(name));
            self.proxies.insert(name, id);
            self.names.insert(id, name);
        }
        for (name, _) in &old {
            let (id, config) = (self.proxies[name], self.film.config(*name));
            self.broad_phase.set_filter(id, config.filter).unwrap();
            self.broad_phase.set_mobility(id, config.mobility).unwrap();
        }
        let moves: Vec<_> = old
            .into_iter()
            .map(|(name, aabb)| (self.proxies[&name], aabb, [S::default(); D]))
            .collect();
        if self.style.at_once {
            self.broad_phase.move_all(moves).unwrap();
        } else {
            moves
                .into_iter()
                .for_each(|(id, aabb, none)| _ = self.broad_phase.move_to(id, aabb, none).unwrap());
        }
    }

    fn named(&self, pairs: &[[ProxyId; 2]]) -> Pairs {
        let named: Pairs = pairs
            .iter()
            .map(|[a, b]| (self.names[a], self.names[b]))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        assert_eq!(named.len(), pairs.len(), "no pair is reported twice");
        named
    }

    fn fat_boxes(&self) -> Vec<(Name, Aabb<S, D>)> {
        self.proxies
            .iter()
            .map(|(&name, &id)| (name, self.broad_phase.fat_aabb(id).unwrap()))
            .collect()
    }
}

pub(crate) fn check<S: TestScalar, const D: usize>(
    mode: Mode,
    cases: u32,
    empty: fn() -> Erased<S, D>,
) {
    for_all(
        cases,
        (film::<S, D>(mode), [style(mode), style(mode)]),
        |(film, styles)| {
            for style in &styles {
                let broad_phase =
                    BroadPhase::with_structures(Margin::Snap { cell: film.cell }, empty(), empty());
                let mut peer = Peer {
                    film: &film,
                    style,
                    broad_phase,
                    proxies: BTreeMap::new(),
                    names: BTreeMap::new(),
                };
                let mut before = Pairs::new();
                for frame in style.joins_at..FRAMES {
                    let now = film.pairs(frame);
                    let expected = [
                        now.difference(&before).copied().collect(),
                        before.difference(&now).copied().collect(),
                    ];
                    assert_eq!(
                        peer.advance(frame),
                        expected,
                        "what began and ended in frame {frame}"
                    );
                    assert_eq!(peer.fat_boxes(), film.fat_boxes(frame));
                    assert_eq!(peer.named(&peer.broad_phase.pairs()), now);
                    peer.broad_phase.validate().unwrap();
                    before = now;
                }
            }
        },
    );
}

const CASES: u32 = 500;
const LONG_CASES: u32 = 5_000;

with_some_structure!(tests: check, CASES);

/// `cargo test -p broadleaf --test it -- --ignored --nocapture broad_phase_history::a_million`
#[test]
#[ignore = "takes a minute"]
fn a_million_operations() {
    with_some_structure!(calls: check, LONG_CASES);
    println!("{} operations", OPERATIONS.total());
    assert!(OPERATIONS.total() >= 1_000_000);
}
