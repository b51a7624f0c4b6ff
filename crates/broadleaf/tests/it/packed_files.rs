//! Packed trees and flatbush files as bytes: they read as they were written, and no bytes do harm.

use std::fmt::Write as _;
use std::path::Path;

use broadleaf::geometry::{Encoding, Real, Scalar};
use broadleaf::packed_tree::{FlatbushNumber, PackedTreeHeader, flatbush_encoding};
use broadleaf::{Aabb, BruteForce, Fixed, Hit, Id, PackedTree, PackedTreeView, Ray, SpatialIndex};

/// Runs a function for 5 scalars in 2D and 3D, with whole numbers as coordinates.
macro_rules! for_every_type {
    ($function:ident) => {
        $function::<f32, 2>(|v| v as f32);
        $function::<f32, 3>(|v| v as f32);
        $function::<f64, 2>(f64::from);
        $function::<f64, 3>(f64::from);
        $function::<i32, 2>(|v| v);
        $function::<i32, 3>(|v| v);
        $function::<i64, 2>(i64::from);
        $function::<i64, 3>(i64::from);
        $function::<Fixed<16>, 2>(Fixed::from_int);
        $function::<Fixed<16>, 3>(Fixed::from_int);
    };
}

fn boxes<S: Scalar, const D: usize>(count: i32, number: fn(i32) -> S) -> Vec<Aabb<S, D>> {
    let aabb = |i: i32| {
        let low: [i32; D] = std::array::from_fn(|axis| i * (7 + 6 * axis as i32) % 90 - 30);
        Aabb::new(low.map(number), low.map(|low| number(low + i % 20)))
    };
    (0..count).map(aabb).collect()
}

/// A tree whose ids have gaps, with data.
fn tree_with_data<S: Scalar, const D: usize>(count: i32, number: fn(i32) -> S) -> PackedTree<S, D> {
    let items = (0..)
        .map(|i| Id(i * i % 1_000 + 3))
        .zip(boxes(count, number));
    items.collect::<PackedTree<S, D>>().with_data(data_of)
}

fn data_of(id: Id) -> &'static [u8] {
    &b"0123456789"[..id.index() % 10]
}

type Answers = (Vec<Vec<Id>>, Vec<[Id; 2]>, Vec<Vec<(Id, f64)>>);

/// The answers of queries of every kind near a box.
fn answers<S: Scalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    near: &Aabb<S, D>,
) -> Answers {
    let corner = near.min();
    let odd = |aabb: &Aabb<S, D>| aabb.min()[0] <= near.max()[0];
    let overlaps = vec![
        index.overlaps(&Aabb::EVERYWHERE),
        index.overlaps(near),
        index.overlaps(&odd),
    ];
    let hits = |hits: Vec<Hit<S::Real>>| {
        hits.into_iter()
            .map(|hit| (hit.id, hit.reach.to_f64()))
            .collect::<Vec<_>>()
    };
    let ray = Ray::new(corner, [S::Real::HALF; D]).unwrap();
    let reached = vec![
        hits(index.k_nearest(&corner, 7)),
        hits(index.nearest(near).into_iter().collect()),
        hits(index.cast_all(&ray)),
        hits(index.cast(&ray).into_iter().collect()),
        hits(index.hit_iter(&corner).take(9).collect()),
    ];
    (overlaps, index.pairs(), reached)
}

#[test]
fn files_are_read_as_written_at_any_address() {
    fn check<S: Scalar, const D: usize>(number: fn(i32) -> S) {
        for count in [0, 1, 16, 17, 300] {
            let tree = tree_with_data::<S, D>(count, number);
            let brute: BruteForce<S, D> = tree.iter().collect();
            let near = Aabb::new([number(3); D], [number(20); D]);
            for offset in [0, 1, 4, 63] {
                let mut bytes = vec![0xa5; offset];
                bytes.extend_from_slice(tree.as_bytes());
                // What follows the tree is ignored.
                bytes.push(0xa5);
                let view = PackedTreeView::<S, D>::from_bytes(&bytes[offset..]).unwrap();
                view.validate().unwrap();
                assert_eq!(view.as_bytes(), tree.as_bytes());
                assert!(view.iter().eq(brute.iter()));
                assert_eq!(answers(&view, &near), answers(&brute, &near));
                assert!(
                    view.iter()
                        .all(|(id, _)| view.data(id) == Some(data_of(id)))
                );
                assert_eq!(
                    view.bounds(),
                    Aabb::enclosing(brute.iter().map(|(_, aabb)| aabb))
                );
                let copy = PackedTree::<S, D>::from_bytes(&bytes[offset..]).unwrap();
                assert_eq!(copy.as_bytes(), tree.as_bytes());
            }
        }
    }
    for_every_type!(check);
}

