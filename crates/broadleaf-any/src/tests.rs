use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::choice::AnyStructure;
use super::kind::StructureKind;
use broadleaf::filter::CategoryMatrix;
use broadleaf::geometry::{Aabb, Counted, Located, Region};
use broadleaf::index::{Accelerated, IndexCore};
use broadleaf::orthtree::Orthtree;
use broadleaf::{
    BruteForce, DynamicTree, Id, KdSweep, PencilSweep, SettledTree, SpatialIndex, SpatialIndexMut,
};

fn row(first: u32, count: u32) -> impl Iterator<Item = (Id, Aabb<i32, 2>)> {
    (first..first + count).map(|i| {
        let x = i.cast_signed();
        (Id(i), Aabb::new([x, 0], [x + 1, 1]))
    })
}

fn filled(kind: StructureKind) -> AnyStructure<i32, 2> {
    let mut index = AnyStructure::new(kind);
    index.extend(row(0, 100));
    index
}

#[test]
fn names_are_read_as_they_are_written() {
    for &kind in StructureKind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
        assert_eq!(AnyStructure::<f32, 3>::new(kind).kind(), kind);
        let error = "hedge".parse::<StructureKind>().unwrap_err();
        assert!(error.to_string().contains(kind.name()), "{error}");
    }
    let error = "KdSweep".parse::<StructureKind>().unwrap_err();
    assert_eq!(error.name(), "KdSweep");
    assert_eq!(
        AnyStructure::<f32, 2>::default().kind(),
        StructureKind::default()
    );
}

#[cfg(feature = "serde")]
#[test]
fn names_in_files_are_those_in_text() {
    for kind in StructureKind::ALL {
        let text = serde_json::to_string(kind).unwrap();
        assert_eq!(text.trim_matches('"'), kind.name());
        assert_eq!(serde_json::from_str::<StructureKind>(&text).unwrap(), *kind);
    }
}

#[test]
fn every_kind_has_its_own_shape() {
    let tree: DynamicTree<i32, 2> = row(0, 100).collect();
    assert_eq!(filled(StructureKind::DynamicTree).stats(), tree.stats());
    let heights: Vec<_> = StructureKind::ALL
        .iter()
        .map(|&kind| filled(kind).stats().height)
        .collect();
    let is_a_tree: Vec<_> = heights.iter().map(|&height| height > 0).collect();
    assert_eq!(
        is_a_tree,
        [false, true, true, false, false, true],
        "{heights:?}"
    );
}

#[test]
fn changes_reach_every_kind() {
    for &kind in StructureKind::ALL {
        let mut index = filled(kind);
        let far = Aabb::point([900, 9]);
        let old = index.insert_with_category(Id(7), far, 6);
        assert_eq!(old, Some(Aabb::new([7, 0], [8, 1])), "{kind}");
        assert_eq!(
            (index.get(Id(7)), index.category(Id(7))),
            (Some(far), Some(6))
        );
        assert_eq!((index.remove(Id(7)), index.iter().count()), (Some(far), 99));
        index.reserve(10);
        index.optimize();
        index.validate().unwrap();
        index.clear();
        assert!(index.is_empty());
    }
}

#[test]
fn trees_search_as_an_iterator_is_advanced() {
    for (kind, is_lazy) in [
        (StructureKind::BruteForce, false),
        (StructureKind::DynamicTree, true),
        (StructureKind::Orthtree, true),
        (StructureKind::KdSweep, false),
    ] {
        let index = filled(kind);
        let probe = Counted::new([3, 0]);
        assert_eq!(index.hit_iter(&probe).next().unwrap().id, Id(2), "{kind}");
        assert_eq!(
            probe.tests() < 100,
            is_lazy,
            "{kind}: {} tests",
            probe.tests()
        );
    }
}

#[test]
fn batches_are_joins_where_those_of_the_structure_are() {
    let boxes: Vec<_> = row(0, 40).map(|(_, aabb)| aabb).collect();
    let (sweep, list) = (
        filled(StructureKind::KdSweep),
        filled(StructureKind::BruteForce),
    );
    let joins = |index: &AnyStructure<i32, 2>| index.accelerated().join_boxes(&boxes, |_, _| {});
    assert_eq!((joins(&sweep), joins(&list)), (true, false));
}

/// The pairs in the order in which a join visits them, which depends on its code path.
fn joined(a: &impl SpatialIndex<i32, 2>, b: &impl SpatialIndex<i32, 2>) -> Vec<[Id; 2]> {
    let mut pairs = Vec::new();
    a.for_each_cross_pair(b, |a, b| pairs.push([a, b]));
    pairs
}

