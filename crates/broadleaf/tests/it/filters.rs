//! Indexes with every kind of filter rule, against queries of an index of the admitted boxes only,
//! and against pairs that are tested one by one.

use broadleaf::filter::{Asker, CategoryMatrix, ClassMatrix, Classes, Rule};
use broadleaf::geometry::{Ball, Probe, Scalar};
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Filter, Fixed, Id, KdSweep, PackedTree, PencilSweep, Quadtree,
    Ray, SettledTree, SpatialIndex, SpatialIndexMut,
};

const COUNT: u32 = 90;

struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (self.0 >> 8) % limit
    }

    /// Boxes on a grid, many of which touch.
    fn boxes<S: Scalar>(&mut self, scalar: fn(i32) -> S) -> Vec<Aabb<S, 2>> {
        let mut aabb = |_| {
            let min = [0; 2].map(|_| self.below(24).cast_signed());
            let max = min.map(|x| x + self.below(4).cast_signed());
            Aabb::new(min.map(scalar), max.map(scalar))
        };
        (0..COUNT).map(&mut aabb).collect()
    }

    /// Filters of the first boxes; the others have the default filter.
    fn filters(&mut self) -> Vec<Filter> {
        let mut filter = |_| {
            let filter = Filter::new(1 << self.below(3), self.below(8));
            match self.below(3) {
                0 => filter.with_group(self.below(5).cast_signed() - 2),
                _ => filter,
            }
        };
        (0..COUNT - 10).map(&mut filter).collect()
    }
}

/// Every rule with its meaning: the boxes and the pairs that it admits.
struct Meaning<'a> {
    rule: &'a dyn Rule,
    admits: &'a dyn Fn(Id) -> bool,
    allows: &'a dyn Fn(Id, Id) -> bool,
}

