//! Logs of operations.

use broadleaf::log::compare_logs;

use crate::allocations::bounded;

/// Comparing any bytes with themselves and with a part of them gives an answer or an error, and
/// allocates no more than the bytes justify.
pub fn logs(bytes: &[u8]) {
    let whole = bounded(bytes, [20_000, 2_000], || compare_logs([bytes, bytes]));
    if let Ok(comparison) = whole {
        assert!(comparison.difference.is_none(), "a log is equal to itself");
    }
    let _ = compare_logs([bytes, &bytes[..bytes.len() / 2]]);
}
