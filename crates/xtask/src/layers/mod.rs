//! Rules for imports between files.
//!
//! A path counts as an import of the file that defines the item, in any form: `crate::`, `super::`,
//! `self::`, a `use` tree, a path in an expression, a re-export. The rules:
//!
//! 1. A module at the root of the library imports from lower layers only.
//! 2. Files do not import each other in a cycle. `mod x;` is not an import, but the `pub use x::Y`
//!    of a `mod.rs` is. So a file cannot import what its `mod.rs` defines if that re-exports the
//!    file.
//! 3. A path does not go through a re-export of an enclosing module: inside `geometry/` it is
//!    `super::aabb::Aabb`, not `super::Aabb`.
//! 4. A glob names a child whose names are re-exported, or a module of the same file, as in
//!    `mod tests`.
//! 5. In the library, `unsafe` is allowed only in `simd/` and in files named `bytemuck.rs`.
//!
//! The check does not see method calls, whose `impl` may be in any file, nor imports that a macro
//! generates from its arguments.

mod cycles;
mod krate;
mod paths;
mod reach;
mod report;
mod rules;
mod source;

use std::path::Path;

use crate::library;
use krate::Krate;
use report::Report;
use rules::{CRATES, Rules};

/// Checks every crate of the workspace at `root`.
///
/// # Errors
/// Lists every file and line that violates a rule, and every cycle.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut problems = String::new();
    for &(name, rules) in CRATES {
        let src = format!("crates/{name}/src");
        if let Err(found) = check_crate(&root.join(&src), &rules) {
            problems += &format!("{src}:\n{found}");
        }
    }
    none_or(problems)
}

/// The files of the library that `file` imports, directly or not, and their number.
///
/// # Errors
/// If the library has no such file, or cannot be read.
pub(crate) fn reach(root: &Path, file: &str) -> Result<String, String> {
    let krate = Krate::read(&root.join(library::SOURCE))?;
    let reached =
        reach::reached(&krate, file).ok_or(format!("{}/{file}: no such file", library::SOURCE))?;
    let files: Vec<_> = reached.iter().map(String::as_str).collect();
    Ok(format!("{}\n{} files", files.join("\n"), files.len()))
}

/// Checks every file below a crate's `src`.
fn check_crate(src: &Path, rules: &Rules) -> Result<(), String> {
    let krate = Krate::read(src)?;
    let mut report = Report::new(rules);
    for (file, line) in &krate.unsafe_lines {
        report.check_unsafe(file, *line);
    }
    for module in krate.modules() {
        report.check_is_in_layer(module);
        for import in &module.imports {
            if let Some(owner) = krate.owner(module, &import.path.names) {
                report.check_glob(module, import, &owner);
                report.check_path(module, &import.path, &owner);
            }
        }
        for path in &module.paths {
            if let Some(owner) = krate.owner(module, &path.names) {
                report.check_path(module, path, &owner);
            }
        }
    }
    none_or(report.finish())
}

