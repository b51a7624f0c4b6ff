//! Small meshes against brute force, outward rounding, errors, threads.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::boxes::fill;
use super::candidates::MeshCandidates;
use super::query::MeshQuery;
use super::topology::{Topology, unique_edges};
use crate::executor::Sequential;
use crate::geometry::{Aabb, Real};
use crate::store::{Id, to_u32};

struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Crumpled cloth: a grid of vertices near random positions, with loose edges in between.
/// Coordinates are small whole numbers, so many boxes touch.
fn cloth<const D: usize>(side: u32, random: &mut Random) -> (Topology, [Vec<[f64; D]>; 2]) {
    let at = |x: u32, y: u32| x + y * side;
    let cells = (1..side).flat_map(|y| (1..side).map(move |x| (x, y)));
    let faces: Vec<_> = cells
        .flat_map(|(x, y)| {
            let corners = [at(x - 1, y - 1), at(x, y - 1), at(x - 1, y), at(x, y)];
            let [a, b, c, d] = corners;
            [[a, b, c], [d, c, b]]
        })
        .collect();
    let mut edges = unique_edges(&faces);
    edges.extend((1..side).map(|x| [at(x, 0), at(0, x)]));
    let frames = [0; 2].map(|_| {
        (0..side * side)
            .map(|vertex| {
                let places = [vertex % side, vertex / side, 0];
                core::array::from_fn(|axis| f64::from(places[axis]) + random.below(5) as f64)
            })
            .collect()
    });
    let vertices = (side * side) as usize;
    (Topology::new(vertices, edges, faces).unwrap(), frames)
}

/// The candidates by definition.
fn expected<S: Real, const D: usize, const M: usize, const N: usize>(
    first: (&[Aabb<S, D>], &[[u32; M]]),
    second: (&[Aabb<S, D>], &[[u32; N]]),
    is_cross: bool,
    keeps_adjacent: bool,
) -> Vec<[Id; 2]> {
    let mut pairs = Vec::new();
    for (a, corners) in first.1.iter().enumerate() {
        for (b, others) in second.1.iter().enumerate() {
            let shares = corners.iter().any(|vertex| others.contains(vertex));
            let is_pair = (is_cross || a < b) && (keeps_adjacent || !shares);
            if is_pair && first.0[a].overlaps(&second.0[b]) {
                pairs.push([Id(to_u32(a)), Id(to_u32(b))]);
            }
        }
    }
    pairs
}

type Ask<S, const D: usize, const M: usize, const N: usize> =
    fn(&mut MeshCandidates<S, D>) -> MeshQuery<'_, S, D, M, N>;

/// Compares every form of one query with brute force.
fn check<S: Real, const D: usize, const M: usize, const N: usize>(
    candidates: &mut MeshCandidates<S, D>,
    ask: Ask<S, D, M, N>,
    expected: impl Fn(&MeshCandidates<S, D>, bool) -> Vec<[Id; 2]>,
) {
    let apart = expected(candidates, false);
    assert_eq!(ask(candidates).pairs(), apart);
    let all = expected(candidates, true);
    assert_eq!(ask(candidates).keep_adjacent().pairs(), all);
    assert_eq!(ask(candidates).count_pairs(), apart.len() as u64);
    let admits = |a: Id, b: Id| !(a.0 + 2 * b.0).is_multiple_of(3);
    for (keep, pairs) in [(true, &all), (false, &apart)] {
        let query = ask(candidates).filter(admits);
        let query = if keep { query.keep_adjacent() } else { query };
        let filtered = pairs.iter().copied().filter(|&[a, b]| admits(a, b));
        assert_eq!(query.pairs(), filtered.collect::<Vec<_>>());
    }
    let mut visited = Vec::new();
    ask(candidates).for_each_pair(|a, b| visited.push([a, b]));
    let pairs = ask(candidates).unsorted_pairs();
    assert_eq!(visited, pairs);
    let first = ask(candidates).try_for_each_pair(|a, b| ControlFlow::Break([a, b]));
    assert_eq!(first.break_value(), pairs.first().copied());
    #[cfg(feature = "rayon")]
    check_threads(candidates, ask, &pairs);
}