fn meanings(filters: &[Filter], check: &mut dyn FnMut(Meaning<'_>)) {
    let of = |id: Id| filters.get(id.index()).copied().unwrap_or_default();
    let all = |_| true;
    let every = |_, _| true;
    check(Meaning {
        rule: &|id: Id| !id.0.is_multiple_of(3),
        admits: &|id| !id.0.is_multiple_of(3),
        allows: &every,
    });
    for asker in [
        Filter::default(),
        Filter::new(1, 6),
        Filter::new(3, 2).with_group(-2),
        Filter::new(4, 1).with_group(2),
        Filter::new(7, 0),
    ] {
        let both_ways = Asker::new(asker, filters).except(Id(5));
        check(Meaning {
            rule: &both_ways,
            admits: &|id| id != Id(5) && asker.allows(&of(id)),
            allows: &every,
        });
        check(Meaning {
            rule: &both_ways.one_way(),
            admits: &|id| id != Id(5) && asker.admits(&of(id)),
            allows: &every,
        });
    }
    let array: [Filter; COUNT as usize - 10] = filters.try_into().unwrap();
    for rule in [&filters.to_vec() as &dyn Rule, &array] {
        check(Meaning {
            rule,
            admits: &all,
            allows: &|a, b| of(a).allows(&of(b)),
        });
    }
    let mut matrix = ClassMatrix::new(7);
    for class in 0..7 {
        matrix.forbid(class, class * class % 7).unwrap();
    }
    let classes: Vec<_> = (0..COUNT - 7).map(|i| i * 5 % 9).collect();
    let class = |id: Id| classes.get(id.index()).copied().unwrap_or(u32::MAX);
    check(Meaning {
        rule: &Classes::new(&matrix, &classes),
        admits: &all,
        allows: &|a, b| matrix.allows(class(a), class(b)),
    });
    let matrix = CategoryMatrix::ALL.without(1, 3).without(4, 4);
    check(Meaning {
        rule: &matrix,
        admits: &all,
        allows: &|a, b| matrix.allows(of(a).category, of(b).category),
    });
}

/// The categories of the filters, as an index holds them.
fn with_categories<S: Scalar, B: SpatialIndexMut<S, 2> + Default>(
    boxes: &[Aabb<S, 2>],
    filters: &[Filter],
) -> B {
    let mut index = B::default();
    for (id, &aabb) in (0..).map(Id).zip(boxes) {
        let category = filters.get(id.index()).map_or(u32::MAX, |of| of.category);
        index.insert_with_category(id, aabb, category);
    }
    index
}

fn check<S: Scalar>(
    index: &(impl SpatialIndex<S, 2> + Sync),
    boxes: &[Aabb<S, 2>],
    others: &BruteForce<S, 2>,
    filters: &[Filter],
    scalar: fn(i32) -> S,
) {
    let whole: BruteForce<S, 2> = (0..).map(Id).zip(boxes.iter().copied()).collect();
    meanings(filters, &mut |Meaning {
                                rule,
                                admits,
                                allows,
                            }| {
        let filtered = index.filtered(rule);
        let left: BruteForce<S, 2> = whole.iter().filter(|&(id, _)| admits(id)).collect();
        check_boxes(&filtered, &left, scalar);

        let kept = |mut pairs: Vec<[Id; 2]>| {
            pairs.retain(|&[a, b]| allows(a, b));
            pairs
        };
        let pairs = kept(left.pairs());
        assert_eq!(filtered.pairs(), pairs);
        let some: Vec<_> = (0..COUNT).step_by(7).map(Id).collect();
        assert_eq!(filtered.pairs_of(&some), kept(left.pairs_of(&some)));
        let islands = left.components_where(allows);
        assert_eq!(filtered.components(), islands);
        let two = S::to_real(scalar(2));
        assert_eq!(filtered.near(two).pairs(), kept(left.near(two).pairs()));
        let closest = |pairs: Vec<[Id; 2]>, other: &BruteForce<S, 2>| {
            let reach = |[a, b]: [Id; 2]| {
                let [a_box, b_box] = [left.get(a).unwrap(), other.get(b).unwrap()];
                Some((a_box.reach(&b_box)?, [a, b]))
            };
            let found = pairs.into_iter().filter_map(reach);
            found.min_by(|a, b| a.partial_cmp(b).unwrap())
        };
        let everywhere = S::to_real(scalar(99));
        let expected = closest(kept(left.near(everywhere).pairs()), &left);
        let found = filtered.closest_pair().map(|pair| (pair.reach, pair.ids));
        assert_eq!(found, expected);

        let crossing = kept(left.cross_pairs(others));
        assert_eq!(filtered.cross_pairs(others), crossing);
        let near = kept(left.near(two).cross_pairs(others));
        assert_eq!(filtered.near(two).cross_pairs(others), near);
        let expected = closest(kept(left.near(everywhere).cross_pairs(others)), others);
        let found = filtered.closest_cross_pair(others);
        assert_eq!(found.map(|pair| (pair.reach, pair.ids)), expected);
        let mut matched: Vec<_> = crossing.iter().map(|&[ours, _]| ours).collect();
        matched.dedup();
        assert_eq!(filtered.semi_join(others), matched);
        let mut matched: Vec<_> = near.iter().map(|&[ours, _]| ours).collect();
        matched.dedup();
        assert_eq!(filtered.near(two).semi_join(others), matched);
        #[cfg(feature = "rayon")]
        {
            assert_eq!(filtered.par_pairs(), pairs);
            assert_eq!(filtered.par_cross_pairs(others), crossing);
        }
    });
}

/// Every form of a query for single boxes.
fn check_boxes<S: Scalar>(
    filtered: &(impl SpatialIndex<S, 2> + Sync),
    left: &BruteForce<S, 2>,
    scalar: fn(i32) -> S,
) {
    assert_eq!(filtered.len(), left.len());
    assert!(filtered.iter().eq(left.iter()));
    assert_eq!(filtered.bounds(), left.bounds());
    for id in [0, 5, 6, COUNT - 1, COUNT].map(Id) {
        assert_eq!(filtered.get(id), left.get(id));
    }
    let windows = [0, 3, 11].map(|x| Aabb::new([scalar(x); 2], [scalar(2 * x + 1); 2]));
    for window in &windows {
        assert_eq!(filtered.overlaps(window), left.overlaps(window));
        assert_eq!(filtered.count_overlaps(window), left.count_overlaps(window));
        let mut ids: Vec<_> = filtered.overlap_iter(window).collect();
        ids.sort_unstable();
        assert_eq!(ids, left.overlaps(window));
        assert_eq!(filtered.nearest(window), left.nearest(window));
        assert_eq!(filtered.k_nearest(window, 9), left.k_nearest(window, 9));
    }
    let ball = Ball {
        center: [scalar(9); 2],
        radius: S::to_real(scalar(4)),
    };
    assert_eq!(filtered.overlaps(&ball), left.overlaps(&ball));
    let answers = filtered.batch().overlaps(&windows);
    assert_eq!(answers, left.batch().overlaps(&windows));
    let ray = Ray::new([scalar(0); 2], [S::to_real(scalar(1)); 2]).unwrap();
    assert_eq!(filtered.cast(&ray), left.cast(&ray));
    assert_eq!(filtered.cast_all(&ray), left.cast_all(&ray));
    assert!(filtered.hit_iter(&ray).eq(left.hit_iter(&ray)));
}

/// The boxes and filters of a scene, and two lists of others.
struct Scene<S> {
    boxes: Vec<Aabb<S, 2>>,
    filters: Vec<Filter>,
    others: [BruteForce<S, 2>; 2],
}

impl<S: Scalar> Scene<S> {
    fn new(scalar: fn(i32) -> S) -> Self {
        let mut random = Random(3);
        let (boxes, filters) = (random.boxes(scalar), random.filters());
        let few = Random(4).boxes(scalar);
        let others = [&few[..3], &few].map(|boxes| with_categories(boxes, &filters));
        Self {
            boxes,
            filters,
            others,
        }
    }

    fn check(&self, index: &(impl SpatialIndex<S, 2> + Sync), scalar: fn(i32) -> S) {
        for others in &self.others {
            check(index, &self.boxes, others, &self.filters, scalar);
        }
    }

    fn check_structure<B>(&self, scalar: fn(i32) -> S)
    where
        B: SpatialIndexMut<S, 2> + Default + Sync,
    {
        self.check(&with_categories::<S, B>(&self.boxes, &self.filters), scalar);
    }

    fn check_packed(&self, scalar: fn(i32) -> S) {
        let packed = PackedTree::from_boxes(&self.boxes).unwrap();
        let category = |id: Id| {
            self.filters
                .get(id.index())
                .map_or(u32::MAX, |of| of.category)
        };
        self.check(&packed.with_categories(category), scalar);
    }
}

/// A rule depends on ids and categories, not on coordinates, so one scalar suffices for all
/// structures.
#[test]
fn every_structure_can_be_filtered() {
    let (scene, scalar): (_, fn(i32) -> f32) = (Scene::new(|x| x as f32), |x| x as f32);
    scene.check_structure::<BruteForce<f32, 2>>(scalar);
    scene.check_structure::<DynamicTree<f32, 2>>(scalar);
    scene.check_structure::<SettledTree<f32, 2>>(scalar);
    scene.check_structure::<Quadtree<f32>>(scalar);
    scene.check_structure::<KdSweep<f32, 2>>(scalar);
    scene.check_structure::<PencilSweep<f32, 2>>(scalar);
    scene.check_packed(scalar);
}

#[test]
fn indexes_of_every_scalar_can_be_filtered() {
    Scene::new(f64::from).check_structure::<DynamicTree<f64, 2>>(f64::from);
    Scene::new(|x| x).check_packed(|x| x);
    let fixed = Fixed::<16>::from_int;
    Scene::new(fixed).check_structure::<SettledTree<Fixed<16>, 2>>(fixed);
}

/// An index without categories has no subtrees to skip, and the same answers.
#[test]
fn an_asker_needs_no_categories_in_the_index() {
    let mut random = Random(5);
    let (boxes, filters) = (random.boxes(|x| x), random.filters());
    let index: DynamicTree<i32, 2> = (0..).map(Id).zip(boxes.iter().copied()).collect();
    for asker in [Filter::new(1, 6), Filter::new(3, 2).with_group(-2)] {
        let of = |id: Id| filters.get(id.index()).copied().unwrap_or_default();
        let mut expected = index.overlaps(&Aabb::EVERYWHERE);
        expected.retain(|&id| asker.allows(&of(id)));
        let asker = Asker::new(asker, &filters);
        assert_eq!(index.filtered(&asker).overlaps(&Aabb::EVERYWHERE), expected);
    }
}
