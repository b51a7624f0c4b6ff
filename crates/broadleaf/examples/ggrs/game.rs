//! The game: two ships shoot at balls that bounce off each other. The broad phase has the whole
//! state.

use broadleaf::broad_phase::{Margin, ProxyConfig, ProxyId};
use broadleaf::{Aabb, BroadPhase, Fixed};
use serde::{Deserialize, Serialize};

/// 48 bits before the binary point and 16 after it. The game uses no floats, so its state is the
/// same on every machine.
pub(crate) type Number = Fixed<16>;
/// The state of the game is the user data of the broad phase, which a rewind restores.
pub(crate) type Game = BroadPhase<Body, Number, 2>;

pub(crate) const BALLS: i32 = 300;
const WIDTH: i32 = 100;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Input {
    pub(crate) steer: i32,
    pub(crate) fires: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Ship,
    Ball,
    Shot,
}

#[derive(Clone, Debug)]
pub(crate) struct Body {
    kind: Kind,
    center: [Number; 2],
    velocity: [Number; 2],
}

/// Mixes the bits of a number, the same on every machine.
pub(crate) fn scramble(number: usize) -> usize {
    let mixed = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as usize
}

/// The input of a player in a frame: a direction for 20 frames at a time, and occasional shots.
pub(crate) fn input(player: usize, frame: usize) -> Input {
    let steer = scramble(2 * (frame / 20) + player) % 3;
    Input {
        steer: steer as i32 - 1,
        fires: scramble(2 * (frame / 12) + player).is_multiple_of(3) && frame.is_multiple_of(3),
    }
}

fn sixteenths(number: i32) -> Number {
    Number::from_bits(i64::from(number) << 12)
}

impl Body {
    fn new(kind: Kind, center: [i32; 2], velocity: [i32; 2]) -> Self {
        Self {
            kind,
            center: center.map(Number::from_int),
            velocity: velocity.map(sixteenths),
        }
    }

    fn ball(number: usize) -> Self {
        let center = [
            scramble(3 * number) as i32 % WIDTH,
            10 + scramble(3 * number + 1) as i32 % (WIDTH - 10),
        ];
        let velocity = scramble(3 * number + 2) as i32;
        Self::new(Kind::Ball, center, [velocity % 5 - 2, velocity / 5 % 5 - 2])
    }

    fn aabb(&self) -> Aabb<Number, 2> {
        let reach = sixteenths(if self.kind == Kind::Ball { 12 } else { 6 });
        Aabb::new(
            self.center.map(|x| x.saturating_sub(reach)),
            self.center.map(|x| x.saturating_add(reach)),
        )
    }

    /// Appends all fields of the body, as the same bytes on every machine. A new field that is not
    /// written here is a compile error.
    fn encode(&self, out: &mut Vec<u8>) {
        let Self {
            kind,
            center,
            velocity,
        } = self;
        out.push(*kind as u8);
        for number in center.iter().chain(velocity) {
            out.extend(number.to_bits().to_le_bytes());
        }
    }

    /// Moves by the velocity, which is reversed at the edges of the field.
    fn advance(&mut self) {
        for (x, velocity) in self.center.iter_mut().zip(&mut self.velocity) {
            let next = x.saturating_add(*velocity);
            if next < Number::default() || next > Number::from_int(WIDTH) {
                *velocity = Number::default().saturating_sub(*velocity);
            } else {
                *x = next;
            }
        }
    }
}

/// A hash of the whole state: the broad phase, and every body with its velocity.
/// [`BroadPhase::state_hash`] alone would detect a wrong velocity only after the body has moved.
pub(crate) fn checksum(game: &Game) -> u64 {
    game.state_hash_with(Body::encode)
}

/// Changes the velocity of a ball but no box: a mistake that peers must detect.
pub(crate) fn make_mistake(game: &mut Game) {
    let ball = game.iter().find(|(_, body)| body.kind == Kind::Ball);
    let id = ball.expect("a new ball replaces each that is hit").0;
    let body = game.user_data_mut(id).expect("the proxy exists");
    body.velocity[0] = body.velocity[0].saturating_add(sixteenths(1));
}

pub(crate) fn new_game(max_delay: usize) -> Game {
    let mut game = Game::new(Margin::Snap {
        cell: Number::from_int(2),
    });
    let ships = [WIDTH / 4, 3 * WIDTH / 4].map(|x| Body::new(Kind::Ship, [x, 0], [0, 0]));
    let bodies = ships
        .into_iter()
        .chain((0..BALLS as usize).map(Body::ball))
        .map(|body| (body.aabb(), body));
    game.create_all(ProxyConfig::default(), bodies);
    game.remember(max_delay);
    game.step();
    game
}

/// Plays a frame. The result depends only on the game and the inputs.
///
/// A frame begins with the events of the previous step and ends with a step, because a rewind leads
/// to the end of a step.
pub(crate) fn advance(game: &mut Game, inputs: [Input; 2]) {
    let events = game.events().clone();
    for pair in &events.begun {
        meet(game, *pair);
    }
    let ids: Vec<_> = game.iter().map(|(id, _)| id).collect();
    for (&ship, Input { steer, fires }) in ids.iter().zip(inputs) {
        let Some(body) = game.user_data_mut(ship) else {
            continue;
        };
        body.velocity[0] = sixteenths(8 * steer);
        let shot = Body {
            kind: Kind::Shot,
            velocity: [sixteenths(steer), sixteenths(20)],
            ..body.clone()
        };
        if fires {
            game.create(shot.aabb(), shot);
        }
    }
    for id in ids {
        let Some(body) = game.user_data_mut(id) else {
            continue;
        };
        body.advance();
        let (aabb, velocity) = (body.aabb(), body.velocity);
        game.move_to(id, aabb, velocity).expect("the proxy exists");
    }
    game.step();
}

/// Two balls exchange their velocities. A shot destroys a ball and itself, and a new ball appears
/// elsewhere.
fn meet(game: &mut Game, [a, b]: [ProxyId; 2]) {
    let Some((x, y)) = game.user_data(a).cloned().zip(game.user_data(b).cloned()) else {
        return;
    };
    match (x.kind, y.kind) {
        (Kind::Ball, Kind::Ball) => {
            for (id, velocity) in [(a, y.velocity), (b, x.velocity)] {
                game.user_data_mut(id).expect("the proxy exists").velocity = velocity;
            }
        }
        (Kind::Ball, Kind::Shot) | (Kind::Shot, Kind::Ball) => {
            game.remove(a);
            game.remove(b);
            let ball = Body::ball(1000 + game.frame() as usize);
            game.create(ball.aabb(), ball);
        }
        _ => {}
    }
}
