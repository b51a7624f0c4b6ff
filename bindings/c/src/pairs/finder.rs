//! Scratch memory for pairs.

use std::any::Any;

use library::{Aabb, Id, PairFinder};

use crate::failure::Failure;
use crate::handle::{self, Exclusive, Object};
use crate::number::Number;

/// The header's handle of a finder.
#[repr(C)]
#[derive(Debug)]
pub struct BroadleafFinder {
    _opaque: [u8; 0],
}

/// A finder of some kind, and what is copied from or for the caller.
pub(crate) struct Scratch<S: Number, const D: usize> {
    pub(crate) finder: PairFinder<S, D>,
    pub(crate) pairs: Vec<[Id; 2]>,
    /// Boxes that are not one behind the other in the memory of the caller.
    pub(crate) boxes: [Vec<Aabb<S, D>>; 2],
}

/// What a handle has: the scratch memory of its last call.
#[derive(Default)]
pub(crate) struct Finder(Option<Box<dyn Any + Send + Sync>>);

impl Object for Finder {
    type Handle = BroadleafFinder;
    const MAGIC: u64 = 0x4251_f1de_0b0a_d1ea;
    const NAME: &'static str = "finder";
}

/// The finder of a call: that of a handle, or one for this call alone.
pub(crate) enum Lent<'a> {
    Handle(Exclusive<'a, Finder>),
    Call(Finder),
}

impl Lent<'_> {
    /// The finder of a handle, which may be null.
    pub(crate) fn new(finder: *mut BroadleafFinder) -> Result<Self, Failure> {
        Ok(if finder.is_null() {
            Self::Call(Finder::default())
        } else {
            Self::Handle(handle::exclusive(finder)?)
        })
    }

    /// Its memory, for boxes of this kind.
    pub(crate) fn scratch<S: Number, const D: usize>(&mut self) -> &mut Scratch<S, D> {
        let Finder(kept) = match self {
            Self::Handle(finder) => finder,
            Self::Call(finder) => finder,
        };
        if !kept.as_ref().is_some_and(|kept| kept.is::<Scratch<S, D>>()) {
            *kept = Some(Box::new(Scratch::<S, D> {
                finder: PairFinder::new(),
                pairs: Vec::new(),
                boxes: [Vec::new(), Vec::new()],
            }));
        }
        let scratch = kept.as_mut().and_then(|kept| kept.downcast_mut());
        scratch.expect("it has this type")
    }
}
