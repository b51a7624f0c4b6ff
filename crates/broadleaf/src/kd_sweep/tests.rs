//! Larger trees, threads, and forces.

use super::{Body, KdSweep};
use crate::geometry::Scalar;
use crate::geometry::{Aabb, Probe};
use crate::index::{BroadPhase, Hit, SpatialIndex};
use crate::store::Id;
use alloc::vec::Vec;
use core::array;

fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Boxes with edges up to `edge`, all over the unit cube.
fn uniform<const D: usize>(count: usize, edge: f64) -> Vec<(Id, Aabb<f64, D>)> {
    let mut random = random(count as u64);
    let mut aabb = || {
        let min: [f64; D] = array::from_fn(|_| random());
        Aabb::new(min, min.map(|x| x + edge * random()))
    };
    (0..).map(Id).zip((0..count).map(|_| aabb())).collect()
}

/// A tree that is not tidy: boxes have been removed, and others have moved.
fn untidy<const D: usize>(count: usize) -> KdSweep<f64, D> {
    let boxes = uniform::<D>(count, 0.05);
    let mut index = KdSweep::default().with_leaf_capacity(8);
    index.extend(boxes.iter().copied());
    for i in 0..count / 12 {
        index.insert(boxes[i * 7 % count].0, boxes[i * 11 % count].1);
        index.remove(boxes[(i * 13 + 1) % count].0);
    }
    assert!(index.stale > 0 && !index.pending().is_empty());
    index
}

