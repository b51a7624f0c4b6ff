//! The page of recipes: additions to the library that touch several places, and those places. A
//! recipe with the line
//!
//! ```text
//! Checked: every field of `Filter` in `crates/broadleaf/src/filter/filter.rs`.
//! ```
//!
//! fails while a file of its numbered list lacks the name of a field (or of a variant) of that
//! type, in any case: whoever adds a field learns which places are missing.

use std::fs;
use std::path::Path;

const PAGE: &str = "docs/reference/recipes.md";

/// Checks every recipe.
///
/// # Errors
/// Lists the missing files, and the names that a file lacks.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let page = read(root, PAGE)?;
    let recipes = page.split("\n## ").skip(1);
    let problems: Vec<String> = recipes
        .flat_map(|recipe| check_recipe(root, recipe))
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.join("\n"))
    }
}

/// The problems of one recipe.
fn check_recipe(root: &Path, recipe: &str) -> Vec<String> {
    let names = match checked(root, recipe) {
        Ok(names) => names,
        Err(problem) => return vec![problem],
    };
    let mut problems = Vec::new();
    for place in places(recipe) {
        match find(root, place) {
            None => problems.push(format!("{PAGE}: there is no {place}")),
            Some(text) => {
                let lacking = names.iter().filter(|name| !has_word(&text, name));
                problems.extend(lacking.map(|name| format!("{place} does not name {name}")));
            }
        }
    }
    problems
}

/// The names that every place of a recipe must contain.
fn checked(root: &Path, recipe: &str) -> Result<Vec<String>, String> {
    let Some(line) = recipe
        .lines()
        .find_map(|line| line.strip_prefix("Checked: "))
    else {
        return Ok(Vec::new());
    };
    let mut marked = line.split('`').skip(1).step_by(2);
    let (Some(item), Some(file)) = (marked.next(), marked.next()) else {
        return Err(format!("{PAGE}: no type and file in: {line}"));
    };
    let text = find(root, file).ok_or(format!("{PAGE}: there is no {file}"))?;
    match members(&text, item) {
        names if names.is_empty() => Err(format!("{file}: there is no {item} with members")),
        names => Ok(names),
    }
}

/// The first path of each item of the numbered list.
fn places(recipe: &str) -> impl Iterator<Item = &str> {
    let items = recipe.lines().filter_map(|line| {
        let (number, item) = line.split_once(". `")?;
        number.parse::<u32>().is_ok().then_some(item)
    });
    items.filter_map(|item| item.split('`').next())
}

/// The public fields of a struct, or the variants of an enum.
fn members(text: &str, item: &str) -> Vec<String> {
    let starts = |line: &str| {
        let name = line
            .strip_prefix("pub struct ")
            .or(line.strip_prefix("pub enum "));
        let rest = name.and_then(|name| name.strip_prefix(item));
        rest.is_some_and(|rest| rest.starts_with([' ', '<']))
    };
    let lines = text.lines().skip_while(|line| !starts(line)).skip(1);
    let inside = lines.take_while(|line| !line.starts_with('}'));
    let member = |line: &str| {
        let name = line.strip_prefix("    ")?;
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
        match name.strip_prefix("pub ") {
            Some(field) => field.split(':').next().map(str::to_owned),
            None if name.starts_with(char::is_uppercase) => Some(name[..end?].to_owned()),
            None => None,
        }
    };
    inside.filter_map(member).collect()
}

/// Whether a text contains a name as a word or as a part of one: `group` in `with_group` or
/// `groupOf`.
fn has_word(text: &str, name: &str) -> bool {
    let is_snake = text.contains(name) || text.to_lowercase().contains(&name.to_lowercase());
    is_snake
        || text
            .to_lowercase()
            .contains(&name.replace('_', "").to_lowercase())
}

/// The text of the file at a path; `**` stands for any folders.
fn find(root: &Path, path: &str) -> Option<String> {
    match path.split_once("/**/") {
        None => read(root, path).ok(),
        Some((folder, file)) => find_below(&root.join(folder), file),
    }
}

fn find_below(folder: &Path, file: &str) -> Option<String> {
    if let Ok(text) = fs::read_to_string(folder.join(file)) {
        return Some(text);
    }
    let entries = fs::read_dir(folder).ok()?;
    let mut folders = entries.filter_map(|entry| Some(entry.ok()?.path()));
    folders.find_map(|path| find_below(&path, file))
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_a_recipe_names_every_member() {
        check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    #[test]
    fn a_forgotten_place_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("a/b")).unwrap();
        let item =
            "pub struct Rule {\n    /// Doc.\n    pub mask: u32,\n    pub max_size: u8,\n}\n";
        fs::write(root.join("a/rule.rs"), item).unwrap();
        fs::write(root.join("a/b/save.rs"), "fn save() { mask; maxSize }").unwrap();
        fs::write(root.join("a/b/hash.rs"), "fn hash() { mask }").unwrap();
        let recipe = "A rule\n\nChecked: every field of `Rule` in `a/rule.rs`.\n\n\
                      1. `a/**/save.rs`: saved.\n2. `a/b/hash.rs`: hashed.\n3. `a/c.rs`: gone.\n";
        let expected = [
            "a/b/hash.rs does not name max_size",
            "docs/reference/recipes.md: there is no a/c.rs",
        ];
        assert_eq!(check_recipe(root, recipe), expected);
        let unknown = recipe.replace("`Rule`", "`Role`");
        assert_eq!(
            check_recipe(root, &unknown),
            ["a/rule.rs: there is no Role with members"]
        );
    }

    #[test]
    fn variants_are_members() {
        let item = "pub enum Way<S> {\n    #[default]\n    Here,\n    There {\n        at: S,\n    },\n}\n";
        assert_eq!(members(item, "Way"), ["Here", "There"]);
    }
}
