//! Ids of proxies, as one number.

use crate::broad_phase::ProxyId;
use ::serde::de::{Deserialize, Deserializer};
use ::serde::ser::{Serialize, Serializer};

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
