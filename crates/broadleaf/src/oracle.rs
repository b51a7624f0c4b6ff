//! Random changes and queries: every structure gives the answers of [`BruteForce`]. The integration
//! tests check the same at length and for every scalar; this compiles for one scalar and runs in a
//! second.

use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

use crate::brute_force::BruteForce;
use crate::dynamic_tree::DynamicTree;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Ball, Masked, Ray};
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::kd_sweep::KdSweep;
use crate::orthtree::Orthtree;
use crate::packed_tree::PackedTree;
use crate::pencil_sweep::PencilSweep;
use crate::settled_tree::SettledTree;
use crate::store::{Id, TooManyBoxes};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i32::try_from((self.0 >> 33) % u64::from(limit.unsigned_abs()))
            .expect("less than the limit")
    }

    fn id(&mut self) -> Id {
        Id(self.below(90).unsigned_abs())
    }

    /// Small boxes on a small grid, so that ends coincide; a few are long.
    fn aabb(&mut self) -> Aabb<i32, 2> {
        let size = if self.below(20) == 0 { 60 } else { 6 };
        let min = [self.below(50), self.below(50)];
        Aabb::new(min, min.map(|x| x + self.below(size)))
    }
}

/// The input of a set of queries.
struct Question {
    window: Aabb<i32, 2>,
    mask: u32,
    ids: Vec<Id>,
    other: BruteForce<i32, 2>,
}

impl Question {
    fn new(random: &mut Random) -> Self {
        Self {
            window: random.aabb(),
            mask: random.below(8).unsigned_abs(),
            ids: (0..5).map(|_| random.id()).collect(),
            other: (0..20).map(|i| (Id(3 * i), random.aabb())).collect(),
        }
    }

    /// The answers of an index, as text.
    fn answers(&self, index: &impl SpatialIndex<i32, 2>) -> Vec<String> {
        let mut answers = self.regions(index);
        answers.extend(self.probes(index));
        answers.extend(self.pairs(index));
        answers
    }

    fn regions(&self, index: &impl SpatialIndex<i32, 2>) -> Vec<String> {
        let window = &self.window;
        let masked = Masked {
            of: *window,
            mask: self.mask,
        };
        let shape = |aabb: &Aabb<i32, 2>| aabb.overlaps(window) && aabb.max()[0] > 20;
        let mut iterated: Vec<_> = index.overlap_iter(window).collect();
        iterated.sort_unstable();
        let found = [
            index.overlaps(window),
            iterated,
            index.overlaps(&masked),
            index.overlaps(&shape),
            index.contained(window),
            index.not_contained(window),
        ];
        let counts = [
            index.count_overlaps(window),
            index.count_overlaps(&masked),
            index.count_overlaps(&shape),
        ];
        let any = [index.any_overlap(window), index.any_overlap(&masked)];
        let windows = [*window, Aabb::new([0, 0], [9, 60]), Aabb::EVERYWHERE];
        let batch = index.batch().overlaps(&windows);
        vec![
            format!("{found:?}"),
            format!("{counts:?} {any:?} {batch:?}"),
        ]
    }

    fn probes(&self, index: &impl SpatialIndex<i32, 2>) -> Vec<String> {
        let [from, to] = [self.window.min(), [25, 25]];
        let ray = Ray::between(from, to).expect("small numbers");
        let masked = Masked {
            of: ray,
            mask: self.mask,
        };
        let ball = Ball {
            center: from,
            radius: 2.5,
        };
        let near = Masked {
            of: from,
            mask: self.mask,
        };
        let in_order: Vec<_> = index.hit_iter(&ray).take(4).collect();
        let nearest: Vec<_> = index.hit_iter(&near).take(4).collect();
        vec![
            format!("{:?} {:?}", index.cast(&ray), index.cast(&masked)),
            format!("{:?} {:?}", index.cast_all(&ray), index.cast_all(&masked)),
            format!("{:?} {}", index.cast_ties(&ray), index.count_hits(&ray)),
            format!("{in_order:?} {nearest:?}"),
            format!("{:?} {:?}", index.nearest(&to), index.nearest(&near)),
            format!(
                "{:?} {:?}",
                index.k_nearest(&to, 7),
                index.k_nearest(&near, 3)
            ),
            format!("{:?}", index.k_nearest_ties(&from, 5)),
            format!("{:?}", index.within_distance(&ball, 6.0)),
            format!("{:?}", index.nearest_within(&ball, 1.5)),
            format!("{:?}", index.batch().cast(&[ray, ray.up_to(0.5)])),
            format!("{:?}", index.batch().nearest(&[from, to, [0, 90]])),
        ]
    }