#[cfg(feature = "rayon")]
fn check_threads<S: Real, const D: usize, const M: usize, const N: usize>(
    candidates: &mut MeshCandidates<S, D>,
    ask: Ask<S, D, M, N>,
    pairs: &[[Id; 2]],
) {
    use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
    assert_eq!(ask(candidates).par_unsorted_pairs(), pairs);
    assert_eq!(ask(candidates).par_pairs(), ask(candidates).pairs());
    assert_eq!(ask(candidates).par_count_pairs(), pairs.len() as u64);
    let folded = ask(candidates).par_fold(Vec::new, |list, a, b| list.push([a, b]));
    assert_eq!(folded.concat(), pairs);
    let count = AtomicU64::new(0);
    ask(candidates).par_for_each_pair(|_, _| {
        count.fetch_add(1, Relaxed);
    });
    assert_eq!(count.into_inner(), pairs.len() as u64);
}

fn check_all<S: Real, const D: usize>() {
    let random = &mut Random(D as u64);
    for side in [2, 3, 6, 17] {
        let (topology, [start, end]) = cloth::<D>(side, random);
        let mut candidates = MeshCandidates::<S, D>::new(topology);
        for inflation in [0.0, 0.5] {
            candidates.update(&start, &end, inflation).unwrap();
            check_frame(&mut candidates);
        }
        #[cfg(feature = "rayon")]
        {
            let boxes = candidates.faces().to_vec();
            candidates.update(&end, &end, 0.0).unwrap();
            candidates.par_update(&start, &end, 0.5).unwrap();
            assert_eq!(candidates.faces(), boxes);
        }
    }
}

fn check_frame<S: Real, const D: usize>(candidates: &mut MeshCandidates<S, D>) {
    let topology = candidates.topology().clone();
    let (vertices, edges, faces) = (&topology.vertices, topology.edges(), topology.faces());
    check(candidates, MeshCandidates::edge_edge, |c, keep| {
        expected((c.edges(), edges), (c.edges(), edges), false, keep)
    });
    check(candidates, MeshCandidates::face_face, |c, keep| {
        expected((c.faces(), faces), (c.faces(), faces), false, keep)
    });
    check(candidates, MeshCandidates::vertex_edge, |c, keep| {
        expected((c.vertices(), vertices), (c.edges(), edges), true, keep)
    });
    check(candidates, MeshCandidates::vertex_face, |c, keep| {
        expected((c.vertices(), vertices), (c.faces(), faces), true, keep)
    });
    check(candidates, MeshCandidates::edge_face, |c, keep| {
        expected((c.edges(), edges), (c.faces(), faces), true, keep)
    });
}

#[test]
fn candidates_are_those_of_brute_force() {
    check_all::<f32, 2>();
    check_all::<f64, 2>();
    check_all::<f32, 3>();
    check_all::<f64, 3>();
}

fn check_empty_lists<S: Real, const D: usize>() {
    for side in [2, 17] {
        let (topology, [start, end]) = cloth::<D>(side, &mut Random(7));
        for kept in 0..4 {
            let edges = topology.edges()[..topology.edges().len() * (kept & 1)].to_vec();
            let faces = topology.faces()[..topology.faces().len() * (kept >> 1)].to_vec();
            let part = Topology::new(topology.vertices(), edges, faces).unwrap();
            let mut candidates = MeshCandidates::<S, D>::new(part);
            assert_eq!(candidates.edge_face().count_pairs(), 0, "no boxes yet");
            candidates.update(&start, &end, 0.5).unwrap();
            check_frame(&mut candidates);
        }
    }
    let nothing = Topology::new(0, vec![], vec![]).unwrap();
    let mut candidates = MeshCandidates::<S, D>::new(nothing);
    candidates.update::<f64>(&[], &[], 0.0).unwrap();
    check_frame(&mut candidates);
}

#[test]
fn every_question_has_an_answer_where_a_list_is_empty() {
    check_empty_lists::<f32, 2>();
    check_empty_lists::<f64, 3>();
}

/// A mesh of two vertices and an edge.
fn rod<S: Real>() -> MeshCandidates<S, 1> {
    MeshCandidates::new(Topology::new(2, vec![[0, 1]], vec![]).unwrap())
}

