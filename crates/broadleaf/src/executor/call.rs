//! Functions behind pointers, so that rayon's code is compiled once and not once per function.

/// A function to call once; only the caller knows its type.
pub(super) trait Call: Send {
    fn call(&mut self);
}

/// The function before the call, its result afterwards.
pub(super) struct Once<F, R> {
    function: Option<F>,
    result: Option<R>,
}

impl<R: Send, F: FnOnce() -> R + Send> Once<F, R> {
    pub(super) fn new(function: F) -> Self {
        Self {
            function: Some(function),
            result: None,
        }
    }

    /// # Panics
    /// If the function was not called.
    pub(super) fn into_result(self) -> R {
        self.result.expect("the function was called")
    }
}

impl<R: Send, F: FnOnce() -> R + Send> Call for Once<F, R> {
    fn call(&mut self) {
        if let Some(function) = self.function.take() {
            self.result = Some(function());
        }
    }
}
