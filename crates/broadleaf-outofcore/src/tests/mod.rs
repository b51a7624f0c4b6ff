//! Joins of files against `BruteForce`, with tiles of a few boxes.

mod choices;
mod columns;
mod files;
mod joins;
mod journals;
mod longitudes;
mod tables;
mod texts;
