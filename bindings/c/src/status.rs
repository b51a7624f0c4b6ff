//! How calls end.

use std::ffi::{CStr, c_char};

/// The status of a call, a constant of the header.
pub type BroadleafStatus = i32;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Status {
    Ok = 0,
    Stopped = 1,
    TooSmall = 2,
    Null = -1,
    Misaligned = -2,
    Size = -3,
    Scalar = -4,
    Dimensions = -5,
    Kind = -6,
    Box = -7,
    Cast = -8,
    Handle = -9,
    Id = -10,
    Option = -11,
    TooMany = -12,
    Bytes = -13,
    History = -14,
    Overlap = -15,
    Busy = -16,
    Unsupported = -17,
    Threads = -18,
    Internal = -19,
}

/// Every status with its text.
const TEXTS: [(Status, &CStr); 22] = [
    (Status::Ok, c"success"),
    (Status::Stopped, c"stopped: a callback ended the call"),
    (
        Status::TooSmall,
        c"too small: the buffer is smaller than the answer",
    ),
    (Status::Null, c"null: a pointer is null"),
    (
        Status::Misaligned,
        c"misaligned: a pointer, stride or offset is not a multiple of its alignment",
    ),
    (
        Status::Size,
        c"size: sizes that no memory has, or that contradict each other",
    ),
    (
        Status::Scalar,
        c"scalar: unknown, or not in this build of the library",
    ),
    (Status::Dimensions, c"dimensions: not 1, 2 or 3"),
    (
        Status::Kind,
        c"kind: another scalar or number of dimensions",
    ),
    (
        Status::Box,
        c"box: not a number, or a lower end above the upper one",
    ),
    (
        Status::Cast,
        c"cast: a start, direction or length is not a number, or is infinite",
    ),
    (Status::Handle, c"handle: freed, or of another type"),
    (Status::Id, c"id: not in use, or in use already"),
    (Status::Option, c"option: has no meaning here"),
    (
        Status::TooMany,
        c"too many: more boxes than ids, or than a limit",
    ),
    (
        Status::Bytes,
        c"bytes: cut off, damaged or of something else",
    ),
    (Status::History, c"history: the steps are not remembered"),
    (
        Status::Overlap,
        c"overlap: a buffer overlaps an input or another buffer",
    ),
    (
        Status::Busy,
        c"busy: the handle is used by a call that runs",
    ),
    (
        Status::Unsupported,
        c"unsupported: not a call for this handle",
    ),
    (Status::Threads, c"threads: they could not be started"),
    (Status::Internal, c"internal: a defect of the library"),
];

/// The text of a status, which is static.
pub(crate) fn text(status: BroadleafStatus) -> *const c_char {
    let known = TEXTS.iter().find(|(known, _)| *known as i32 == status);
    known.map_or(c"unknown status", |(_, text)| *text).as_ptr()
}