    fn pairs(&self, index: &impl SpatialIndex<i32, 2>) -> Vec<String> {
        let matrix = CategoryMatrix::ALL.without(1, 6).without(2, self.mask);
        let filtered = index.filtered(&matrix);
        let near = index.near(2.5);
        vec![
            format!("{:?} {}", index.pairs(), index.count_pairs()),
            format!("{:?}", index.pairs_of(&self.ids)),
            format!("{:?}", index.cross_pairs(&self.other)),
            format!("{:?}", self.other.cross_pairs(index)),
            format!("{:?} {}", filtered.pairs(), filtered.count_pairs()),
            format!("{:?}", filtered.cross_pairs(&self.other)),
            format!("{:?} {:?}", near.pairs(), near.cross_pairs(&self.other)),
            format!("{:?} {:?}", index.components(), near.components()),
            format!(
                "{:?} {:?}",
                index.closest_pair(),
                index.closest_cross_pair(&self.other)
            ),
            format!("{:?}", index.semi_join(&self.other)),
            format!("{:?}", near.anti_join(&self.other)),
        ]
    }
}

/// A batch of queries gives the answers of the single queries.
#[test]
fn batches_have_the_answers_of_their_questions() {
    let mut random = Random(5);
    let list: BruteForce<i32, 2> = (0..90).map(|i| (Id(i), random.aabb())).collect();
    let places: Vec<_> = (0..40).map(|_| random.aabb()).collect();
    let rays: Vec<_> = places
        .iter()
        .map(|aabb| Ray::between(aabb.min(), [25, 25]).expect("small numbers"))
        .collect();
    let batch = list.batch();
    let (nearest, near) = (
        batch.k_nearest(&places, 3),
        batch.within_distance(&places, 4.0),
    );
    let (both, hits) = (
        batch.k_nearest_within(&places, 3, 4.0),
        batch.cast_all(&rays),
    );
    for (i, (place, ray)) in places.iter().zip(&rays).enumerate() {
        assert_eq!(nearest[i], list.k_nearest(place, 3));
        assert_eq!(near[i], list.within_distance(place, 4.0));
        assert_eq!(both[i], list.k_nearest_within(place, 3, 4.0));
        assert_eq!(hits[i], list.cast_all(ray));
    }
}

/// Numbers of boxes, and of queries in a batch, around the thresholds between algorithms.
#[test]
fn few_boxes_and_more_have_the_answers_of_the_list() {
    let mut random = Random(11);
    for len in [
        0, 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 511, 512, 513,
    ] {
        let mut boxes = || -> Vec<_> { (0..len).map(|_| random.aabb()).collect() };
        let (boxes, others) = (boxes(), boxes());
        let list = BruteForce::from_boxes(&boxes).expect("few");
        let check = |answers: Vec<String>| {
            assert_eq!(answers, answers_about_others(&list, &others), "{len}");
        };
        check(of_others(DynamicTree::from_boxes(&boxes), &others));
        check(of_others(PackedTree::from_boxes(&boxes), &others));
        check(of_others(SettledTree::from_boxes(&boxes), &others));
        check(of_others(KdSweep::from_boxes(&boxes), &others));
        check(of_others(Orthtree::from_boxes(&boxes), &others));
        check(of_others(PencilSweep::from_boxes(&boxes), &others));
        #[cfg(feature = "rayon")]
        {
            check(of_others(DynamicTree::par_from_boxes(&boxes), &others));
            check(of_others(PackedTree::par_from_boxes(&boxes), &others));
            check(of_others(KdSweep::par_from_boxes(&boxes), &others));
            check(of_others(Orthtree::par_from_boxes(&boxes), &others));
        }
        let inserted: DynamicTree<i32, 2> = {
            let mut tree = DynamicTree::new();
            let items = (0..).map(Id).zip(&boxes);
            items.for_each(|(id, aabb)| _ = tree.insert(id, *aabb));
            tree
        };
        inserted.validate().expect("valid");
        check(answers_about_others(&inserted, &others));
    }
}

fn of_others<I: SpatialIndex<i32, 2> + Sync>(
    index: Result<I, TooManyBoxes>,
    others: &[Aabb<i32, 2>],
) -> Vec<String> {
    let index = index.expect("few boxes");
    index.validate().expect("valid");
    answers_about_others(&index, others)
}

/// Pairs, and answers to batches of queries.
fn answers_about_others(
    index: &(impl SpatialIndex<i32, 2> + Sync),
    others: &[Aabb<i32, 2>],
) -> Vec<String> {
    let other = BruteForce::from_boxes(others).expect("few boxes");
    let same = SettledTree::from_boxes(others).expect("few boxes");
    let places: Vec<_> = others.iter().map(Aabb::min).collect();
    #[cfg(feature = "rayon")]
    {
        assert_eq!(index.par_pairs(), index.pairs());
        assert_eq!(index.par_cross_pairs(&other), index.cross_pairs(&other));
        let batch = index.batch();
        assert_eq!(batch.par_overlaps(others), batch.overlaps(others));
    }
    vec![
        format!("{:?} {}", index.pairs(), index.count_pairs()),
        format!("{:?}", index.cross_pairs(&other)),
        format!("{:?}", same.cross_pairs(index)),
        format!("{:?}", index.batch().overlaps(others)),
        format!("{:?}", index.batch().nearest(&places)),
        format!("{:?}", index.batch().k_nearest(&places, 9)),
    ]
}

