//! What was wrong, and where the caller finds it.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;

use crate::status::{BroadleafStatus, Status};

/// No row: `BROADLEAF_NO_ROW`.
const NO_ROW: u64 = u64::MAX;
/// No axis: `BROADLEAF_NO_AXIS`.
const NO_AXIS: u32 = u32::MAX;

/// An error as C sees it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafError {
    status: BroadleafStatus,
    axis: u32,
    row: u64,
    value: f64,
    text: *const c_char,
}

impl BroadleafError {
    /// How the call ended.
    pub(crate) fn status(&self) -> BroadleafStatus {
        self.status
    }
}

/// An error of a call.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    status: Status,
    row: u64,
    axis: u32,
    value: f64,
    text: String,
}

impl Failure {
    /// An error with a text.
    #[cold]
    pub(crate) fn new(status: Status, text: impl Display) -> Self {
        Self {
            status,
            row: NO_ROW,
            axis: NO_AXIS,
            value: 0.0,
            text: text.to_string(),
        }
    }

    /// The same error, of a row.
    pub(crate) fn row(self, row: usize) -> Self {
        let row = row as u64;
        Self { row, ..self }
    }

    /// The same error, of an axis.
    pub(crate) fn axis(self, axis: usize) -> Self {
        let axis = u32::try_from(axis).unwrap_or(NO_AXIS);
        Self { axis, ..self }
    }

    /// The same error, with the number that is wrong.
    pub(crate) fn value(self, value: f64) -> Self {
        Self { value, ..self }
    }

    /// Keeps the error for the caller's thread.
    #[cold]
    pub(crate) fn report(self) -> Status {
        let status = self.status;
        let text = CString::new(self.text.replace('\0', " ")).unwrap_or_default();
        // A thread that ends has no use for its last error.
        let _ = LAST.try_with(|last| {
            *last.borrow_mut() = Last {
                text,
                failure: Self {
                    text: String::new(),
                    ..self
                },
            };
        });
        status
    }
}

/// The last error of a thread.
struct Last {
    failure: Failure,
    text: CString,
}

thread_local! {
    static LAST: RefCell<Last> = RefCell::new(Last {
        failure: Failure::new(Status::Ok, ""),
        text: CString::default(),
    });
}

/// The last error of this thread. Its text is valid until the next one.
pub(crate) fn last() -> BroadleafError {
    let of = |last: &RefCell<Last>| {
        let Last { failure, text } = &*last.borrow();
        BroadleafError {
            status: failure.status as BroadleafStatus,
            axis: failure.axis,
            row: failure.row,
            value: failure.value,
            text: text.as_ptr(),
        }
    };
    LAST.try_with(of).unwrap_or(BroadleafError {
        status: Status::Ok as BroadleafStatus,
        axis: NO_AXIS,
        row: NO_ROW,
        value: 0.0,
        text: c"".as_ptr(),
    })
}
