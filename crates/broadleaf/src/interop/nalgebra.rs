//! The points and vectors of the crate `nalgebra` as corners, in any dimension; its points as
//! regions and places. The feature is `nalgebra-0_35`, for version 0.35.
//!
//! ```
//! # use nalgebra_0_35 as nalgebra;
//! use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
//! use nalgebra::{Point3, Vector3};
//!
//! let corners = (Point3::new(0.0, 0.0, 0.0), Point3::new(1.0, 2.0, 1.0));
//! let aabb = Aabb::try_from(corners)?;
//! let tree: DynamicTree<f64, 3> = [(Id(0), aabb)].into_iter().collect();
//! assert_eq!(tree.overlaps(&Point3::new(0.5, 0.5, 0.5)), [Id(0)]);
//! assert_eq!(tree.nearest(&Point3::new(4.0, 1.0, 1.0)).unwrap().reach, 9.0);
//!
//! let (min, max): (Vector3<f64>, Vector3<f64>) = aabb.into();
//! assert_eq!(max - min, Vector3::new(1.0, 2.0, 1.0));
//! # Ok::<(), broadleaf::geometry::InvalidAabb<f64>>(())
//! ```

use super::points::{corners, place};
use crate::geometry::Scalar;
use ::nalgebra_0_35::{Point, SVector};

corners!([S: Scalar + ::nalgebra_0_35::Scalar, const D: usize] Point<S, D>, S, D);
corners!([S: Scalar + ::nalgebra_0_35::Scalar, const D: usize] SVector<S, D>, S, D);
place!([S: Scalar + ::nalgebra_0_35::Scalar, const D: usize] Point<S, D>, S, D);
