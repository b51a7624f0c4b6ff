//! Fixed-point numbers as decimal text for people and as bits for machines; ids of proxies as one
//! number.

use crate::broad_phase::ProxyId;
use crate::geometry::Fixed;
use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};
use alloc::string::String;

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
            let text = String::deserialize(deserializer)?;
            text.parse().map_err(Z::Error::custom)
        } else {
            i64::deserialize(deserializer).map(Self::from_bits)
        }
    }
}

impl Serialize for ProxyId {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.serialize_u64(self.to_bits())
    }
}

impl<'de> Deserialize<'de> for ProxyId {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        u64::deserialize(deserializer).map(Self::from_bits)
    }
}
