//! Every wrapper does the work of the index inside: it forwards all accelerated paths.

use alloc::vec::Vec;

use crate::broad_phase::{BroadPhase, Margin, Mobility, ProxyConfig};
use crate::brute_force::BruteForce;
use crate::dynamic_tree::DynamicTree;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Ray};
use crate::index::{Accelerated, Pieces, SpatialIndex, SpatialIndexMut};
use crate::kd_sweep::{KdSlice, KdSliceMut, KdSweep};
use crate::orthtree::Orthtree;
use crate::pencil_sweep::PencilSweep;
use crate::settled_tree::SettledTree;
use crate::store::Id;
use crate::work::counted;

type Box2 = Aabb<f32, 2>;

/// Boxes on a grid, overlapping their neighbors.
fn grid(side: usize, shift: f32) -> Vec<Box2> {
    let corner = |i: usize| [(i % side) as f32 + shift, (i / side) as f32 + shift];
    let boxes = (0..side * side).map(corner);
    boxes
        .map(|min| Aabb::new(min, min.map(|x| x + 1.25)))
        .collect()
}

fn pieces(found: Option<alloc::boxed::Box<dyn Pieces + '_>>) -> usize {
    let mut pairs = 0;
    if let Some(pieces) = found {
        (0..pieces.count()).for_each(|piece| pieces.for_each_pair(piece, &mut |_, _| pairs += 1));
    }
    pairs
}

/// The work and the number of results of each query that a structure may accelerate.
fn work(
    index: &impl SpatialIndex<f32, 2>,
    partner: &impl SpatialIndex<f32, 2>,
) -> Vec<(&'static str, (u64, usize))> {
    let window = Aabb::new([3.5, 3.5], [17.25, 14.5]);
    let ray = Ray::new([-1.0, 0.5], [1.0, 0.75]).expect("finite");
    let matrix = CategoryMatrix::NONE.with(1, 2);
    let list: BruteForce<f32, 2> = (0..).map(Id).zip(grid(4, 2.5)).collect();
    let ids: Vec<_> = (0..40).map(|id| Id(7 * id)).collect();
    let windows = grid(9, 0.75);
    let ways = || index.accelerated();
    alloc::vec![
        ("overlaps", counted(|| index.overlaps(&window).len())),
        (
            "overlap_iter",
            counted(|| index.overlap_iter(&window).count())
        ),
        ("count_overlaps", counted(|| index.count_overlaps(&window))),
        (
            "count_overlaps of a ray",
            counted(|| index.count_overlaps(&ray))
        ),
        (
            "any_overlap",
            counted(|| usize::from(index.any_overlap(&window)))
        ),
        (
            "estimate_overlaps",
            counted(|| *index.estimate_overlaps(&window, 20).end())
        ),
        (
            "batch",
            counted(|| index.batch().overlaps(&windows).items().len())
        ),
        ("cast", counted(|| usize::from(index.cast(&ray).is_some()))),
        ("hit_iter", counted(|| index.hit_iter(&ray).take(9).count())),
        (
            "k_nearest",
            counted(|| index.k_nearest(&[4.5, 9.0], 9).len())
        ),
        ("pairs", counted(|| index.pairs().len())),
        ("pairs_of", counted(|| index.pairs_of(&ids).len())),
        (
            "filtered pairs",
            counted(|| index.filtered(&matrix).pairs().len())
        ),
        ("cross_pairs", counted(|| index.cross_pairs(partner).len())),
        (
            "cross_pairs with a list",
            counted(|| index.cross_pairs(&list).len())
        ),
        (
            "filtered cross_pairs",
            counted(|| index.filtered(&matrix).cross_pairs(partner).len())
        ),
        ("pieces", counted(|| pieces(ways().pair_pieces(None)))),
        (
            "pieces of filtered pairs",
            counted(|| pieces(ways().pair_pieces(Some(&matrix))))
        ),
        (
            "pieces of cross_pairs",
            counted(|| pieces(ways().join_pieces(None, partner)))
        ),
    ]
}

/// A wrapper and its partner do the work of the indexes inside.
#[track_caller]
fn same<W: SpatialIndex<f32, 2>, I: SpatialIndex<f32, 2>>(wrapped: [&W; 2], inside: [&I; 2]) {
    assert_eq!(work(wrapped[0], wrapped[1]), work(inside[0], inside[1]));
}

/// [`same`], but for one or two comparisons, per region or probe, at the root of an empty part.
#[track_caller]
fn nearly_same(wrapped: [&SettledTree<f32, 2>; 2], inside: [&impl SpatialIndex<f32, 2>; 2]) {
    let works = work(wrapped[0], wrapped[1]).into_iter();
    for ((name, (looks, found)), (_, (least, expected))) in works.zip(work(inside[0], inside[1])) {
        assert_eq!(found, expected, "{name}");
        assert!(
            looks <= least + least / 16 + 4,
            "{name}: {looks}, not {least}"
        );
    }
}

