//! A session over a slow network, as GGRS plays it: the other player's input is predicted, comes
//! late, and if it was another one, the world goes back and plays those frames again. In the end
//! every frame has the hash that it has where nothing comes late. Then the same game is tested by
//! the crate `ggrs`.
//!
//! `cargo run -p broadleaf --example rollback`

#[path = "rollback/game.rs"]
mod game;
#[path = "rollback/through_ggrs.rs"]
mod through_ggrs;

use game::{Game, Input, advance, input, new_game, scramble};

const FRAMES: usize = 600;
/// The most frames by which an input is late.
const MOST_LATE: usize = 8;

/// What one player sees: their own inputs at once, those of the other one late.
struct Session {
    game: Game,
    /// What the other player was taken to do, by frame.
    taken: Vec<Input>,
    hashes: Vec<u64>,
    rewinds: usize,
    played_again: usize,
}

impl Session {
    /// How many of the other one's inputs are here before a frame: they come in order, in bursts.
    fn arrived(frame: usize) -> usize {
        (0..=frame)
            .rev()
            .find(|&sent| frame - sent >= 2 + scramble(sent / 5) % (MOST_LATE - 2))
            .map_or(0, |sent| sent + 1)
    }

    fn advance(&mut self) {
        let frame = self.taken.len();
        let arrived = Self::arrived(frame);
        if let Some(wrong) =
            (0..arrived.min(frame)).find(|&past| self.taken[past] != input(1, past))
        {
            self.game
                .rewind(frame - wrong)
                .expect("no input is later than what is remembered");
            self.taken.truncate(wrong);
            self.hashes.truncate(wrong);
            self.rewinds += 1;
            self.played_again += frame - wrong;
        }
        while self.taken.len() <= frame {
            let now = self.taken.len();
            // Where nobody knows, they go on as they did.
            let other = arrived
                .checked_sub(1)
                .map_or(Input::default(), |last| input(1, now.min(last)));
            advance(&mut self.game, [input(0, now), other], now);
            self.taken.push(other);
            self.hashes.push(self.game.state_hash());
        }
    }
}

fn main() {
    let mut straight = new_game(MOST_LATE);
    let mut expected = Vec::new();
    for frame in 0..FRAMES {
        advance(
            &mut straight,
            [0, 1].map(|player| input(player, frame)),
            frame,
        );
        expected.push(straight.state_hash());
    }

    let mut session = Session {
        game: new_game(MOST_LATE),
        taken: Vec::new(),
        hashes: Vec::new(),
        rewinds: 0,
        played_again: 0,
    };
    let mut most_bytes = 0;
    for _ in 0..FRAMES {
        session.advance();
        most_bytes = most_bytes.max(session.game.history_bytes());
    }
    // What the last frames were taken to be is not known yet.
    let known = Session::arrived(FRAMES - 1);
    assert!(session.hashes[..known] == expected[..known]);
    assert!(session.rewinds > FRAMES / 50 && session.played_again > session.rewinds);

    println!(
        "{FRAMES} frames, {} bodies at the end, inputs up to {} frames late",
        session.game.len(),
        MOST_LATE - 1
    );
    println!(
        "went back {} times and played {} frames again",
        session.rewinds, session.played_again
    );
    println!(
        "all {known} frames that are certain have the hashes of a straight run, the last one {:016x}",
        expected[known - 1]
    );
    println!("{MOST_LATE} frames to go back to took {most_bytes} bytes at most");

    assert!(through_ggrs::play(FRAMES, MOST_LATE) == expected);
    println!(
        "ggrs went back {} frames in every frame and found the same hashes",
        MOST_LATE - 1
    );
}
