//! Tilings: the giant limit and the cuts in heap order, each an axis and a coordinate.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};
use alloc::vec::Vec;
use core::iter;

use crate::geometry::Scalar;
use crate::store::to_u32;
use crate::tiling::{Cut, InvalidTiling, Tiling};

/// The fields of a tiling that is not checked yet.
#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Tiling")]
struct Fields<S> {
    giant_limit: u32,
    /// None where a part of space is not cut.
    cuts: Vec<Option<(u32, S)>>,
}

impl<S: Scalar + Serialize, const D: usize> Serialize for Tiling<S, D> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let cuts = self.cuts().iter();
        let cuts = cuts.map(|cut| (*cut != Cut::NONE).then_some((to_u32(cut.axis), cut.at)));
        let fields = Fields {
            giant_limit: self.giant_limit(),
            cuts: cuts.collect(),
        };
        fields.serialize(serializer)
    }
}

impl<'de, S: Scalar + Deserialize<'de>, const D: usize> Deserialize<'de> for Tiling<S, D> {
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        tiling(Fields::deserialize(deserializer)?).map_err(Z::Error::custom)
    }
}

fn tiling<S: Scalar, const D: usize>(fields: Fields<S>) -> Result<Tiling<S, D>, InvalidTiling> {
    let tiles = fields.cuts.len() + 1;
    if !tiles.is_power_of_two() || tiles > Tiling::<S, D>::MAX_TILES {
        return Err(InvalidTiling::TileCount(tiles as u64));
    }
    if fields.giant_limit == 0 {
        return Err(InvalidTiling::NoGiantLimit);
    }
    let cuts = fields.cuts.into_iter().zip(1..).map(|(cut, number)| {
        let cut = cut.map_or(Cut::NONE, |(axis, at)| Cut {
            axis: axis as usize,
            at,
        });
        Tiling::<S, D>::check_cut(cut, number)
    });
    let cuts: Result<Vec<_>, _> = iter::once(Ok(Cut::NONE)).chain(cuts).collect();
    Ok(Tiling::from_cuts(cuts?).with_giant_limit(fields.giant_limit))
}

#[cfg(test)]
mod tests {
    use crate::geometry::Aabb;
    use crate::tiling::Tiling;
    use alloc::vec::Vec;

    #[test]
    fn a_tiling_is_read_as_it_was_written() {
        // Nothing is left to be cut after the first few.
        let boxes: Vec<_> = (0..64)
            .map(|x| Aabb::point([f32::from(x % 3_u8), 1.0]))
            .collect();
        let tiling = Tiling::from_sample(&boxes[..], 16).with_giant_limit(5);
        let json = serde_json::to_string(&tiling).unwrap();
        assert!(json.contains("null") && json.contains("[0,1.0]"), "{json}");
        assert_eq!(
            serde_json::from_str::<Tiling<f32, 2>>(&json).unwrap(),
            tiling
        );
    }
}
