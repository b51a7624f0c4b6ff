//! The trace of a structure.

use broadleaf::{Id, SpatialIndexMut};

use crate::hash::Hash;
use crate::questions::ask;
use crate::script::{GoldenScalar, Script};

/// The number of boxes at the beginning and at the end.
const BOXES: [u32; 2] = [250, 1_500];
/// The number of small ids.
const IDS: u32 = 300;
const ROUNDS: usize = 10;
const CHANGES: usize = 30;

/// The hash of all answers of a structure and of all events and answers of a broad phase.
pub(crate) fn trace<S: GoldenScalar, const D: usize, B: SpatialIndexMut<S, D> + Default>(
    play_broad_phase: fn(&mut Script, &mut Hash),
) -> u64 {
    let (mut script, mut hash) = (Script::new(1), Hash::new());
    let mut structure = B::default();
    structure.extend((0..BOXES[0]).map(|id| (Id(id), script.aabb())));
    for round in 0..ROUNDS {
        for _ in 0..CHANGES {
            change(&mut script, &mut structure, &mut hash);
        }
        if round % 3 == 0 {
            structure.optimize();
        }
        ask(&mut script, &structure, &mut hash);
    }
    structure.extend((0..BOXES[1]).map(|id| (Id(id), script.aabb())));
    hash.pairs(&structure.pairs());
    play_broad_phase(&mut script, &mut hash);
    hash.finish()
}

fn change<S: GoldenScalar, const D: usize>(
    script: &mut Script,
    structure: &mut impl SpatialIndexMut<S, D>,
    hash: &mut Hash,
) {
    // One id in 50 is large, which exercises the sparse part of the id map.
    let id = Id(if script.once_in(50) {
        u32::MAX - script.below(9)
    } else {
        script.below(IDS)
    });
    match script.below(8) {
        0 => hash.aabb(structure.remove(id)),
        1 => hash.list(
            structure
                .set_category(id, 1 << script.below(4))
                .map(u64::from),
        ),
        2 => {
            let boxes: Vec<_> = (0..script.below(100))
                .map(|_| (Id(script.below(IDS)), script.aabb()))
                .collect();
            structure.extend(boxes);
        }
        _ => hash.aabb(structure.insert(id, script.aabb())),
    }
}
