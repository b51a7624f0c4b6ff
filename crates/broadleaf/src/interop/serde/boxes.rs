//! Boxes, checked when they are read.

use crate::geometry::{Aabb, Scalar};
use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};

/// The corners of a box that is not checked yet.
#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(
    rename = "Aabb",
    bound(serialize = "S: Serialize", deserialize = "S: Deserialize<'de>")
)]
struct Corners<S: Scalar, const D: usize> {
    #[serde(with = "super::array")]
    min: [S; D],
    #[serde(with = "super::array")]
    max: [S; D],
}

impl<S: Scalar + Serialize, const D: usize> Serialize for Aabb<S, D> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let corners = Corners {
            min: self.min(),
            max: self.max(),
        };
        corners.serialize(serializer)
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const D: usize> Deserialize<'de> for Aabb<S, D> {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        let corners = Corners::deserialize(deserializer)?;
        Self::try_new(corners.min, corners.max).map_err(Z::Error::custom)
    }
}
