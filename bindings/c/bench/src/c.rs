//! The functions of the header that are measured.

use std::ffi::{c_int, c_void};

/// See the header.
#[repr(C)]
pub struct Boxes {
    pub data: *const c_void,
    pub count: usize,
    pub stride: usize,
    pub upper: usize,
    pub scalar: u32,
    pub dimensions: u32,
}

/// The first members of `BroadleafPairOptions`, and null labels.
#[repr(C)]
pub struct PairOptions {
    pub size: usize,
    pub flags: u32,
    pub threads: u32,
    pub labels: [*const c_void; 4],
}

/// See the header.
#[repr(C)]
pub struct Info {
    pub size: usize,
    pub count: usize,
    pub numbers: [u32; 4],
}

pub type Block = unsafe extern "C" fn(*mut c_void, *const [u32; 2], usize) -> c_int;

unsafe extern "C" {
    pub fn broadleaf_abi_version() -> u32;
    pub fn broadleaf_finder_new(finder: *mut *mut c_void) -> c_int;
    pub fn broadleaf_index_new(s: u32, n: u32, d: u32, index: *mut *mut c_void) -> c_int;
    pub fn broadleaf_index_info(index: *const c_void, info: *mut Info) -> c_int;
    pub fn broadleaf_self_pairs(
        finder: *mut c_void,
        boxes: *const Boxes,
        options: *const PairOptions,
        pairs: *mut [u32; 2],
        capacity: usize,
        count: *mut usize,
    ) -> c_int;
    pub fn broadleaf_self_pairs_count(
        finder: *mut c_void,
        boxes: *const Boxes,
        options: *const PairOptions,
        count: *mut u64,
    ) -> c_int;
    pub fn broadleaf_self_pairs_visit(
        finder: *mut c_void,
        boxes: *const Boxes,
        options: *const PairOptions,
        visit: Block,
        context: *mut c_void,
    ) -> c_int;
}
