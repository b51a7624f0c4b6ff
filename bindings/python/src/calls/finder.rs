//! A pair finder whose memory is reused between calls.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

use broadleaf::PairFinder;

use crate::arrays::number::Number;

/// A finder with more memory is not kept. This is enough for a million boxes of `float64` in 2D.
const MAX_BYTES: usize = 64 << 20;

/// The finder of the last call, of any kind. A new one has to clear its memory first.
static KEPT: Mutex<Option<Box<dyn Any + Send>>> = Mutex::new(None);

/// Runs work with the kept finder, or with a new one if another thread uses it or it is lost with
/// cancelled work.
pub(crate) fn with_finder<S: Number, const D: usize, T>(
    work: impl FnOnce(&mut PairFinder<S, D>) -> T,
) -> T {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).take();
    let mut finder: Box<PairFinder<S, D>> = kept
        .and_then(|kept| kept.downcast().ok())
        .unwrap_or_default();
    let answer = work(&mut finder);
    if finder.bytes() <= MAX_BYTES {
        *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = Some(finder);
    }
    answer
}
