//! The pairs of all tiles are the pairs of `BruteForce`, for every tiling.

use broadleaf::geometry::Scalar;
use broadleaf::tiling::{InvalidTiling, Tile, Tiling};
use broadleaf::{Aabb, BruteForce, Fixed, Id, PairFinder, SpatialIndex};
use proptest::prelude::*;

use crate::inputs::{Mode, TestScalar, aabb, for_all, point};

/// The boxes of each tile and the giants, with their ids.
struct Distributed<S: Scalar, const D: usize> {
    tiles: Vec<Vec<(u32, Aabb<S, D>)>>,
    giants: Vec<(u32, Aabb<S, D>)>,
}

fn distribute<S: Scalar, const D: usize>(
    tiling: &Tiling<S, D>,
    boxes: impl IntoIterator<Item = (u32, Aabb<S, D>)>,
) -> Distributed<S, D> {
    let mut tiles = vec![Vec::new(); tiling.len()];
    let mut giants = Vec::new();
    for (id, aabb) in boxes {
        assert_eq!(tiling.is_giant(&aabb), tiling.tiles_of(&aabb).is_none());
        match tiling.tiles_of(&aabb) {
            Some(touched) => touched.for_each(|tile| tiles[tile as usize].push((id, aabb))),
            None => giants.push((id, aabb)),
        }
    }
    Distributed { tiles, giants }
}

/// The pairs of a list, or of two lists, that overlap and for which `owns` holds.
fn pairs_where<S: Scalar, const D: usize>(
    first: &[(u32, Aabb<S, D>)],
    second: Option<&[(u32, Aabb<S, D>)]>,
    mut owns: impl FnMut(&Aabb<S, D>, &Aabb<S, D>) -> bool,
    pairs: &mut Vec<[Id; 2]>,
) {
    for (at, (a, x)) in first.iter().enumerate() {
        for (b, y) in second.unwrap_or(&first[at + 1..]) {
            if x.overlaps(y) && owns(x, y) {
                pairs.push([Id(*a.min(b)), Id(*a.max(b))]);
            }
        }
    }
}

/// All pairs, tile by tile. Tiles with more than eight boxes are cut again.
fn pairs_of<S: Scalar, const D: usize>(
    tiling: &Tiling<S, D>,
    boxes: impl IntoIterator<Item = (u32, Aabb<S, D>)>,
    outer: &Tile<S, D>,
    depth: u32,
    pairs: &mut Vec<[Id; 2]>,
) {
    let Distributed { tiles, giants } = distribute(tiling, boxes);
    pairs_where(&giants, None, |a, b| outer.owns(a, b), pairs);
    for (number, own) in (0..).zip(tiles) {
        let tile = tiling.tile(number).unwrap().intersection(outer);
        assert!(
            own.iter()
                .all(|(_, aabb)| tiling.tile(number).unwrap().touches(aabb))
        );
        pairs_where(&own, Some(&giants), |a, b| tile.owns(a, b), pairs);
        if depth == 0 || own.len() <= 8 {
            pairs_where(&own, None, |a, b| tile.owns(a, b), pairs);
        } else {
            let sample: Vec<_> = own.iter().map(|&(_, aabb)| aabb).collect();
            let inner = Tiling::from_sample(&sample, 4).with_giant_limit(2);
            pairs_of(&inner, own, &tile, depth - 1, pairs);
        }
    }
}

type Case<S, const D: usize> = (Vec<Aabb<S, D>>, Vec<Aabb<S, D>>, usize, u32, Vec<[S; D]>);

fn cases<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Case<S, D>> {
    (
        prop::collection::vec(aabb(mode), 0..60),
        prop::collection::vec(aabb(mode), 0..60),
        1_usize..70,
        0_u32..6,
        prop::collection::vec(point(mode), 4),
    )
}

