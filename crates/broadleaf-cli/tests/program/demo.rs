//! Without a command.

use std::fs;

use crate::desk::Desk;

#[test]
fn without_a_command_it_plays_and_draws_the_built_in_scene() {
    let desk = Desk::new();
    let out = desk.succeed("");
    for part in [
        "pile 3d, 455 boxes in 3D, 160 frames",
        "dynamic-tree",
        "157,668 in all frames",
        "3,765 began, 2,330 ended",
        "height",
        "Try next",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let picture = fs::read_to_string(desk.path("broadleaf-demo.svg")).unwrap();
    assert!(
        picture.starts_with("<svg") && picture.contains("455 boxes in 3D"),
        "{}",
        &picture[..200]
    );
}
