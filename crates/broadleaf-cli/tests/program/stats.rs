//! `broadleaf stats`.

use crate::desk::Desk;

#[test]
fn stats_describes_any_structure() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 500 --dim 2 -o flat.aabbs");
    let pairs = &desk.json("run flat.aabbs --json")["pairs"];
    for (structure, builds) in [
        ("auto", 3),
        ("dynamic-tree", 3),
        ("quadtree", 2),
        ("kd-sweep", 2),
        ("pencil-sweep", 2),
        ("brute-force", 2),
    ] {
        let stats = desk.json(&format!("stats flat.aabbs --structure {structure} --json"));
        assert_eq!(&stats["pairs"], pairs, "{structure}");
        assert_eq!(
            (&stats["boxes"], &stats["dim"], &stats["frames"]),
            (&500.into(), &2.into(), &1.into())
        );
        let found = stats["builds"].as_array().unwrap();
        assert_eq!(found.len(), builds, "{structure}");
        for build in found {
            assert!(build["bytes_per_box"].as_f64().unwrap() > 0.0, "{build}");
        }
    }
    let named = desk.succeed("stats flat.aabbs --structure quadtree");
    assert!(named.contains("quadtree, built"), "{named}");
}
