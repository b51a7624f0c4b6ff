//! The points and vectors of the crate `mint` as corners; its points as regions and places.
//! The feature is `mint-0_5`, for version 0.5.
//!
//! ```
//! # use mint_0_5 as mint;
//! use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
//! use mint::Point2;
//!
//! let corners = (Point2 { x: 0, y: 0 }, Point2 { x: 4, y: 2 });
//! let aabb = Aabb::try_from(corners)?;
//! let tree: DynamicTree<i32, 2> = [(Id(0), aabb)].into_iter().collect();
//! assert_eq!(tree.overlaps(&Point2 { x: 1, y: 2 }), [Id(0)]);
//! assert_eq!(<(Point2<i32>, Point2<i32>)>::from(aabb), corners);
//! # Ok::<(), broadleaf::geometry::InvalidAabb<i32>>(())
//! ```

use super::points::{corners, place};
use crate::geometry::Scalar;
use ::mint_0_5::{Point2, Point3, Vector2, Vector3};

corners!([S: Scalar] Point2<S>, S, 2);
corners!([S: Scalar] Point3<S>, S, 3);
corners!([S: Scalar] Vector2<S>, S, 2);
corners!([S: Scalar] Vector3<S>, S, 3);
place!([S: Scalar] Point2<S>, S, 2);
place!([S: Scalar] Point3<S>, S, 3);