fn check<S: TestScalar, const D: usize>(mode: Mode) {
    for_all(
        60,
        cases::<S, D>(mode),
        |(boxes, sample, tiles, limit, points)| {
            // Boxes on the cuts: the sample is a part of the boxes, all of them, or other boxes.
            let tilings = [
                Tiling::from_sample(&boxes, tiles).with_giant_limit(limit),
                Tiling::from_sample(&sample, tiles).with_giant_limit(limit),
                Tiling::from_counts(&boxes, 60, tiles as u64),
            ];
            let mut oracle = BruteForce::default();
            oracle.extend((0..).map(Id).zip(boxes.iter().copied()));
            for tiling in tilings {
                assert!(tiling.len().is_power_of_two());
                let mut pairs = Vec::new();
                let numbered = (0..).zip(boxes.iter().copied());
                pairs_of(&tiling, numbered, &Tile::EVERYWHERE, 2, &mut pairs);
                pairs.sort_unstable();
                assert_eq!(pairs, oracle.pairs());
                for point in &points {
                    let at = tiling.tile_at(point);
                    let tiles = 0..u32::try_from(tiling.len()).unwrap();
                    let found =
                        tiles.filter(|&tile| tiling.tile(tile).unwrap().contains_point(point));
                    assert!(found.eq([at]));
                }
                assert_eq!(Tiling::from_bytes(&tiling.to_bytes()), Ok(tiling));
            }
        },
    );
}

/// Tests in 2D and 3D, on a grid with many ties and on the whole range.
macro_rules! check_numbers {
    ($($name:ident: $scalar:ty;)*) => { $(
        #[test]
        fn $name() {
            for mode in [Mode::Grid, Mode::Wild] {
                check::<$scalar, 2>(mode);
                check::<$scalar, 3>(mode);
            }
        }
    )* };
}

check_numbers! {
    float32: f32;
    float64: f64;
    int8: i8;
    int16: i16;
    int32: i32;
    int64: i64;
    unsigned8: u8;
    unsigned16: u16;
    unsigned32: u32;
    unsigned64: u64;
    fixed: Fixed<16>;
}

#[test]
fn other_dimensions() {
    check::<u64, 1>(Mode::Wild);
    check::<f32, 6>(Mode::Grid);
}

/// A tile with only copies of one box cannot be cut, but its pairs are found.
#[test]
fn a_hundred_thousand_identical_boxes() {
    let same = Aabb::new([1.0_f32, 1.0], [2.0, 2.0]);
    let around = Aabb::EVERYWHERE;
    let boxes: Vec<_> = std::iter::repeat_n(same, 100_000).chain([around]).collect();
    let tiling = Tiling::from_sample(&boxes, 64).with_giant_limit(8);
    let Distributed { tiles, giants } = distribute(&tiling, (0..).zip(boxes.iter().copied()));
    // The box around everything also touches the empty space before the others.
    let full: Vec<_> = tiles.iter().filter(|tile| tile.len() > 1).collect();
    assert_eq!(full.len(), 1, "identical boxes are in one tile");
    let own: Vec<_> = full[0].iter().map(|&(_, aabb)| aabb).collect();
    let giants: Vec<_> = giants.iter().map(|&(_, aabb)| aabb).collect();
    let mut finder = PairFinder::new();
    let within = finder.within(&own).unwrap().count_pairs();
    let between = finder.between(&own, &giants).unwrap().count_pairs();
    assert_eq!((giants.len(), within + between), (0, 5_000_050_000));
}

#[test]
fn giants_are_in_no_tile() {
    let row: Vec<_> = (0..1000).map(|x| Aabb::new([x, 0], [x, 1])).collect();
    let tiling = Tiling::from_sample(&row, 32).with_giant_limit(5);
    let long = |tiles: u32| {
        let ends = [1, tiles].map(|tile| tiling.tile(tile).unwrap().low()[0]);
        Aabb::new([ends[0], 0], [ends[1], 0])
    };
    assert_eq!(tiling.tiles_of(&long(5)).map(Iterator::count), Some(5));
    assert!(tiling.tiles_of(&long(6)).is_none());
    assert!(tiling.tile(32).is_none());
    assert!(!tiling.owns(32, &long(5), &long(6)));
}

