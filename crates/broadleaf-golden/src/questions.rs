//! Every kind of region and probe, and every kind of traversal once.

use broadleaf::geometry::{
    Ball, BoxCast, HalfSpace, HalfSpaces, Masked, OrientedBox, Probe, Region,
};
use broadleaf::{Aabb, BroadPhase, Id, Ray, SpatialIndex};

use crate::hash::Hash;
use crate::script::{GoldenScalar, Script};

pub(crate) fn ask<S: GoldenScalar, const D: usize, B: BroadPhase<S, D>>(
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
    hash.pairs(&structure.pairs_with(&other));
}

fn ask_regions<S: GoldenScalar, const D: usize>(
    script: &mut Script,
    structure: &impl BroadPhase<S, D>,
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
    let masked = Masked {
        of: script.aabb(),
        mask: script.below(16),
    };
    let regions: [&dyn Region<S, D>; 6] = [
        &aabb,
        &ball,
        &HalfSpaces(&planes),
        &turned,
        &masked,
        &script.point(),
    ];
    for region in regions {
        hash.ids(&structure.overlaps(&Any(region)));
    }
}

fn ask_probes<S: GoldenScalar, const D: usize>(
    script: &mut Script,
    structure: &impl BroadPhase<S, D>,
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
    let rays = rays.iter().flatten().map(|ray| ray as &dyn Probe<S, D>);
    let casts = casts.iter().flatten().map(|cast| cast as &dyn Probe<S, D>);
    for probe in rays
        .chain(casts)
        .chain([&places.0 as &dyn Probe<S, D>, &places.1])
        .map(Any)
    {
        hash.hits(structure.cast(&probe).as_slice());
        hash.hits(&structure.cast_all(&probe));
        hash.hits(&structure.k_nearest(&probe, 6));
        hash.hits(&structure.within_distance(&probe, script.length::<S>()));
    }
}

/// A region or probe of any kind: the structures are compiled once for all of them.
struct Any<'a, Q: ?Sized>(&'a Q);

impl<S: GoldenScalar, const D: usize> Region<S, D> for Any<'_, dyn Region<S, D> + '_> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.0.touches(aabb)
    }

    fn admits(&self, category: u32) -> bool {
        self.0.admits(category)
    }
}

impl<S: GoldenScalar, const D: usize> Probe<S, D> for Any<'_, dyn Probe<S, D> + '_> {
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.0.reach(aabb)
    }

    fn admits(&self, category: u32) -> bool {
        self.0.admits(category)
    }
}
