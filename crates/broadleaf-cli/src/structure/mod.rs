//! The structure that a command uses: `--structure` and the settings that belong to it.

mod args;
mod name;
mod settings;

pub(crate) use self::args::{Chosen, StructureArgs};