fn none_or(problems: String) -> Result<(), String> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_crate_keeps_the_rules() {
        check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    const RULES: Rules = Rules {
        layers: &[&["simd"], &["geometry", "store"], &["tree"], &["world"]],
        may_be_unsafe: &["simd", "bytemuck.rs"],
    };
    /// A small library that follows the rules.
    const GOOD: &[(&str, &str)] = &[
        (
            "lib.rs",
            "mod geometry; mod tree; pub use geometry::*; pub use tree::Tree; pub use world::World;",
        ),
        (
            "geometry/mod.rs",
            "mod aabb; mod ray; pub use aabb::Aabb; pub use self::ray::{Ray, Hit};",
        ),
        (
            "geometry/aabb.rs",
            "use alloc::vec::Vec; pub struct Aabb; mod tests { use super::*; }",
        ),
        (
            "geometry/ray.rs",
            "use super::aabb::Aabb; pub struct Ray; pub enum Hit { A } fn f() { Hit::A }",
        ),
        ("store.rs", "pub struct Id;"),
        (
            "tree/mod.rs",
            "pub const LIMIT: u8 = 9;\nmod node; mod query;\npub use node::Tree;",
        ),
        (
            "tree/node.rs",
            "use crate::geometry::Aabb; pub struct Tree; pub fn query() {}",
        ),
        (
            "tree/query.rs",
            "use super::node::{self, Tree}; impl Tree { fn f() { node::query() } }",
        ),
        ("world/mod.rs", "mod step; pub use step::{Step, World};"),
        (
            "world/step.rs",
            "use crate::{geometry::Ray, tree::Tree}; pub struct World; pub struct Step;",
        ),
    ];

    /// The good library with one file added or replaced.
    fn library_with(path: &str, text: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in GOOD.iter().chain([&(path, text)]) {
            let file = folder.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        folder
    }

    /// The result of the check for the good library with one file added or replaced.
    fn check_with(path: &str, text: &str) -> String {
        let folder = library_with(path, text);
        check_crate(folder.path(), &RULES).err().unwrap_or_default()
    }

    /// Asserts that adding one file violates the rules in exactly one way.
    #[track_caller]
    fn assert_problem(path: &str, text: &str, problem: &str) {
        assert_eq!(check_with(path, text), format!("{problem}\n"));
    }

    #[test]
    fn a_file_reaches_what_it_imports() {
        let tests = "use super::aabb::Aabb; mod tests { use crate::world::World; }";
        let folder = library_with("geometry/flat.rs", tests);
        let krate = Krate::read(folder.path()).unwrap();
        let reached = |file| {
            let reached = reach::reached(&krate, file)?;
            Some(reached.into_iter().collect::<Vec<_>>().join(" "))
        };
        let step = "geometry/aabb.rs geometry/ray.rs tree/node.rs world/step.rs";
        assert_eq!(reached("world/step.rs").as_deref(), Some(step));
        let flat = "geometry/aabb.rs geometry/flat.rs";
        assert_eq!(reached("geometry/flat.rs").as_deref(), Some(flat));
        assert_eq!(reached("world/none.rs"), None);
    }

    #[test]
    fn a_good_library_passes() {
        assert_eq!(check_with("store.rs", ""), "");
    }

    #[test]
    fn imports_go_down() {
        let above = "store.rs:2: store must not import crate::tree::Tree of tree/node.rs";
        assert_problem("store.rs", "\nuse crate::tree::Tree;", above);
        assert_problem("store.rs", "\nuse crate::{tree::{Tree as T}};", above);
        assert_problem("store.rs", "\nfn f(_: crate::tree::Tree) {}", above);
        assert_problem("store.rs", "\nfn f() { use crate::tree::Tree; }", above);
        assert_problem("store.rs", "mod a {\n use crate::tree::Tree; }", above);
        assert_problem(
            "store.rs",
            "fn f() { super::tree::Tree::new() }",
            "store.rs:1: store must not import super::tree::Tree::new of tree/node.rs",
        );
        assert_problem(
            "geometry/aabb.rs",
            "use super::super::store::Id; pub struct Aabb;",
            "geometry/aabb.rs:1: geometry must not import super::super::store::Id of store.rs",
        );
    }

    #[test]
    fn comments_strings_and_visibilities_are_not_imports() {
        let text = "// crate::tree::Tree\nconst A: &str = \"crate::tree::Tree\";\n\
                    /// [`crate::tree::Tree`]\npub(in crate::store) fn f() {}";
        assert_eq!(check_with("store.rs", text), "");
    }

    #[test]
    fn the_root_is_not_an_import() {
        assert_problem(
            "tree/node.rs",
            "use crate::Aabb; pub struct Tree; pub fn query() {}",
            "tree/node.rs:1: crate::Aabb goes through lib.rs: \
             import it from crate::geometry::aabb",
        );
    }

    #[test]
    fn a_file_does_not_import_through_its_folder() {
        assert_problem(
            "geometry/ray.rs",
            "use super::Aabb; pub struct Ray; pub enum Hit { A }",
            "geometry/ray.rs:1: super::Aabb goes through geometry/mod.rs: \
             import it from crate::geometry::aabb",
        );
    }

    #[test]
    fn a_macro_may_name_what_others_can_import() {
        let text = "macro_rules! m { () => { $crate::tree::Tree } }";
        assert_eq!(check_with("tree/query.rs", text), "");
        assert_problem(
            "store.rs",
            text,
            "store.rs:1: store must not import $crate::tree::Tree of tree/node.rs",
        );
    }

    #[test]
    fn globs_are_refused() {
        for (glob, target) in [
            ("crate::*", "crate"),
            ("super::*", "crate::tree"),
            ("crate::geometry::*", "crate::geometry"),
            ("super::node::*", "crate::tree::node"),
        ] {
            let text = format!("use {glob};");
            let problem = format!("tree/query.rs:1: glob import of {target}: list the names");
            let found = check_with("tree/query.rs", &text);
            assert!(found.contains(&problem), "{glob}: {found}");
        }
    }

    #[test]
    fn circles_are_refused() {
        assert_problem(
            "geometry/aabb.rs",
            "\n\npub struct Aabb; fn f() { super::ray::g() }",
            "cycle: geometry/aabb.rs:3 → geometry/ray.rs:1 → geometry/aabb.rs",
        );
        assert_problem(
            "tree/node.rs",
            "pub struct Tree([u8; super::LIMIT]); pub fn query() {}",
            "cycle: tree/mod.rs:3 → tree/node.rs:1 → tree/mod.rs",
        );
    }

    #[test]
    fn a_folder_may_define_what_its_files_import() {
        assert_eq!(check_with("tree/query.rs", "use super::LIMIT;"), "");
    }

    #[test]
    fn unsafe_has_its_files() {
        assert_problem(
            "store.rs",
            "fn f() { unsafe { g() } }",
            "store.rs:1: unsafe outside simd, bytemuck.rs",
        );
        assert_eq!(check_with("simd/avx2.rs", "unsafe fn f() {}"), "");
        assert_eq!(
            check_with("geometry/bytemuck.rs", "unsafe impl A for B {}"),
            ""
        );
    }

    #[test]
    fn every_module_has_a_layer() {
        let problem = "cellar.rs:1: the module cellar is in no layer";
        assert_problem("cellar.rs", "// unsafe", problem);
    }

    #[test]
    fn what_is_not_rust_is_named() {
        assert!(check_with("store.rs", "fn f( {").starts_with("store.rs: "));
    }
}
