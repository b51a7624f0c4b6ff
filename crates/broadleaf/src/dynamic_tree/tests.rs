//! Private details.
