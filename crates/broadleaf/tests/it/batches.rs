//! Batches have the answers of single queries, in order, for any number of threads.

use std::fmt::Debug;

use broadleaf::geometry::{Ball, Counted, Masked};
use broadleaf::index::Answers;
use broadleaf::kd_sweep::Config;
use broadleaf::orthtree::{self, Orthtree};
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep, Ray, SettledTree, SpatialIndex,
    SpatialIndexMut,
};
use proptest::collection::vec;

use crate::erased::Erased;
use crate::inputs::{Mode, TestScalar, aabb, for_all, for_every_number, point, real};
use crate::random::numbers;

/// Whether the answers are these lists, with every way to read them.
fn assert_are<T: Debug + PartialEq>(answers: &Answers<T>, expected: &[Vec<T>]) {
    assert_eq!(answers.len(), expected.len());
    assert_eq!(answers.is_empty(), expected.is_empty());
    assert!(answers.iter().eq(expected.iter().map(Vec::as_slice)));
    assert!(answers.items().iter().eq(expected.iter().flatten()));
    for (i, answer) in expected.iter().enumerate() {
        assert_eq!(answers.get(i), Some(&answer[..]));
        assert_eq!(answers[i], answer[..]);
        let [start, end] = [i, i + 1].map(|i| answers.offsets()[i]);
        assert_eq!(end - start, answer.len());
    }
    assert_eq!(answers.get(expected.len()), None);
    assert_eq!(answers.get(usize::MAX), None);
}

/// The answers of single queries.
fn one_by_one<Q, T>(questions: &[Q], ask: impl Fn(&Q) -> T) -> Vec<T> {
    questions.iter().map(ask).collect()
}

fn check<S: TestScalar, const D: usize>(mode: Mode, cases: u32, empty: fn() -> Erased<S, D>) {
    let inputs = (
        vec(aabb::<S, D>(mode), 0..60),
        vec(aabb::<S, D>(mode), 0..160),
        vec((point::<S, D>(mode), point(mode)), 0..20),
        real::<S::Real>(mode),
        0_usize..5,
    );
    for_all(cases, inputs, |(boxes, questions, ends, distance, k)| {
        let mut index = empty();
        index.extend((0..).map(Id).zip(boxes));
        // Some boxes move or go after the build.
        for (id, &aabb) in (0..).step_by(3).map(Id).zip(questions.iter().take(5)) {
            index.insert(id, aabb);
        }
        index.remove(Id(1));
        let batch = index.batch();
        let expected = one_by_one(&questions, |question| index.overlaps(question));
        assert_are(&batch.overlaps(&questions), &expected);
        let masked = one_by_one(&questions, |&of| Masked::new(of, 5));
        assert_are(&batch.overlaps(&masked), &expected);

        let rays: Vec<_> = ends
            .iter()
            .filter_map(|&(p, q)| Ray::between(p, q).ok())
            .collect();
        assert_eq!(batch.cast(&rays), one_by_one(&rays, |ray| index.cast(ray)));
        let expected = one_by_one(&rays, |ray| index.cast_all(ray));
        assert_are(&batch.cast_all(&rays), &expected);

        let places = one_by_one(&ends, |&(p, _)| p);
        let expected = one_by_one(&places, |place| index.nearest(place));
        assert_eq!(batch.nearest(&places), expected);
        let expected = one_by_one(&places, |place| index.k_nearest(place, k));
        assert_are(&batch.k_nearest(&places, k), &expected);
        let expected = one_by_one(&places, |place| index.within_distance(place, distance));
        assert_are(&batch.within_distance(&places, distance), &expected);
    });
}

macro_rules! batch_tests {
    ($($structure:ident: $empty:expr;)*) => { $(
        #[test]
        fn $structure() {
            for_every_number!(calls: check, 10, $empty);
        }
    )* };
}

batch_tests! {
    brute_force: BruteForce::default();
    dynamic_tree: DynamicTree::default();
    settled_tree: SettledTree::default();
    kd_sweep: KdSweep::with_config(Config::default().with_leaf_capacity(2));
    kd_sweep_pending: KdSweep::default();
    pencil_sweep: PencilSweep::default();
    orthtree: Orthtree::default();
    orthtree_strict: Orthtree::with_config(strict());
}

