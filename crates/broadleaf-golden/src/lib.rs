//! Golden traces: hashes of the answers to a long sequence of operations and queries, for every
//! structure, scalar and dimension.
//!
//! An answer depends neither on the structure nor on the machine, so there is one expected hash for
//! each scalar and dimension. `golden.txt` holds them, in the form of [`report`]. After an intended
//! change of an answer, regenerate the file:
//!
//! ```sh
//! cargo run --package broadleaf-golden > crates/broadleaf-golden/golden.txt
//! ```

mod broad_phase;
mod hash;
mod package;
mod questions;
mod script;
mod trace;
#[cfg(target_family = "wasm")]
mod wasm;

use broadleaf::orthtree::Orthtree;
use broadleaf::{BruteForce, DynamicTree, Fixed, KdSweep, PencilSweep, SettledTree};

use self::script::GoldenScalar;
use self::trace::trace;

/// The expected result of [`report`].
pub const EXPECTED: &str = include_str!("../golden.txt");

/// The hash of all answers of one structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The number type of the boxes; `package` for the trace that the npm package plays as well.
    pub scalar: &'static str,
    /// The number of dimensions, 2 or 3.
    pub dimensions: usize,
    /// The structure.
    pub structure: &'static str,
    /// The hash of the answers, in order.
    pub hash: u64,
}

impl Trace {
    /// The line for `golden.txt`, for example `f32 2D 0123456789abcdef`.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{} {}D {:016x}", self.scalar, self.dimensions, self.hash)
    }

    /// Whether [`EXPECTED`] contains the line.
    #[must_use]
    pub fn is_golden(&self) -> bool {
        EXPECTED.lines().any(|line| line == self.line())
    }
}

/// Runs all traces, grouped by scalar and dimension; brute force comes first in each group.
#[must_use]
pub fn traces() -> Vec<Trace> {
    [
        in_dimensions::<f32>(),
        in_dimensions::<f64>(),
        in_dimensions::<i32>(),
        in_dimensions::<i64>(),
        in_dimensions::<Fixed<16>>(),
        vec![of_package::<2>(), of_package::<3>()],
    ]
    .concat()
}

/// A line for each scalar and dimension, followed by a line for each structure whose answers differ
/// from those of brute force.
#[must_use]
pub fn report() -> String {
    let traces = traces();
    let of_all = |traces: &[Trace]| {
        let wrong = traces.iter().filter(|trace| trace.hash != traces[0].hash);
        let lines = wrong.map(|trace| format!("{}, {}\n", trace.line(), trace.structure));
        format!("{}\n", traces[0].line()) + &lines.collect::<String>()
    };
    traces
        .chunk_by(|a, b| (a.scalar, a.dimensions) == (b.scalar, b.dimensions))
        .map(of_all)
        .collect()
}

fn in_dimensions<S: GoldenScalar>() -> Vec<Trace> {
    [with_structures::<S, 2>(), with_structures::<S, 3>()].concat()
}

fn with_structures<S: GoldenScalar, const D: usize>() -> [Trace; 6] {
    // Each structure holds the moving or the static proxies of one broad phase. Two structures
    // share a broad phase, because broad phases take long to compile.
    let in_orthtree = broad_phase::play::<S, D, Orthtree<S, D>, BruteForce<S, D>>;
    let in_dynamic_tree = broad_phase::play::<S, D, DynamicTree<S, D>, SettledTree<S, D>>;
    let in_kd_sweep = broad_phase::play::<S, D, KdSweep<S, D>, PencilSweep<S, D>>;
    [
        ("brute-force", trace::<S, D, BruteForce<S, D>>(in_orthtree)),
        (
            "dynamic-tree",
            trace::<S, D, DynamicTree<S, D>>(in_dynamic_tree),
        ),
        ("kd-sweep", trace::<S, D, KdSweep<S, D>>(in_kd_sweep)),
        (
            "pencil-sweep",
            trace::<S, D, PencilSweep<S, D>>(in_kd_sweep),
        ),
        (
            "settled-tree",
            trace::<S, D, SettledTree<S, D>>(in_dynamic_tree),
        ),
        ("orthtree", trace::<S, D, Orthtree<S, D>>(in_orthtree)),
    ]
    .map(|(structure, hash)| Trace {
        scalar: S::NAME,
        dimensions: D,
        structure,
        hash,
    })
}

fn of_package<const D: usize>() -> Trace {
    Trace {
        scalar: "package",
        dimensions: D,
        structure: "several",
        hash: package::play::<D>(),
    }
}
