//! The ways to push items apart.

use broadleaf::{KdSlice, KdSliceMut, PairFinder};
use broccoli::{Tree, bbox_mut, rect};
use broccoli_rayon::build::RayonBuildPar;
use broccoli_rayon::queries::colfind::RayonQueryPar;

use super::thing::{Thing, push_by_id};
use crate::stopwatch;

pub(super) struct Contender<const D: usize> {
    pub(super) name: &'static str,
    pub(super) is_in_threads: bool,
    pub(super) run: fn(&mut [Thing<D>]) -> Times,
}

/// Milliseconds.
pub(super) struct Times {
    /// `None` if the search includes the build.
    pub(super) build: Option<f64>,
    pub(super) pairs: f64,
}

pub(super) fn flat() -> Vec<Contender<2>> {
    let mut contenders = in_any_dimension();
    contenders.extend([
        contender("broccoli", broccoli),
        in_threads("broccoli-rayon", broccoli_in_threads),
    ]);
    contenders
}

pub(super) fn solid() -> Vec<Contender<3>> {
    in_any_dimension()
}

/// The contenders in any dimension. The first is the baseline of the others.
fn in_any_dimension<const D: usize>() -> Vec<Contender<D>> {
    vec![
        contender("broadleaf KdSlice, by id", kd_slice),
        contender("broadleaf KdSliceMut", kd_slice_mut),
        contender("broadleaf PairFinder", pair_finder),
        in_threads("broadleaf KdSliceMut", kd_slice_mut_in_threads),
        in_threads("broadleaf PairFinder", pair_finder_in_threads),
    ]
}

fn contender<const D: usize>(
    name: &'static str,
    run: fn(&mut [Thing<D>]) -> Times,
) -> Contender<D> {
    Contender {
        name,
        is_in_threads: false,
        run,
    }
}

fn in_threads<const D: usize>(
    name: &'static str,
    run: fn(&mut [Thing<D>]) -> Times,
) -> Contender<D> {
    Contender {
        is_in_threads: true,
        ..contender(name, run)
    }
}

fn kd_slice<const D: usize>(things: &mut [Thing<D>]) -> Times {
    let mut pushes = things.to_vec();
    let (index, build) = on_one(|| KdSlice::new(things, |thing| thing.aabb).expect(FITS));
    let ((), pairs) = on_one(|| push_by_id(things, &index, &mut pushes));
    things.copy_from_slice(&pushes);
    Times {
        build: Some(build),
        pairs,
    }
}

fn kd_slice_mut<const D: usize>(things: &mut [Thing<D>]) -> Times {
    let (mut index, build) = on_one(|| KdSliceMut::new(things, |thing| thing.aabb).expect(FITS));
    let ((), pairs) = on_one(|| index.for_each_pair_mut(Thing::push_both));
    Times {
        build: Some(build),
        pairs,
    }
}

fn pair_finder<const D: usize>(things: &mut [Thing<D>]) -> Times {
    let mut finder = PairFinder::new();
    let ((), pairs) = on_one(|| {
        let query = finder.within_mut(things, |thing| thing.aabb).expect(FITS);
        query.for_each_pair(Thing::push_both);
    });
    Times { build: None, pairs }
}

fn kd_slice_mut_in_threads<const D: usize>(things: &mut [Thing<D>]) -> Times {
    let (mut index, build) =
        on_all(|| KdSliceMut::par_new(things, |thing| thing.aabb).expect(FITS));
    let ((), pairs) = on_all(|| index.par_for_each_pair_mut(Thing::push_both));
    Times {
        build: Some(build),
        pairs,
    }
}

fn pair_finder_in_threads<const D: usize>(things: &mut [Thing<D>]) -> Times {
    let mut finder = PairFinder::new();
    let ((), pairs) = on_all(|| {
        let query = finder.within_mut(things, |thing| thing.aabb).expect(FITS);
        query.par_for_each_pair(Thing::push_both);
    });
    Times { build: None, pairs }
}

fn broccoli(things: &mut [Thing<2>]) -> Times {
    let mut boxes: Vec<_> = Vec::with_capacity(things.len());
    let (mut tree, build) = on_one(|| {
        boxes.extend(things.iter_mut().map(broccoli_box));
        Tree::new(&mut boxes)
    });
    let ((), pairs) = on_one(|| {
        tree.find_colliding_pairs(|a, b| Thing::push_both(a.unpack_inner(), b.unpack_inner()));
    });
    Times {
        build: Some(build),
        pairs,
    }
}

fn broccoli_in_threads(things: &mut [Thing<2>]) -> Times {
    let mut boxes: Vec<_> = Vec::with_capacity(things.len());
    let (mut tree, build) = on_all(|| {
        boxes.extend(things.iter_mut().map(broccoli_box));
        Tree::par_new(&mut boxes)
    });
    let ((), pairs) = on_all(|| {
        tree.par_find_colliding_pairs(|a, b| Thing::push_both(a.unpack_inner(), b.unpack_inner()));
    });
    Times {
        build: Some(build),
        pairs,
    }
}

fn broccoli_box(thing: &mut Thing<2>) -> broccoli::aabb::BBoxMut<'_, f32, Thing<2>> {
    let ([left, bottom], [right, top]) = (thing.aabb.min(), thing.aabb.max());
    bbox_mut(rect(left, right, bottom, top), thing)
}

const FITS: &str = "a scene has 32-bit numbers";

/// The result of work on this thread, and its CPU time.
fn on_one<R>(work: impl FnOnce() -> R) -> (R, f64) {
    let mut result = None;
    let ms = stopwatch::cpu_ms(|| result = Some(work()));
    (result.expect("the work is done"), ms)
}

/// The result of work on the threads of rayon's pool, and its time by the clock.
fn on_all<R>(work: impl FnOnce() -> R) -> (R, f64) {
    let mut result = None;
    let ms = stopwatch::wall_ms(|| result = Some(work()));
    (result.expect("the work is done"), ms)
}
