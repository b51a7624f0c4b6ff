//! Conversions from and to the types of other crates. Each module is a feature of the same name.
//!
//! | feature | what it adds |
//! |---|---|
//! | `bytemuck` | casts between slices of [`Aabb`](crate::Aabb), [`Id`](crate::Id) or [`Fixed`](crate::Fixed) and bytes |
//! | `serde` | serialisation of boxes, shapes, ids, hits, settings and statistics |
//! | `glam`, `mint`, `nalgebra` | boxes from and to pairs of points; points as regions and places |

#[cfg(feature = "bytemuck")]
pub mod bytemuck;
#[cfg(feature = "glam")]
pub mod glam;
#[cfg(feature = "mint")]
pub mod mint;
#[cfg(feature = "nalgebra")]
pub mod nalgebra;
#[cfg(any(feature = "glam", feature = "mint", feature = "nalgebra"))]
mod points;
#[cfg(feature = "serde")]
pub mod serde;