fn filled<I: SpatialIndexMut<f32, 2> + Default>(boxes: &[Box2]) -> I {
    let mut index = I::default();
    index.extend((0..).map(Id).zip(boxes.iter().copied()));
    for (id, _) in (0..).map(Id).zip(boxes) {
        index.set_category(id, 1 << (id.0 % 4));
    }
    index.optimize();
    index
}

#[test]
fn references_do_the_work_of_the_structure() {
    fn check<I>()
    where
        I: SpatialIndexMut<f32, 2> + Default,
    {
        let [a, b] = [grid(20, 0.0), grid(20, 0.5)].map(|boxes| filled::<I>(&boxes));
        same([&&a, &&b], [&a, &b]);
    }
    check::<BruteForce<f32, 2>>();
    check::<DynamicTree<f32, 2>>();
    check::<Orthtree<f32, 2>>();
    check::<KdSweep<f32, 2>>();
    check::<PencilSweep<f32, 2>>();
    check::<SettledTree<f32, 2>>();
}

#[test]
fn slices_do_the_work_of_the_index_over_them() {
    let mut boxes = [grid(20, 0.0), grid(20, 0.5)];
    let slices = boxes
        .each_ref()
        .map(|boxes| KdSlice::new(boxes, |aabb| *aabb).expect("few"));
    same(
        slices.each_ref(),
        slices.each_ref().map(|slice| slice.index()),
    );
    let slices = boxes
        .each_mut()
        .map(|boxes| KdSliceMut::new(boxes, |aabb| *aabb).expect("few"));
    same(
        slices.each_ref(),
        slices.each_ref().map(|slice| slice.index()),
    );
}

#[test]
fn a_settled_tree_does_the_work_of_its_part() {
    let rested = [grid(20, 0.0), grid(20, 0.5)].map(|boxes| filled::<SettledTree<f32, 2>>(&boxes));
    nearly_same(
        rested.each_ref(),
        rested.each_ref().map(SettledTree::packed),
    );
    let recent = [grid(20, 0.0), grid(20, 0.5)].map(|boxes| {
        let mut tree = SettledTree::new();
        // Too few to be packed.
        for (id, aabb) in (0..16).map(Id).zip(boxes) {
            tree.insert(id, aabb);
        }
        tree
    });
    assert!(recent.iter().all(|tree| tree.packed().is_empty()));
    nearly_same(
        recent.each_ref(),
        recent.each_ref().map(SettledTree::recent),
    );
}

#[test]
fn a_view_does_the_work_of_its_tree() {
    let trees = [grid(20, 0.0), grid(20, 0.5)].map(|boxes| filled::<SettledTree<f32, 2>>(&boxes));
    let [a, b] = trees.each_ref().map(SettledTree::packed);
    // The type of a view is unknown at run time, so a tree is the partner of both.
    assert_eq!(work(&a.view(), b), work(a, b));
}

/// The other structure is empty, which takes a few comparisons, and a view is searched for each box
/// where a structure joins them. Static proxies form no pairs.
#[test]
fn the_fat_view_of_a_broad_phase_does_the_work_of_its_structures() {
    let filled = |mobility| {
        let mut flat = BroadPhase::<(), f32, 2>::new(Margin::Tight);
        let items = grid(20, 0.0).into_iter().map(|aabb| (aabb, ()));
        flat.create_all(ProxyConfig::new(mobility), items);
        flat.optimize();
        flat
    };
    let list: BruteForce<f32, 2> = (0..).map(Id).zip(grid(5, 0.5)).collect();
    let [moving, fixed] = [Mobility::Dynamic, Mobility::Static].map(filled);
    let works = [
        (work(&moving.fat(), &list), work(moving.moving(), &list)),
        (work(&fixed.fat(), &list), work(fixed.fixed(), &list)),
    ];
    for (is_moving, (ours, inside)) in [true, false].into_iter().zip(works) {
        for ((name, (looks, found)), (_, (least, expected))) in ours.into_iter().zip(inside) {
            // The pairs of a view are in one piece, those of its structures in several.
            let has_pairs = ["pairs", "pairs_of", "filtered pairs"].contains(&name);
            if name.contains("pieces") || has_pairs && !is_moving {
                continue;
            }
            assert_eq!(found, expected, "{name}");
            assert!(
                looks <= least + least / 4 + 8,
                "{name}: {looks}, not {least}"
            );
        }
    }
}