#[test]
fn data_and_categories_leave_each_other_alone() {
    let tree = PackedTree::from_boxes(&boxes::<f32, 3>(40, |v| v as f32)).unwrap();
    let category = |id: Id| 1 << (id.0 % 32);
    let one_way = tree.clone().with_categories(category).with_data(data_of);
    let other_way = tree.with_data(data_of).with_categories(category);
    assert_eq!(one_way.as_bytes(), other_way.as_bytes());
    one_way.validate().unwrap();
    let read = PackedTree::<f32, 3>::from_bytes(one_way.as_bytes()).unwrap();
    for id in (0..40).map(Id) {
        let found = (read.category(id), read.data(id));
        assert_eq!(found, (Some(category(id)), Some(data_of(id))));
    }
}

#[test]
fn numbers_that_no_coordinate_has_are_found() {
    let tree = PackedTree::from_boxes(&[Aabb::new([1_u8, 2], [3, 4])]).unwrap();
    let mut bytes = tree.as_bytes().to_vec();
    // The lower bits are the coordinate's, but the comparisons read all bits.
    bytes[65] = 1;
    let view = PackedTreeView::<u8, 2>::from_bytes(&bytes).unwrap();
    assert_eq!(view.get(Id(0)), tree.get(Id(0)));
    let violation = view.validate().unwrap_err();
    assert!(violation.invariant().starts_with("P1"), "{violation}");
}

#[test]
fn a_tree_without_data_has_none() {
    let tree = PackedTree::from_boxes(&boxes::<i32, 2>(20, |v| v)).unwrap();
    assert_eq!((tree.has_data(), tree.data(Id(3))), (false, None));
    let empty = tree.clone().with_data(|_| &[]);
    assert_eq!((empty.has_data(), empty.data(Id(3))), (true, Some(&[][..])));
    assert_eq!(empty.data(Id(20)), None);
    let replaced = empty.with_data(|_| b"ab").with_data(data_of);
    assert_eq!(replaced.as_bytes(), tree.with_data(data_of).as_bytes());
    let header = PackedTreeHeader::from_bytes(replaced.as_bytes()).unwrap();
    assert_eq!(header.data_bytes, Some((0..20).map(|id| id % 10).sum()));
}

/// Runs all queries on bytes that may not be a tree. If they are, the answers are right.
fn ask<S: Scalar, const D: usize>(bytes: &[u8], near: &Aabb<S, D>) {
    let Ok(view) = PackedTreeView::<S, D>::from_bytes(bytes) else {
        return;
    };
    let found = answers(&view, near);
    let boxes: Vec<_> = view.iter().collect();
    let data = boxes
        .iter()
        .map(|&(id, _)| view.data(id))
        .filter(Option::is_some)
        .count();
    let _ = (view.stats(), view.bounds());
    view.for_each_node(|_| ());
    if view.validate().is_ok() {
        let brute: BruteForce<S, D> = boxes.into_iter().collect();
        assert_eq!((brute.len(), found), (view.len(), answers(&brute, near)));
        assert_eq!(data, if view.has_data() { view.len() } else { 0 });
    }
}

#[test]
fn no_changed_byte_does_harm() {
    fn check<S: Scalar, const D: usize>(number: fn(i32) -> S) {
        let near = Aabb::new([number(3); D], [number(20); D]);
        let mut bytes = tree_with_data::<S, D>(18, number).as_bytes().to_vec();
        for at in 0..bytes.len() {
            for change in [0x01, 0x80, 0xff] {
                bytes[at] ^= change;
                ask(&bytes, &near);
                bytes[at] ^= change;
            }
        }
    }
    for_every_type!(check);
}

#[test]
fn no_missing_byte_does_harm() {
    fn check<S: Scalar, const D: usize>(number: fn(i32) -> S) {
        let tree = tree_with_data::<S, D>(18, number);
        for len in 0..tree.as_bytes().len() {
            let cut = &tree.as_bytes()[..len];
            assert!(PackedTreeView::<S, D>::from_bytes(cut).is_err());
            assert!(PackedTree::<S, D>::from_bytes(cut).is_err());
        }
    }
    for_every_type!(check);
}

