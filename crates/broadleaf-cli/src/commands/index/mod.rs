//! `broadleaf index`: packed trees in files.

pub(crate) mod build;
pub(crate) mod info;
pub(crate) mod query;
