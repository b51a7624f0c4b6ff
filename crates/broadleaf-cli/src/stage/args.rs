//! How to create the proxies of a broad phase.

use broadleaf::broad_phase::{Margin, Mobility};
use broadleaf::geometry::Real;
use clap::Args;

use super::ids::Ids;
use super::margin;
use crate::error::CliError;
use crate::row_ids::RowIds;

/// The heading of these arguments in the help.
const PROXIES: &str = "Proxies of the broad phase";

/// The margin of a broad phase, and its static proxies.
#[derive(Clone, Debug, Args)]
pub(crate) struct StageArgs {
    /// How much larger fat boxes are than tight ones: tight, fatten:EXTENSION:PREDICTION,
    /// proportional:SIXTEENTHS:PREDICTION or snap:CELL [default: fatten:0.1:2]
    #[arg(long, value_parser = margin::read, help_heading = PROXIES)]
    margin: Option<Margin<f64>>,
    /// The static boxes, which form no pairs with each other: numbers and ranges, such as 0-4,7
    #[arg(long = "static", value_name = "BOXES", help_heading = PROXIES, allow_negative_numbers = true)]
    fixed: Option<Ids>,
}

impl StageArgs {
    pub(crate) fn margin<S: Real>(&self) -> Margin<S> {
        self.margin.map_or_else(Margin::default, margin::narrow)
    }

    /// The margin in the form of the argument.
    pub(crate) fn margin_text(&self) -> String {
        margin::write(&self.margin.unwrap_or_default())
    }

    /// The first of these arguments on the command line.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let margin = self.margin.is_some().then_some("--margin");
        margin.or(self.fixed.is_some().then_some("--static"))
    }

    /// Refuses static boxes if box numbers are not row numbers.
    pub(crate) fn check_rows(&self, rows: &RowIds) -> Result<(), CliError> {
        match self.fixed {
            Some(_) if !rows.are_numbers() => Err(CliError::input(
                "--static numbers all boxes from 0, and some rows of this file have no box",
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn mobility(&self, id: usize) -> Mobility {
        match &self.fixed {
            Some(fixed) if fixed.contain(id) => Mobility::Static,
            _ => Mobility::Dynamic,
        }
    }

    /// Refuses static boxes that the scene does not have.
    pub(super) fn check(&self, boxes: usize) -> Result<(), CliError> {
        match self.fixed.as_ref().and_then(Ids::largest) {
            Some(largest) if largest >= boxes => Err(CliError::input(format!(
                "--static names box {largest}, but the scene has {boxes} boxes, numbered from 0"
            ))),
            _ => Ok(()),
        }
    }
}
