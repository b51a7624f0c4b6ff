//! What a step reports, as C has it.

use std::ffi::c_int;
use std::ffi::c_void;
use std::ptr;

use library::broad_phase::{EndReason, Events, ProxyId};

use crate::versioned::Versioned;

/// Two proxies.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafProxyPair {
    a: u64,
    b: u64,
}

impl BroadleafProxyPair {
    /// The pair of two proxies of the library.
    pub(crate) fn new([a, b]: [ProxyId; 2]) -> Self {
        Self {
            a: a.to_bits(),
            b: b.to_bits(),
        }
    }
}

/// The header's events.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafEvents {
    size: usize,
    begun: *const BroadleafProxyPair,
    begun_count: usize,
    ended: *const BroadleafProxyPair,
    reasons: *const u8,
    ended_count: usize,
    stayed: *const BroadleafProxyPair,
    stayed_count: usize,
}

// SAFETY: `repr(C)`, begins with the size, of integers and raw pointers.
unsafe impl Versioned for BroadleafEvents {
    const DEFAULT: Self = Self {
        size: size_of::<Self>(),
        begun: ptr::null(),
        begun_count: 0,
        ended: ptr::null(),
        reasons: ptr::null(),
        ended_count: 0,
        stayed: ptr::null(),
        stayed_count: 0,
    };
    const FIRST_SIZE: usize = size_of::<Self>();
}

impl BroadleafEvents {
    /// No events.
    pub(crate) const NONE: Self = Self::DEFAULT;
}

/// Decides about a pair.
pub type BroadleafAllowPair =
    Option<unsafe extern "C" fn(context: *mut c_void, a: u64, b: u64) -> c_int>;

/// The header's options of a step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafStepOptions {
    size: usize,
    pub(crate) allow: BroadleafAllowPair,
    pub(crate) context: *mut c_void,
    pub(crate) threads: u32,
    pub(crate) reserved: u32,
}

// SAFETY: `repr(C)`, begins with the size, of integers and pointers.
unsafe impl Versioned for BroadleafStepOptions {
    const DEFAULT: Self = Self {
        size: size_of::<Self>(),
        allow: None,
        context: ptr::null_mut(),
        threads: 0,
        reserved: 0,
    };
    const FIRST_SIZE: usize = size_of::<Self>();
}

/// The events of the last step, as the library and as C have them.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) events: Events,
    begun: Vec<BroadleafProxyPair>,
    ended: Vec<BroadleafProxyPair>,
    reasons: Vec<u8>,
    stayed: Vec<BroadleafProxyPair>,
}

impl Kept {
    /// Makes those of C from those of the library.
    pub(crate) fn convert(&mut self) {
        let Self {
            events,
            begun,
            ended,
            reasons,
            stayed,
        } = self;
        copy(&events.begun, begun);
        copy(&events.ended, ended);
        copy(&events.stayed, stayed);
        reasons.clear();
        reasons.extend(events.reasons.iter().map(|&reason| number(reason)));
    }

    /// Where they are.
    pub(crate) fn to_c(&self) -> BroadleafEvents {
        BroadleafEvents {
            size: 0,
            begun: self.begun.as_ptr(),
            begun_count: self.begun.len(),
            ended: self.ended.as_ptr(),
            reasons: self.reasons.as_ptr(),
            ended_count: self.ended.len(),
            stayed: self.stayed.as_ptr(),
            stayed_count: self.stayed.len(),
        }
    }
}

fn copy(pairs: &[[ProxyId; 2]], to: &mut Vec<BroadleafProxyPair>) {
    to.clear();
    to.extend(pairs.iter().map(|&pair| BroadleafProxyPair::new(pair)));
}

/// The number of a reason in the header.
fn number(reason: EndReason) -> u8 {
    match reason {
        EndReason::Removed => 1,
        EndReason::Filter => 2,
        EndReason::Mobility => 3,
        EndReason::Refused => 4,
        _ => 0,
    }
}
