//! `--help`, manual pages and completions.

use std::fs;

use crate::desk::Desk;

const COMMANDS: &[&str] = &[
    "run",
    "broad-phase",
    "ccd",
    #[cfg(feature = "pairs")]
    "pairs",
    "query",
    "index",
    "forces",
    "stats",
    "draw",
    "scene",
    "diff",
    "completions",
    "man",
    "package",
];

/// Subcommands.
const NESTED: [&str; 3] = ["index build", "index query", "index info"];

/// The examples at the end of a help text.
fn examples(help: &str) -> Vec<String> {
    let (_, end) = help.rsplit_once("\nExample").unwrap();
    let lines: Vec<_> = end.trim_end().lines().skip(1).collect();
    assert!(
        lines.iter().all(|line| line.starts_with("  broadleaf ")),
        "the help ends with examples: {end}"
    );
    lines.iter().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn the_help_lists_every_command() {
    let help = Desk::new().succeed("--help");
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let names = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<_> = names
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names, [COMMANDS, &["help"]].concat());
}

/// Every example runs as written, with the files that it names.
#[cfg(unix)]
#[test]
fn every_help_ends_with_examples_that_work() {
    let desk = Desk::new();
    desk.prepare();
    let program_examples = examples(&desk.succeed("--help"));
    program_examples
        .iter()
        .for_each(|example| desk.shell(example));
    for command in COMMANDS.iter().copied().chain(NESTED) {
        let examples = examples(&desk.succeed(&format!("{command} --help")));
        for example in &examples {
            assert!(
                example.starts_with(&format!("broadleaf {command} ")),
                "{example}"
            );
            desk.shell(example);
        }
        let page = desk.succeed(&format!("man {command}"));
        assert!(page.contains(&format!(".TH broadleaf-{} 1", command.replace(' ', "-"))));
    }
}

/// The lines of shell blocks in the README of the crate, without what installs the program.
#[cfg(unix)]
#[test]
fn the_examples_of_the_readme_work() {
    let desk = Desk::new();
    desk.prepare();
    let readme = include_str!("../../README.md");
    let blocks = readme.split("```sh\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
    let lines: Vec<_> = lines.filter(|line| line.starts_with("broadleaf")).collect();
    assert!(lines.len() > 8, "{lines:?}");
    lines.iter().for_each(|line| desk.shell(line));
}

#[test]
fn one_command_writes_all_pages_and_scripts() {
    let desk = Desk::new();
    let said = desk.succeed("package out/files");
    // A page for the program and each command, and five scripts.
    let files = 1 + COMMANDS.len() + NESTED.len() + 5;
    assert_eq!(said, format!("Wrote {files} files to out/files.\n"));
    let read = |name: &str| fs::read_to_string(desk.path("out/files").join(name)).unwrap();
    assert!(read("man/man1/broadleaf.1").contains(".TH broadleaf 1"));
    for command in COMMANDS.iter().copied().chain(NESTED) {
        let page = read(&format!(
            "man/man1/broadleaf-{}.1",
            command.replace(' ', "-")
        ));
        assert_eq!(page, desk.succeed(&format!("man {command}")));
    }
    for (shell, name) in [
        ("bash", "broadleaf"),
        ("elvish", "broadleaf"),
        ("fish", "broadleaf.fish"),
        ("powershell", "_broadleaf.ps1"),
        ("zsh", "_broadleaf"),
    ] {
        let script = read(&format!("completions/{shell}/{name}"));
        assert_eq!(script, desk.succeed(&format!("completions {shell}")));
        assert!(script.contains("leaf-capacity"), "{shell}");
    }
    fs::write(desk.path("file"), "").unwrap();
    let refusal = desk.refusal("package file");
    assert!(
        refusal.starts_with("file/man/man1/broadleaf.1: "),
        "{refusal}"
    );
}

#[test]
fn the_program_introduces_itself() {
    let desk = Desk::new();
    let version = desk.succeed("--version");
    assert_eq!(
        version,
        concat!("broadleaf ", env!("CARGO_PKG_VERSION"), "\n")
    );
    for command in ["ccd", "scene", "draw", "forces"] {
        let help = desk.succeed(&format!("{command} -h"));
        assert!(help.contains("-o, --out <FILE."), "{help}");
    }
    for (command, words) in [
        ("run", "frame   the number"),
        ("run", "xmin, ymin, xmax, ymax"),
        ("ccd", "kind    ee"),
        ("query", "-k, --count <K>"),
        ("stats", "area ratio    the areas"),
        ("stats", "max balance   the largest"),
    ] {
        let help = desk.succeed(&format!("{command} --help"));
        assert!(help.contains(words), "{words} in {help}");
    }
    assert!(desk.succeed("man").contains(".TH broadleaf 1"));
    for (shell, start) in [
        ("bash", "_broadleaf() {"),
        ("zsh", "#compdef broadleaf"),
        ("fish", "# Print an optspec"),
    ] {
        let script = desk.succeed(&format!("completions {shell}"));
        assert!(script.starts_with(start), "{script}");
    }
}
