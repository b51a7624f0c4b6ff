//! Tilings: the giant limit and the cuts in heap order, each an axis and a coordinate.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};
use alloc::vec::Vec;

use crate::geometry::Scalar;
use crate::store::to_u32;
use crate::tiling::{TileCut, Tiling};

/// The fields of a tiling, before the check.
#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Tiling")]
struct TilingFields<S> {
    giant_limit: u32,
    /// None where a part of space is not cut.
    cuts: Vec<Option<(u32, S)>>,
}

impl<S: Scalar + Serialize, const D: usize> Serialize for Tiling<S, D> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let cuts = self.cuts().iter();
        let cuts = cuts.map(|cut| (*cut != TileCut::NONE).then_some((to_u32(cut.axis), cut.at)));
        let fields = TilingFields {
            giant_limit: self.giant_limit(),
            cuts: cuts.collect(),
        };
        fields.serialize(serializer)
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const D: usize> Deserialize<'de> for Tiling<S, D> {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        let fields = TilingFields::deserialize(deserializer)?;
        let cuts = fields.cuts.iter().map(|cut| match *cut {
            None => Some(TileCut::NONE),
            Some((axis, at)) => Some(TileCut {
                axis: axis as usize,
                at,
            }),
        });
        Self::from_parts(fields.cuts.len() + 1, fields.giant_limit, cuts).map_err(Z::Error::custom)
    }
}
