//! Boxes, checked when read.

use crate::geometry::{Aabb, Scalar};
use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};

/// The corners of a box, before the check.
#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(
    rename = "Aabb",
    bound(serialize = "S: Serialize", deserialize = "S: Deserialize<'de>")
)]
struct BoxFields<S: Scalar, const D: usize> {
    #[serde(with = "super::array")]
    min: [S; D],
    #[serde(with = "super::array")]
    max: [S; D],
}

impl<S: Scalar + Serialize, const D: usize> Serialize for Aabb<S, D> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let fields = BoxFields {
            min: self.min(),
            max: self.max(),
        };
        fields.serialize(serializer)
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const D: usize> Deserialize<'de> for Aabb<S, D> {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        let fields = BoxFields::deserialize(deserializer)?;
        Self::try_new(fields.min, fields.max).map_err(Z::Error::custom)
    }
}
