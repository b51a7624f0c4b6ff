//! The report for a host without standard output, such as `report.mjs`.

#![expect(
    unsafe_code,
    reason = "an exported name is unsafe because two could be the same"
)]

/// The report in the module's memory: its address in the upper half, its length in the lower.
#[unsafe(no_mangle)]
extern "C" fn golden_report() -> u64 {
    let text = crate::report().leak();
    (text.as_ptr() as u64) << 32 | text.len() as u64
}
