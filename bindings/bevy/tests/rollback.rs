//! A game in which every frame is rolled back by eight frames and repeated: no hash differs.

#[path = "../examples/rollback/game.rs"]
mod game;

use bevy_broadleaf::EntityBroadPhase;
use game::{Mismatches, Saves, Score, game};

fn play(frames: usize, saves: Saves) -> (Score, u64) {
    let mut app = game(40, 30, 8, saves);
    for frame in 0..frames {
        app.update();
        let world = app.world();
        assert_eq!(world.resource::<Mismatches>().0, 0, "in frame {frame}");
    }
    let state = app.world().resource::<EntityBroadPhase<2>>();
    state.broad_phase().validate().unwrap();
    assert_eq!(state.broad_phase().frame(), frames as u64);
    let score = *app.world().resource::<Score>();
    assert!(score.hits > 0 && score.crashes > 0, "{score:?}");
    (score, state.state_hash())
}

#[test]
fn repeated_frames_have_the_same_hash() {
    play(600, Saves::FrameNumbers);
}

#[test]
fn frame_numbers_and_clones_give_the_same_game() {
    assert_eq!(play(300, Saves::FrameNumbers), play(300, Saves::Clones));
}

/// Minutes.
#[test]
#[ignore = "long"]
fn ten_thousand_frames_have_the_same_hash() {
    play(10_000, Saves::FrameNumbers);
}