#[test]
fn flatbush_files_answer_as_their_boxes_do() {
    fn check<S: FlatbushNumber>(number: fn(i32) -> S) {
        for count in [1, 2, 16, 17, 300] {
            let boxes = boxes::<S, 2>(count, number);
            let tree = PackedTree::from_boxes(&boxes).unwrap();
            let file = tree.to_flatbush().unwrap();
            assert_eq!(flatbush_encoding(&file), Ok(S::ENCODING));
            let read = PackedTree::<S, 2>::from_flatbush(&file).unwrap();
            read.validate().unwrap();
            assert_eq!(read.as_bytes(), tree.as_bytes());
            let view = PackedTreeView::<S, 2>::from_bytes(tree.as_bytes()).unwrap();
            assert_eq!(view.to_flatbush().unwrap(), file);
        }
    }
    check::<i8>(|v| v as i8);
    check::<u8>(|v| (v + 30) as u8);
    check::<i16>(|v| v as i16 * 300);
    check::<u16>(|v| (v + 30) as u16 * 500);
    check::<i32>(|v| v * 20_000_000);
    check::<u32>(|v| (v + 30) as u32 * 30_000_000);
    check::<f32>(|v| v as f32 * 0.1);
    check::<f64>(|v| f64::from(v) * 0.1);
}

/// The bytes of a dump: an address, then up to sixteen bytes in groups of four; `*` repeats the
/// previous line.
fn parse_dump(dump: &str) -> Vec<u8> {
    let (mut bytes, mut repeats) = (Vec::<u8>::new(), false);
    for line in dump.lines() {
        if line == "*" {
            repeats = true;
            continue;
        }
        let (address, line) = line.split_once(' ').unwrap_or((line, ""));
        let address = usize::from_str_radix(address, 16).unwrap();
        while repeats && bytes.len() < address {
            bytes.extend_from_within(bytes.len() - 16..);
        }
        assert_eq!(bytes.len(), address, "{line}");
        repeats = false;
        let digits: String = line.split_whitespace().collect();
        let starts = (0..digits.len()).step_by(2);
        bytes.extend(starts.map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()));
    }
    bytes
}

fn dump(bytes: &[u8]) -> String {
    let (mut text, mut last) = (String::new(), &[][..]);
    for (address, line) in (0..).step_by(16).zip(bytes.chunks(16)) {
        if line == last {
            if !text.ends_with("*\n") {
                text.push_str("*\n");
            }
            continue;
        }
        last = line;
        write!(text, "{address:04x} ").unwrap();
        for (number, byte) in line.iter().enumerate() {
            let space = if number.is_multiple_of(4) { " " } else { "" };
            write!(text, "{space}{byte:02x}").unwrap();
        }
        text.push('\n');
    }
    writeln!(text, "{:04x}", bytes.len()).unwrap();
    text
}

#[test]
fn the_example_of_the_document_is_what_is_written() {
    let boxes = [Aabb::new([1, 2], [3, 4]), Aabb::new([-5, 6], [7, 8])];
    let data = [&b"a"[..], b"bc"];
    let tree = PackedTree::from_boxes(&boxes)
        .unwrap()
        .with_data(|id| data[id.index()]);
    assert_eq!(parse_dump(&dump(tree.as_bytes())), tree.as_bytes());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/format.md");
    let document = std::fs::read_to_string(path).unwrap();
    let example = document
        .split("```text\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    assert_eq!(example, dump(tree.as_bytes()));
    let words = document.split_whitespace().collect::<Vec<_>>().join(" ");
    let million = |node: usize| 64 + 66_669 * node + 2 * 62_500 * 64;
    for bytes in [tree.as_bytes().len(), million(256), million(384)] {
        let text = bytes.to_string();
        let groups: Vec<_> = text
            .as_bytes()
            .rchunks(3)
            .rev()
            .map(String::from_utf8_lossy)
            .collect();
        assert!(
            words.contains(&format!("{} bytes", groups.join(","))),
            "{bytes}"
        );
    }
}

#[test]
fn headers_tell_the_type() {
    let tree = tree_with_data::<Fixed<16>, 3>(5, Fixed::from_int);
    let header = PackedTreeHeader::from_bytes(tree.as_bytes()).unwrap();
    assert!(PackedTreeHeader::begins(tree.as_bytes()));
    let encoding = Encoding::Fixed {
        bits: 64,
        fraction: 16,
    };
    assert_eq!(
        (header.encoding, header.dimensions, header.boxes),
        (encoding, 3, 5)
    );
    assert!(!header.has_categories && header.data_bytes.is_some());
    let other = PackedTreeView::<f32, 3>::from_bytes(tree.as_bytes()).unwrap_err();
    assert_eq!(
        other.to_string(),
        "the coordinates are of type 64-bit fixed-point number with 16 fractional bits, not 32-bit float"
    );
}