/// Asks for everything that goes its own way here, and looks at every box instead.
fn check_answers<S: Scalar, const D: usize>(index: &KdSweep<S, D>) {
    index.validate().unwrap();
    let boxes: Vec<_> = index.iter().collect();
    let mut pairs = Vec::new();
    for (i, (a, aabb)) in boxes.iter().enumerate() {
        pairs.extend(
            boxes[i + 1..]
                .iter()
                .filter(|(_, other)| aabb.overlaps(other))
                .map(|(b, _)| [*a, *b]),
        );
    }
    assert_eq!(index.pairs(), pairs);
    let same = boxes.iter().map(|&(id, _)| [id, id]);
    let mut with_itself: Vec<_> = pairs
        .iter()
        .flat_map(|&[a, b]| [[a, b], [b, a]])
        .chain(same)
        .collect();
    with_itself.sort_unstable();
    assert_eq!(index.pairs_with(index), with_itself);
    let ids: Vec<_> = boxes.iter().map(|&(id, _)| id).step_by(3).collect();
    let is_asked_for = |id: &Id| ids.binary_search(id).is_ok();
    assert!(
        index.pairs_of(&ids).into_iter().eq(pairs
            .iter()
            .copied()
            .filter(|[a, b]| is_asked_for(a) || is_asked_for(b)))
    );
    for (_, aabb) in boxes.iter().step_by(97) {
        let touched = boxes
            .iter()
            .filter(|(_, other)| aabb.overlaps(other))
            .map(|&(id, _)| id);
        assert!(index.overlaps(aabb).into_iter().eq(touched));
        let mut hits: Vec<_> = boxes
            .iter()
            .filter_map(|(id, other)| {
                Some(Hit {
                    reach: aabb.reach(other)?,
                    id: *id,
                })
            })
            .collect();
        hits.sort();
        assert_eq!(index.k_nearest(aabb, 9), hits[..9]);
    }
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
fn answers_on_larger_trees_are_right() {
    for edge in [0.0, 0.01, 0.3] {
        let mut index = KdSweep::default();
        index.extend(uniform::<3>(3_000, edge));
        check_answers(&index);
        let mut index = KdSweep::default().with_leaf_capacity(4);
        index.extend(uniform::<2>(3_000, edge));
        check_answers(&index);
    }
    // On a lattice boxes touch, and many start on a cut.
    let mut random = random(1);
    let mut lattice = |cells: f64| (random() * cells) as i32;
    let mut index = KdSweep::default().with_leaf_capacity(8);
    index.extend((0..2_000).map(|i| {
        let min = [lattice(60.0), lattice(60.0), lattice(9.0)];
        (Id(i), Aabb::new(min, min.map(|x| x + lattice(3.0))))
    }));
    check_answers(&index);
    check_answers(&untidy::<2>(2_000));
    check_answers(&untidy::<3>(2_000));
}

/// Infinite along one axis: there is no use in cutting it.
#[test]
fn boxes_that_all_cross_are_cut_elsewhere() {
    let endless = |(id, aabb): (Id, Aabb<f64, 3>)| {
        let ([x, y, _], [u, v, _]) = (aabb.min(), aabb.max());
        (
            id,
            Aabb::new([x, y, f64::NEG_INFINITY], [u, v, f64::INFINITY]),
        )
    };
    let mut index = KdSweep::default().with_leaf_capacity(16);
    index.extend(uniform::<3>(4_000, 0.01).into_iter().map(endless));
    assert!(
        index
            .nodes
            .iter()
            .filter(|node| node.is_leaf())
            .all(|leaf| leaf.range().len() <= 16)
    );
    check_answers(&index);
}

/// Input whose samples mislead: every box that is looked at is far from all others.
#[test]
fn misleading_samples_do_not_make_the_tree_deep() {
    for period in 2..40 {
        let boxes = (0..4_000_u32).map(|i| {
            (
                Id(i),
                Aabb::point([if i % period == 0 {
                    f64::from(i).exp2()
                } else {
                    f64::from(i) * 1e-9
                }]),
            )
        });
        let mut index = KdSweep::default().with_leaf_capacity(2);
        index.extend(boxes);
        index.validate().unwrap();
    }
}

#[test]
fn equal_boxes_are_one_leaf() {
    let mut index = KdSweep::default();
    index.extend((0..100_000).map(|i| (Id(i), Aabb::new([1, 2, 3], [4, 5, 6]))));
    assert_eq!(index.nodes.len(), 1);
    assert_eq!(index.overlaps(&[4, 5, 6]).len(), 100_000);
    for i in 0..100_000 {
        index.remove(Id(i));
    }
    index.validate().unwrap();
    assert!(index.is_empty() && index.nodes.is_empty());
}

fn gravity<const D: usize>(at: &Body<f64, D>, by: &Body<f64, D>) -> [f64; D] {
    let offset: [f64; D] = array::from_fn(|axis| by.position[axis] - at.position[axis]);
    // Softened, as usual, against near misses.
    let distance_squared = offset.iter().map(|x| x * x).sum::<f64>() + 1e-6;
    offset.map(|x| x * at.mass * by.mass / (distance_squared * distance_squared.sqrt()))
}

fn bodies<const D: usize>(index: &KdSweep<f64, D>) -> impl Fn(Id) -> Body<f64, D> {
    |id| Body::in_the_middle(&index.get(id).unwrap(), 1.0 + f64::from(id.0 % 3))
}

fn direct_sums<const D: usize>(index: &KdSweep<f64, D>) -> Vec<(Id, [f64; D])> {
    let bodies: Vec<_> = index
        .iter()
        .map(|(id, _)| (id, bodies(index)(id)))
        .collect();
    let on = |(id, body): &(Id, Body<f64, D>)| {
        let others = bodies.iter().filter(|(other, _)| other != id);
        (
            *id,
            others
                .map(|(_, other)| gravity(body, other))
                .fold([0.0; D], |sum, force| {
                    array::from_fn(|axis| sum[axis] + force[axis])
                }),
        )
    };
    bodies.iter().map(on).collect()
}

/// The root mean square of the difference over that of the forces.
fn relative_error<const D: usize>(forces: &[(Id, [f64; D])], expected: &[(Id, [f64; D])]) -> f64 {
    let squares = |force: [f64; D]| force.iter().map(|x| x * x).sum::<f64>();
    assert!(
        forces
            .iter()
            .map(|(id, _)| id)
            .eq(expected.iter().map(|(id, _)| id))
    );
    let differences = forces
        .iter()
        .zip(expected)
        .map(|((_, a), (_, b))| squares(array::from_fn(|axis| a[axis] - b[axis])));
    (differences.sum::<f64>()
        / expected
            .iter()
            .map(|&(_, force)| squares(force))
            .sum::<f64>())
    .sqrt()
}

fn check_forces<const D: usize>(index: &KdSweep<f64, D>, error_at_half: f64) {
    let expected = direct_sums(index);
    let error = relative_error(&index.n_body(0.0, bodies(index), gravity), &expected);
    assert!(error < 1e-12, "{error}");
    let error = relative_error(&index.n_body(0.5, bodies(index), gravity), &expected);
    assert!(0.0 < error && error < error_at_half, "{error}");
}

#[test]
fn forces_are_those_of_direct_summation() {
    let (mut flat, mut solid) = (KdSweep::default(), KdSweep::default());
    flat.extend(uniform::<2>(10_000, 0.001));
    solid.extend(uniform::<3>(10_000, 0.001));
    check_forces(&flat, 0.01);
    check_forces(&solid, 0.01);
    check_forces(&untidy::<2>(500), 0.01);
    assert_eq!(
        KdSweep::<f64, 2>::default().n_body(0.5, |_| unreachable!(), gravity),
        []
    );
}

/// Counted, not timed: how often the force is asked for, per body.
fn check_growth<const D: usize>() {
    let interactions = |count: usize| {
        let mut index = KdSweep::default();
        index.extend(uniform::<D>(count, 0.0));
        let asked = core::sync::atomic::AtomicUsize::new(0);
        let _ = index.n_body(0.5, bodies(&index), |_, _| {
            asked.fetch_add(1, core::sync::atomic::Ordering::Relaxed);
            [0.0; D]
        });
        asked.into_inner() as f64 / count as f64
    };
    let [few, some, many] = [1_000, 10_000, 100_000].map(interactions);
    // Each tenfold adds as much again, at most.
    assert!(
        many - some < 1.3 * (some - few) && many < 4.0 * few,
        "{few} {some} {many} per body"
    );
}

#[test]
fn forces_cost_n_log_n() {
    check_growth::<2>();
    check_growth::<3>();
}

/// At any opening: as a part of a far mass, or by itself, and never itself.
#[test]
fn every_body_is_moved_by_each_other_once() {
    let mut index = KdSweep::default();
    index.extend(uniform::<3>(3_000, 0.001));
    // Many at one place are one leaf, larger than a group.
    index.extend((3_000..3_200).map(|i| (Id(i), Aabb::point([0.5; 3]))));
    let all: f64 = index.iter().map(|(id, _)| bodies(&index)(id).mass).sum();
    for opening in [0.0, 0.5, 3.0, 1_000.0] {
        let masses = index.n_body(opening, bodies(&index), |_, by| [by.mass; 3]);
        assert!(
            masses
                .into_iter()
                .all(|(id, [others, ..])| others + bodies(&index)(id).mass == all),
            "{opening}"
        );
    }
}

#[test]
fn charges_that_cancel_are_looked_at_one_by_one() {
    let mut index = KdSweep::default();
    index.extend(uniform::<2>(1_000, 0.0));
    let charge = |id: Id| Body {
        mass: if id.0.is_multiple_of(2) { 1.0 } else { -1.0 },
        ..bodies(&index)(id)
    };
    let [coarse, exact] = [10.0, 0.0].map(|opening| index.n_body(opening, charge, gravity));
    assert!(
        coarse
            .iter()
            .all(|(_, force)| force.iter().all(|x| x.is_finite()))
    );
    assert!(
        exact
            .iter()
            .all(|(_, force)| force.iter().all(|x| x.is_finite()))
    );
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    let results = [1, 2, 3, 8].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut index = KdSweep::default();
            index.par_extend(uniform::<3>(40_000, 0.03));
            let built = index.clone();
            for (id, aabb) in uniform::<3>(200, 0.3) {
                index.insert(id, aabb);
            }
            let (pairs, forces) = (
                index.par_pairs(),
                index.par_n_body(0.7, bodies(&index), gravity),
            );
            index.par_optimize();
            assert!(index.is_tidy());
            (built, pairs, forces)
        })
    });
    let mut sequential = KdSweep::default();
    sequential.extend(uniform::<3>(40_000, 0.03));
    for (built, pairs, forces) in &results {
        assert_eq!(built.nodes, sequential.nodes);
        assert!(
            built
                .items
                .iter()
                .map(|item| item.id)
                .eq(sequential.items.iter().map(|item| item.id))
        );
        assert_eq!((pairs, forces), (&results[0].1, &results[0].2));
    }
    sequential.extend(uniform::<3>(200, 0.3));
    assert!(results[0].1 == sequential.pairs());
    assert!(
        relative_error(
            &results[0].2,
            &sequential.n_body(0.7, bodies(&sequential), gravity)
        ) < 1e-9
    );
}
