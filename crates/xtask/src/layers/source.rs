//! The imports and definitions of one source file. They are read from its tokens, so that comments
//! and strings cannot be mistaken for imports.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::paths::{Import, NamedPath, path_at, read_imports};

/// A module: a file, or an inline `mod` inside a file.
#[derive(Debug)]
pub(crate) struct Module {
    /// The names from the root of the crate to this module.
    pub(crate) path: Vec<String>,
    pub(crate) file: PathBuf,
    /// The names that the module itself defines.
    pub(crate) items: BTreeSet<String>,
    /// Every leaf of every `use`, including those in functions.
    pub(crate) imports: Vec<Import>,
    /// Every other path of at least two names.
    pub(crate) paths: Vec<NamedPath>,
}

impl Module {
    /// Whether the module is inside `other`.
    pub(crate) fn is_below(&self, other: &Self) -> bool {
        self.path.len() > other.path.len() && self.path.starts_with(&other.path)
    }

    /// The path with `crate::` in front.
    pub(crate) fn full_name(&self) -> String {
        let mut names = vec!["crate"];
        names.extend(self.path.iter().map(String::as_str));
        names.join("::")
    }
}

/// The contents of one file.
#[derive(Debug)]
pub(crate) struct Source {
    /// The file's module, followed by its inline modules.
    pub(crate) modules: Vec<Module>,
    /// The lines with the keyword `unsafe`.
    pub(crate) unsafe_lines: Vec<usize>,
}

impl Source {
    /// Reads the text of `file`, a path relative to the crate's `src`.
    pub(crate) fn parse(file: &Path, text: &str, path: Vec<String>) -> Result<Self, String> {
        let tokens: TokenStream = text
            .parse()
            .map_err(|error| format!("{}: {error}\n", file.display()))?;
        let mut source = Self {
            modules: Vec::new(),
            unsafe_lines: Vec::new(),
        };
        source.read_module(file, path, tokens);
        Ok(source)
    }

    fn read_module(&mut self, file: &Path, path: Vec<String>, tokens: TokenStream) {
        let module = self.modules.len();
        self.modules.push(Module {
            path,
            file: file.to_owned(),
            items: BTreeSet::new(),
            imports: Vec::new(),
            paths: Vec::new(),
        });
        self.scan(module, tokens, true);
    }

    /// Reads the tokens of `module`. `is_top` is false inside the braces of an item, where a
    /// definition does not belong to the module.
    fn scan(&mut self, module: usize, tokens: TokenStream, is_top: bool) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at += match &tokens[at] {
                TokenTree::Group(group) => {
                    let inner = inline_module(&tokens[..at]);
                    match inner.filter(|_| group.delimiter() == Delimiter::Brace) {
                        Some(name) => self.read_inline(module, &name, group.stream()),
                        None => self.scan(module, group.stream(), false),
                    }
                    1
                }
                TokenTree::Ident(_) => self.read_ident(module, &tokens, at, is_top),
                _ => 1,
            };
        }
    }

    fn read_inline(&mut self, module: usize, name: &str, tokens: TokenStream) {
        let Module { path, file, .. } = &self.modules[module];
        let (file, mut path) = (file.clone(), path.clone());
        path.push(name.to_owned());
        self.read_module(&file, path, tokens);
    }

    /// Reads the construct that starts at the identifier `tokens[at]`, and returns its number of
    /// tokens.
    fn read_ident(
        &mut self,
        module: usize,
        tokens: &[TokenTree],
        at: usize,
        is_top: bool,
    ) -> usize {
        let word = tokens[at].to_string();
        if word == "unsafe" {
            let line = tokens[at].span().start().line;
            self.unsafe_lines.push(line);
        }
        let into = &mut self.modules[module];
        if word == "pub" {
            // The parentheses of `pub(in path)` contain no import.
            return 1 + usize::from(is_parenthesis(tokens.get(at + 1)));
        }
        if word == "use"
            && let Some((imports, length)) = read_imports(tokens, at, is_top)
        {
            into.imports.extend(imports);
            return length;
        }
        if is_top && let Some(name) = defined_name(&word, &tokens[at + 1..]) {
            into.items.insert(name);
        }
        let Some((path, length)) = path_at(tokens, at) else {
            return 1;
        };
        into.paths.push(path);
        length
    }
}

fn is_parenthesis(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
}

/// The name in `mod name`, at the end of `before`; `$name` in a macro.
fn inline_module(before: &[TokenTree]) -> Option<String> {
    let is_mod = |token: &TokenTree| token.to_string() == "mod";
    match before {
        [.., keyword, TokenTree::Ident(name)] if is_mod(keyword) => Some(name.to_string()),
        [.., keyword, TokenTree::Punct(_), TokenTree::Ident(name)] if is_mod(keyword) => {
            Some(format!("${name}"))
        }
        _ => None,
    }
}

/// The name that an item defines if its keyword is `word` and `rest` follows.
fn defined_name(word: &str, rest: &[TokenTree]) -> Option<String> {
    let name = match (word, rest) {
        ("macro_rules", [_, TokenTree::Ident(name), ..]) => name,
        (
            "struct" | "enum" | "union" | "trait" | "fn" | "type" | "const" | "static",
            [TokenTree::Ident(name), ..],
        ) => name,
        _ => return None,
    };
    Some(name.to_string())
}
