//! What a source file mentions, found in its tokens.

use std::path::{Component, Path};

use proc_macro2::{TokenStream, TokenTree};

/// A mention of something at the root of the crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    pub(crate) name: String,
    pub(crate) line: usize,
}

/// What the layer check wants to know of a file.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// Names that follow `crate::`, or enough `super::` to get there.
    pub(crate) mentions: Vec<Mention>,
    /// Lines with `unsafe`.
    pub(crate) unsafe_lines: Vec<usize>,
    /// Each `pub use module::Name` or `pub use module::{…}` as names of modules and what they
    /// export; `*` for all.
    pub(crate) exports: Vec<(String, String)>,
}

impl Source {
    /// Reads a file that is the module `path`, relative to the crate's root.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self, String> {
        let tokens: TokenStream = text
            .parse()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let mut source = Self::default();
        source.scan(tokens, depth(path));
        Ok(source)
    }

    /// Scans tokens in a module `depth` levels below the root.
    fn scan(&mut self, tokens: TokenStream, depth: usize) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        for (i, token) in tokens.iter().enumerate() {
            let rest = &tokens[i + 1..];
            match token {
                TokenTree::Ident(ident) if ident == "unsafe" => {
                    self.unsafe_lines.push(ident.span().start().line)
                }
                TokenTree::Ident(ident) if ident == "crate" => self.mention(rest),
                TokenTree::Ident(ident) if ident == "super" && !follows_super(&tokens[..i]) => {
                    let (supers, rest) = count_supers(rest);
                    if supers == depth {
                        self.mention(rest);
                    }
                }
                TokenTree::Ident(ident) if ident == "pub" => self.export(rest),
                TokenTree::Group(group) => self.scan(
                    group.stream(),
                    depth + usize::from(opens_module(&tokens[..i])),
                ),
                _ => {}
            }
        }
    }

    /// Notes what stands after `crate` or the last `super`: `::name` or `::{name, …}`.
    fn mention(&mut self, rest: &[TokenTree]) {
        match after_colons(rest) {
            Some(TokenTree::Ident(ident)) => self.mentions.push(Mention {
                name: ident.to_string(),
                line: ident.span().start().line,
            }),
            Some(TokenTree::Group(group)) => self.mentions.extend(firsts(group.stream())),
            _ => {}
        }
    }

    fn export(&mut self, rest: &[TokenTree]) {
        let [
            TokenTree::Ident(keyword),
            TokenTree::Ident(module),
            rest @ ..,
        ] = rest
        else {
            return;
        };
        if keyword != "use" {
            return;
        }
        let names = match after_colons(rest) {
            Some(TokenTree::Ident(name)) => vec![name.to_string()],
            Some(TokenTree::Punct(star)) => vec![star.to_string()],
            Some(TokenTree::Group(group)) => {
                firsts(group.stream()).map(|mention| mention.name).collect()
            }
            _ => vec![],
        };
        self.exports
            .extend(names.into_iter().map(|name| (module.to_string(), name)));
    }
}

/// How many modules down from the root a file is.
fn depth(path: &Path) -> usize {
    let names: Vec<_> = path
        .components()
        .filter(|part| matches!(part, Component::Normal(_)))
        .collect();
    let root_of_folder = path
        .file_name()
        .is_some_and(|name| name == "mod.rs" || name == "lib.rs");
    names.len() - usize::from(root_of_folder)
}

fn after_colons(rest: &[TokenTree]) -> Option<&TokenTree> {
    match rest {
        [TokenTree::Punct(a), TokenTree::Punct(b), next, ..]
            if a.as_char() == ':' && b.as_char() == ':' =>
        {
            Some(next)
        }
        _ => None,
    }
}

/// How many `super`s there are if `rest` follows the first one, and what follows the last.
fn count_supers(mut rest: &[TokenTree]) -> (usize, &[TokenTree]) {
    let mut count = 1;
    while let Some(TokenTree::Ident(ident)) = after_colons(rest)
        && ident == "super"
    {
        count += 1;
        rest = &rest[3..];
    }
    (count, rest)
}

fn follows_super(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(ident), TokenTree::Punct(_), TokenTree::Punct(_)] if ident == "super")
}

fn opens_module(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(keyword), TokenTree::Ident(_)] if keyword == "mod")
}

/// The first name of each item of a comma-separated list.
fn firsts(list: TokenStream) -> impl Iterator<Item = Mention> {
    let tokens: Vec<_> = list.into_iter().collect();
    let items: Vec<_> = tokens
        .split(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','))
        .map(<[_]>::to_vec)
        .collect();
    items.into_iter().filter_map(|item| match item.first() {
        Some(TokenTree::Ident(ident)) => Some(Mention {
            name: ident.to_string(),
            line: ident.span().start().line,
        }),
        _ => None,
    })
}
