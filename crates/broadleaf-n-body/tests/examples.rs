//! Every example of this package runs to its end.

#[path = "../../broadleaf/tests/examples.rs"]
mod examples;
