//! How to read a file of boxes: the same in every command.

use broadleaf_scenes::{Missing, ReadOptions};
use clap::{Args, ValueEnum};

use crate::error::CliError;

/// The heading of these arguments in the help.
const READING: &str = "Reading of files";

/// How to read a file of boxes.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ReadingArgs {
    /// The columns of the boxes, if their names are not recognized: the lower ends of all axes,
    /// then the upper ends; or other known forms, such as x,y,width,height; for pairs also
    /// intervals, such as start,end or chromStart,chromEnd. For other names, x=a,y=b are points and
    /// start=a,end=b intervals in the columns a and b; three names are points
    #[arg(long, visible_alias = "columns", value_name = "NAMES", value_delimiter = ',', help_heading = READING)]
    pub(crate) boxes: Vec<String>,
    /// What to do with rows without a box: a geometry is null or empty, or a coordinate is missing
    /// or NaN
    #[arg(long, value_enum, default_value_t, help_heading = READING)]
    pub(crate) missing: MissingRows,
    /// The axis that holds degrees of longitude: a box whose lower end is above its upper end
    /// crosses the antimeridian
    #[arg(long, value_enum, value_name = "AXIS", help_heading = READING)]
    pub(crate) longitude: Option<AxisName>,
}

/// What to do with rows without a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MissingRows {
    /// Refuse the file
    #[default]
    Error,
    /// Skip and count these rows; the other rows keep their numbers
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

    /// The first of these arguments on the command line.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let boxes = (!self.boxes.is_empty()).then_some("--boxes");
        let missing = (self.missing == MissingRows::Skip).then_some("--missing");
        boxes.or(missing).or(self.longitude.map(|_| "--longitude"))
    }
}

/// How to read a scene, and in which number type.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SceneReading {
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// The number type of the boxes; by default that of the file: f32 for a recording, f64 for
    /// everything else. In f32, boxes are rounded outward
    #[arg(long, value_enum, help_heading = READING)]
    pub(crate) scalar: Option<SceneScalar>,
}

impl SceneReading {
    /// Refuses longitudes in a command that needs exactly one box for each row.
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
