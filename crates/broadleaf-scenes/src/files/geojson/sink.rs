//! Where the boxes of features go.

use crate::error::SceneError;
use crate::files::rows::Rows;

/// Where the boxes of features go while a document is read.
pub(super) struct Sink {
    pub(super) rows: Rows<2>,
    pub(super) longitude: bool,
    pub(super) features: u64,
    /// Why the reading stops, if not because of the syntax.
    pub(super) error: Option<SceneError>,
}
