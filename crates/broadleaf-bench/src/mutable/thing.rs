//! The items that are pushed apart.

use broadleaf::{Aabb, KdSlice, SpatialIndex};

/// A box, and the pushes that it has received.
#[derive(Clone, Copy)]
pub(super) struct Thing<const D: usize> {
    pub(super) aabb: Aabb<f32, D>,
    pub(super) push: Push<D>,
}

/// The sum of all pushes on an item.
#[derive(Clone, Copy)]
pub(super) struct Push<const D: usize> {
    force: [f32; D],
    partners: u32,
}

impl<const D: usize> Thing<D> {
    pub(super) fn new(aabb: Aabb<f32, D>) -> Self {
        let push = Push {
            force: [0.0; D],
            partners: 0,
        };
        Self { aabb, push }
    }

    /// Pushes two items away from each other.
    #[inline]
    pub(super) fn push_both(a: &mut Self, b: &mut Self) {
        push(&a.aabb, &b.aabb, &mut a.push, &mut b.push);
    }
}

#[inline]
fn push<const D: usize>(
    a: &Aabb<f32, D>,
    b: &Aabb<f32, D>,
    on_a: &mut Push<D>,
    on_b: &mut Push<D>,
) {
    for axis in 0..D {
        let way = a.min()[axis] - b.min()[axis];
        on_a.force[axis] += way;
        on_b.force[axis] -= way;
    }
    on_a.partners += 1;
    on_b.partners += 1;
}

/// Pushes items apart whose pairs are visited by id: the forces are collected in a separate list,
/// allocated in advance, and added to the items afterwards.
pub(super) fn push_by_id<const D: usize>(
    things: &[Thing<D>],
    index: &KdSlice<'_, Thing<D>, f32, D>,
    pushes: &mut [Thing<D>],
) {
    index.for_each_pair(|a, b| {
        let (a, b) = (a.index(), b.index());
        let (front, back) = pushes.split_at_mut(b);
        push(
            &things[a].aabb,
            &things[b].aabb,
            &mut front[a].push,
            &mut back[0].push,
        );
    });
}

/// Pushes all items apart, as the reference for contenders.
pub(super) fn push_all<const D: usize>(things: &mut [Thing<D>]) {
    let mut pushes = things.to_vec();
    let index = KdSlice::new(things, |thing| thing.aabb).expect("a scene has 32-bit numbers");
    push_by_id(things, &index, &mut pushes);
    things.copy_from_slice(&pushes);
}

/// Whether all items have the same number of partners and, up to rounding, the same forces.
pub(super) fn are_equal<const D: usize>(things: &[Thing<D>], others: &[Thing<D>]) -> bool {
    things.iter().zip(others).all(|(a, b)| {
        let (a, b) = (&a.push, &b.push);
        let is_near = |(x, y): (&f32, &f32)| (x - y).abs() <= 1e-4 * (1.0 + x.abs());
        a.partners == b.partners && a.force.iter().zip(&b.force).all(is_near)
    })
}
