//! Queries with every kind of region and probe, and every kind of traversal.

use broadleaf::geometry::{
    Ball, BoxCast, Cast, HalfSpace, HalfSpaces, Masked, OrientedBox, Place, Real, Region,
};
use broadleaf::{Aabb, Hit, Id, Ray, SpatialIndexMut};

use crate::hash::Hash;
use crate::script::{GoldenScalar, Script};

pub(crate) fn ask<S: GoldenScalar, const D: usize, B: SpatialIndexMut<S, D> + Default>(
    script: &mut Script,
    structure: &B,
    hash: &mut Hash,
) {
    ask_regions(script, structure, hash);
    ask_probes(script, structure, hash);
    hash.list(structure.iter().map(|(id, _)| u64::from(id.0)));
    hash.pairs(&structure.pairs());
    let ids: Vec<_> = (0..20).map(|_| Id(script.below(400))).collect();
    hash.pairs(&structure.pairs_of(&ids));
    let mut other = B::default();
    other.extend((0..50).map(|id| (Id(id), script.aabb())));
    hash.pairs(&structure.cross_pairs(&other));
}

fn ask_regions<S: GoldenScalar, const D: usize>(
    script: &mut Script,
    structure: &impl SpatialIndexMut<S, D>,
    hash: &mut Hash,
) {
    let aabb: Aabb<S, D> = script.aabb();
    let ball = Ball {
        center: script.point(),
        radius: script.length::<S>(),
    };
    let planes = [(); 3].map(|()| HalfSpace {
        normal: script.direction(),
        offset: script.length::<S>(),
    });
    let turned = OrientedBox::new(script.point(), [(); D].map(|()| script.direction()));
    let masked = Masked::new(script.aabb(), script.below(16));
    let regions: [&dyn Region<S, D>; 6] = [
        &aabb,
        &ball,
        &HalfSpaces(&planes),
        &turned,
        &masked,
        &script.point(),
    ];
    for region in regions {
        hash.ids(&structure.overlaps(region));
    }
}

fn ask_probes<S: GoldenScalar, const D: usize>(
    script: &mut Script,
    structure: &impl SpatialIndexMut<S, D>,
    hash: &mut Hash,
) {
    let rays = [
        Ray::new(script.point(), script.direction()),
        Ray::between(script.point(), script.point()),
    ];
    let casts = [
        BoxCast::new(script.aabb(), script.direction()),
        BoxCast::between(script.aabb(), script.point()),
    ];
    let places = (script.point(), script.aabb());
    let rays = rays.iter().flatten().map(|ray| ray as &dyn Cast<S, D>);
    let casts = casts.iter().flatten().map(|cast| cast as &dyn Cast<S, D>);
    for cast in rays.chain(casts) {
        let all = structure.cast_all(cast);
        hash.hits(structure.cast(cast).as_slice());
        hash.hits(&all);
        hash.hits(&all[..all.len().min(6)]);
        let length = script.length::<S>();
        let is_within =
            |hit: &&Hit<S::Real>| S::Real::ZERO <= length && hit.reach <= length * length;
        hash.hits(&all.iter().filter(is_within).copied().collect::<Vec<_>>());
    }
    for place in [&places.0 as &dyn Place<S, D>, &places.1] {
        hash.hits(structure.nearest(place).as_slice());
        hash.hits(&structure.k_nearest(place, usize::MAX));
        hash.hits(&structure.k_nearest(place, 6));
        hash.hits(&structure.within_distance(place, script.length::<S>()));
    }
}
