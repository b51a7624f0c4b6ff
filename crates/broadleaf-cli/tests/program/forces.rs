//! `broadleaf forces`.

use std::fs;

use crate::desk::Desk;

#[test]
fn two_bodies_attract_each_other() {
    let desk = Desk::new();
    fs::write(
        desk.path("two.csv"),
        "min_x,min_y,max_x,max_y\n0,0,2,2\n3,0,7,2\n",
    )
    .unwrap();
    let summed = desk.json("forces two.csv --mass volume --out forces.csv --check --json");
    assert_eq!(summed["total_mass"], 12.0);
    assert_eq!(
        (&summed["largest_force"], &summed["error"]),
        (&2.0.into(), &0.0.into())
    );
    assert_eq!(
        fs::read_to_string(desk.path("forces.csv")).unwrap(),
        "id,mass,x,y,fx,fy\n0,4,1,1,2,0\n1,8,5,1,-2,0\n"
    );
    let by_number = desk.json("forces two.csv --json");
    assert_eq!(
        (&by_number["largest_force"], &by_number["mass"]),
        (&0.0625.into(), &"one".into())
    );
    assert!(by_number["error"].is_null());
}

#[test]
fn the_opening_sets_the_error() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 2000 -o a.aabbs");
    let error = |opening: &str| {
        let summed = desk.json(&format!(
            "forces a.aabbs --opening {opening} --check --json"
        ));
        summed["error"].as_f64().unwrap()
    };
    let [none, half, one] = ["0", "0.5", "1"].map(error);
    assert!(
        none < 1e-12 && none < half && half < one && half < 0.01,
        "{none} {half} {one}"
    );
    let outcome = desk.run("forces a.aabbs --opening 1 --check --tolerance 1e-9");
    assert_eq!(outcome.code, 1);
    assert!(
        outcome.err.contains("differ from the direct sum by"),
        "{}",
        outcome.err
    );
    assert!(
        outcome.out.contains("2,000 with a total mass of 2000"),
        "{}",
        outcome.out
    );
}

#[test]
fn wrong_bodies_are_refused() {
    let desk = Desk::new();
    desk.succeed("scene infinite -n 300 -o infinite.aabbs");
    let refusal = desk.refusal("forces infinite.aabbs");
    assert!(
        refusal.ends_with("is infinite: it has no center of mass"),
        "{refusal}"
    );
    for (arguments, message) in [
        ("--opening -1", "--opening is 0 or more, not -1"),
        ("--opening nan", "--opening is 0 or more, not NaN"),
        (
            "--frame 1",
            "there is no frame 1: the scene has 1 frames, numbered from 0",
        ),
        (
            "-o infinite.aabbs",
            "infinite.aabbs: the output infinite.aabbs would be written over this input",
        ),
    ] {
        let refusal = desk.refusal(&format!("forces infinite.aabbs {arguments}"));
        assert_eq!(refusal, message, "{arguments}");
    }
    desk.succeed("scene uniform -n 0 -o none.aabbs");
    assert!(desk.json("forces none.aabbs --check --json")["largest_force_on"].is_null());
}
