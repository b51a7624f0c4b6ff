//! Which rows of which records are shown.

/// A machine and its records; where two have a row, the first one counts.
pub(super) struct Machine {
    pub(super) name: &'static str,
    pub(super) files: &'static [&'static str],
}

pub(super) const MACHINES: [Machine; 2] = [
    Machine {
        name: "AMD EPYC",
        files: &[
            "amd-epyc-2-cores/2026-11-29-few.csv",
            "amd-epyc-2-cores/2026-11-27-pairs-and-events.csv",
            "amd-epyc-2-cores/2026-11-22-questions.csv",
        ],
    },
    Machine {
        name: "Intel Xeon",
        files: &[
            "intel-xeon-2-cores/2026-11-28-pairs-and-events.csv",
            "intel-xeon-2-cores/2026-11-23-pairs-and-events.csv",
        ],
    },
];

/// Rows about one task.
pub(super) struct Section {
    pub(super) title: &'static str,
    /// What is measured, in a sentence.
    pub(super) about: &'static str,
    pub(super) rows: &'static [Row],
}

/// A row of the page.
pub(super) struct Row {
    pub(super) label: &'static str,
    pub(super) scene: &'static str,
    pub(super) task: &'static str,
    /// Whether the chart has it, too.
    pub(super) is_in_chart: bool,
}

const fn row(label: &'static str, scene: &'static str, task: &'static str) -> Row {
    Row {
        label,
        scene,
        task,
        is_in_chart: false,
    }
}

const fn charted(label: &'static str, scene: &'static str, task: &'static str) -> Row {
    Row {
        label,
        scene,
        task,
        is_in_chart: true,
    }
}

const PAIRS: &str = "all pairs";
const EVENTS: &str = "events";

pub(super) const SECTIONS: [Section; 4] = [
    Section {
        title: "1,000 boxes",
        about: "`PairFinder`, steps of `BroadPhase`, and queries of `PackedTree`.",
        rows: &[
            charted("all pairs, uniform 2D", "uniform-1 2D 1000", PAIRS),
            charted("all pairs, uniform 3D", "uniform-1 3D 1000", PAIRS),
            charted("all pairs, pile 2D", "pile 2D 1000", PAIRS),
            charted("all pairs, pile 3D", "pile 3D 1000", PAIRS),
            charted("step, uniform 2D", "uniform-1 2D 1000", "step"),
            charted("step, uniform 3D", "uniform-1 3D 1000", "step"),
            charted("step, pile 2D", "pile 2D 1000", "step"),
            charted("step, pile 3D", "pile 3D 1000", "step"),
            charted(
                "window, 10 hits, uniform 2D",
                "uniform-1 2D 1000",
                "range 10",
            ),
            charted(
                "closest ray, uniform 3D",
                "uniform-1 3D 1000",
                "closest hit",
            ),
            charted("nearest, uniform 2D", "uniform-1 2D 1000", "nearest"),
        ],
    },
    Section {
        title: "All pairs",
        about: "`PairFinder`; all boxes are new in every frame.",
        rows: &[
            charted("pile 2D, 8,000", "pile 2D 8000", PAIRS),
            charted("pile 3D, 8,000", "pile 3D 8000", PAIRS),
            row("uniform 2D, 10,000", "uniform-4 2D 10000", PAIRS),
            row("uniform 3D, 10,000", "uniform-4 3D 10000", PAIRS),
            charted("uniform 2D, 100,000", "uniform-4 2D 100000", PAIRS),
            charted("uniform 3D, 100,000", "uniform-4 3D 100000", PAIRS),
            row("clustered 2D, 100,000", "clustered 2D 100000", PAIRS),
            row("clustered 3D, 100,000", "clustered 3D 100000", PAIRS),
            row("pareto 2D, 100,000", "pareto 2D 100000", PAIRS),
            charted("pareto 3D, 100,000", "pareto 3D 100000", PAIRS),
            charted("surface 3D, 100,000", "surface 3D 100000", PAIRS),
            charted("polylines 2D, 100,000", "polylines 2D 100000", PAIRS),
            charted("footprints 2D, 100,000", "footprints 2D 100000", PAIRS),
            row("point cloud 3D, 100,000", "point-cloud 3D 100000", PAIRS),
            charted("cloth 2D, 100,000", "cloth 2D 100000", PAIRS),
        ],
    },
    Section {
        title: "Begin and end events",
        about: "A step of `BroadPhase`. It and `parry` know which boxes moved.",
        rows: &[
            charted("pile 2D, 8,000", "pile 2D 8000", EVENTS),
            charted("pile 3D, 8,000", "pile 3D 8000", EVENTS),
            row("uniform 2D, 10,000", "uniform-4 2D 10000", EVENTS),
            row("uniform 3D, 10,000", "uniform-4 3D 10000", EVENTS),
            charted("uniform 2D, 100,000", "uniform-4 2D 100000", EVENTS),
            charted("uniform 3D, 100,000", "uniform-4 3D 100000", EVENTS),
            charted("5 % of 100,000 move, 2D", "static-world 2D 100000", EVENTS),
            charted("5 % of 100,000 move, 3D", "static-world 3D 100000", EVENTS),
            row("clustered 2D, 100,000", "clustered 2D 100000", EVENTS),
            row("clustered 3D, 100,000", "clustered 3D 100000", EVENTS),
            row("pareto 3D, 100,000", "pareto 3D 100000", EVENTS),
            row("cloth 2D, 100,000", "cloth 2D 100000", EVENTS),
        ],
    },
    Section {
        title: "Queries of 100,000 static boxes",
        about: "`PackedTree`; each library at its fastest setting.",
        rows: &[
            row("window, 1 hit, uniform 2D", "uniform 2D 100000", "range 1"),
            charted(
                "window, 10 hits, uniform 2D",
                "uniform 2D 100000",
                "range 10",
            ),
            charted(
                "window, 10 hits, surface 3D",
                "surface 3D 100000",
                "range 10",
            ),
            row(
                "window, 1,000 hits, uniform 2D",
                "uniform 2D 100000",
                "range 1000",
            ),
            row(
                "window, 1,000 hits, uniform 3D",
                "uniform 3D 100000",
                "range 1000",
            ),
            row(
                "closest ray, uniform 2D",
                "uniform 2D 100000",
                "closest hit",
            ),
            charted(
                "closest ray, uniform 3D",
                "uniform 3D 100000",
                "closest hit",
            ),
            charted(
                "closest ray, surface 3D",
                "surface 3D 100000",
                "closest hit",
            ),
            charted("nearest, uniform 2D", "uniform 2D 100000", "nearest"),
            row("8 nearest, uniform 3D", "uniform 3D 100000", "8 nearest"),
            row("8 nearest, surface 3D", "surface 3D 100000", "8 nearest"),
        ],
    },
];
