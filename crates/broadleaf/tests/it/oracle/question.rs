//! Random parameters of every query, and the regions, casts and places made of them.

use broadleaf::geometry::{Ball, BoxCast, HalfSpace, HalfSpaces, Masked, OrientedBox, Scalar};
use broadleaf::{Aabb, Id, Ray};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::erased::{AnyCast, AnyPlace, AnyRegion};
use crate::inputs::{Mode, TestScalar, aabb, point, real};
use crate::shapes::{ball_casts, shapes};

/// The parameters of every query, chosen at random.
#[derive(Clone, Debug)]
pub(crate) struct Question<S: Scalar, const D: usize> {
    pub(crate) aabb: Aabb<S, D>,
    pub(crate) points: [[S; D]; 2],
    pub(crate) reals: [[S::Real; D]; 3],
    pub(crate) length: S::Real,
    pub(crate) mask: u32,
    pub(crate) ids: Vec<Id>,
    pub(crate) k: usize,
}

pub(crate) fn ids() -> impl Strategy<Value = Id> {
    // Mostly small numbers, sometimes any number.
    prop_oneof![20 => (0_u32..40).prop_map(Id), 1 => any::<u32>().prop_map(Id)]
}

pub(crate) fn question<S: TestScalar, const D: usize>(
    mode: Mode,
) -> impl Strategy<Value = Question<S, D>> {
    let things = (
        aabb(mode),
        [point(mode), point(mode)],
        proptest::array::uniform3(proptest::array::uniform(real(mode))),
        real(mode),
        0_u32..16,
        vec(ids(), 0..6),
        0_usize..6,
    );
    things.prop_map(|(aabb, points, reals, length, mask, ids, k)| Question {
        aabb,
        points,
        reals,
        length,
        mask,
        ids,
        k,
    })
}

impl<S: Scalar, const D: usize> Question<S, D> {
    fn rays(&self) -> impl Iterator<Item = Ray<S, D>> {
        let Self {
            points: [p, q],
            reals: [a, b, _],
            length,
            ..
        } = *self;
        [
            Ray::new(p, a),
            Ray::between(p, q),
            Ray::new(q, b).map(|ray| ray.up_to(length)),
        ]
        .into_iter()
        .flatten()
    }

    pub(super) fn for_each_region(&self, ask: &dyn Fn(&dyn AnyRegion<S, D>)) {
        let Self {
            aabb,
            points: [p, q],
            reals: [a, b, c],
            length,
            mask,
            ..
        } = *self;
        let planes = [
            HalfSpace {
                normal: a,
                offset: b[0],
            },
            HalfSpace {
                normal: c,
                offset: length,
            },
        ];
        ask(&aabb);
        ask(&p);
        let ball = Ball {
            center: p,
            radius: length,
        };
        ask(&ball);
        shapes([p, q, aabb.min()], a, length)
            .iter()
            .for_each(|shape| ask(&**shape));
        ball_casts(ball, b, q).for_each(|cast| ask(&cast));
        ask(&HalfSpaces(&planes));
        ask(&OrientedBox::new(
            p,
            [a, b, c].first_chunk().copied().unwrap_or([a; D]),
        ));
        ask(&Masked::new(aabb, mask));
        self.rays().for_each(|ray| ask(&ray));
    }

    pub(super) fn for_each_cast(&self, ask: &dyn Fn(&dyn AnyCast<S, D>)) {
        let Self {
            aabb,
            points: [p, q],
            reals: [_, _, c],
            mask,
            length,
            ..
        } = *self;
        self.rays().for_each(|ray| ask(&ray));
        let ball = Ball {
            center: p,
            radius: length,
        };
        ball_casts(ball, c, q).for_each(|cast| ask(&cast));
        if let Ok(cast) = BoxCast::new(aabb, c) {
            ask(&cast);
            ask(&Masked::new(cast, mask));
        }
        if let Ok(cast) = BoxCast::between(aabb, q) {
            ask(&cast);
        }
    }

    pub(super) fn for_each_place(&self, ask: &dyn Fn(&dyn AnyPlace<S, D>)) {
        let Self {
            aabb,
            points: [p, q],
            mask,
            length,
            ..
        } = *self;
        ask(&p);
        ask(&aabb);
        ask(&Ball {
            center: p,
            radius: length,
        });
        ask(&Masked::new(q, mask));
    }
}
