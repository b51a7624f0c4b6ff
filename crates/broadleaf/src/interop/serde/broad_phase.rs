//! Broad phases: the bytes of a save without the data of the proxies, and then the data.

use core::fmt;
use core::marker::PhantomData;

use ::serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, SeqAccess, Visitor,
};
use ::serde::ser::{Serialize, Serializer};
use alloc::vec::Vec;

use crate::broad_phase::BroadPhase;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;

impl<T, S, const D: usize, B, F> Serialize for BroadPhase<T, S, D, B, F>
where
    T: Serialize,
    S: Scalar,
    B: SpatialIndexMut<S, D>,
    F: SpatialIndexMut<S, D>,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let data: Vec<&T> = self.saved_data().collect();
        (self.save_with(|_, _| ()), data).serialize(serializer)
    }
}

impl<'de, T, S, const D: usize, B, F> Deserialize<'de> for BroadPhase<T, S, D, B, F>
where
    T: Deserialize<'de>,
    S: Scalar,
    B: SpatialIndexMut<S, D> + Default,
    F: SpatialIndexMut<S, D> + Default,
{
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        deserializer.deserialize_tuple(2, SavedParts(PhantomData))
    }
}

struct SavedParts<W>(PhantomData<W>);

impl<'de, W> Visitor<'de> for SavedParts<W>
where
    for<'a> SavedData<'a, W>: DeserializeSeed<'de, Value = W>,
{
    type Value = W;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a saved broad phase and the data of its proxies")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<W, A::Error> {
        let bytes: Vec<u8> = parts
            .next_element()?
            .ok_or_else(|| A::Error::invalid_length(0, &self))?;
        let data = SavedData {
            bytes: &bytes,
            whole: PhantomData,
        };
        parts
            .next_element_seed(data)?
            .ok_or_else(|| A::Error::invalid_length(1, &self))
    }
}

/// Reads the data of a broad phase whose bytes are known. It reads one item for each proxy in the
/// bytes, so a false count of items that take no bytes costs no time.
struct SavedData<'a, W> {
    bytes: &'a [u8],
    whole: PhantomData<W>,
}

impl<'de, T, S, const D: usize, B, F> DeserializeSeed<'de>
    for SavedData<'_, BroadPhase<T, S, D, B, F>>
where
    T: Deserialize<'de>,
    S: Scalar,
    B: SpatialIndexMut<S, D> + Default,
    F: SpatialIndexMut<S, D> + Default,
{
    type Value = BroadPhase<T, S, D, B, F>;

    fn deserialize<Z: Deserializer<'de>>(self, deserializer: Z) -> Result<Self::Value, Z::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T, S, const D: usize, B, F> Visitor<'de> for SavedData<'_, BroadPhase<T, S, D, B, F>>
where
    T: Deserialize<'de>,
    S: Scalar,
    B: SpatialIndexMut<S, D> + Default,
    F: SpatialIndexMut<S, D> + Default,
{
    type Value = BroadPhase<T, S, D, B, F>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the data of every proxy")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut wrong = None;
        let decode = |bytes: &[u8]| match items.next_element() {
            Ok(item) => item.filter(|_| bytes.is_empty()),
            Err(error) => {
                wrong = Some(error);
                None
            }
        };
        let restored = BroadPhase::restore_with(self.bytes, decode);
        if let Some(error) = wrong {
            return Err(error);
        }
        let broad_phase = restored.map_err(A::Error::custom)?;
        match items.next_element::<IgnoredAny>()? {
            Some(_) => Err(A::Error::custom(
                "there is data for more proxies than the bytes have",
            )),
            None => Ok(broad_phase),
        }
    }
}

#[cfg(test)]
#[path = "tests/broad_phase.rs"]
mod tests;