#[test]
fn boxes_are_rounded_outward() {
    let values = [
        0.0,
        -0.0,
        0.1,
        -1.0 / 3.0,
        1e-46,
        f64::MIN_POSITIVE,
        16_777_217.0,
        1e39,
        -1e300,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    for a in values {
        for b in values {
            for inflation in [0.0, 1e-50, 0.1, 3e38, 1e300] {
                let mut rod = rod::<f32>();
                rod.update(&[[a], [b]], &[[b], [b]], inflation).unwrap();
                let [first, edge] = [rod.vertices()[0], rod.edges()[0]];
                let (min, max) = (f64::from(first.min()[0]), f64::from(first.max()[0]));
                // The difference may be rounded toward the position, so allow for one more step.
                assert!(
                    min < (a.min(b) - inflation).next_up(),
                    "{a} {b} {inflation}"
                );
                assert!(
                    max > (a.max(b) + inflation).next_down(),
                    "{a} {b} {inflation}"
                );
                assert!(edge.contains(&first) && edge.contains(&rod.vertices()[1]));
            }
        }
    }
    let mut rod = rod::<f64>();
    rod.update(&[[1.0_f32], [3.0]], &[[2.0], [3.0]], 0.0)
        .unwrap();
    let expected = Aabb::new([1.0_f64.next_down()], [2.0_f64.next_up()]);
    assert_eq!(rod.vertices()[0], expected);
}

#[test]
fn errors_name_the_vertex_edge_or_face() {
    let edge = Topology::new(2, vec![[0, 1], [1, 2]], vec![]).unwrap_err();
    assert_eq!(
        edge.to_string(),
        "edge 1 has the vertex 2, but there are 2 vertices"
    );
    let face = Topology::of_faces(3, vec![[0, 1, 2], [0, 9, 1]]).unwrap_err();
    assert_eq!(
        face.to_string(),
        "face 1 has the vertex 9, but there are 3 vertices"
    );
    let mut rod = rod::<f32>();
    assert_eq!(rod.edge_edge().count_pairs(), 0);
    rod.update(&[[0.0], [1.0]], &[[0.0], [1.0]], 0.0).unwrap();
    let boxes = rod.edges().to_vec();
    for (frames, inflation, message) in [
        (
            [vec![[0.0]], vec![[0.0], [1.0]]],
            0.0,
            "frame 0 has 1 positions for 2 vertices",
        ),
        (
            [vec![[0.0], [1.0]], vec![[0.0], [f64::NAN]]],
            0.0,
            "vertex 1 of frame 1 has the coordinate NaN on axis 0",
        ),
        (
            [vec![[0.0], [5.0]], vec![[0.0], [1.0]]],
            -1.0,
            "-1 is not a valid inflation: it is negative, infinite or NaN",
        ),
    ] {
        let error = rod.update(&frames[0], &frames[1], inflation).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    assert_eq!(rod.edges(), boxes, "an error leaves the boxes as they are");
    let none = Topology::of_faces(0, vec![]).unwrap();
    let mut none = MeshCandidates::<f32, 3>::new(none);
    none.update::<f32>(&[], &[], 0.0).unwrap();
    assert!(none.vertex_face().pairs().is_empty());
}

#[test]
fn every_box_of_several_pieces_is_filled() {
    let place = |index: usize| Aabb::point([i64::from(to_u32(index))]);
    let mut boxes = vec![Aabb::EVERYWHERE; 20_000];
    fill(Sequential, &mut boxes, 10_000, place);
    assert!(boxes.iter().copied().eq((0..10_000).map(place)));
    #[cfg(feature = "rayon")]
    for len in [0, 1, 2_047, 9_999] {
        fill(crate::executor::Parallel, &mut boxes, len, place);
        assert!(boxes.iter().copied().eq((0..len).map(place)));
    }
}

/// All spokes of a wheel share the hub.
#[test]
fn a_search_whose_candidates_are_all_left_out_calls_back() {
    let spokes: Vec<_> = (1..1_000).map(|end| [0, end]).collect();
    let wheel = Topology::new(1_000, spokes, vec![]).unwrap();
    let mut candidates = MeshCandidates::<f32, 2>::new(wheel);
    let places: Vec<_> = (0..1_000_i16).map(|end| [f32::from(end), 1.0]).collect();
    candidates.update(&places, &places, 0.0).unwrap();
    let calls = AtomicU32::new(0);
    let pulse = || {
        calls.fetch_add(1, Relaxed);
    };
    assert_eq!(candidates.edge_edge().pulse(&pulse).count_pairs(), 0);
    let first = calls.swap(0, Relaxed);
    assert!(first >= 999 / 16, "{first} calls");
    let filtered = candidates.edge_edge().pulse(&pulse).filter(|_, _| true);
    assert!(filtered.pairs().is_empty());
    assert_eq!(calls.load(Relaxed), first);
}
