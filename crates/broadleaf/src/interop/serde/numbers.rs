//! Fixed-point numbers: decimal text for people, bits for machines.

use crate::geometry::Fixed;
use ::serde::de::{Deserialize, Deserializer, Error, Visitor};
use ::serde::ser::{Serialize, Serializer};
use core::fmt;

impl<const FRAC: u32> Serialize for Fixed<FRAC> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_i64(self.to_bits())
        }
    }
}

impl<'de, const FRAC: u32> Deserialize<'de> for Fixed<FRAC> {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Decimal)
        } else {
            i64::deserialize(deserializer).map(Self::from_bits)
        }
    }
}

struct Decimal<const FRAC: u32>;

impl<const FRAC: u32> Visitor<'_> for Decimal<FRAC> {
    type Value = Fixed<FRAC>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a decimal number as text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Fixed<FRAC>, E> {
        text.parse().map_err(E::custom)
    }
}
