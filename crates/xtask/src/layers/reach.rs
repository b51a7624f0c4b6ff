//! The files that a file needs: its imports, their imports, and so on.

use std::collections::{BTreeMap, BTreeSet};

use super::krate::Krate;
use super::source::Module;
use crate::library::{is_test, unix};

/// The files that `file` reaches by its imports, including itself, sorted by name; `None` if it
/// does not exist. Tests are left out.
///
/// An import leads to the file that defines the item, not through a `mod.rs` that only re-exports
/// it.
pub(super) fn reached(krate: &Krate, file: &str) -> Option<BTreeSet<String>> {
    let graph = graph(krate);
    let mut left = vec![graph.get_key_value(file)?.0];
    let mut reached = BTreeSet::new();
    while let Some(file) = left.pop() {
        if reached.insert(file.clone()) {
            left.extend(graph.get(file).into_iter().flatten());
        }
    }
    Some(reached)
}

/// The imports of each file.
fn graph(krate: &Krate) -> BTreeMap<String, BTreeSet<String>> {
    let mut graph = BTreeMap::<_, BTreeSet<_>>::new();
    let modules = krate.modules().filter(|module| !is_test_module(module));
    for module in modules {
        let imports = module.imports.iter().map(|import| &import.path);
        let paths = imports.chain(&module.paths);
        let owners = paths.filter_map(|path| krate.owner(module, &path.names)?.module);
        let owners = owners.filter(|owner| !is_test_module(owner));
        let files = owners.map(|owner| unix(&owner.file));
        graph.entry(unix(&module.file)).or_default().extend(files);
    }
    graph
}

fn is_test_module(module: &Module) -> bool {
    module.path.iter().any(|name| name == "tests") || is_test(&unix(&module.file))
}
