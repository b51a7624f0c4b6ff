//! How a file of boxes is read: the same in every command.

use broadleaf_scenes::{Missing, ReadOptions};
use clap::{Args, ValueEnum};

use crate::error::CliError;

/// The heading of these arguments in the help.
const READING: &str = "Reading of files";

/// How a file of boxes is read.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ReadingArgs {
    /// The columns of the boxes, where the names of the columns do not say them: the lower ends of
    /// all axes and then the upper ends, or names that say what they are, as x,y,width,height
    #[arg(long, visible_alias = "columns", value_name = "NAMES", value_delimiter = ',', help_heading = READING)]
    pub(crate) boxes: Vec<String>,
    /// What happens to rows without a box: a geometry that is null or empty, a coordinate that is
    /// missing or NaN
    #[arg(long, value_enum, default_value_t, help_heading = READING)]
    pub(crate) missing: MissingRows,
    /// The axis that holds degrees of longitude: there a lower end above the upper one is a box
    /// over the antimeridian
    #[arg(long, value_enum, value_name = "AXIS", help_heading = READING)]
    pub(crate) longitude: Option<AxisName>,
}

/// What happens to rows without a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MissingRows {
    /// The file is refused
    #[default]
    Error,
    /// They are passed over and counted; the numbers of the other rows stay
    Skip,
}

/// An axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AxisName {
    X,
    Y,
    Z,
}

impl ReadingArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        let missing = match self.missing {
            MissingRows::Error => Missing::Error,
            MissingRows::Skip => Missing::Skip,
        };
        let options = ReadOptions::default().with_missing(missing);
        match self.longitude {
            Some(axis) => options.with_longitude(axis as usize),
            None => options,
        }
    }

    /// The first argument that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let boxes = (!self.boxes.is_empty()).then_some("--boxes");
        let missing = (self.missing == MissingRows::Skip).then_some("--missing");
        boxes.or(missing).or(self.longitude.map(|_| "--longitude"))
    }
}

/// How a scene is read, and in which numbers.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SceneReading {
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// The number type of the boxes; that of the file if left out: f32 of a recording, f64 of
    /// everything else. In f32, boxes are rounded outward
    #[arg(long, value_enum, help_heading = READING)]
    pub(crate) scalar: Option<SceneScalar>,
}

impl SceneReading {
    /// Refuses longitudes where every box needs a number of its own.
    pub(crate) fn refuse_longitude(&self, command: &str) -> Result<(), CliError> {
        match self.reading.longitude {
            None => Ok(()),
            Some(_) => Err(CliError::input(format!(
                "--longitude is for run, query and pairs: a row over the antimeridian has two \
                 boxes, and {command} needs one"
            ))),
        }
    }
}

/// The number type of the boxes of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SceneScalar {
    F32,
    F64,
}
