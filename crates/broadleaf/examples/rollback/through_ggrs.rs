//! The game in the hands of GGRS: what it wants saved is a frame's hash, and what it wants loaded
//! is a rewind.

use ggrs::{Config, GgrsRequest, PredictRepeatLast, SessionBuilder};

use super::game::{Input, advance, input, new_game};

struct Duel;

impl Config for Duel {
    type Input = Input;
    type InputPredictor = PredictRepeatLast;
    /// The world remembers its steps itself.
    type State = ();
    type Address = ();
}

/// Plays so many frames in a session that goes back `most_late - 1` frames in each of them, and
/// panics if it does not find the same hashes again; returns the hashes.
pub(crate) fn play(frames: usize, most_late: usize) -> Vec<u64> {
    let builder = SessionBuilder::<Duel>::new()
        .with_num_players(2)
        .expect("two players")
        .with_max_prediction_window(most_late);
    let mut session = builder
        .with_check_distance(most_late - 1)
        .start_synctest_session()
        .expect("a session without a network");
    let (mut game, mut now, mut hashes) = (new_game(most_late), 0, Vec::new());
    for frame in 0..frames {
        for player in 0..2 {
            session
                .add_local_input(player, input(player, frame))
                .expect("a player");
        }
        for request in session.advance_frame().expect("the same hashes") {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => {
                    cell.save(frame, Some(()), Some(game.state_hash().into()))
                }
                GgrsRequest::LoadGameState { frame, .. } => {
                    let then = usize::try_from(frame).expect("a frame");
                    game.rewind(now - then)
                        .expect("so many frames are remembered");
                    now = then;
                }
                GgrsRequest::AdvanceFrame { inputs } => {
                    advance(&mut game, [inputs[0].0, inputs[1].0], now);
                    now += 1;
                    hashes.truncate(now - 1);
                    hashes.push(game.state_hash());
                }
            }
        }
    }
    hashes
}
