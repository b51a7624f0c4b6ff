//! Serialisation with the crate `serde`.
//!
//! A box is a struct of two corners. It is checked when read; the error names the axis and the
//! values. Shapes are structs of their constructors' arguments, and are checked, too.
//! [`Fixed`](crate::Fixed) is a decimal text in human-readable formats and an `i64` in others. An
//! id is a plain number. JSON has no infinity, so an infinite box cannot be read back.
//!
//! A [`BroadPhase`](crate::BroadPhase) whose data is serialisable is two items: the bytes of its
//! [save](crate::BroadPhase::save_with), in which all numbers are exact, and the data of its
//! proxies. It is read into default structures, and every byte is checked.
//!
//! ```
//! use broadleaf::{Aabb, Fixed};
//!
//! let text = serde_json::to_string(&Aabb::new([0, 1], [4, 3]))?;
//! assert_eq!(text, r#"{"min":[0,1],"max":[4,3]}"#);
//! assert_eq!(serde_json::from_str::<Aabb<i32, 2>>(&text)?, Aabb::new([0, 1], [4, 3]));
//!
//! let error = serde_json::from_str::<Aabb<i32, 2>>(r#"{"min":[0,5],"max":[4,3]}"#).unwrap_err();
//! assert!(error.to_string().starts_with("min 5 is above max 3 on axis 1"));
//! assert_eq!(serde_json::to_string(&Fixed::<16>::from_int(2))?, r#""2""#);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod array;
mod boxes;
mod broad_phase;
mod numbers;
mod shapes;
mod tiling;
