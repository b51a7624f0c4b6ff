//! `broadleaf draw`.

use std::fs;

use crate::desk::Desk;

impl Desk {
    /// Draws a picture and returns it.
    #[track_caller]
    fn picture(&self, arguments: &str) -> String {
        self.succeed(&format!("draw {arguments} -o picture.svg"));
        fs::read_to_string(self.path("picture.svg")).unwrap()
    }
}

fn count(picture: &str, part: &str) -> usize {
    picture.matches(part).count()
}

#[test]
fn numbers_are_written_where_they_fit() {
    let desk = Desk::new();
    // Two separate large boxes, one box hidden by a larger one, and one that is too small.
    let boxes = "min_x,min_y,max_x,max_y\n0,0,40,40\n60,0,100,40\n15,15,25,25\n90,90,90.1,90.1\n";
    fs::write(desk.path("map.csv"), boxes).unwrap();
    // The legend of levels also contains numbers.
    let plain = desk.picture("map.csv --levels none");
    let with_ids = desk.picture("map.csv --levels none --ids");
    let shows = |picture: &str, id: u32| picture.contains(&format!(">\n{id}\n</text>"));
    assert_eq!(
        [0, 1, 2, 3].map(|id| shows(&with_ids, id)),
        [true, true, false, false]
    );
    assert!(!shows(&plain, 1), "{plain}");
    let solid = desk.picture("built-in --frame 80 --ids");
    assert!(
        count(&solid, "matrix(1 0.577 0 1") > 300,
        "numbers lie on the fronts"
    );
}

#[test]
fn any_number_of_levels_is_drawn() {
    let desk = Desk::new();
    desk.succeed("scene line -n 3000 --dim 2 -o line.aabbs");
    let nodes = |arguments: &str| {
        let arguments = format!("draw line.aabbs {arguments} --json -o picture.svg");
        let drawn = desk.json(&arguments);
        let picture = fs::read_to_string(desk.path("picture.svg")).unwrap();
        (drawn["nodes"].as_u64().unwrap(), picture)
    };
    let (all, picture) = nodes("--levels all");
    assert_eq!(all, 2_999, "inner nodes of a binary tree");
    assert!(
        picture.contains("inner nodes of levels 0 to 1"),
        "more than nine levels"
    );
    let (few, picture) = nodes("--levels 2");
    assert_eq!(few, 7);
    assert!(picture.contains("levels 0 to 2"));
    let (default, _) = nodes("");
    assert!(few < default && default < all);
    let (none, picture) = nodes("--levels none");
    assert_eq!((none, picture.contains("inner nodes")), (0, false));
    assert_eq!(desk.run("draw line.aabbs --levels some -o a.svg").code, 2);
}

#[test]
fn the_cuts_of_a_kd_sweep_are_drawn() {
    let desk = Desk::new();
    for dim in [2, 3] {
        desk.succeed(&format!("scene uniform -n 600 --dim {dim} -o a.aabbs"));
        let of_kd = "a.aabbs --structure kd-sweep --leaf-capacity 16";
        let [without, with] = ["", " --cuts"].map(|cuts| desk.picture(&format!("{of_kd}{cuts}")));
        assert_eq!(count(&without, "stroke-dasharray"), 0);
        let group = with.split("stroke-dasharray=\"6 3\"").nth(1).unwrap();
        let (group, _) = group.split_once("</g>").unwrap();
        assert!(count(group, "<path") > 6, "{dim}D: {group}");
    }
    assert_eq!(
        desk.refusal("draw a.aabbs --cuts -o a.svg"),
        "--cuts shows the cuts of kd-sweep, and dynamic-tree has none"
    );
}

#[test]
fn a_broad_phase_is_drawn_with_fat_boxes_and_pairs() {
    let desk = Desk::new();
    // Boxes 0 and 1 overlap; 1 and 2 only with a margin of 1; 3 is far away.
    let boxes = "min_x,min_y,max_x,max_y\n0,0,2,2\n1,0,3,2\n4,0,6,2\n20,0,22,2\n";
    fs::write(desk.path("map.csv"), boxes).unwrap();
    let picture = desk.picture("map.csv --broad-phase --margin fatten:1:0");
    assert_eq!(count(&picture, "<line"), 3);
    assert_eq!(
        count(&picture, "stroke=\"#c1121f\""),
        1,
        "one pair overlaps"
    );
    assert_eq!(
        count(&picture, "stroke=\"#e0a100\""),
        2,
        "0 and 2, 1 and 2 touch when fat"
    );
    for part in ["fat box", "pair that overlaps", "pair of fat boxes only"] {
        assert!(picture.contains(part), "{part}");
    }
    assert!(!picture.contains("inner nodes"));
    let drawn = desk.json(
        "draw map.csv --broad-phase --margin tight --static 1-2 --levels all --json -o picture.svg",
    );
    assert_eq!(
        (&drawn["pairs"], &drawn["margin"]),
        (&1.into(), &"tight".into())
    );
    assert_eq!(
        drawn["nodes"], 2,
        "a node above the two boxes in each structure"
    );
    assert_eq!(
        desk.refusal("draw map.csv --margin tight -o a.svg"),
        "--margin needs --broad-phase"
    );
    assert_eq!(
        desk.refusal("draw map.csv --static 1 -o a.svg"),
        "--static needs --broad-phase"
    );
}

/// A broad phase that is drawn has seen every frame up to that one.
#[test]
fn a_drawn_broad_phase_has_a_history() {
    let desk = Desk::new();
    let drawn = desk.json("draw built-in --frame 80 --broad-phase --json -o broad-phase.svg");
    assert_eq!(drawn["margin"], "fatten:0.1:2");
    let still = desk.json("draw built-in --broad-phase --json -o broad-phase.svg");
    assert_ne!(drawn["pairs"], still["pairs"]);
}
