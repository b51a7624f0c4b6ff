//! The problems of a crate, and the graph of its files.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use super::cycles::{Graph, cycles};
use super::krate::Owner;
use super::paths::{Import, NamedPath};
use super::rules::Rules;
use super::source::Module;
use crate::library::unix;

/// The findings of the check of a crate.
pub(crate) struct Report<'a> {
    rules: &'a Rules,
    /// File, line and text.
    problems: BTreeSet<(String, usize, String)>,
    graph: Graph,
}

impl<'a> Report<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Self {
        Self {
            rules,
            problems: BTreeSet::new(),
            graph: Graph::new(),
        }
    }

    /// All problems, one on each line.
    pub(crate) fn finish(self) -> String {
        let mut text = String::new();
        for (file, line, problem) in self.problems {
            let _ = writeln!(text, "{file}:{line}: {problem}");
        }
        for cycle in cycles(&self.graph) {
            let _ = writeln!(text, "cycle: {cycle}");
        }
        text
    }

    fn add(&mut self, file: &Path, line: usize, problem: String) {
        self.problems.insert((unix(file), line, problem));
    }

    pub(crate) fn check_unsafe(&mut self, file: &Path, line: usize) {
        if !self.rules.may_be_unsafe(file) {
            let problem = match self.rules.may_be_unsafe {
                [] => "unsafe".to_owned(),
                allowed => format!("unsafe outside {}", allowed.join(", ")),
            };
            self.add(file, line, problem);
        }
    }

    pub(crate) fn check_is_in_layer(&mut self, module: &Module) {
        let has_layers = !self.rules.layers.is_empty();
        if has_layers && module.path.len() == 1 && self.rules.layer_of(&module.path).is_none() {
            let problem = format!("the module {} is in no layer", module.path[0]);
            self.add(&module.file, 1, problem);
        }
    }

    pub(crate) fn check_glob(&mut self, module: &Module, import: &Import, owner: &Owner<'_>) {
        let Some(target) = owner.module.filter(|_| import.is_glob() && owner.is_module) else {
            return;
        };
        let is_reexport = target.is_below(module) || target.file == module.file;
        if !is_reexport {
            let problem = format!("glob import of {}: list the names", target.full_name());
            self.add(&module.file, import.path.line, problem);
        }
    }

    /// Checks a path in `module`, and adds it to the graph.
    pub(crate) fn check_path(&mut self, module: &Module, path: &NamedPath, owner: &Owner<'_>) {
        self.check_way(module, path, owner);
        if let Some(target) = owner.module.filter(|target| target.file != module.file) {
            self.check_layers(module, path, target);
            self.add_edge(module, path, target);
        }
    }

    /// Checks that a path does not go through a re-export of an enclosing module.
    fn check_way(&mut self, module: &Module, path: &NamedPath, owner: &Owner<'_>) {
        // Paths that start with an imported name are reported at the import. A macro must use names
        // that can be imported wherever it is called.
        let is_exempt = path.names[0] == "$crate"
            || owner
                .through
                .first()
                .is_some_and(|first| first.file == module.file);
        let is_around = |roof: &&&Module| module.is_below(roof) && module.file != roof.file;
        let Some(roof) = owner.through.iter().find(is_around).filter(|_| !is_exempt) else {
            return;
        };
        let roof = unix(&roof.file);
        let home = owner.module.map_or("its crate".into(), Module::full_name);
        let problem = format!("{path} goes through {roof}: import it from {home}");
        self.add(&module.file, path.line, problem);
    }

    fn check_layers(&mut self, module: &Module, path: &NamedPath, target: &Module) {
        let Some(layer) = self.rules.layer_of(&module.path) else {
            return;
        };
        let is_neighbour = module.path.first() != target.path.first();
        let is_below = self
            .rules
            .layer_of(&target.path)
            .is_some_and(|other| other < layer);
        if is_neighbour && !is_below {
            let (name, file) = (&module.path[0], unix(&target.file));
            let problem = format!("{name} must not import {path} of {file}");
            self.add(&module.file, path.line, problem);
        }
    }

    fn add_edge(&mut self, module: &Module, path: &NamedPath, target: &Module) {
        let imports = self.graph.entry(unix(&module.file)).or_default();
        let line = imports.entry(unix(&target.file)).or_insert(path.line);
        *line = path.line.min(*line);
    }
}
