//! The trace of a broad phase: its events and its answers.

use broadleaf::Filter;
use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig, ProxyId};
use broadleaf::{BroadPhase, Ray, SpatialIndexMut};

use crate::hash::Hash;
use crate::script::{GoldenScalar, Script};

const PROXIES: usize = 80;
const STEPS: usize = 12;
const CHANGES: usize = 20;

/// Runs a broad phase over two structures, one of moving and one of static proxies, with each kind
/// of margin.
pub(crate) fn play<S, const D: usize, B, F>(script: &mut Script, hash: &mut Hash)
where
    S: GoldenScalar,
    B: SpatialIndexMut<S, D> + Default,
    F: SpatialIndexMut<S, D> + Default,
{
    for margin in [
        Margin::Snap {
            cell: S::from_steps(100),
        },
        Margin::Fatten {
            extension: S::from_steps(30),
            prediction: 2.into(),
        },
    ] {
        let mut broad_phase =
            BroadPhase::<(), S, D, B, F>::with_structures(margin, B::default(), F::default());
        let mut proxies: Vec<ProxyId> = (0..PROXIES)
            .map(|_| create(script, &mut broad_phase))
            .collect();
        for _ in 0..STEPS {
            for _ in 0..CHANGES {
                change(script, &mut broad_phase, &mut proxies);
            }
            let events = broad_phase.step();
            hash_pairs(hash, &events.begun);
            hash_pairs(hash, &events.ended);
            ask(script, &broad_phase, hash);
        }
        hash_pairs(hash, &broad_phase.pairs());
    }
}

fn create<S: GoldenScalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>(
    script: &mut Script,
    broad_phase: &mut BroadPhase<(), S, D, B, F>,
) -> ProxyId {
    let mobility = if script.once_in(4) {
        Mobility::Static
    } else {
        Mobility::Dynamic
    };
    let filter = if script.once_in(3) {
        Filter::new(1 << script.below(3), script.below(8))
    } else {
        Filter::default()
    };
    let config = ProxyConfig::new(mobility).with_filter(filter);
    broad_phase.create_with(config, script.aabb(), ())
}

fn change<S: GoldenScalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>(
    script: &mut Script,
    broad_phase: &mut BroadPhase<(), S, D, B, F>,
    proxies: &mut [ProxyId],
) {
    let number = script.below(PROXIES as u32) as usize;
    let id = proxies[number];
    let moved = match script.below(6) {
        0 => {
            broad_phase.remove(id);
            proxies[number] = create(script, broad_phase);
            Ok(false)
        }
        1 => broad_phase
            .set_filter(id, Filter::new(1 << script.below(3), script.below(8)))
            .map(|()| false),
        _ => broad_phase.move_to(
            id,
            script.aabb(),
            script.point().map(|x: S| x.snap_down(S::from_steps(512))),
        ),
    };
    moved.expect("every proxy in the list exists");
}

fn ask<S: GoldenScalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>(
    script: &mut Script,
    broad_phase: &BroadPhase<(), S, D, B, F>,
    hash: &mut Hash,
) {
    hash.list(
        broad_phase
            .overlaps(&script.aabb())
            .into_iter()
            .map(ProxyId::to_bits),
    );
    let hits = Ray::between(script.point(), script.point())
        .map(|ray| broad_phase.cast_all(&ray))
        .unwrap_or_default();
    hash.list(hits.iter().flat_map(|hit| {
        [
            broadleaf::geometry::Real::to_f64(hit.reach).to_bits(),
            hit.id.to_bits(),
        ]
    }));
}

fn hash_pairs(hash: &mut Hash, pairs: &[[ProxyId; 2]]) {
    hash.list(pairs.iter().flatten().map(|id| id.to_bits()));
}
