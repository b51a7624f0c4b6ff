//! The trace that the npm package plays as well: pairs from scratch, a packed tree and a broad
//! phase, limited to what the package offers. `bindings/js/tests/support/golden.js` is the same in
//! JavaScript.

use std::error::Error;

use broadleaf::Filter;
use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig, ProxyId};
use broadleaf::geometry::BoxCast;
use broadleaf::packed_tree::Order;
use broadleaf::{Aabb, DynamicTree, Hit, PackedTree, PairFinder, SpatialIndex};

use crate::hash::Hash;
use crate::script::Script;

const ROUNDS: usize = 4;
const BOXES: usize = 150;
const QUESTIONS: usize = 12;
const STEPS: usize = 16;
const CHANGES: usize = 12;

type BroadPhase<const D: usize> =
    broadleaf::BroadPhase<(), f64, D, DynamicTree<f64, D>, DynamicTree<f64, D>>;

/// The hash of all answers, of the bytes of the trees and of the states of the broad phases.
pub(crate) fn play<const D: usize>() -> u64 {
    let (mut script, mut hash) = (Script::new(2), Hash::new());
    for _ in 0..ROUNDS {
        let [first, second] = [(); 2].map(|()| boxes::<D>(&mut script));
        find_pairs(&mut script, &mut hash, &first, &second)
            .expect("there are few boxes, and a label for each");
        let trees = [(first, Order::Cuts), (second, Order::Curve)];
        let trees =
            trees.map(|(boxes, order)| PackedTree::with_order(&boxes, order).expect("few boxes"));
        ask(&mut script, &mut hash, &trees);
    }
    for margin in [
        Margin::Tight,
        Margin::Fatten {
            extension: 30.0 / 64.0,
            prediction: 2.into(),
        },
    ] {
        live::<D>(&mut script, &mut hash, margin);
    }
    hash.finish()
}

fn boxes<const D: usize>(script: &mut Script) -> Vec<Aabb<f64, D>> {
    (0..BOXES).map(|_| script.aabb()).collect()
}

fn find_pairs<const D: usize>(
    script: &mut Script,
    hash: &mut Hash,
    first: &[Aabb<f64, D>],
    second: &[Aabb<f64, D>],
) -> Result<(), Box<dyn Error>> {
    let groups = [(); 2].map(|()| (0..BOXES).map(|_| script.below(5)).collect::<Vec<_>>());
    let filters = [(); 2].map(|()| (0..BOXES).map(|_| filter(script)).collect::<Vec<_>>());
    // Boxes of one group form no pair.
    let apart = |filters: &[Filter], groups: &[u32]| -> Vec<_> {
        let both = filters.iter().zip(groups);
        both.map(|(filter, group)| filter.with_group(-1 - group.cast_signed()))
            .collect()
    };
    let mut finder = PairFinder::new();
    // Unsorted pairs have the same order everywhere, too.
    hash.pairs(&finder.within(first)?.unsorted_pairs());
    hash.pairs(&finder.within(first)?.pairs());
    let unmasked = apart(&[Filter::default(); BOXES], &groups[0]);
    let within = finder.within(first)?.filters(&unmasked)?;
    hash.pairs(&within.pairs());
    let within = finder.within(first)?.within_groups(&groups[0])?;
    hash.word(within.count_pairs());

    hash.pairs(&finder.between(first, second)?.unsorted_pairs());
    let between = finder.between(first, second)?;
    let filters = [0, 1].map(|list| apart(&filters[list], &groups[list]));
    hash.pairs(&between.filters(filters.each_ref())?.pairs());
    Ok(())
}

fn filter(script: &mut Script) -> Filter {
    let category = 1 << script.below(4);
    Filter::new(category, script.below(16))
}

fn ask<const D: usize>(script: &mut Script, hash: &mut Hash, trees: &[PackedTree<f64, D>; 2]) {
    for tree in trees {
        hash.list(tree.as_bytes().iter().map(|&byte| byte.into()));
    }
    let [tree, other] = trees;
    hash.aabb(tree.bounds());
    hash.pairs(&tree.pairs());
    hash.pairs(&tree.cross_pairs(other));
    for _ in 0..QUESTIONS {
        hash.ids(&tree.overlaps(&script.aabb::<f64, D>()));
        let point: [f64; D] = script.point();
        hash_distances(hash, &tree.k_nearest(&point, 6));
        hash_distances(hash, &tree.within_distance(&point, script.length::<f64>()));
        let origin = Aabb::point(script.point());
        let cast = BoxCast::<f64, D>::new(origin, script.direction()).expect("it is finite");
        hash.hits(tree.cast(&cast).as_slice());
        hash.hits(&tree.cast_all(&cast.up_to(8.0)));
    }
}

fn hash_distances(hash: &mut Hash, hits: &[Hit<f64>]) {
    let words = |hit: &Hit<f64>| [hit.reach.sqrt().to_bits(), hit.id.0.into()];
    hash.list(hits.iter().flat_map(words));
}

/// Runs a broad phase that rewinds two of every five steps.
fn live<const D: usize>(script: &mut Script, hash: &mut Hash, margin: Margin<f64>) {
    let mut broad_phase =
        BroadPhase::<D>::with_structures(margin, DynamicTree::default(), DynamicTree::default());
    broad_phase.remember(4);
    for _ in 0..CHANGES {
        create(script, &mut broad_phase);
    }
    for step in 1..=STEPS {
        for _ in 0..CHANGES {
            change(script, &mut broad_phase);
        }
        let events = broad_phase.step();
        hash_ids(hash, events.begun.iter().flatten());
        hash_ids(hash, events.ended.iter().flatten());
        hash_ids(hash, broad_phase.tight_pairs().iter().flatten());
        let window: Aabb<f64, D> = script.aabb();
        let found = broad_phase.overlaps(&window);
        let touches = |id: &&ProxyId| {
            broad_phase
                .aabb(**id)
                .is_some_and(|aabb| aabb.overlaps(&window))
        };
        hash_ids(hash, found.iter().filter(touches));
        hash.word(broad_phase.state_hash());
        if step % 5 == 0 {
            broad_phase.rewind(2).expect("it remembers four steps");
            hash.word(broad_phase.state_hash());
        }
    }
    hash_ids(hash, broad_phase.pairs().iter().flatten());
}

fn create<const D: usize>(script: &mut Script, broad_phase: &mut BroadPhase<D>) {
    let mobilities = [Mobility::Dynamic, Mobility::Kinematic, Mobility::Static];
    let mobility = mobilities[script.below(3) as usize];
    let filter = filter(script).with_group(script.below(5).cast_signed() - 2);
    broad_phase.create_with(
        ProxyConfig::new(mobility).with_filter(filter),
        script.aabb(),
        (),
    );
}

/// Adds, removes or moves a proxy.
fn change<const D: usize>(script: &mut Script, broad_phase: &mut BroadPhase<D>) {
    let ids: Vec<_> = broad_phase.iter().map(|(id, ())| id).collect();
    let choice = script.below(8);
    if ids.is_empty() || choice < 3 {
        create(script, broad_phase);
        return;
    }
    let id = ids[script.below(ids.len() as u32) as usize];
    if choice == 3 {
        broad_phase.remove(id);
        return;
    }
    let moved = broad_phase.move_to(id, script.aabb(), script.direction());
    moved.expect("it exists");
}

fn hash_ids<'a>(hash: &mut Hash, ids: impl Iterator<Item = &'a ProxyId>) {
    hash.list(ids.map(|id| id.to_bits()));
}
