//! Build: cut several levels at once, bring the boxes in order, go on in each cell.

use super::cuts::{Cuts, Extents, PLACES, Sample, by_value};
use super::layout::{Item, Kind, Node, narrow};
use crate::executor::Executor;
use crate::geometry::Scalar;
use alloc::vec::Vec;
use core::mem::swap;

/// From this many boxes on, what is below a cut is built by itself, at the same time as what is
/// beside it.
const FORK: usize = 8_192;

/// Memory that builds use again and again.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S, const D: usize> {
    /// As many boxes as there are; between builds room for any others.
    pub(super) spare: Vec<Item<S, D>>,
    places: Vec<u8>,
    work: Work<S, D>,
}

impl<S: Scalar, const D: usize> Scratch<S, D> {
    pub(super) const EMPTY: Self = Self {
        spare: Vec::new(),
        places: Vec::new(),
        work: Work::EMPTY,
    };

    pub(super) fn bytes(&self) -> usize {
        self.spare.capacity() * size_of::<Item<S, D>>() + self.places.capacity() + self.work.bytes()
    }
}

/// The most steps from the root to a leaf.
pub(super) fn most_levels(boxes: usize, dimensions: usize) -> u32 {
    3 * (boxes + 2).ilog2() + 6 + narrow(dimensions)
}

/// Brings the boxes in order and builds the nodes above them.
pub(super) fn build<S: Scalar, const D: usize>(
    executor: impl Executor,
    leaf: usize,
    items: &mut [Item<S, D>],
    scratch: &mut Scratch<S, D>,
    nodes: &mut Vec<Node<S, D>>,
) {
    nodes.clear();
    let Some(&first) = items.first() else { return };
    let Scratch {
        spare,
        places,
        work,
    } = scratch;
    spare.resize(items.len(), first);
    places.resize(items.len(), 0);
    let patience = 2 * (items.len() + 2).ilog2();
    swap(nodes, &mut work.nodes);
    let span = Span {
        start: 0,
        items,
        spare,
        places,
    };
    Builder {
        executor,
        leaf,
        patience,
    }
    .divide(
        Part {
            span,
            axes: [true; D],
            depth: 0,
            place: None,
        },
        work,
    );
    swap(nodes, &mut work.nodes);
}

/// Some boxes next to each other, with room to bring them in order.
struct Span<'a, S, const D: usize> {
    start: u32,
    items: &'a mut [Item<S, D>],
    spare: &'a mut [Item<S, D>],
    places: &'a mut [u8],
}

impl<S: Scalar, const D: usize> Span<'_, S, D> {
    fn split_at(self, count: usize) -> [Self; 2] {
        let (items, more_items) = self.items.split_at_mut(count);
        let (spare, more_spare) = self.spare.split_at_mut(count);
        let (places, more_places) = self.places.split_at_mut(count);
        let start = self.start + narrow(count);
        [
            Self {
                items,
                spare,
                places,
                ..self
            },
            Self {
                start,
                items: more_items,
                spare: more_spare,
                places: more_places,
            },
        ]
    }
}

/// Boxes that become a subtree.
struct Part<'a, S, const D: usize> {
    span: Span<'a, S, D>,
    /// The axes without a cut above that all the boxes cross.
    axes: [bool; D],
    /// How many cuts are above.
    depth: u32,
    /// Their place in the division of more boxes, if it goes on below.
    place: Option<usize>,
}

/// What one thread of the build has.
#[derive(Clone, Debug)]
struct Work<S, const D: usize> {
    nodes: Vec<Node<S, D>>,
    sample: Sample<S, D>,
    keys: Vec<(S, u32)>,
}

impl<S: Scalar, const D: usize> Work<S, D> {
    const EMPTY: Self = Self {
        nodes: Vec::new(),
        sample: Sample::EMPTY,
        keys: Vec::new(),
    };

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<S, D>>()
            + self.sample.bytes()
            + self.keys.capacity() * size_of::<(S, u32)>()
    }
}

#[derive(Clone, Copy)]
struct Builder<E> {
    executor: E,
    /// The most boxes of a leaf, unless there is no way to cut it.
    leaf: usize,
    /// From this depth on cuts are medians of all boxes, so that no input makes the tree deep.
    patience: u32,
}

impl<E: Executor> Builder<E> {
    /// Builds a subtree that has no place in a division yet.
    fn divide<S: Scalar, const D: usize>(self, part: Part<'_, S, D>, work: &mut Work<S, D>) {
        let cuts = Cuts::choose(
            part.span.items,
            self.leaf,
            part.axes,
            part.depth >= self.patience,
            &mut work.sample,
        );
        if cuts.get(1).is_none() {
            return push_leaf(part.span, work);
        }
        let division = Division::of(
            self.executor,
            &mut *part.span.items,
            part.span.spare,
            part.span.places,
            cuts,
        );
        self.build(
            Part {
                place: Some(1),
                ..part
            },
            &division,
            work,
        );
    }

