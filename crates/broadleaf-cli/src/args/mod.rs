//! The command line.

mod broad_phase;
mod ccd;
mod diff;
mod draw;
mod files;
mod forces;
mod frame;
mod index;
mod input;
#[cfg(feature = "pairs")]
mod pairs;
mod program;
mod query;
mod question;
mod run;
mod scene;
mod stats;

pub(crate) use self::broad_phase::BroadPhaseArgs;
pub(crate) use self::ccd::{CcdArgs, CcdNumber};
pub(crate) use self::diff::DiffArgs;
pub(crate) use self::draw::{DrawArgs, Levels};
pub(crate) use self::files::{CompletionsArgs, ManArgs, PackageArgs};
pub(crate) use self::forces::{ForcesArgs, Mass};
pub(crate) use self::index::{
    FileFormat, IndexBuildArgs, IndexCommand, IndexInfoArgs, IndexQueryArgs,
};
pub(crate) use self::input::{SceneReading, SceneScalar};
#[cfg(feature = "pairs")]
pub(crate) use self::pairs::{HowRows, PairsArgs};
pub(crate) use self::program::{Arguments, Command};
pub(crate) use self::query::QueryArgs;
pub(crate) use self::question::Question;
pub(crate) use self::run::RunArgs;
pub(crate) use self::scene::SceneArgs;
pub(crate) use self::stats::StatsArgs;
