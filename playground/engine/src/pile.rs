//! Boxes that fall into a pile, simulated frame by frame.
//!
//! Boxes do not rotate. In each frame they fall, then overlapping boxes are pushed apart along the
//! axis of least overlap, several times (Müller et al. 2007, "Position based dynamics"). The new
//! velocity of a box is its displacement divided by the time.

use broadleaf::{Aabb, Id, PairFinder};
use broadleaf_scenes::Random;

/// The length of a frame in seconds.
const FRAME: f32 = 1.0 / 60.0;
/// Downward acceleration, in mean edges per second squared.
const GRAVITY: f32 = 20.0;
/// The maximum speed, so that no box passes through another in one frame.
const MAX_SPEED: f32 = 24.0;
/// How often all pairs are pushed apart in a frame.
const ROUNDS: usize = 6;
/// The fraction of an overlap that a push removes; removing all of it would make the pile tremble.
const STRENGTH: f32 = 0.6;
/// The lower box's share of a push between stacked boxes: less than half keeps stacks upright.
const LOWER_SHARE: f32 = 0.25;
/// The fraction of its sideways motion that a box loses to a box below.
const FRICTION: f32 = 0.2;
/// The number of passes per frame that keep touching boxes from bouncing.
const CALM_ROUNDS: usize = 2;
/// A box that moves less than this in a frame comes to rest.
const REST: f32 = 0.5 * GRAVITY * FRAME * FRAME;

/// Boxes in a container without a lid.
pub(crate) struct Pile<const D: usize> {
    /// The width of the container.
    side: f32,
    bodies: Vec<Body<D>>,
    boxes: Vec<Aabb<f32, D>>,
    finder: PairFinder<f32, D>,
    pairs: Vec<[Id; 2]>,
    contacts: Vec<Contact>,
}

/// Two boxes that were pushed apart along an axis.
#[derive(Clone, Copy)]
struct Contact {
    low: Id,
    high: Id,
    axis: usize,
}

#[derive(Clone, Copy)]
struct Body<const D: usize> {
    half: [f32; D],
    center: [f32; D],
    /// The center at the end of the previous frame.
    before: [f32; D],
    velocity: [f32; D],
}

impl<const D: usize> Pile<D> {
    /// This number of boxes in the air, above a container that they will half fill.
    pub(crate) fn new(boxes: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let side = (2.2 * boxes as f32).powf(1.0 / D as f32).max(4.0);
        // The initial distance of boxes, at which no two overlap.
        let spacing = 1.5;
        let per_row = ((side / spacing) as usize).max(1);
        let bodies = (0..boxes)
            .map(|index| Body::dropped(place(index, per_row, spacing), &mut random))
            .collect();
        let mut pile = Self {
            side,
            bodies,
            boxes: Vec::new(),
            finder: PairFinder::new(),
            pairs: Vec::new(),
            contacts: Vec::new(),
        };
        pile.set_boxes();
        pile
    }

    /// Returns the current boxes, and simulates the next frame.
    pub(crate) fn next_frame(&mut self) -> Vec<Aabb<f32, D>> {
        let frame = self.boxes.clone();
        self.advance();
        frame
    }

    fn advance(&mut self) {
        self.bodies.iter_mut().for_each(Body::fall);
        self.set_boxes();
        if let Ok(query) = self.finder.within(&self.boxes) {
            query.unsorted_pairs_into(&mut self.pairs);
        }
        self.contacts.clear();
        for round in 0..ROUNDS {
            for &[a, b] in &self.pairs {
                let contact = push_apart(&mut self.bodies, a, b);
                if round == 0 {
                    self.contacts.extend(contact);
                }
            }
            let side = self.side;
            self.bodies.iter_mut().for_each(|body| body.stay_in(side));
        }
        self.bodies.iter_mut().for_each(Body::find_velocity);
        for _ in 0..CALM_ROUNDS {
            for contact in &self.contacts {
                calm(&mut self.bodies, contact);
            }
        }
        self.bodies.iter_mut().for_each(Body::rest);
        self.set_boxes();
    }

    fn set_boxes(&mut self) {
        self.boxes.clear();
        self.boxes.extend(self.bodies.iter().map(Body::aabb));
    }
}

