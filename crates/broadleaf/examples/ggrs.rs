//! A session over a slow network, as in GGRS. The other player's input arrives late and is
//! predicted. If the prediction was wrong, the broad phase rewinds, and the game plays those frames
//! again. In the end, every frame has the same hash as in a run without delays. Then the crate
//! `ggrs` tests the same game, and a game with a wrong velocity, which it detects.
//!
//! `cargo run -p broadleaf --example ggrs`

#[path = "ggrs/game.rs"]
mod game;
#[path = "ggrs/through_ggrs.rs"]
mod through_ggrs;

use game::{Game, Input, advance, checksum, input, make_mistake, new_game, scramble};
use ggrs::GgrsError;

const FRAMES: usize = 600;
/// Inputs are less than this many frames late.
const MAX_DELAY: usize = 8;

/// The game of one player, whose own inputs are immediate, while the other player's arrive late.
struct Session {
    game: Game,
    /// By frame, the assumed inputs of the other player.
    assumed: Vec<Input>,
    hashes: Vec<u64>,
    rewinds: usize,
    played_again: usize,
}

impl Session {
    /// The number of the other player's inputs that have arrived before a frame. They arrive in
    /// order, in bursts.
    fn arrived(frame: usize) -> usize {
        (0..=frame)
            .rev()
            .find(|&sent| frame - sent >= 2 + scramble(sent / 5) % (MAX_DELAY - 2))
            .map_or(0, |sent| sent + 1)
    }

    fn advance(&mut self) {
        let frame = self.assumed.len();
        let arrived = Self::arrived(frame);
        if let Some(wrong) =
            (0..arrived.min(frame)).find(|&past| self.assumed[past] != input(1, past))
        {
            self.game
                .rewind(frame - wrong)
                .expect("the broad phase remembers more frames than any delay");
            self.assumed.truncate(wrong);
            self.hashes.truncate(wrong);
            self.rewinds += 1;
            self.played_again += frame - wrong;
        }
        while self.assumed.len() <= frame {
            let now = self.assumed.len();
            // A missing input is predicted to equal the last known one.
            let other = arrived
                .checked_sub(1)
                .map_or(Input::default(), |last| input(1, now.min(last)));
            advance(&mut self.game, [input(0, now), other]);
            self.assumed.push(other);
            self.hashes.push(checksum(&self.game));
        }
    }
}

fn main() {
    let mut straight = new_game(MAX_DELAY);
    let mut expected = Vec::new();
    for frame in 0..FRAMES {
        advance(&mut straight, [0, 1].map(|player| input(player, frame)));
        expected.push(checksum(&straight));
    }

    let mut session = Session {
        game: new_game(MAX_DELAY),
        assumed: Vec::new(),
        hashes: Vec::new(),
        rewinds: 0,
        played_again: 0,
    };
    let mut max_bytes = 0;
    for _ in 0..FRAMES {
        session.advance();
        max_bytes = max_bytes.max(session.game.history_bytes());
    }
    // The inputs of the last frames have not arrived yet.
    let known = Session::arrived(FRAMES - 1);
    assert!(session.hashes[..known] == expected[..known]);
    assert!(session.rewinds > FRAMES / 50 && session.played_again > session.rewinds);

    println!(
        "{FRAMES} frames, {} bodies at the end, inputs up to {} frames late",
        session.game.len(),
        MAX_DELAY - 1
    );
    println!(
        "went back {} times and played {} frames again",
        session.rewinds, session.played_again
    );
    println!(
        "all {known} frames with known inputs have the hashes of a run without delays, the last one {:016x}",
        expected[known - 1]
    );
    println!("remembering {MAX_DELAY} frames took at most {max_bytes} bytes");

    let hashes = through_ggrs::play(FRAMES, MAX_DELAY, |_| {});
    assert!(hashes.expect("no frame differs when it is played again") == expected);
    println!(
        "ggrs went back {} frames in every frame and found the same hashes",
        MAX_DELAY - 1
    );

    let (before, hash) = (straight.state_hash(), checksum(&straight));
    make_mistake(&mut straight);
    assert!(straight.state_hash() == before && checksum(&straight) != hash);
    // Each frame is played MAX_DELAY times, so a play with an odd number repeats a frame that was
    // played without the mistake.
    let mut played = 0;
    let outcome = through_ggrs::play(FRAMES, MAX_DELAY, |game| {
        played += 1;
        if played % 1001 == 0 {
            make_mistake(game);
        }
    });
    assert!(matches!(outcome, Err(GgrsError::MismatchedChecksum { .. })));
    println!("ggrs detected a wrong velocity, which no box shows");
}