#[test]
fn joins_of_one_kind_take_the_fast_path() {
    let tree: DynamicTree<i32, 2> = row(0, 100).collect();
    let other: DynamicTree<i32, 2> = row(50, 100).collect();
    let list: BruteForce<i32, 2> = row(50, 100).collect();
    let any = AnyStructure::from(tree.clone());
    let any_other = AnyStructure::from(other.clone());
    let fast = joined(&tree, &other);
    assert_ne!(
        joined(&tree, &list),
        fast,
        "the order tells the paths apart"
    );
    assert_eq!(joined(&any, &any_other), fast);
    assert_eq!(joined(&tree, &any_other), fast);
    assert_eq!(joined(&any, &other), fast);
}

/// A box that panics if it is tested as a region.
struct Joined(Aabb<i32, 2>);

impl Region<i32, 2> for Joined {
    fn touches(&self, _: &Aabb<i32, 2>) -> bool {
        panic!("a batch of boxes is a join");
    }
}

impl Located<i32, 2> for Joined {
    fn location(&self) -> Aabb<i32, 2> {
        self.0
    }
    fn as_box(&self) -> Option<Aabb<i32, 2>> {
        Some(self.0)
    }
}

/// The work of a batch, which its answers do not reveal.
#[test]
fn structures_join_batches_of_boxes() {
    // Small batches are queried one box at a time.
    let boxes: Vec<_> = row(20, 600).map(|(_, aabb)| aabb).collect();
    let regions: Vec<_> = boxes.iter().map(|&aabb| Joined(aabb)).collect();
    let expected = filled(StructureKind::BruteForce).batch().overlaps(&boxes);
    let kinds = StructureKind::ALL.iter();
    for &kind in kinds.filter(|&&kind| kind != StructureKind::BruteForce) {
        assert_eq!(filled(kind).batch().overlaps(&regions), expected, "{kind}");
    }
}

/// A visitor of pairs.
type Visit<'a> = &'a mut dyn FnMut(Id, Id);

/// Properties that differ between the methods of a structure: the order of visits and the
/// estimates.
fn ways(index: &impl SpatialIndex<i32, 2>) -> Vec<Vec<[u32; 2]>> {
    let window = Aabb::new([3, 0], [61, 1]);
    let ways = || index.accelerated();
    let visited = |ask: &dyn Fn(Visit<'_>)| {
        let mut pairs = Vec::new();
        ask(&mut |a, b| pairs.push([a.0, b.0]));
        pairs
    };
    let (matrix, ids) = (CategoryMatrix::NONE.with(1, 2), [9, 4, 30].map(Id));
    let list: BruteForce<i32, 2> = row(50, 9).collect();
    let mut touched = Vec::new();
    ways().append_touched(&window, &mut touched);
    let estimated = ways().estimate_touched(&window, 9);
    let bounds = ways().bounds_of_count(&window, 9);
    let pieces = ways().pair_pieces(None).map(|pieces| pieces.count());
    let numbers = [
        *estimated.start(),
        *estimated.end(),
        bounds.map_or(0, |bounds| *bounds.end()),
        pieces.unwrap_or(0),
        ways()
            .join_pieces(None, &list)
            .map_or(0, |pieces| pieces.count()),
        ways().count_touched(&window),
        usize::from(ways().union().is_some()),
    ];
    let stop_never = |visit: Visit<'_>, a, b| {
        visit(a, b);
        ControlFlow::<()>::Continue(())
    };
    alloc::vec![
        touched.iter().map(|id| [id.0, 0]).collect(),
        index.overlap_iter(&window).map(|id| [id.0, 1]).collect(),
        numbers
            .map(|number| [u32::try_from(number).unwrap(), 2])
            .to_vec(),
        visited(&|visit| index.for_each_pair(visit)),
        visited(&|visit| {
            let _ = ways().search_pairs_of(&ids, |a, b| stop_never(visit, a, b));
        }),
        visited(&|visit| {
            let _ = ways().search_filtered_pairs(&matrix, |a, b| stop_never(visit, a, b));
        }),
        visited(&|visit| {
            let _ = ways().search_cross_pairs(None, &list, |a, b| stop_never(visit, a, b));
        }),
    ]
}

#[test]
fn every_way_is_that_of_the_structure() {
    fn check<I>()
    where
        I: SpatialIndexMut<i32, 2> + Default + Clone,
        AnyStructure<i32, 2>: From<I>,
    {
        let mut index = I::default();
        index.extend(row(0, 100));
        (0..100).for_each(|id| _ = index.set_category(Id(id), 1 << (id % 4)));
        index.optimize();
        assert_eq!(ways(&AnyStructure::from(index.clone())), ways(&index));
    }
    check::<BruteForce<i32, 2>>();
    check::<DynamicTree<i32, 2>>();
    check::<Orthtree<i32, 2>>();
    check::<KdSweep<i32, 2>>();
    check::<PencilSweep<i32, 2>>();
    check::<SettledTree<i32, 2>>();
    assert_eq!(StructureKind::ALL.len(), 6, "each kind is checked");
}
