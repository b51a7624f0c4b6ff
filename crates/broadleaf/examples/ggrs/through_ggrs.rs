//! The game in a GGRS session: a request to save stores only the hash of the frame, and a request
//! to load becomes a rewind.

use ggrs::{Config, GgrsError, GgrsRequest, PredictRepeatLast, SessionBuilder};

use super::game::{Game, Input, advance, checksum, input, new_game};

struct Duel;

impl Config for Duel {
    type Input = Input;
    type InputPredictor = PredictRepeatLast;
    /// Nothing, because the broad phase remembers its steps.
    type State = ();
    type Address = ();
}

/// Plays `frames` frames in a session that rewinds `max_delay - 1` frames in each of them, and lets
/// `disturb` change the game after each. Returns the hashes, or an error if a replayed frame has
/// another hash.
pub(crate) fn play(
    frames: usize,
    max_delay: usize,
    mut disturb: impl FnMut(&mut Game),
) -> Result<Vec<u64>, GgrsError> {
    let builder = SessionBuilder::<Duel>::new()
        .with_num_players(2)
        .expect("two players are allowed")
        .with_max_prediction_window(max_delay);
    let mut session = builder
        .with_check_distance(max_delay - 1)
        .start_synctest_session()
        .expect("the session is valid");
    let (mut game, mut now, mut hashes) = (new_game(max_delay), 0, Vec::new());
    // The frames of the broad phase include the steps that set up the game.
    let first = game.frame();
    for frame in 0..frames {
        for player in 0..2 {
            session
                .add_local_input(player, input(player, frame))
                .expect("the player exists");
        }
        for request in session.advance_frame()? {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => {
                    cell.save(frame, Some(()), Some(checksum(&game).into()));
                }
                GgrsRequest::LoadGameState { frame, .. } => {
                    let then = usize::try_from(frame).expect("the frame is not negative");
                    game.rewind_to(first + then as u64)
                        .expect("the broad phase remembers these frames");
                    now = then;
                }
                GgrsRequest::AdvanceFrame { inputs } => {
                    advance(&mut game, [inputs[0].0, inputs[1].0]);
                    disturb(&mut game);
                    now += 1;
                    hashes.truncate(now - 1);
                    hashes.push(checksum(&game));
                }
            }
        }
    }
    Ok(hashes)
}
