//! Exports the report to a host without standard output, such as `report.mjs`.

#![expect(
    unsafe_code,
    reason = "exporting a symbol is unsafe because another symbol could have the same name"
)]

/// Computes the report. Returns its address in the upper half and its length in the lower half.
#[unsafe(no_mangle)]
extern "C" fn golden_report() -> u64 {
    let text = crate::report().leak();
    (text.as_ptr() as u64) << 32 | text.len() as u64
}
