//! One binary for all integration tests of the library.

mod degenerate;
mod inputs;
mod laws;
mod oracle;
mod orthtree;
mod rollback;
mod world;
