//! Writes a C file that compiles only if `include/broadleaf.h` and the Rust side agree: the header,
//! the declarations of all functions as Rust has them, and assertions about structs and constants.
//!
//! A declaration that contradicts one of the header is an error of the C compiler.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config, ItemType, Language, Style};

fn main() -> Result<(), Box<dyn Error>> {
    let crate_of_c = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = sources(&crate_of_c.join("src"))?;
    println!("#include \"broadleaf.h\"\n");
    println!("{}", generated(&sources, vec![ItemType::Functions])?);
    // The structs of Rust beside those of the header, under other names.
    let structs = generated(&sources, vec![ItemType::Structs, ItemType::Typedefs])?;
    let structs = without_handles(&structs.replace("Broadleaf", "Rust"));
    println!("{structs}");
    print_layouts(&structs);
    print_constants(
        &fs::read_to_string(crate_of_c.join("src/status.rs"))?,
        " = ",
        "ERROR_",
    );
    print_constants(
        &fs::read_to_string(crate_of_c.join("src/flags.rs"))?,
        ": u32 = ",
        "",
    );
    Ok(())
}

/// All files below a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The items of some types in C.
fn generated(sources: &[PathBuf], items: Vec<ItemType>) -> Result<String, Box<dyn Error>> {
    let mut config = Config {
        language: Language::C,
        style: Style::Type,
        no_includes: true,
        usize_is_size_t: true,
        ..Config::default()
    };
    config.export.item_types = items;
    let start = Builder::new().with_config(config);
    let builder = sources
        .iter()
        .fold(start, |builder, file| builder.with_src(file));
    let mut text = Vec::new();
    builder.generate()?.write(&mut text);
    Ok(String::from_utf8(text)?)
}

/// The same without the types of handles, whose members the header does not tell.
fn without_handles(structs: &str) -> String {
    let items = structs.split_inclusive(";\n\n");
    items.filter(|item| !item.contains("_opaque")).collect()
}

/// Asserts that members have the same place and size, and that no struct has others.
fn print_layouts(structs: &str) {
    let mut members: Vec<&str> = Vec::new();
    for line in structs.lines() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("} Rust") {
            let name = name.trim_end_matches(';');
            assert(&format!("sizeof(Broadleaf{name}) == sizeof(Rust{name})"));
            for member in members.drain(..) {
                let [ours, theirs] =
                    ["Rust", "Broadleaf"].map(|of| format!("{of}{name}, {member}"));
                assert(&format!("offsetof({ours}) == offsetof({theirs})"));
                let [ours, theirs] =
                    ["Rust", "Broadleaf"].map(|of| format!("sizeof((({of}{name} *)0)->{member})"));
                assert(&format!("{ours} == {theirs}"));
            }
        } else if line.starts_with("typedef struct") {
            members.clear();
        } else if let Some((_, member)) = line.trim_end_matches(';').rsplit_once([' ', '*']) {
            members.push(member);
        }
    }
}

/// Asserts that constants are those of the header: `Name = 1` or `NAME: u32 = 1`, of which negative
/// ones are errors.
fn print_constants(source: &str, equals: &str, of_negative: &str) {
    for line in source.lines() {
        let Some((name, value)) = line.trim().trim_end_matches([',', ';']).rsplit_once(equals)
        else {
            continue;
        };
        let name = name.rsplit(' ').next().unwrap_or_default();
        let Ok(value) = value.parse::<i64>() else {
            continue;
        };
        let prefix = if value < 0 { of_negative } else { "" };
        assert(&format!(
            "BROADLEAF_{prefix}{} == {value}",
            in_capitals(name)
        ));
    }
}

/// `TooMany` and `TOO_MANY` as `TOO_MANY`.
fn in_capitals(name: &str) -> String {
    let has_small = name.chars().any(char::is_lowercase);
    let mut capitals = String::new();
    for letter in name.chars() {
        if has_small && letter.is_uppercase() && !capitals.is_empty() {
            capitals.push('_');
        }
        capitals.extend(letter.to_uppercase());
    }
    capitals
}

fn assert(condition: &str) {
    println!("_Static_assert({condition}, \"the header and Rust differ\");");
}