#[test]
fn every_byte_is_checked() {
    let row: Vec<_> = (0..100).map(|x| Aabb::point([x as f32, 0.0])).collect();
    let bytes = Tiling::from_sample(&row, 8).to_bytes();
    let read = |bytes: &[u8]| Tiling::<f32, 2>::from_bytes(bytes);
    for len in 0..bytes.len() {
        assert!(read(&bytes[..len]).is_err(), "{len}");
    }
    assert!(read(&[&bytes[..], &[0]].concat()).is_err());
    let with = |at: usize, field: u32| {
        let mut changed = bytes.clone();
        changed[at..at + 4].copy_from_slice(&field.to_le_bytes());
        read(&changed).unwrap_err()
    };
    assert_eq!(with(0, 0), InvalidTiling::NotATiling);
    assert_eq!(with(8, 2), InvalidTiling::UnknownVersion(2));
    assert_eq!(with(12, 7), InvalidTiling::UnknownEncoding([7, 32, 0]));
    assert!(matches!(with(16, 64), InvalidTiling::OtherScalar { .. }));
    let (found, expected) = (3, 2);
    assert_eq!(
        with(24, 3),
        InvalidTiling::OtherDimensions { found, expected }
    );
    for tiles in [0, 7, 1 << 21, 1 << 31, u32::MAX] {
        assert_eq!(with(28, tiles), InvalidTiling::TileCount(tiles.into()));
    }
    assert!(matches!(with(28, 16), InvalidTiling::OtherLength { .. }));
    assert_eq!(with(32, 0), InvalidTiling::NoGiantLimit);
    assert_eq!(with(36, 2), InvalidTiling::Cut { number: 1 });
    assert_eq!(
        with(40, f32::NAN.to_bits()),
        InvalidTiling::Cut { number: 1 }
    );
    assert_eq!(with(56, 1), InvalidTiling::Cut { number: 2 });
}

/// Cuts that no sample leads to: a later cut may be outside the part that it cuts. Pairs are still
/// found exactly once.
#[test]
fn any_bytes_that_are_read_are_a_tiling() {
    let inputs = (
        prop::collection::vec(aabb::<i32, 2>(Mode::Grid), 0..40),
        any::<[u8; 14]>(),
    );
    for_all(
        200,
        inputs,
        |(boxes, cuts): (Vec<Aabb<i32, 2>>, [u8; 14])| {
            let empty: [Aabb<i32, 2>; 0] = [];
            let mut bytes = Tiling::from_sample(&empty, 8).to_bytes();
            for (cut, [axis, at]) in bytes[36..].chunks_mut(12).zip(cuts.as_chunks().0) {
                cut[0] = axis % 2;
                cut[4..].copy_from_slice(&i64::from(at % 12).to_le_bytes());
            }
            let tiling = Tiling::from_bytes(&bytes).unwrap().with_giant_limit(3);
            let mut oracle = BruteForce::default();
            oracle.extend((0..).map(Id).zip(boxes.iter().copied()));
            let mut pairs = Vec::new();
            pairs_of(&tiling, (0..).zip(boxes), &Tile::EVERYWHERE, 0, &mut pairs);
            pairs.sort_unstable();
            assert_eq!(pairs, oracle.pairs());
        },
    );
}

#[cfg(feature = "serde")]
#[test]
fn tilings_are_serialised() {
    let row: Vec<_> = (0..100).map(|x| Aabb::point([x, 0])).collect();
    let tiling = Tiling::from_sample(&row, 4).with_giant_limit(9);
    let text = serde_json::to_string(&tiling).unwrap();
    assert_eq!(text, r#"{"giant_limit":9,"cuts":[[0,50],[0,25],[0,75]]}"#);
    assert_eq!(
        serde_json::from_str::<Tiling<i32, 2>>(&text).unwrap(),
        tiling
    );
    let none: [Aabb<f64, 3>; 0] = [];
    let uncut = Tiling::from_sample(&none, 4);
    let text = serde_json::to_string(&uncut).unwrap();
    assert_eq!(
        serde_json::from_str::<Tiling<f64, 3>>(&text).unwrap(),
        uncut
    );
    let bytes = bincode::serialize(&uncut).unwrap();
    assert_eq!(
        bincode::deserialize::<Tiling<f64, 3>>(&bytes).unwrap(),
        uncut
    );
    for wrong in [
        r#"{"giant_limit":0,"cuts":[]}"#,
        r#"{"giant_limit":9,"cuts":[[0,1],[0,2]]}"#,
        r#"{"giant_limit":9,"cuts":[[2,1]]}"#,
    ] {
        assert!(
            serde_json::from_str::<Tiling<i32, 2>>(wrong).is_err(),
            "{wrong}"
        );
    }
}