    /// Builds a subtree.
    fn build<S: Scalar, const D: usize>(
        self,
        part: Part<'_, S, D>,
        division: &Division<S>,
        work: &mut Work<S, D>,
    ) {
        if part.span.items.len() <= self.leaf {
            return push_leaf(part.span, work);
        }
        let Some((place, cut)) = part
            .place
            .and_then(|place| Some((place, division.cuts.get(place)?)))
        else {
            return self.divide(part, work);
        };
        let index = work.nodes.len();
        let is_crossed = division.at[place] > 0;
        work.nodes.push(Node::unfinished(
            part.span.start,
            Kind::Cut { cut, is_crossed },
            &part.span.items[0],
        ));
        let is_apart = E::IS_PARALLEL && part.span.items.len() >= FORK;
        let depth = part.depth + 1;
        let axes = part.axes;
        let other_axes = core::array::from_fn(|axis| axes[axis] && axis != cut.axis);
        let [crossing, beside] = part.span.split_at(division.at[place] as usize);
        let [below, above] = beside.split_at(division.below[2 * place] as usize);
        let parts = [
            Part {
                span: crossing,
                axes: other_axes,
                depth,
                place: None,
            },
            Part {
                span: below,
                axes,
                depth,
                place: Some(2 * place),
            },
            Part {
                span: above,
                axes,
                depth,
                place: Some(2 * place + 1),
            },
        ];
        if is_apart {
            self.build_apart(parts, division, work);
        } else {
            parts
                .into_iter()
                .filter(|part| !part.span.items.is_empty())
                .for_each(|part| self.build(part, division, work));
        }
        finish(&mut work.nodes, index);
    }

    /// Builds children that are worth a thread each.
    fn build_apart<S: Scalar, const D: usize>(
        self,
        parts: [Part<'_, S, D>; 3],
        division: &Division<S>,
        work: &mut Work<S, D>,
    ) {
        let alone = |part: Part<'_, S, D>| {
            let mut work = Work::EMPTY;
            if !part.span.items.is_empty() {
                self.build(part, division, &mut work);
            }
            work.nodes
        };
        let [crossing, below, above] = parts;
        let (below, (crossing, above)) = self.executor.join(
            || alone(below),
            || self.executor.join(|| alone(crossing), || alone(above)),
        );
        [crossing, below, above]
            .iter()
            .for_each(|nodes| work.nodes.extend_from_slice(nodes));
    }
}

/// Boxes in the order of their places, and how many there are at each place, and at or below it.
struct Division<S> {
    cuts: Cuts<S>,
    at: [u32; PLACES],
    below: [u32; PLACES],
}

impl<S: Scalar> Division<S> {
    /// Sorts boxes by place: what crosses a cut, then what is below it, then what is above.
    fn of<const D: usize>(
        executor: impl Executor,
        items: &mut [Item<S, D>],
        spare: &mut [Item<S, D>],
        places: &mut [u8],
        cuts: Cuts<S>,
    ) -> Self {
        let at = note_places(executor, &cuts, items, places);
        let mut below = at;
        (2..cuts.places())
            .rev()
            .for_each(|place| below[place / 2] += below[place]);
        let mut next = [0; PLACES];
        for place in 2..cuts.places() {
            let above = place / 2;
            next[place] =
                next[above] + at[above] + if place % 2 == 0 { 0 } else { below[place - 1] };
        }
        for (item, &place) in items.iter().zip(&*places) {
            let next = &mut next[usize::from(place)];
            spare[*next as usize] = *item;
            *next += 1;
        }
        items.copy_from_slice(spare);
        Self { cuts, at, below }
    }
}

/// Notes every box's place, and returns how many there are at each.
fn note_places<E: Executor, S: Scalar, const D: usize>(
    executor: E,
    cuts: &Cuts<S>,
    items: &[Item<S, D>],
    places: &mut [u8],
) -> [u32; PLACES] {
    if E::IS_PARALLEL && items.len() >= FORK {
        let half = items.len() / 2;
        let (first, second) = places.split_at_mut(half);
        let (first, second) = executor.join(
            || note_places(executor, cuts, &items[..half], first),
            || note_places(executor, cuts, &items[half..], second),
        );
        return core::array::from_fn(|place| first[place] + second[place]);
    }
    let mut at = [0; PLACES];
    for (item, place) in items.iter().zip(places) {
        *place = cuts.place(&item.aabb);
        at[usize::from(*place)] += 1;
    }
    at
}

/// Makes all boxes of a span one leaf.
fn push_leaf<S: Scalar, const D: usize>(span: Span<'_, S, D>, work: &mut Work<S, D>) {
    let Span {
        start,
        items,
        spare,
        ..
    } = span;
    let Some(first) = items.first() else { return };
    let axis = Extents::of(items.iter().map(|item| &item.aabb)).axis_to_sweep();
    let mut leaf = Node::unfinished(start, Kind::Leaf { axis }, first);
    leaf.end += narrow(items.len());
    for item in &*items {
        leaf.bounds = leaf.bounds.union(&item.aabb);
        leaf.category |= item.category;
    }
    work.nodes.push(leaf);
    work.keys.clear();
    work.keys.extend(
        (0..)
            .zip(&*items)
            .map(|(i, item)| (item.aabb.ends(axis)[0], i)),
    );
    work.keys.sort_unstable_by(|a, b| by_value(&a.0, &b.0));
    for (item, &(_, i)) in spare.iter_mut().zip(&work.keys) {
        *item = items[i as usize];
    }
    items.copy_from_slice(spare);
}

/// Completes a node whose children have been appended.
fn finish<S: Scalar, const D: usize>(nodes: &mut [Node<S, D>], index: usize) {
    let (above, below) = nodes.split_at_mut(index + 1);
    let node = &mut above[index];
    node.nodes += narrow(below.len());
    let mut child = 0;
    while let Some(next) = below.get(child) {
        node.bounds = node.bounds.union(&next.bounds);
        node.category |= next.category;
        node.end = next.end;
        child += next.nodes as usize;
    }
}
