//! The bounds, and their exceptions.
//!
//! A bound is a number of comparisons, in units of what a query may cost: n log₂ n for a build and
//! for n inserts, n log₂ n + pairs for all pairs and for a step of a broad phase, log₂ n + found
//! for a range, log₂ n + √n + found for a ray, log₂ n + found for the nearest boxes. Twice as many
//! boxes must not raise it. The documentation of a structure names its exceptions.

use super::measure::Question;

/// Coordinates of all magnitudes: nearly all boxes lie in a vanishing part of space.
const MAGNITUDES: &str = "points of all magnitudes";
const GROWING: &str = "growing exponentially";
const SHRINKING: &str = "shrinking exponentially";
/// Long boxes, some of which cross any cut.
const RODS: &str = "rods along one axis";
const RODS_THROUGH: &str = "rods through everything";
const PLATES: &str = "plates";
const SLABS: &str = "infinite slabs";
/// In `f64`, cuts do not distinguish boxes that are 2^24 times nearer to each other than to
/// another.
const FAR: &str = "one at 10^9";
/// Rays with directions so short that quotients overflow, which are tested with every box.
const STEPS: &str = "a few smallest steps";

/// The most comparisons of a structure for a query, and the families that are excepted.
type Bound = (f64, &'static [&'static str]);

/// The bound of a structure; `None` if the query is documented to visit every box.
#[rustfmt::skip]
pub(super) fn bound(structure: &str, question: Question) -> Option<Bound> {
    use Question::{Batch, Build, Insert, Nearest, Pairs, Range, Ray, Step};
    Some(match (structure, question) {
        ("DynamicTree", Build) => (50.0, &[MAGNITUDES, GROWING, SHRINKING]),
        ("DynamicTree", Insert) => (60.0, &[MAGNITUDES]),
        ("DynamicTree", Pairs) => (25.0, &[MAGNITUDES, RODS_THROUGH]),
        ("DynamicTree", Range) => (40.0, &[MAGNITUDES, RODS, RODS_THROUGH]),
        ("DynamicTree", Ray) => (80.0, &[MAGNITUDES, STEPS]),
        ("DynamicTree", Nearest) => (200.0, &[MAGNITUDES]),
        ("KdSweep", Build) => (20.0, &[]),
        ("KdSweep", Insert) => (50.0, &[]),
        ("KdSweep", Pairs) => (20.0, &[]),
        ("KdSweep", Range) => (40.0, &[]),
        ("KdSweep", Ray) => (130.0, &[STEPS]),
        ("KdSweep", Nearest) => (320.0, &[]),
        ("Orthtree", Build) => (45.0, &[]),
        ("Orthtree", Insert) => (60.0, &[]),
        ("Orthtree", Pairs) => (10.0, &[RODS, RODS_THROUGH]),
        ("Orthtree", Range) => (40.0, &[MAGNITUDES, GROWING, SHRINKING, RODS, RODS_THROUGH, PLATES, SLABS]),
        ("Orthtree", Ray) => (80.0, &[MAGNITUDES, RODS, RODS_THROUGH, STEPS]),
        ("Orthtree", Nearest) => (300.0, &[RODS, RODS_THROUGH, PLATES, SLABS]),
        ("PackedTree", Build) => (5.0, &[]),
        ("PackedTree", Pairs) => (25.0, &[MAGNITUDES]),
        ("PackedTree", Range) => (40.0, &[MAGNITUDES]),
        ("PackedTree", Ray) => (30.0, &[STEPS]),
        ("PackedTree", Nearest) => (40.0, &[]),
        ("PackedTree, curve", Build) => (5.0, &[MAGNITUDES, GROWING, SHRINKING]),
        ("PackedTree, curve", Pairs) => (50.0, &[MAGNITUDES]),
        ("PackedTree, curve", Range) => (80.0, &[MAGNITUDES]),
        ("PackedTree, curve", Ray) => (60.0, &[STEPS]),
        ("PackedTree, curve", Nearest) => (80.0, &[]),
        ("PairFinder", Pairs) => (10.0, &[]),
        ("PencilSweep", Build) => (5.0, &[]),
        ("PencilSweep", Pairs) => (10.0, &[]),
        ("SettledTree", Build) => (5.0, &[]),
        ("SettledTree", Insert) => (60.0, &[MAGNITUDES]),
        ("SettledTree", Pairs) => (30.0, &[MAGNITUDES, FAR]),
        ("SettledTree", Range) => (60.0, &[MAGNITUDES, FAR]),
        ("SettledTree", Ray) => (60.0, &[STEPS]),
        ("SettledTree", Nearest) => (100.0, &[MAGNITUDES, FAR]),
        // Tests only the growth: a batch of a small scene finds most of its boxes.
        (_, Batch) => (f64::INFINITY, &[RODS, FAR]),
        ("BroadPhase", Step) => (100.0, &[MAGNITUDES, GROWING, SHRINKING]),
        _ => return None,
    })
}
