//! The destination of the boxes of features.

use crate::error::SceneError;
use crate::files::rows::Rows;

/// The destination of the boxes of features while a document is read.
pub(super) struct Sink {
    pub(super) rows: Rows<2>,
    pub(super) longitude: bool,
    pub(super) features: u64,
    /// The error that stops the reading, other than a syntax error.
    pub(super) error: Option<SceneError>,
}
