//! `broadleaf query`, `stats` and `draw` on generated scenes.

use std::fs;

use crate::desk::Desk;

#[test]
fn scenes_are_generated_queried_measured_and_drawn() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 2000 --frames 4 --dim 2 --seed 9 -o flat.aabbs");
    desk.succeed("scene lattice -n 1000 -o solid.aabbs");
    assert_eq!(desk.json("run flat.aabbs --check --json")["dim"], 2);
    assert_eq!(
        desk.json("run flat.aabbs --structure quadtree --check --json")["structure"],
        "quadtree"
    );
    desk.succeed("draw flat.aabbs --structure quadtree -o cells.svg");

    let found = desk.json("query solid.aabbs --box 0.5,0.5,0.5,1.5,0.5,0.5 --json");
    assert_eq!(found["found"].as_array().unwrap().len(), 2);
    let touched = desk.json("query solid.aabbs --box 1,0,0,2,1,1 --json");
    let inside = desk.json("query solid.aabbs --box 1,0,0,2,1,1 --interiors --json");
    let len = |answer: &serde_json::Value| answer["found"].as_array().unwrap().len();
    assert_eq!((len(&touched), len(&inside)), (12, 1));
    let hits = desk.json("query solid.aabbs --ray -2,0.5,0.5,1,0,0 --json");
    let reached: Vec<_> = hits["found"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| (hit["id"].as_u64().unwrap(), hit["value"].as_f64().unwrap()))
        .collect();
    assert_eq!(
        reached,
        (0..10).map(|i| (i, 2.0 + i as f64)).collect::<Vec<_>>()
    );
    let near = desk.succeed("query solid.aabbs --nearest -3,-4,0.5 -k 2");
    assert!(
        near.contains(" 0 ") && near.contains(" 5 ") && near.contains("2 of 1,000 boxes"),
        "{near}"
    );
    assert!(
        hits["tests"].as_u64().unwrap() < 500,
        "a tree must not test every box"
    );

    let stats = desk.succeed("stats flat.aabbs --frame 3");
    assert!(
        stats.contains("frame 3 of 4, 2D") && stats.contains("one by one"),
        "{stats}"
    );
    for (scene, dimensions) in [("flat", "2D"), ("solid", "3D")] {
        desk.succeed(&format!("draw {scene}.aabbs -o {scene}.svg"));
        assert!(
            fs::read_to_string(desk.path(&format!("{scene}.svg")))
                .unwrap()
                .contains(&format!("boxes in {dimensions}"))
        );
    }
}
