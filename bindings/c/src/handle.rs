//! Handles: what C has of the library's objects.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ffi::c_void;
use std::ops::{Deref, DerefMut};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::failure::Failure;
use crate::status::Status;

/// What a handle points to. The memory of a head is never given back, only used again: so a handle
/// that was freed is told from one that was not.
pub(crate) struct Head {
    /// The type of the object, or 0 if it was freed.
    magic: AtomicU64,
    object: AtomicPtr<c_void>,
    state: AtomicU8,
}

/// States of a handle: nobody changes it, a call does, a call panicked while it did.
const IDLE: u8 = 0;
const CHANGING: u8 = 1;
const BROKEN: u8 = 2;

/// Heads that were freed, the oldest first.
static FREED: Mutex<VecDeque<&'static Head>> = Mutex::new(VecDeque::new());

/// As many heads are freed before one is used again.
const KEPT: usize = 256;

/// The type of an object with handles.
pub(crate) trait Object: Sized + 'static {
    /// The type of the pointers in C.
    type Handle;
    /// A number that no other type has.
    const MAGIC: u64;
    /// What the header calls a handle.
    const NAME: &'static str;
}

/// A new handle of an object, which the caller owns.
pub(crate) fn new<T: Object>(object: T) -> *mut T::Handle {
    let object = AtomicPtr::new(Box::into_raw(Box::new(object)).cast());
    let free = {
        let mut freed = FREED.lock().unwrap_or_else(PoisonError::into_inner);
        let is_enough = freed.len() > KEPT;
        is_enough.then(|| freed.pop_front()).flatten()
    };
    let head: &Head = match free {
        Some(head) => head,
        None => Box::leak(Box::new(Head {
            magic: AtomicU64::new(0),
            object: AtomicPtr::default(),
            state: AtomicU8::new(IDLE),
        })),
    };
    head.object.store(object.into_inner(), Ordering::Relaxed);
    head.state.store(IDLE, Ordering::Relaxed);
    head.magic.store(T::MAGIC, Ordering::Release);
    ptr::from_ref(head).cast_mut().cast()
}

/// Frees a handle. Null is nothing to free.
pub(crate) fn free<T: Object>(handle: *mut T::Handle) -> Result<(), Failure> {
    if handle.is_null() {
        return Ok(());
    }
    let head = head::<T>(handle)?;
    if is_lent(head) {
        return Err(busy::<T>());
    }
    // What a panic left behind may be freed.
    if head.state.swap(CHANGING, Ordering::Acquire) == CHANGING {
        return Err(busy::<T>());
    }
    if head.magic.swap(0, Ordering::AcqRel) != T::MAGIC {
        return Err(wrong::<T>());
    }
    let object = head.object.swap(ptr::null_mut(), Ordering::AcqRel);
    FREED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push_back(head);
    // SAFETY: the object of a head with this magic is such a box, and this thread alone has taken
    // it out.
    drop(unsafe { Box::from_raw(object.cast::<T>()) });
    Ok(())
}

/// The object of a handle, to read.
#[inline]
pub(crate) fn shared<'a, T: Object>(handle: *const T::Handle) -> Result<&'a T, Failure> {
    let head = head::<T>(handle)?;
    match head.state.load(Ordering::Acquire) {
        // SAFETY: the object of a head with this magic is such a box. By the contract of the header
        // nobody changes or frees it during the call; what its own callbacks try is refused.
        IDLE => Ok(unsafe { &*head.object.load(Ordering::Acquire).cast::<T>() }),
        CHANGING => Err(busy::<T>()),
        _ => Err(broken::<T>()),
    }
}

/// The object of a handle, to change.
#[inline]
pub(crate) fn exclusive<'a, T: Object>(
    handle: *mut T::Handle,
) -> Result<Exclusive<'a, T>, Failure> {
    let head = head::<T>(handle)?;
    if is_lent(head) {
        return Err(busy::<T>());
    }
    let idle = head
        .state
        .compare_exchange(IDLE, CHANGING, Ordering::Acquire, Ordering::Relaxed);
    match idle {
        Ok(_) => {
            let object = head.object.load(Ordering::Acquire).cast::<T>();
            // SAFETY: as in `shared`; the state keeps other changes out.
            let object = unsafe { &mut *object };
            Ok(Exclusive { head, object })
        }
        Err(CHANGING) => Err(busy::<T>()),
        Err(_) => Err(broken::<T>()),
    }
}

/// An object that a call changes.
pub(crate) struct Exclusive<'a, T> {
    head: &'static Head,
    object: &'a mut T,
}

impl<T> Deref for Exclusive<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.object
    }
}

impl<T> DerefMut for Exclusive<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.object
    }
}

impl<T> Drop for Exclusive<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let state = if thread::panicking() { BROKEN } else { IDLE };
        self.head.state.store(state, Ordering::Release);
    }
}

thread_local! {
    /// The heads of the objects that calls of this thread read while a callback runs.
    static LENT: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Runs a callback of a call that reads an object: nobody changes or frees it.
pub(crate) fn lend<T: Object, R>(handle: *const T::Handle, run: impl FnOnce() -> R) -> R {
    struct Lent;
    impl Drop for Lent {
        fn drop(&mut self) {
            LENT.with_borrow_mut(Vec::pop);
        }
    }
    LENT.with_borrow_mut(|lent| lent.push(handle.addr()));
    let _lent = Lent;
    run()
}

#[inline]
fn is_lent(head: &Head) -> bool {
    LENT.with_borrow(|lent| lent.contains(&ptr::from_ref(head).addr()))
}

/// The head of a handle of this type.
#[inline]
fn head<T: Object>(handle: *const T::Handle) -> Result<&'static Head, Failure> {
    let head = handle.cast::<Head>();
    if head.is_null() {
        return Err(Failure::new(
            Status::Null,
            format_args!("{}: null", T::NAME),
        ));
    }
    if !head.is_aligned() {
        return Err(wrong::<T>());
    }
    // SAFETY: not null and aligned. By the contract of the header it came from this library, whose
    // heads are never given back. Their members are atomic.
    let head = unsafe { &*head };
    if head.magic.load(Ordering::Acquire) != T::MAGIC {
        return Err(wrong::<T>());
    }
    Ok(head)
}

#[cold]
fn wrong<T: Object>() -> Failure {
    let text = format_args!("{}: freed, or not a handle of this type", T::NAME);
    Failure::new(Status::Handle, text)
}

#[cold]
fn busy<T: Object>() -> Failure {
    Failure::new(
        Status::Busy,
        format_args!("{}: used by a call that runs", T::NAME),
    )
}

#[cold]
fn broken<T: Object>() -> Failure {
    let text = format_args!("{}: broken by an earlier defect of the library", T::NAME);
    Failure::new(Status::Internal, text)
}
