//! One binary for all integration tests of the library.
#![expect(missing_docs, reason = "tests")]

mod degenerate;
mod inputs;
mod laws;
mod oracle;
mod world;
