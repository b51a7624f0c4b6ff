//! The checked crates, and the layers of the library.

use std::path::Path;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// The modules at the root, lowest layer first; empty if the crate has no layers.
    pub(crate) layers: &'static [&'static [&'static str]],
    /// Folders and names of files that may contain `unsafe`.
    pub(crate) may_be_unsafe: &'static [&'static str],
}

/// The checked crates, each with its rules.
pub(crate) const CRATES: &[(&str, Rules)] = &[
    ("broadleaf", LIBRARY),
    ("broadleaf-any", STRICT),
    (
        "broadleaf-bench",
        Rules {
            may_be_unsafe: &["allocator.rs", "box2d.rs"],
            ..STRICT
        },
    ),
    (
        "broadleaf-cli",
        Rules {
            may_be_unsafe: &["index_file/map.rs"],
            ..STRICT
        },
    ),
    ("broadleaf-columns", STRICT),
    (
        "broadleaf-golden",
        Rules {
            may_be_unsafe: &["wasm.rs"],
            ..STRICT
        },
    ),
    ("broadleaf-n-body", STRICT),
    ("broadleaf-outofcore", STRICT),
    ("broadleaf-scenes", STRICT),
    ("broadleaf-tables", STRICT),
    ("xtask", STRICT),
];

const LIBRARY: Rules = Rules {
    layers: &[
        &["work"],
        &["simd"],
        &["geometry", "store"],
        &["filter"],
        &["executor"],
        &["sort"],
        &["curve", "visit"],
        &["report"],
        &["tiling"],
        &["pair_finder"],
        &["index", "mesh"],
        &["node_tree"],
        &[
            "brute_force",
            "dynamic_tree",
            "kd_sweep",
            "orthtree",
            "packed_tree",
            "pencil_sweep",
        ],
        &["settled_tree"],
        &["broad_phase"],
        &["log"],
        &["aliases", "compiled", "interop", "hostile", "oracle"],
        &["prelude"],
    ],
    may_be_unsafe: &["simd", "bytemuck.rs"],
};

/// A crate without layers.
const STRICT: Rules = Rules {
    layers: &[],
    may_be_unsafe: &[],
};

impl Rules {
    /// The layer of the module `path`, by its first name.
    pub(crate) fn layer_of(&self, path: &[String]) -> Option<usize> {
        let name = path.first()?;
        let mut layers = self.layers.iter();
        layers.position(|layer| layer.contains(&name.as_str()))
    }

    pub(crate) fn may_be_unsafe(&self, file: &Path) -> bool {
        let mut names = self.may_be_unsafe.iter();
        names.any(|name| file.starts_with(name) || file.ends_with(name))
    }
}
