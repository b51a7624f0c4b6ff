//! The traits of the crate `bytemuck`: casts without a copy.
//!
//! Boxes can be cast to bytes. Bytes, or arrays of coordinates, can be cast to boxes with a check
//! of every box, since a box has no NaN and its corners are in order. Ids and fixed-point numbers
//! can be cast in both directions without a check.
//!
//! ```
//! use broadleaf::{Aabb, Id};
//!
//! let boxes = [Aabb::new([0_i32, 1], [2, 3]), Aabb::point([4, 5])];
//! let numbers: &[i32] = bytemuck::cast_slice(&boxes);
//! assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 4, 5]);
//!
//! let same: &[Aabb<i32, 2>] = bytemuck::checked::cast_slice(numbers);
//! assert_eq!(same, boxes);
//! let reversed = [2, 3, 0, 1];
//! assert!(bytemuck::checked::try_cast_slice::<i32, Aabb<i32, 2>>(&reversed).is_err());
//!
//! let pairs = [[Id(0), Id(1)]];
//! assert_eq!(bytemuck::cast_slice::<[Id; 2], u32>(&pairs), [0, 1]);
//! ```

#![expect(unsafe_code, reason = "the traits of `bytemuck` are unsafe")]

use crate::broad_phase::ProxyId;
use crate::geometry::{Aabb, Fixed, Scalar};
use crate::store::Id;
use ::bytemuck::{CheckedBitPattern, NoUninit, Pod, TransparentWrapper, Zeroable};

// SAFETY: `repr(transparent)` over `u32`; every bit pattern is an id.
unsafe impl Zeroable for Id {}
// SAFETY: as above.
unsafe impl Pod for Id {}
// SAFETY: `repr(transparent)` over `u32`.
unsafe impl TransparentWrapper<u32> for Id {}

// SAFETY: `repr(C)` with two `u32` and no padding. Every bit pattern is an id; if the broad phase
// never issued it, it identifies no proxy.
unsafe impl Zeroable for ProxyId {}
// SAFETY: as above.
unsafe impl Pod for ProxyId {}

// SAFETY: `repr(transparent)` over `i64`; every bit pattern is a number.
unsafe impl<const FRAC: u32> Zeroable for Fixed<FRAC> {}
// SAFETY: as above.
unsafe impl<const FRAC: u32> Pod for Fixed<FRAC> {}
// SAFETY: `repr(transparent)` over `i64`.
unsafe impl<const FRAC: u32> TransparentWrapper<i64> for Fixed<FRAC> {}

// SAFETY: `repr(C)` with two arrays of the same type, so there is no padding, and `S` has no
// uninitialised bytes. `Copy` and `'static` follow from `S: NoUninit`.
unsafe impl<S: NoUninit, const D: usize> NoUninit for Aabb<S, D> {}

// SAFETY: the zero bit pattern is valid for both arrays. It is the number 0 of every scalar, so the
// result is a box at the origin.
unsafe impl<S: Scalar + Zeroable, const D: usize> Zeroable for Aabb<S, D> {}

// SAFETY: `Bits` is an array of the same two arrays and so has the layout of the `repr(C)` box. A
// bit pattern is accepted exactly if `try_new` accepts the corners, which is the invariant of a
// box.
unsafe impl<S: Scalar + Pod, const D: usize> CheckedBitPattern for Aabb<S, D> {
    type Bits = [[S; D]; 2];

    #[inline]
    fn is_valid_bit_pattern([min, max]: &[[S; D]; 2]) -> bool {
        Self::try_new(*min, *max).is_ok()
    }
}
