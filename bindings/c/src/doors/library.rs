//! The functions about the library itself.

use std::ffi::c_char;

use crate::caller::door;
use crate::failure::{self, BroadleafError};
use crate::status::{self, BroadleafStatus, Status};

/// The version, with the zero byte that C expects.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");

/// `BROADLEAF_ABI_VERSION`.
const ABI_VERSION: u32 = 0;

/// See the header.
#[unsafe(no_mangle)]
pub extern "C" fn broadleaf_version() -> *const c_char {
    VERSION.as_ptr().cast()
}

/// See the header.
#[unsafe(no_mangle)]
pub extern "C" fn broadleaf_abi_version() -> u32 {
    ABI_VERSION
}

/// See the header.
#[unsafe(no_mangle)]
pub extern "C" fn broadleaf_status_text(status: BroadleafStatus) -> *const c_char {
    status::text(status)
}

/// See the header.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn broadleaf_last_error(error: *mut BroadleafError) -> BroadleafStatus {
    let last = failure::last();
    let status = last.status();
    if !error.is_null() && error.is_aligned() {
        // SAFETY: the contract of the header.
        let _ = unsafe {
            door(|caller| {
                caller.buffer(error, 1, "error")?[0].write(last);
                Ok(Status::Ok)
            })
        };
    }
    status
}
