//! Conversions from and to the types of other crates.
//!
//! | feature | what it adds |
//! |---|---|
//! | `bytemuck` | casts between slices of [`Aabb`](crate::Aabb), [`Id`](crate::Id) or [`Fixed`](crate::Fixed) and bytes |
//! | `serde` | serialisation of boxes, shapes, ids, hits, settings and statistics |
//! | `glam-0_30`, `glam-0_32`, `glam-0_33`, `mint-0_5`, `nalgebra-0_35` | boxes from and to pairs of points; points as regions and places |
//!
//! Each version of a mathematics library has its own feature, because its types differ from those
//! of the next version, and a program may use several versions. Choose by what your program uses:
//!
//! | your program uses | feature |
//! |---|---|
//! | Bevy 0.17 or 0.18 | `glam-0_30` |
//! | Bevy 0.19 | `glam-0_32` |
//! | Bevy 0.20 | `glam-0_33` |
//! | rapier 0.33 to 0.36, parry 0.28 to 0.31 | `glam-0_33`; `nalgebra-0_35` for their types of nalgebra |
//! | cgmath, euclid, vek or another library that converts to mint | `mint-0_5` |
//!
//! Other versions convert through arrays: `Aabb::new(min.to_array(), max.to_array())`.

#[cfg(feature = "bytemuck")]
pub mod bytemuck;
#[cfg(any(feature = "glam-0_30", feature = "glam-0_32", feature = "glam-0_33"))]
pub mod glam;
#[cfg(feature = "mint-0_5")]
pub mod mint;
#[cfg(feature = "nalgebra-0_35")]
pub mod nalgebra;
#[cfg(any(
    feature = "glam-0_30",
    feature = "glam-0_32",
    feature = "glam-0_33",
    feature = "mint-0_5",
    feature = "nalgebra-0_35"
))]
mod points;
#[cfg(feature = "serde")]
pub mod serde;
