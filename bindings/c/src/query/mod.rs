//! Queries of one index: windows, casts and near boxes, many in a call or one with a callback.

pub(crate) mod answers;
pub(crate) mod casts;
pub(crate) mod hits;
pub(crate) mod masked;
pub(crate) mod nearest;
pub(crate) mod one;
pub(crate) mod options;
pub(crate) mod searched;
pub(crate) mod visit;
pub(crate) mod window;
pub(crate) mod windows;
