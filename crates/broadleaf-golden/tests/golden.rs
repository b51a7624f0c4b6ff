//! The answers of every structure, scalar and dimension have the expected hash.

use broadleaf_golden::{EXPECTED, traces};

#[test]
fn every_trace_is_golden() {
    let wrong: Vec<_> = traces()
        .into_iter()
        .filter(|trace| !trace.is_golden())
        .collect();
    for trace in &wrong {
        let prefix = format!("{} {}D ", trace.scalar, trace.dimensions);
        let expected = EXPECTED
            .lines()
            .find_map(|line| line.strip_prefix(&prefix))
            .unwrap_or("nothing");
        eprintln!(
            "{prefix}{}: {:016x} instead of {expected}",
            trace.structure, trace.hash
        );
    }
    assert!(
        wrong.is_empty(),
        "{} traces differ from golden.txt",
        wrong.len()
    );
}

#[test]
fn there_is_a_hash_for_each_scalar_and_dimension() {
    // Five number types, and the npm package.
    assert_eq!(EXPECTED.lines().count(), 6 * 2);
}
