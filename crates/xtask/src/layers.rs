//! The layers of the library, lowest first: a module may mention its own layer's self and what is
//! below, nothing beside it or above.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::Source;

const LAYERS: &[&[&str]] = &[
    &["simd"],
    &["geometry", "store"],
    &["sort"],
    &["executor"],
    &["morton"],
    &["report"],
    &["broad_phase"],
    &[
        "brute_force",
        "dynamic_tree",
        "kd_sweep",
        "orthtree",
        "pencil_sweep",
    ],
    &["world"],
];
/// The only room where something may be unsafe.
const UNSAFE_ROOM: &str = "simd";

/// Checks every file below a crate's `src`.
///
/// # Errors
/// Names every file and line that breaks a rule.
pub(crate) fn check(src: &Path) -> Result<(), String> {
    let mut files = Vec::new();
    list_files(src, &mut files).map_err(|error| format!("{}: {error}", src.display()))?;
    let mut sources = BTreeMap::new();
    for file in files {
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let path = file.strip_prefix(src).unwrap_or(&file).to_owned();
        let source = Source::parse(&path, &text)?;
        sources.insert(path, source);
    }
    let homes = homes(&sources);
    let problems: String = sources
        .iter()
        .map(|(path, source)| problems(path, source, &homes))
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The module at the root that a name at the root comes from.
fn homes(sources: &BTreeMap<PathBuf, Source>) -> BTreeMap<String, String> {
    let exports = |path: &str| {
        sources
            .get(Path::new(path))
            .map_or(&[][..], |source| &source.exports[..])
    };
    let mut homes: BTreeMap<_, _> = LAYERS
        .iter()
        .copied()
        .flatten()
        .map(|&module| (module.to_owned(), module.to_owned()))
        .collect();
    for (module, name) in exports("lib.rs") {
        let of_module = format!("{module}/mod.rs");
        let names: Vec<_> = if name == "*" {
            exports(&of_module).iter().map(|(_, name)| name).collect()
        } else {
            vec![name]
        };
        homes.extend(names.into_iter().map(|name| (name.clone(), module.clone())));
    }
    homes
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn problems(path: &Path, source: &Source, homes: &BTreeMap<String, String>) -> String {
    let mut problems = String::new();
    let module = path
        .iter()
        .next()
        .map(|name| name.to_string_lossy().trim_end_matches(".rs").to_owned())
        .unwrap_or_default();
    if module != UNSAFE_ROOM {
        for line in &source.unsafe_lines {
            let _ = writeln!(
                problems,
                "{}:{line}: unsafe outside {UNSAFE_ROOM}/",
                path.display()
            );
        }
    }
    if module == "lib" {
        return problems;
    }
    let Some(layer) = layer_of(&module) else {
        return format!(
            "{problems}{}: the module {module} is in no layer\n",
            path.display()
        );
    };
    for mention in &source.mentions {
        let home = homes.get(&mention.name);
        let below = home
            .and_then(|home| layer_of(home))
            .is_some_and(|other| other < layer);
        if !below && home != Some(&module) {
            let _ = writeln!(
                problems,
                "{}:{}: {module} must not know {}",
                path.display(),
                mention.line,
                mention.name
            );
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_keeps_its_layers() {
        check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../broadleaf/src"))
            .unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    /// The problems of a library with one wrong file.
    fn problems_of(path: &str, text: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let file = folder.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        write(
            "lib.rs",
            "pub use geometry::*;\npub use world::World;\npub use dynamic_tree::DynamicTree;",
        );
        write("geometry/mod.rs", "pub use aabb::{Aabb, InvalidAabb};");
        write(
            "world/mod.rs",
            "use crate::{Aabb, DynamicTree};\nuse super::geometry::Ball;\nmod a { use super::b; use super::super::store; }",
        );
        write(path, text);
        check(folder.path()).unwrap_err()
    }

    #[test]
    fn what_breaks_a_rule_is_named() {
        assert_eq!(
            problems_of("geometry/aabb.rs", "\nuse crate::{World, Aabb};"),
            "geometry/aabb.rs:2: geometry must not know World\n"
        );
        assert_eq!(
            problems_of("sort.rs", "fn f() { super::world::g() }"),
            "sort.rs:1: sort must not know world\n"
        );
        assert_eq!(
            problems_of("brute_force.rs", "use crate::DynamicTree as T;"),
            "brute_force.rs:1: brute_force must not know DynamicTree\n"
        );
        assert_eq!(
            problems_of("dynamic_tree/build.rs", "use super::super::brute_force::X;"),
            "dynamic_tree/build.rs:1: dynamic_tree must not know brute_force\n"
        );
        assert_eq!(
            problems_of("store/id.rs", "fn f() { unsafe { g() } }"),
            "store/id.rs:1: unsafe outside simd/\n"
        );
        assert_eq!(
            problems_of("cellar.rs", "// unsafe"),
            "cellar.rs: the module cellar is in no layer\n"
        );
        assert!(problems_of("sort.rs", "fn f( {").starts_with("sort.rs: "));
    }
}
