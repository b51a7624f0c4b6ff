//! The modules of a crate, and the owners of paths.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::paths::Import;
use super::source::{Module, Source};

/// All modules of a crate by path.
#[derive(Debug)]
pub(crate) struct Krate {
    modules: BTreeMap<Vec<String>, Module>,
    pub(crate) unsafe_lines: Vec<(PathBuf, usize)>,
}

/// The target of a path.
#[derive(Debug)]
pub(crate) struct Owner<'a> {
    /// The module that defines the item, or that the path names; `None` outside the crate.
    pub(crate) module: Option<&'a Module>,
    /// Whether the path names a module.
    pub(crate) is_module: bool,
    /// The modules whose imports the path goes through.
    pub(crate) through: Vec<&'a Module>,
}

impl Krate {
    /// Reads every file below `src`.
    ///
    /// # Errors
    /// If a file cannot be read or is not Rust.
    pub(crate) fn read(src: &Path) -> Result<Self, String> {
        let mut files = Vec::new();
        list_files(src, &mut files).map_err(|error| format!("{}: {error}\n", src.display()))?;
        let has_library = src.join("lib.rs").exists();
        let mut krate = Self {
            modules: BTreeMap::new(),
            unsafe_lines: Vec::new(),
        };
        for file in files {
            let text = fs::read_to_string(&file)
                .map_err(|error| format!("{}: {error}\n", file.display()))?;
            let file = file.strip_prefix(src).unwrap_or(&file);
            let source = Source::parse(file, &text, module_path(file, has_library))?;
            let lines = source.unsafe_lines.into_iter();
            let lines = lines.map(|line| (file.to_owned(), line));
            krate.unsafe_lines.extend(lines);
            let modules = source.modules.into_iter();
            let modules = modules.map(|module| (module.path.clone(), module));
            krate.modules.extend(modules);
        }
        Ok(krate)
    }

    pub(crate) fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.values()
    }

    /// The target of the path `names` in `module`; `None` if its first name is not in the module:
    /// then it belongs to another crate or is local.
    pub(crate) fn owner<'a>(&'a self, module: &'a Module, names: &[String]) -> Option<Owner<'a>> {
        let mut owner = Owner {
            module: Some(module),
            is_module: true,
            through: Vec::new(),
        };
        for (i, name) in names.iter().enumerate() {
            let at = owner.module?;
            let next = match name.as_str() {
                "crate" | "$crate" => self.modules.get(&[][..]),
                "self" => Some(at),
                "super" => self.parent(at),
                _ => {
                    let is_last = i + 1 == names.len();
                    if !self.enter(at, name, is_last, i == 0, &mut owner)? {
                        return Some(owner);
                    }
                    continue;
                }
            };
            owner.module = Some(next?);
        }
        Some(owner)
    }

    /// Steps from `at` to `name`: true if that is a module, false if it is an item, which ends the
    /// path as far as modules go.
    fn enter<'a>(
        &'a self,
        at: &'a Module,
        name: &str,
        is_last: bool,
        is_first: bool,
        owner: &mut Owner<'a>,
    ) -> Option<bool> {
        let child = self.child(at, name);
        // A function may have the name of its module: `build::build`.
        let is_item = at.items.contains(name);
        if let Some(child) = child.filter(|_| !(is_last && is_item)) {
            owner.module = Some(child);
            return Some(true);
        }
        owner.is_module = false;
        if is_item {
            return Some(false);
        }
        if let Some(found) = self.imported(at, name) {
            owner.through.push(at);
            owner.through.extend(found.through);
            owner.module = found.module;
            owner.is_module = found.is_module;
            return Some(found.is_module);
        }
        // Its origin is unknown: a macro may have defined it here.
        (!is_first).then_some(false)
    }

    /// What `at` imports under `name`, by an import of that name or by a glob of a child. Other
    /// globs are rejected elsewhere, or bring the names of a file to its own tests.
    fn imported<'a>(&'a self, at: &'a Module, name: &str) -> Option<Owner<'a>> {
        let is_named = |import: &&Import| import.is_top && import.alias.as_deref() == Some(name);
        if let Some(import) = at.imports.iter().find(is_named) {
            // A path that starts with the imported name itself starts in another crate.
            let is_local = import.path.names.first().is_some_and(|first| first != name);
            let owner = is_local.then(|| self.owner(at, &import.path.names));
            return Some(owner.flatten().unwrap_or(Owner {
                module: None,
                is_module: false,
                through: Vec::new(),
            }));
        }
        // A glob of another crate starts with a name that would be searched for here again.
        let starts_here =
            |name: &String| name == "crate" || name == "self" || self.child(at, name).is_some();
        let globs = at.imports.iter().filter(|import| import.is_glob());
        let globs = globs.filter(|glob| glob.path.names.first().is_some_and(starts_here));
        globs
            .filter_map(|glob| self.owner(at, &glob.path.names)?.module)
            .filter(|target| target.is_below(at))
            .find_map(|target| self.exported(target, name))
    }

    /// What a glob import of `target` provides under `name`.
    fn exported<'a>(&'a self, target: &'a Module, name: &str) -> Option<Owner<'a>> {
        let mut owner = Owner {
            module: Some(target),
            is_module: true,
            through: Vec::new(),
        };
        self.enter(target, name, true, true, &mut owner)?;
        Some(owner)
    }

    fn parent(&self, module: &Module) -> Option<&Module> {
        let (_, parent) = module.path.split_last()?;
        self.modules.get(parent)
    }

    fn child(&self, module: &Module, name: &str) -> Option<&Module> {
        let mut path = module.path.clone();
        path.push(name.to_owned());
        self.modules.get(&path)
    }
}

/// The `.rs` files below a folder, sorted by name.
fn list_files(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            list_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The module of a file. `main.rs` beside a `lib.rs` is a separate crate.
fn module_path(file: &Path, has_library: bool) -> Vec<String> {
    let file = file.with_extension("");
    let mut path: Vec<_> = file
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let is_root = path == ["lib"] || path == ["main"] && !has_library;
    if is_root || path.last().is_some_and(|name| name == "mod") {
        path.pop();
    }
    path
}
