//! Arrays of any length; `serde` supports only up to 32 elements.

use ::serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use ::serde::ser::{Serialize, SerializeTuple, Serializer};
use core::fmt;
use core::marker::PhantomData;

pub(super) fn serialize<T: Serialize, Z: Serializer, const D: usize>(
    array: &[T; D],
    serializer: Z,
) -> Result<Z::Ok, Z::Error> {
    let mut tuple = serializer.serialize_tuple(D)?;
    for element in array {
        tuple.serialize_element(element)?;
    }
    tuple.end()
}

pub(super) fn deserialize<'de, T, Z, const D: usize>(deserializer: Z) -> Result<[T; D], Z::Error>
where
    T: Deserialize<'de> + Copy + Default,
    Z: Deserializer<'de>,
{
    deserializer.deserialize_tuple(D, Elements(PhantomData))
}

struct Elements<T, const D: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + Copy + Default, const D: usize> Visitor<'de> for Elements<T, D> {
    type Value = [T; D];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{D} numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<[T; D], A::Error> {
        let mut array = [T::default(); D];
        for (axis, slot) in array.iter_mut().enumerate() {
            *slot = elements
                .next_element()?
                .ok_or_else(|| A::Error::invalid_length(axis, &self))?;
        }
        Ok(array)
    }
}
