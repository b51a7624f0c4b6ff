//! `broadleaf pairs`.

use std::num::{IntErrorKind, ParseIntError};
use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::input::ReadingArgs;
use crate::help;

#[derive(Debug, Args)]
#[command(after_help = help::PAIRS, group(ArgGroup::new("answer").required(true).args(["out", "count"])))]
pub(crate) struct PairsArgs {
    /// A file of boxes: .parquet, .csv, .tsv, .aabbs, GeoJSON or a mesh; or a folder or a quoted
    /// pattern of .parquet, .csv or .tsv files
    #[arg(value_name = "FILE")]
    pub(crate) first: PathBuf,
    /// A second file: find only pairs of a box from each file
    #[arg(value_name = "FILE")]
    pub(crate) second: Option<PathBuf>,
    /// Write the pairs to this file
    #[arg(short, long, value_name = "FILE.parquet|FILE.csv")]
    pub(crate) out: Option<PathBuf>,
    /// Only count the pairs
    #[arg(long)]
    pub(crate) count: bool,
    /// Which rows to write
    #[arg(long, value_enum, default_value_t)]
    pub(crate) how: HowRows,
    /// Find only pairs with equal keys, in this column of integers, texts, dates or truth values;
    /// rows without a key have no partner
    #[arg(long, value_name = "NAME")]
    pub(crate) by: Option<String>,
    /// Like --by, for the second file; by default the same column
    #[arg(long, value_name = "NAME", requires_all = ["second", "by"])]
    pub(crate) by_b: Option<String>,
    /// Find boxes whose nearest points are at most this far apart
    #[arg(long, value_name = "DISTANCE", allow_negative_numbers = true, conflicts_with_all = ["interiors", "longitude"])]
    pub(crate) distance: Option<f64>,
    /// Leave out boxes that only touch, such as half-open ones, tiles, cells and pixels with a
    /// common border
    #[arg(long, visible_alias = "half-open")]
    pub(crate) interiors: bool,
    /// The memory for boxes and pairs of all threads together: a number of bytes, optionally with
    /// K, M, G or T
    #[arg(long, value_name = "BYTES", default_value = "2G", value_parser = parse_bytes, allow_negative_numbers = true)]
    pub(crate) memory: u64,
    /// The number of threads, at least 1; by default one for each processor
    #[arg(long, value_name = "NUMBER", value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Fail if there are more pairs; 10000000000 by default, without limit with --count
    #[arg(long, value_name = "PAIRS", allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// The folder for spilled boxes and finished pairs, which is removed at the end; by default the
    /// name of the output followed by .spill
    #[arg(long, value_name = "FOLDER")]
    pub(crate) spill: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Like --boxes, for the second file
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "second")]
    pub(crate) boxes_b: Vec<String>,
    /// The column of the ids, integers or text; by default the ids are row numbers
    #[arg(long, value_name = "NAME")]
    pub(crate) id: Option<String>,
    /// Like --id, for the second file
    #[arg(long, value_name = "NAME", requires = "second")]
    pub(crate) id_b: Option<String>,
    /// Write these columns, too, as a_NAME
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "out")]
    pub(crate) keep: Vec<String>,
    /// Like --keep, for the second file, as b_NAME
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires_all = ["second", "out"])]
    pub(crate) keep_b: Vec<String>,
    /// Another file, folder or pattern with rows of the first file, Parquet or text like it; may be
    /// repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) also: Vec<PathBuf>,
    /// Like --also, for the second file
    #[arg(long, value_name = "FILE", requires = "second")]
    pub(crate) also_b: Vec<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which rows to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum HowRows {
    /// The pairs
    #[default]
    Inner,
    /// The pairs, and rows of the first file without a partner, with nothing beside them
    Left,
    /// The rows of the first file that have a partner
    Semi,
    /// The rows of the first file that have none
    Anti,
}

fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err(format!(
            "expected a whole number from 1 to {}; without --threads, each processor has one",
            usize::MAX
        )),
        Ok(threads) => Ok(threads),
    }
}

/// A number of bytes such as 512M.
fn parse_bytes(text: &str) -> Result<u64, String> {
    let unit = text.chars().last().unwrap_or_default().to_ascii_uppercase();
    let (number, shift) = match "KMGT".find(unit) {
        Some(place) => (&text[..text.len() - 1], 10 * (place + 1)),
        None => (text, 0),
    };
    let too_large = || "the number of bytes is too large".to_owned();
    let number: u64 = number
        .parse()
        .map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => too_large(),
            _ => "expected a whole number of bytes, such as 512M or 4G".to_owned(),
        })?;
    number.checked_mul(1 << shift).ok_or_else(too_large)
}
