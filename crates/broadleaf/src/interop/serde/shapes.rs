//! Shapes with public fields.

use crate::geometry::{Ball, HalfSpace, Scalar};
use ::serde::de::{Deserialize, Deserializer};
use ::serde::ser::{Serialize, Serializer};

/// Serialises a shape as the struct `$Fields` with the same fields.
macro_rules! shape {
    ($Shape:ident as $Fields:ident { $($field:ident),* }) => {
        impl<S: Scalar<Real: Serialize> + Serialize, const D: usize> Serialize for $Shape<S, D> {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                let fields: $Fields<S, D> = $Fields { $($field: self.$field),* };
                fields.serialize(serializer)
            }
        }

        impl<'de, S, const D: usize> Deserialize<'de> for $Shape<S, D>
        where
            S: Scalar<Real: Deserialize<'de>> + Deserialize<'de>,
        {
            fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
                let fields = $Fields::<S, D>::deserialize(deserializer)?;
                Ok(Self { $($field: fields.$field),* })
            }
        }
    };
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(
    rename = "Ball",
    bound(
        serialize = "S: Serialize, S::Real: Serialize",
        deserialize = "S: Deserialize<'de>, S::Real: Deserialize<'de>"
    )
)]
struct BallFields<S: Scalar, const D: usize> {
    #[serde(with = "super::array")]
    center: [S; D],
    radius: S::Real,
}
shape!(Ball as BallFields { center, radius });

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(
    rename = "HalfSpace",
    bound(
        serialize = "S::Real: Serialize",
        deserialize = "S::Real: Deserialize<'de>"
    )
)]
struct HalfSpaceFields<S: Scalar, const D: usize> {
    #[serde(with = "super::array")]
    normal: [S::Real; D],
    offset: S::Real,
}
shape!(HalfSpace as HalfSpaceFields { normal, offset });
