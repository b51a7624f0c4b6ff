//! Every shape is listed wherever the recipes of `docs/internals/shapes.md` require it.
//!
//! The list of shapes is the `pub use` of `geometry/shapes/mod.rs`; whether a shape is a region or
//! a probe is read from its `impl`. So a shape that is missing from a list fails here. If a list is
//! not required, delete it here.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const SHAPES: &str = "crates/broadleaf/src/geometry/shapes";

/// A place that must name shapes: its files, of which one suffices, and the shapes.
struct Place {
    files: &'static [&'static str],
    wants: fn(&Shape) -> bool,
}

const PLACES: &[Place] = &[
    // References to the shape, and its location.
    Place {
        files: &["crates/broadleaf/src/geometry/shapes/list.rs"],
        wants: |_| true,
    },
    // The table of its tests.
    Place {
        files: &["docs/internals/shapes.md"],
        wants: |_| true,
    },
    // The documentation of the trait.
    Place {
        files: &["crates/broadleaf/src/geometry/region.rs"],
        wants: |shape| shape.is_region,
    },
    Place {
        files: &["crates/broadleaf/src/geometry/probe.rs"],
        wants: |shape| shape.is_probe,
    },
    // The test of the law, over the whole range of each scalar.
    Place {
        files: &[
            "crates/broadleaf/tests/it/shapes/mod.rs",
            "crates/broadleaf/tests/it/laws/monotone.rs",
        ],
        wants: |_| true,
    },
    Place {
        files: &["crates/broadleaf/tests/it/auto_traits.rs"],
        wants: |_| true,
    },
    // Files and messages. Borrowed lists and insides of boxes are created on demand, never stored.
    Place {
        files: &["crates/broadleaf/tests/it/interop.rs"],
        wants: |shape| !["HalfSpaces", "Interior"].contains(&shape.name.as_str()),
    },
];

struct Shape {
    name: String,
    is_region: bool,
    is_probe: bool,
}

/// Checks that each required place names each shape.
///
/// # Errors
/// Lists every shape with the place where it is missing.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let read = |path: &str| {
        fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
    };
    let mut code = String::new();
    for entry in fs::read_dir(root.join(SHAPES)).map_err(|error| format!("{SHAPES}: {error}"))? {
        let path = entry.map_err(|error| error.to_string())?.path();
        code += &fs::read_to_string(&path).map_err(|error| format!("{path:?}: {error}"))?;
    }
    let shapes = shapes(&read(&format!("{SHAPES}/mod.rs"))?, &code);
    let mut problems = String::new();
    for place in PLACES {
        let text = place.files.iter().map(|file| read(file));
        let text = text.collect::<Result<Vec<_>, _>>()?.concat();
        for shape in shapes.iter().filter(|shape| (place.wants)(shape)) {
            if !names(&text, &shape.name) {
                let _ = writeln!(problems, "{}: no {}", place.files.join(" or "), shape.name);
            }
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// The shapes that a `mod.rs` exports; other exports are neither regions nor probes.
fn shapes(exports: &str, code: &str) -> Vec<Shape> {
    let lines = exports
        .lines()
        .filter_map(|line| line.strip_prefix("pub use self::"));
    let exported = lines.filter_map(|line| line.split_once("::"));
    let names = exported.flat_map(|(_, names)| words(names));
    let implements = |of: &str, name: &str| {
        let implemented = |line: &str| {
            let name = line
                .split_once(of)
                .and_then(|(_, rest)| rest.split_once("> for "));
            name.and_then(|(_, rest)| words(rest).next())
                .map(str::to_owned)
        };
        code.lines()
            .filter_map(implemented)
            .any(|found| found == name)
    };
    let shapes = names.map(|name| Shape {
        name: name.to_owned(),
        is_region: implements(" Region<", name),
        is_probe: implements(" Probe<", name),
    });
    shapes
        .filter(|shape| shape.is_region || shape.is_probe)
        .collect()
}

fn names(text: &str, name: &str) -> bool {
    words(text).any(|word| word == name)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_in_every_place() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        if let Err(problems) = check(&root) {
            panic!("{problems}");
        }
    }

    #[test]
    fn shapes_are_read_from_exports_and_impls() {
        let exports =
            "mod ring;\npub use self::ring::{InvalidRing, Ring};\npub use self::dart::Dart;\n";
        let code = "impl<S: Scalar, const D: usize> Region<S, D> for Ring<S, D> {\n\
                    impl<S: Scalar> Probe<S, 2> for Dart<S> {\n";
        let found: Vec<_> = shapes(exports, code)
            .into_iter()
            .map(|shape| (shape.name, shape.is_region, shape.is_probe))
            .collect();
        let expected = [("Ring", true, false), ("Dart", false, true)];
        assert_eq!(found, expected.map(|(name, r, p)| (name.to_owned(), r, p)));
        assert!(names("a [`Ring`]", "Ring") && !names("Rings", "Ring"));
    }
}
