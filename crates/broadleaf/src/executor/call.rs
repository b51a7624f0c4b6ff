//! Functions behind pointers: what rayon does with a function is compiled once, and not for every
//! function.

/// A function to call once, of which only the caller knows the type.
pub(super) trait Call: Send {
    fn call(&mut self);
}

/// A function before its call, its result after it.
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
