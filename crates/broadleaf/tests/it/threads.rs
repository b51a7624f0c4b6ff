//! Law 2 with threads: for any number of threads and any history, the results equal the results of
//! one thread and of a tree that is built at once.

use broadleaf::{Aabb, Id, KdSweep, SpatialIndex, SpatialIndexMut};
use proptest::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::inputs::{TestScalar, for_all};
use crate::random::grid_boxes;

/// Boxes on a grid, with random numbers of boxes, cells per axis and sizes. There are enough boxes
/// for a build on several threads.
fn boxes<S: TestScalar, const D: usize>() -> impl Strategy<Value = Vec<(Id, Aabb<S, D>)>> {
    (0_u32..14_000, 40_u32..400, 1_u32..3, any::<u32>()).prop_map(|(count, cells, size, seed)| {
        let boxes = grid_boxes(count as usize, [cells, size], seed);
        (0..).map(Id).zip(boxes).collect()
    })
}

fn check<S: TestScalar, const D: usize>(pools: &[ThreadPool]) {
    for_all(4, (boxes::<S, D>(), 1_usize..97), |(boxes, stride)| {
        let mut expected = KdSweep::default();
        expected.extend(boxes.iter().copied());
        let pairs = expected.pairs();
        for pool in pools {
            pool.install(|| {
                // In descending order, with detours: some boxes are removed and inserted again,
                // others are moved.
                let mut index = KdSweep::default();
                index.par_extend(boxes.par_iter().rev().map(|&(id, aabb)| {
                    let is_moved = id.index() % stride == 0;
                    (id, if is_moved { boxes[0].1 } else { aabb })
                }));
                boxes
                    .iter()
                    .step_by(stride + 3)
                    .for_each(|(id, _)| _ = index.remove(*id));
                index.par_optimize();
                index.par_extend(
                    boxes
                        .par_iter()
                        .step_by(stride)
                        .chain(boxes.par_iter().step_by(stride + 3))
                        .copied(),
                );
                index.validate().unwrap();
                assert!(index.iter().eq(expected.iter()));
                assert!(index.par_pairs() == pairs);
            });
        }
    });
}

#[test]
fn threads_and_histories_change_nothing() {
    let pools = [1, 2, 3, 8].map(|threads| {
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
    });
    check::<f32, 3>(&pools);
    check::<i64, 2>(&pools);
}
