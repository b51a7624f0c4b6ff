//! `broadleaf package`: all manual pages and completion scripts, for packagers.

use std::fs;
use std::path::Path;

use clap::{Command, CommandFactory, ValueEnum};
use clap_complete::Shell;

use super::completions::script;
use super::man::page;
use crate::args::{Arguments, PackageArgs};
use crate::error::CliError;
use crate::output::say;

pub(crate) fn run(args: &PackageArgs) -> Result<(), CliError> {
    let files = [manual_pages()?, completions()].concat();
    for (name, content) in &files {
        let path = args.folder.join(name);
        write(&path, content).map_err(|error| CliError::in_file(&path, error))?;
    }
    say(format_args!(
        "Wrote {} files to {}.",
        files.len(),
        args.folder.display()
    ))
}

/// A path inside the folder, and the content of the file.
type NamedFile = (String, Vec<u8>);

fn manual_pages() -> Result<Vec<NamedFile>, CliError> {
    let mut program = Arguments::command();
    program.build();
    let mut files = Vec::new();
    add_pages(&program, "broadleaf", &mut files)?;
    Ok(files)
}

/// Adds the pages of a command and of its subcommands.
fn add_pages(command: &Command, name: &str, files: &mut Vec<NamedFile>) -> Result<(), CliError> {
    files.push((format!("man/man1/{name}.1"), page(command)?));
    let commands = command.get_subcommands();
    for command in commands.filter(|command| command.get_name() != "help") {
        add_pages(command, &format!("{name}-{}", command.get_name()), files)?;
    }
    Ok(())
}

fn completions() -> Vec<NamedFile> {
    let shells = Shell::value_variants().iter();
    shells
        .map(|&shell| {
            let name = match shell {
                Shell::Bash => "bash/broadleaf".to_owned(),
                Shell::Zsh => "zsh/_broadleaf".to_owned(),
                Shell::Fish => "fish/broadleaf.fish".to_owned(),
                Shell::PowerShell => "powershell/_broadleaf.ps1".to_owned(),
                other => format!("{other}/broadleaf"),
            };
            (format!("completions/{name}"), script(shell))
        })
        .collect()
}

fn write(path: &Path, content: &[u8]) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, content)
}
