//! Shapes, checked when read. Each is a struct of its constructor's arguments, or of its public
//! fields.

use crate::geometry::{
    Aabb, Ball, BallCast, BoxCast, Capsule, Cone, ConvexPolygon, HalfSpace, LonLat, OrientedBox,
    Ray, Real, Scalar, Triangle,
};
use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};
use alloc::vec::Vec;
use core::convert::Infallible;

/// A point, a vector or a list of them as a tuple.
#[derive(Clone, Copy, ::serde::Serialize, ::serde::Deserialize)]
#[serde(
    transparent,
    bound(
        serialize = "T: Serialize",
        deserialize = "T: Deserialize<'de> + Copy + Default"
    )
)]
struct Tuple<T, const D: usize>(#[serde(with = "super::array")] [T; D]);

impl<T: Copy + Default, const D: usize> Default for Tuple<T, D> {
    fn default() -> Self {
        Self([T::default(); D])
    }
}

/// Serialises `$Shape` as the struct `$Fields` named `$name`, with a function to the fields and one
/// back.
macro_rules! shape {
    (
        [$($D:tt)*] $Shape:ty as $Fields:ident, $name:literal { $($field:ident: $Type:ty),* }
        $fields_of:expr, $shape_of:expr
    ) => {
        #[derive(::serde::Serialize, ::serde::Deserialize)]
        #[serde(
            rename = $name,
            bound(
                serialize = "S: Serialize, S::Real: Serialize",
                deserialize = "S: Deserialize<'de>, S::Real: Deserialize<'de>"
            )
        )]
        struct $Fields<S: Scalar, $($D)*> { $($field: $Type),* }

        impl<S: Scalar<Real: Serialize> + Serialize, $($D)*> Serialize for $Shape {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                let fields_of: fn(&Self) -> _ = $fields_of;
                fields_of(self).serialize(serializer)
            }
        }

        impl<'de, S, $($D)*> Deserialize<'de> for $Shape
        where
            S: Scalar<Real: Deserialize<'de>> + Deserialize<'de>,
        {
            fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
                let shape_of: fn(_) -> Result<Self, _> = $shape_of;
                shape_of($Fields::deserialize(deserializer)?).map_err(Z::Error::custom)
            }
        }
    };
}

shape! {
    [const D: usize] Ball<S, D> as BallFields, "Ball" { center: Tuple<S, D>, radius: S::Real }
    |shape| BallFields { center: Tuple(shape.center), radius: shape.radius },
    |fields: BallFields<S, D>| {
        let (center, radius) = (fields.center.0, fields.radius);
        Ok::<_, Infallible>(Self { center, radius })
    }
}

shape! {
    [const D: usize] HalfSpace<S, D> as HalfSpaceFields, "HalfSpace" {
        normal: Tuple<S::Real, D>,
        offset: S::Real
    }
    |shape| HalfSpaceFields::<S, D> { normal: Tuple(shape.normal), offset: shape.offset },
    |fields: HalfSpaceFields<S, D>| {
        let (normal, offset) = (fields.normal.0, fields.offset);
        Ok::<_, Infallible>(Self { normal, offset })
    }
}

shape! {
    [const D: usize] Triangle<S, D> as TriangleFields, "Triangle" { vertices: [Tuple<S, D>; 3] }
    |shape| TriangleFields { vertices: shape.vertices().map(Tuple) },
    |fields: TriangleFields<S, D>| Self::new(fields.vertices.map(|vertex| vertex.0))
}

shape! {
    [] ConvexPolygon<S> as PolygonFields, "ConvexPolygon" { vertices: Vec<[S; 2]> }
    |shape| PolygonFields { vertices: shape.vertices().to_vec() },
    |fields: PolygonFields<S>| Self::around(&fields.vertices)
}

shape! {
    [const D: usize] Capsule<S, D> as CapsuleFields, "Capsule" {
        start: Tuple<S, D>,
        end: Tuple<S, D>,
        radius: S::Real
    }
    |shape| CapsuleFields {
        start: Tuple(shape.start()),
        end: Tuple(shape.end()),
        radius: shape.radius(),
    },
    |fields: CapsuleFields<S, D>| Self::new(fields.start.0, fields.end.0, fields.radius)
}

shape! {
    [const D: usize] Cone<S, D> as ConeFields, "Cone" {
        apex: Tuple<S, D>,
        axis: Tuple<S::Real, D>,
        radius: S::Real
    }
    |shape| ConeFields {
        apex: Tuple(shape.apex()),
        axis: Tuple(shape.axis()),
        radius: shape.radius(),
    },
    |fields: ConeFields<S, D>| Self::new(fields.apex.0, fields.axis.0, fields.radius)
}

shape! {
    [] LonLat<S> as LonLatFields, "LonLat" { point: [S; 2], radius: S::Real }
    |shape| LonLatFields { point: shape.point(), radius: shape.radius() },
    |fields: LonLatFields<S>| Self::new(fields.point)?.on_globe(fields.radius)
}

shape! {
    [const D: usize] OrientedBox<S, D> as OrientedBoxFields, "OrientedBox" {
        center: Tuple<S, D>,
        half_edges: Tuple<Tuple<S::Real, D>, D>
    }
    |shape| OrientedBoxFields {
        center: Tuple(shape.center()),
        half_edges: Tuple(shape.half_edges().map(Tuple)),
    },
    |fields: OrientedBoxFields<S, D>| {
        let half_edges = fields.half_edges.0.map(|edge| edge.0);
        Ok::<_, Infallible>(Self::new(fields.center.0, half_edges))
    }
}

/// `None` for an infinite length, which text formats cannot represent.
fn finite<R: Real>(length: R) -> Option<R> {
    (length != R::INFINITY).then_some(length)
}

fn length<R: Real>(length: Option<R>) -> R {
    length.unwrap_or(R::INFINITY)
}

shape! {
    [const D: usize] Ray<S, D> as RayFields, "Ray" {
        origin: Tuple<S, D>,
        direction: Tuple<S::Real, D>,
        length: Option<S::Real>
    }
    |shape| RayFields {
        origin: Tuple(shape.origin()),
        direction: Tuple(shape.direction()),
        length: finite(shape.length()),
    },
    |fields: RayFields<S, D>| {
        let ray = Self::new(fields.origin.0, fields.direction.0);
        ray.map(|ray| ray.up_to(length(fields.length)))
    }
}

shape! {
    [const D: usize] BoxCast<S, D> as BoxCastFields, "BoxCast" {
        start: Aabb<S, D>,
        direction: Tuple<S::Real, D>,
        length: Option<S::Real>
    }
    |shape| BoxCastFields {
        start: shape.start(),
        direction: Tuple(shape.direction()),
        length: finite(shape.length()),
    },
    |fields: BoxCastFields<S, D>| {
        let cast = Self::new(fields.start, fields.direction.0);
        cast.map(|cast| cast.up_to(length(fields.length)))
    }
}

shape! {
    [const D: usize] BallCast<S, D> as BallCastFields, "BallCast" {
        start: Ball<S, D>,
        direction: Tuple<S::Real, D>,
        length: Option<S::Real>
    }
    |shape| BallCastFields {
        start: shape.start(),
        direction: Tuple(shape.direction()),
        length: finite(shape.length()),
    },
    |fields: BallCastFields<S, D>| {
        let cast = Self::new(fields.start, fields.direction.0);
        cast.map(|cast| cast.up_to(length(fields.length)))
    }
}
