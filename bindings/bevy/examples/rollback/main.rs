//! Plays a game in which every frame is rolled back by eight and repeated: `cargo run --release
//! --features ggrs --example rollback [FRAMES [ROCKS]]`.

mod game;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| {
        arguments
            .next()
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let (frames, rocks) = (number(600), number(200));
    let mut app = game::game(rocks, rocks, 8, game::Saves::FrameNumbers);
    for _ in 0..frames {
        app.update();
    }
    let world = app.world();
    let score = world.resource::<game::Score>();
    let mismatches = world.resource::<game::Mismatches>().0;
    println!(
        "{frames} frames, {} boxes, {score:?}, {mismatches} mismatches",
        game::count(&app)
    );
    assert_eq!(mismatches, 0);
}