impl<const D: usize> Body<D> {
    fn dropped(at: [f32; D], random: &mut Random) -> Self {
        let mut between = |low, high| random.between(low, high) as f32;
        let half = [0.0; D].map(|_| between(0.25, 0.7));
        let mut velocity = [0.0; D].map(|_| between(-2.0, 2.0));
        velocity[1] = 0.0;
        Self {
            half,
            center: at,
            before: at,
            velocity,
        }
    }

    fn fall(&mut self) {
        self.velocity[1] -= GRAVITY * FRAME;
        self.before = self.center;
        for axis in 0..D {
            self.center[axis] += self.velocity[axis] * FRAME;
        }
    }

    /// Keeps the box above the floor and between the walls.
    fn stay_in(&mut self, side: f32) {
        for axis in 0..D {
            let half = self.half[axis];
            let high = if axis == 1 {
                f32::INFINITY
            } else {
                side - half
            };
            self.center[axis] = self.center[axis].max(half).min(high);
        }
    }

    fn find_velocity(&mut self) {
        self.velocity = std::array::from_fn(|axis| {
            let moved = self.center[axis] - self.before[axis];
            (moved / FRAME).clamp(-MAX_SPEED, MAX_SPEED)
        });
    }

    /// Stops a box that hardly moved.
    fn rest(&mut self) {
        let moved = (0..D).map(|axis| (self.center[axis] - self.before[axis]).abs());
        if moved.fold(0.0, f32::max) < REST {
            self.center = self.before;
            self.velocity = [0.0; D];
        }
    }

    fn aabb(&self) -> Aabb<f32, D> {
        let corner =
            |sign: f32| std::array::from_fn(|axis| self.center[axis] + sign * self.half[axis]);
        Aabb::new(corner(-1.0), corner(1.0))
    }
}

/// The position of a box in stacked rows.
fn place<const D: usize>(index: usize, per_row: usize, spacing: f32) -> [f32; D] {
    let per_layer = per_row.pow(D as u32 - 1);
    std::array::from_fn(|axis| {
        let step = match axis {
            0 => index % per_row,
            1 => index / per_layer,
            _ => index / per_row % per_row,
        };
        (step as f32 + 0.5) * spacing
    })
}

/// Pushes two boxes apart along the axis of least overlap, if they overlap.
fn push_apart<const D: usize>(bodies: &mut [Body<D>], a: Id, b: Id) -> Option<Contact> {
    let [one, other] = bodies.get_disjoint_mut([a.index(), b.index()]).ok()?;
    let depth = |axis: usize| {
        one.half[axis] + other.half[axis] - (one.center[axis] - other.center[axis]).abs()
    };
    let mut axis = 0;
    for next in 1..D {
        if depth(next) < depth(axis) {
            axis = next;
        }
    }
    let least = depth(axis);
    if least <= 0.0 {
        return None;
    }
    let (low, high, ids) = match one.center[axis] < other.center[axis] {
        true => (one, other, [a, b]),
        false => (other, one, [b, a]),
    };
    let share = if axis == 1 { LOWER_SHARE } else { 0.5 };
    low.center[axis] -= STRENGTH * least * share;
    high.center[axis] += STRENGTH * least * (1.0 - share);
    if axis == 1 {
        rub(low, high);
    }
    let [low, high] = ids;
    Some(Contact { low, high, axis })
}

/// Removes the speed at which two touching boxes would separate.
fn calm<const D: usize>(bodies: &mut [Body<D>], contact: &Contact) {
    let ids = [contact.low.index(), contact.high.index()];
    let Ok([low, high]) = bodies.get_disjoint_mut(ids) else {
        return;
    };
    let [low, high] = [low, high].map(|body| &mut body.velocity[contact.axis]);
    let parting = *high - *low;
    if parting > 0.0 {
        *high -= parting / 2.0;
        *low += parting / 2.0;
    }
}

/// Slows down the sideways motion of two boxes against each other.
fn rub<const D: usize>(low: &mut Body<D>, high: &mut Body<D>) {
    for axis in (0..D).filter(|&axis| axis != 1) {
        let moved = |body: &Body<D>| body.center[axis] - body.before[axis];
        let lost = FRICTION * (moved(high) - moved(low));
        high.center[axis] -= lost * (1.0 - LOWER_SHARE);
        low.center[axis] += lost * LOWER_SHARE;
    }
}
