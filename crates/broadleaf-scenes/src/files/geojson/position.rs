//! Coordinates: lists of numbers, and lists of such lists.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Unexpected, Visitor};

use super::extent::Extent;
use crate::files::number::shown;

/// An item of a list of coordinates.
pub(super) enum Item {
    /// A number; NaN for null and for other non-numbers.
    Number(f64),
    /// A list, with the nesting level of its positions: a position is 1. `None` for empty lists.
    List(Option<usize>),
}

/// Reads coordinates at any level into an extent.
pub(super) struct Coordinates<'a>(pub(super) &'a mut Extent);

impl<'de> DeserializeSeed<'de> for Coordinates<'_> {
    type Value = Item;

    fn deserialize<T: Deserializer<'de>>(self, json: T) -> Result<Item, T::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Coordinates<'_> {
    type Value = Item;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a list of coordinates")
    }

    fn visit_f64<E>(self, number: f64) -> Result<Item, E> {
        Ok(Item::Number(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Item, E> {
        Ok(Item::Number(number as f64))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Item, E> {
        Ok(Item::Number(number as f64))
    }

    fn visit_unit<E>(self) -> Result<Item, E> {
        Ok(Item::Number(f64::NAN))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Item, E> {
        // NaN is an empty text here.
        if text.is_empty() {
            return Ok(Item::Number(f64::NAN));
        }
        Err(E::invalid_type(
            Unexpected::Str(&shown(text.as_bytes())),
            &self,
        ))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Item, A::Error> {
        let mut next = |extent: &mut Extent| list.next_element_seed(Coordinates(extent));
        let mut depth = None;
        while let Some(item) = next(self.0)? {
            match item {
                Item::Number(x) if depth.is_none() => {
                    read_position(x, self.0, next)?;
                    return Ok(Item::List(Some(1)));
                }
                Item::List(Some(inner)) if depth.is_none_or(|depth| depth == inner) => {
                    depth = Some(inner);
                }
                Item::List(None) => {}
                _ => {
                    return Err(A::Error::custom(
                        "numbers and lists, or lists of unlike depth",
                    ));
                }
            }
        }
        if depth == Some(1) {
            self.0.end_list();
        }
        Ok(Item::List(depth.map(|depth| depth + 1)))
    }
}

/// Reads the rest of a position.
fn read_position<E: Error>(
    x: f64,
    extent: &mut Extent,
    mut next: impl FnMut(&mut Extent) -> Result<Option<Item>, E>,
) -> Result<(), E> {
    let (mut position, mut count) = ([x, f64::NAN], 1);
    while let Some(item) = next(extent)? {
        let number = match item {
            Item::Number(number) => number,
            Item::List(_) => return Err(E::custom("a position has a list among its numbers")),
        };
        if count == 1 {
            position[1] = number;
        }
        count += 1;
    }
    if count < 2 {
        return Err(E::custom("a position has fewer than two numbers"));
    }
    extent.add(position, count > 2);
    Ok(())
}
