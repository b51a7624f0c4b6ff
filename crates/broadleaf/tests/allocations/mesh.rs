//! Candidates of a moving mesh.

use broadleaf::mesh::{MeshCandidates, Topology};
use stats_alloc::Region as Counted;

use super::{GLOBAL, STEPS};

/// A waving cloth, once around in `STEPS` steps.
fn wave(step: u32) -> Vec<[f64; 3]> {
    let place = |vertex: u32| {
        let [x, y] = [vertex % 40, vertex / 40].map(f64::from);
        let angle = f64::from(step) / f64::from(STEPS) * std::f64::consts::TAU;
        [x, y, (0.5 * x + angle).sin()]
    };
    (0..1_600).map(place).collect()
}

pub(super) fn check_mesh() {
    let cells = (1..40).flat_map(|y| (1..40).map(move |x| x + 40 * y));
    let faces = cells.flat_map(|at: u32| [[at - 41, at - 40, at - 1], [at - 40, at, at - 1]]);
    let topology = Topology::of_faces(1_600, faces.collect()).unwrap();
    let mut candidates = MeshCandidates::<f32, 3>::new(topology);
    let frames: Vec<_> = (0..=STEPS).map(wave).collect();
    let mut pairs = Vec::new();
    let mut around = || {
        let mut found = 0;
        for frames in frames.windows(2) {
            candidates.update(&frames[0], &frames[1], 0.3).unwrap();
            candidates.edge_edge().unsorted_pairs_into(&mut pairs);
            found += pairs.len();
            candidates.vertex_face().pairs_into(&mut pairs);
            found += pairs.len();
        }
        found
    };
    let warm = around();
    let counted = Counted::new(GLOBAL);
    assert_eq!(around(), warm);
    let change = counted.change();
    assert_eq!(change.allocations + change.reallocations, 0, "{change:?}");
    assert!(warm > 0);
}