/// Makes one random change. Returns the result as text.
fn change(index: &mut impl SpatialIndexMut<i32, 2>, random: &mut Random) -> String {
    let (id, aabb) = (random.id(), random.aabb());
    match random.below(12) {
        0 => format!("{:?}", index.remove(id)),
        1 => format!(
            "{:?}",
            index.set_category(id, random.below(8).unsigned_abs())
        ),
        2 => {
            let category = random.below(8).unsigned_abs();
            format!("{:?}", index.insert_with_category(id, aabb, category))
        }
        3 if random.below(8) == 0 => {
            index.optimize();
            String::new()
        }
        4 if random.below(40) == 0 => {
            index.clear();
            String::new()
        }
        _ => format!("{:?}", index.insert(id, aabb)),
    }
}

/// The results of fifty changes, followed by the answers to a set of queries.
fn play<I: SpatialIndexMut<i32, 2>>(index: &mut I, random: &mut Random) -> Vec<String> {
    let mut texts: Vec<_> = (0..50).map(|_| change(index, random)).collect();
    index.validate().unwrap();
    texts.extend(Question::new(random).answers(index));
    texts
}

fn check_structure<I: SpatialIndexMut<i32, 2> + Default>() {
    let name = core::any::type_name::<I>();
    for seed in 0..12 {
        let (mut index, mut list) = (I::default(), BruteForce::default());
        let (mut random, mut again) = (Random(seed), Random(seed));
        for round in 0..8 {
            let (texts, expected) = (play(&mut index, &mut random), play(&mut list, &mut again));
            for (text, expected) in texts.iter().zip(&expected) {
                assert_eq!(text, expected, "{name}, seed {seed}, round {round}");
            }
        }
    }
}

#[test]
fn every_structure_has_the_answers_of_brute_force() {
    check_structure::<DynamicTree<i32, 2>>();
    check_structure::<Orthtree<i32, 2>>();
    check_structure::<KdSweep<i32, 2>>();
    check_structure::<PencilSweep<i32, 2>>();
    check_structure::<SettledTree<i32, 2>>();
}

#[test]
fn a_packed_tree_has_the_answers_of_brute_force() {
    let (mut list, mut random) = (BruteForce::default(), Random(3));
    for _ in 0..40 {
        play(&mut list, &mut random);
        let question = Question::new(&mut random);
        let packed: PackedTree<i32, 2> = list.iter().collect();
        let category = |id| list.category(id).expect("a box of the list");
        let answers = question.answers(&packed.with_categories(category));
        assert_eq!(answers, question.answers(&list));
    }
}

#[cfg(feature = "rayon")]
#[test]
fn every_structure_has_the_same_pairs_in_threads() {
    let mut random = Random(1);
    let mut scene = |len: u32| -> BruteForce<i32, 2> {
        let boxes = (0..len).map(|id| {
            let min = [random.below(900), random.below(900)];
            (Id(id), Aabb::new(min, min.map(|x| x + random.below(12))))
        });
        boxes.collect()
    };
    let (scene, other) = (scene(5_000), scene(900));
    check_threads(&scene, &other, &scene);
    check_threads(&DynamicTree::from_iter(scene.iter()), &other, &scene);
    check_threads(&Orthtree::from_iter(scene.iter()), &other, &scene);
    check_threads(&KdSweep::from_iter(scene.iter()), &other, &scene);
    check_threads(&PencilSweep::from_iter(scene.iter()), &other, &scene);
    check_threads(&SettledTree::from_iter(scene.iter()), &other, &scene);
    let [packed, other_packed]: [PackedTree<i32, 2>; 2] =
        [&scene, &other].map(|boxes| boxes.iter().collect());
    check_threads(&packed, &other_packed, &scene);
}

#[cfg(feature = "rayon")]
fn check_threads(
    index: &(impl SpatialIndex<i32, 2> + Sync),
    other: &(impl SpatialIndex<i32, 2> + Sync),
    list: &BruteForce<i32, 2>,
) {
    let (pairs, joined) = (list.pairs(), list.cross_pairs(other));
    assert!(index.par_pairs() == pairs && index.par_cross_pairs(other) == joined);
    assert_eq!(index.par_count_pairs(), pairs.len() as u64);
    assert_eq!(index.par_count_cross_pairs(other), joined.len() as u64);
}

#[test]
fn a_list_has_a_node_for_each_box() {
    let list: BruteForce<i32, 2> = (0..7).map(|i| (Id(i), Aabb::point([3, 4]))).collect();
    assert_eq!((list.stats().nodes, list.stats().len), (7, 7));
}
