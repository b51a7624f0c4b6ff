//! Paths and `use` trees in a list of tokens.

use std::fmt;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A path such as `super::layout::Node`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedPath {
    pub(crate) names: Vec<String>,
    pub(crate) line: usize,
}

impl fmt::Display for NamedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.names.join("::"))
    }
}

/// One leaf of a `use`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    pub(crate) path: NamedPath,
    /// The name under which the item is imported; `None` for a glob.
    pub(crate) alias: Option<String>,
    /// Whether it is directly in its module, not inside a function.
    pub(crate) is_top: bool,
}

impl Import {
    pub(crate) fn is_glob(&self) -> bool {
        self.alias.is_none()
    }
}

/// The path that starts at `tokens[at]`, if it has two names or more, and its number of tokens.
pub(crate) fn path_at(tokens: &[TokenTree], at: usize) -> Option<(NamedPath, usize)> {
    if matches!(&tokens[..at], [.., a, b] if is_punct(a, ':') && is_punct(b, ':')) {
        return None;
    }
    let is_in_macro = at > 0 && is_punct(&tokens[at - 1], '$');
    let start = if is_in_macro { "$" } else { "" };
    let mut names = vec![format!("{start}{}", tokens[at])];
    let mut end = at + 1;
    while let [a, b, TokenTree::Ident(name), ..] = &tokens[end..]
        && is_punct(a, ':')
        && is_punct(b, ':')
    {
        names.push(name.to_string());
        end += 3;
    }
    let line = tokens[end - 1].span().start().line;
    (names.len() > 1).then_some((NamedPath { names, line }, end - at))
}

/// The imports of the `use` at `tokens[at]`, and its number of tokens; `None` if the `use` is part
/// of a type (`impl Trait + use<'a>`).
pub(crate) fn read_imports(
    tokens: &[TokenTree],
    at: usize,
    is_top: bool,
) -> Option<(Vec<Import>, usize)> {
    let end = at + tokens[at..].iter().position(|token| is_punct(token, ';'))?;
    let tree = &tokens[at + 1..end];
    if tree.first().is_none_or(|first| is_punct(first, '<')) {
        return None;
    }
    let mut imports = Vec::new();
    read_tree(tree, &[], is_top, &mut imports);
    Some((imports, end - at))
}

/// Reads one item of a `use` tree whose outer part is `prefix`.
fn read_tree(tree: &[TokenTree], prefix: &[String], is_top: bool, imports: &mut Vec<Import>) {
    let mut names = prefix.to_vec();
    for (at, token) in tree.iter().enumerate() {
        let line = token.span().start().line;
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                for item in items(group.stream()) {
                    read_tree(&item, &names, is_top, imports);
                }
                return;
            }
            TokenTree::Ident(word) if word == "as" => {
                let alias = tree.get(at + 1).map(ToString::to_string);
                imports.push(import(names, line, alias, is_top));
                return;
            }
            // `{self}` is the module in front of the braces.
            TokenTree::Ident(word) if word == "self" && !names.is_empty() => {}
            TokenTree::Ident(word) => names.push(word.to_string()),
            token if is_punct(token, '*') => {
                imports.push(import(names, line, None, is_top));
                return;
            }
            // A path of the crate never starts with `::`.
            token if at == 0 && is_punct(token, ':') => return,
            _ => {}
        }
    }
    if let Some(last) = tree.last() {
        let alias = names.last().cloned();
        imports.push(import(names, last.span().start().line, alias, is_top));
    }
}

fn import(names: Vec<String>, line: usize, alias: Option<String>, is_top: bool) -> Import {
    Import {
        path: NamedPath { names, line },
        alias,
        is_top,
    }
}

/// The items of a comma-separated list.
fn items(list: TokenStream) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<_> = list.into_iter().collect();
    tokens
        .split(|token| is_punct(token, ','))
        .filter(|item| !item.is_empty())
        .map(<[_]>::to_vec)
        .collect()
}

fn is_punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}