fn strict<S: TestScalar, const D: usize>() -> orthtree::Config<S, D> {
    orthtree::Config::default()
        .with_leaf_capacity(2)
        .with_looseness(1.0)
}

/// Boxes and queries of a scene that is large enough for several pieces of work.
fn scene(count: u32) -> Vec<Aabb<i64, 2>> {
    let mut below = numbers(count.into());
    (0..count)
        .map(|_| {
            let min = [below(2_000), below(2_000)];
            Aabb::new(min, min.map(|x| x + below(60)))
        })
        .collect()
}

#[cfg(feature = "rayon")]
fn check_threads<B: SpatialIndexMut<i64, 2> + Default + Sync>() {
    let mut index = B::default();
    index.extend((0..).map(Id).zip(scene(3_000)));
    let questions = scene(2_001);
    let rays = one_by_one(&questions, |aabb| {
        Ray::between(aabb.min(), aabb.max().map(|x| x + 40)).unwrap()
    });
    let places = one_by_one(&questions, |aabb| aabb.min());
    let batch = index.batch();
    let overlaps = batch.overlaps(&questions);
    let (first_hits, hits) = (batch.cast(&rays), batch.cast_all(&rays));
    let (nearest, three_nearest) = (batch.nearest(&places), batch.k_nearest(&places, 3));
    let few = batch.k_nearest_within(&places, 3, 25.0);
    let within = batch.within_distance(&places, 25.0);
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            assert_eq!(batch.par_overlaps(&questions), overlaps);
            assert_eq!(batch.par_cast(&rays), first_hits);
            assert_eq!(batch.par_cast_all(&rays), hits);
            assert_eq!(batch.par_nearest(&places), nearest);
            assert_eq!(batch.par_k_nearest(&places, 3), three_nearest);
            assert_eq!(batch.par_k_nearest_within(&places, 3, 25.0), few);
            assert_eq!(batch.par_within_distance(&places, 25.0), within);
        });
    }
}

#[cfg(feature = "rayon")]
#[test]
fn threads_give_the_same_answers() {
    check_threads::<BruteForce<i64, 2>>();
    check_threads::<DynamicTree<i64, 2>>();
    check_threads::<KdSweep<i64, 2>>();
    check_threads::<PencilSweep<i64, 2>>();
    check_threads::<Orthtree<i64, 2>>();
}

/// A lazy search tests about as many boxes for the first hits as the search for the nearest ones.
#[test]
fn the_first_hits_need_few_tests() {
    fn check<B: SpatialIndexMut<i64, 2> + Default>(name: &str) {
        let mut index = B::default();
        index.extend((0..).map(Id).zip(scene(3_000)));
        index.optimize();
        let place = Counted::new([1_000, 1_000]);
        let first: Vec<_> = index.hit_iter(&place).take(5).collect();
        let lazy = place.tests();
        assert_eq!(first, index.k_nearest(&place, 5), "{name}");
        let eager = place.tests() - lazy;
        // Some structures find hits in rounds, and the first round has more than five.
        assert!(
            0 < lazy && lazy <= 2 * eager && lazy < 400,
            "{name}: {lazy}, {eager}"
        );
    }
    check::<DynamicTree<_, 2>>("DynamicTree");
    check::<KdSweep<_, 2>>("KdSweep");
    check::<Orthtree<_, 2>>("Orthtree");
}

/// A ball, a box and a probe whose tests are counted give the same answers and count each test.
#[test]
fn counting_changes_no_answer() {
    let index: BruteForce<i64, 2> = (0..).map(Id).zip(scene(100)).collect();
    let ball = Ball {
        center: [900, 900],
        radius: 300.0,
    };
    let counted = Counted::new(&ball);
    assert_eq!(index.overlaps(&counted), index.overlaps(&ball));
    assert_eq!(counted.tests(), 100);
    assert_eq!(index.count_overlaps(&&counted), index.count_overlaps(&ball));
    assert_eq!(counted.tests(), 200);
    assert_eq!(*counted.into_inner(), ball);
    let masked = Counted::new(Masked::new([0, 0], 0));
    assert_eq!(index.nearest(&masked), None, "a mask holds when counted");
    let batch = [Counted::new(ball), Counted::new(ball)];
    assert_eq!(index.batch().overlaps(&batch).len(), 2);
    assert_eq!(batch.map(|question| question.tests()), [100, 100]);
}
