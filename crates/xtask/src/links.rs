//! Links between the pages of the repository: each must name an existing file, and a heading in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Checks every relative link of every page that git knows.
///
/// # Errors
/// Names each broken link.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let mut problems = String::new();
    for page in pages(root)? {
        let text = fs::read_to_string(root.join(&page)).map_err(|error| error.to_string())?;
        for link in links(&text) {
            if let Some(problem) = problem(root, &page, &link) {
                problems += &format!("{}: {link}: {problem}\n", page.display());
            }
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

/// The pages that git tracks or would track. Links in copies of the README start from the original.
fn pages(root: &Path) -> Result<Vec<PathBuf>, String> {
    let listed = Command::new("git")
        .args([
            "ls-files",
            "--cached",
            "--others",
            "--exclude-standard",
            "*.md",
        ])
        .current_dir(root)
        .output()
        .map_err(|error| error.to_string())?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let pages = listed.lines().map(PathBuf::from);
    Ok(pages.filter(|page| root.join(page).is_file()).collect())
}

/// The targets of links and pictures on a page.
fn links(text: &str) -> Vec<String> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
        .filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                Some(dest_url.into_string())
            }
            _ => None,
        })
        .collect()
}

/// What is wrong with a link on a page.
fn problem(root: &Path, page: &Path, link: &str) -> Option<&'static str> {
    // Links to other sites are not followed, since the result would depend on the network.
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => page.to_owned(),
        _ => page.parent().unwrap_or(Path::new("")).join(file),
    };
    let Some(target) = inside(&target) else {
        return Some("leads out of the repository");
    };
    let target = root.join(target);
    if !target.exists() {
        return Some("no such file");
    }
    let is_page = target
        .extension()
        .is_some_and(|extension| extension == "md");
    if heading.is_empty() || !is_page {
        return None;
    }
    let text = fs::read_to_string(target).unwrap_or_default();
    (!anchors(&text).contains(heading)).then_some("no such heading")
}

/// A path without `..`, if it stays inside.
fn inside(path: &Path) -> Option<PathBuf> {
    let mut inside = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir if !inside.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            other => inside.push(other),
        }
    }
    Some(inside)
}

/// The anchors of the headings of a page: lower case, words joined by hyphens, and a number after a
/// name that an earlier heading has.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                heading.iter_mut().for_each(|heading| *heading += &text);
            }
            Event::End(TagEnd::Heading(_)) => {
                let name = anchor(&heading.take().unwrap_or_default());
                let numbered = (1..).map(|n| format!("{name}-{n}"));
                let free = std::iter::once(name.clone()).chain(numbered);
                anchors.extend(
                    free.filter(|name| !anchors.contains(name))
                        .take(1)
                        .collect::<Vec<_>>(),
                );
            }
            _ => {}
        }
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_leads_somewhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        check(&root).unwrap_or_else(|problems| panic!("\n{problems}"));
    }

    #[test]
    fn headings_have_names_and_numbers() {
        let text = "# One `two`, three\n## A\n## A\n";
        assert_eq!(
            anchors(text),
            ["one-two-three", "a", "a-1"].map(str::to_owned).into()
        );
    }

    #[test]
    fn links_that_lead_nowhere_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir(root.join("docs")).unwrap();
        fs::write(root.join("docs/a.md"), "# Here\n").unwrap();
        let on_page = |link| problem(root, Path::new("docs/b.md"), link);
        for link in ["a.md", "a.md#here", "../docs", "https://example.org/x"] {
            assert_eq!(on_page(link), None, "{link}");
        }
        assert_eq!(on_page("c.md"), Some("no such file"));
        assert_eq!(on_page("a.md#there"), Some("no such heading"));
        assert_eq!(on_page("../../x"), Some("leads out of the repository"));
        assert_eq!(
            links("[a](b.md)\n\n| [c](d.md) |\n|---|\n"),
            ["b.md", "d.md"]
        );
    }
}
