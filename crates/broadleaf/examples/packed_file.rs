//! A map in a file: built once, then mapped into memory and queried without being read.
//!
//! The file stores a name with each box. A query reads a few pages of the file, however large it
//! is.

use std::error::Error;
use std::fs::{self, File};

use broadleaf::{Aabb, Id, PackedTree, PackedTreeView, SpatialIndex};
use memmap2::Mmap;

/// The number of towns in a row.
const ROW: u32 = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::temp_dir().join(format!("broadleaf-towns-{}", std::process::id()));
    let written = write_map(&path);
    let answered = written.and_then(|()| ask(&path));
    fs::remove_file(&path)?;
    answered
}

/// Builds the tree and writes its bytes.
fn write_map(path: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let town = |i: u32| {
        let center = [i % ROW, i / ROW].map(|step| 3.0 * step as f32);
        Aabb::point(center).expanded(1.0)
    };
    let towns: Vec<_> = (0..ROW * ROW).map(town).collect();
    let names: Vec<_> = (0..towns.len()).map(|i| format!("town {i}")).collect();
    let tree = PackedTree::from_boxes(&towns)?.with_data(|id| names[id.index()].as_bytes());
    println!("{} towns, {} bytes", tree.len(), tree.as_bytes().len());
    Ok(fs::write(path, tree.as_bytes())?)
}

fn ask(path: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let map = map(&File::open(path)?)?;
    let tree = PackedTreeView::<f32, 2>::from_bytes(&map)?;
    let name = |id: Id| String::from_utf8_lossy(tree.data(id).unwrap_or_default());

    let window = Aabb::new([29.0, 8.5], [33.0, 13.5]);
    let found: Vec<_> = tree.overlaps(&window).into_iter().map(name).collect();
    println!("in {window}: {}", found.join(", "));
    assert_eq!(found, ["town 910", "town 911", "town 1210", "town 1211"]);

    let nearest = tree.nearest(&[-10.0, 500.0]).ok_or("there are towns")?;
    println!(
        "nearest to the west: {}, {} away",
        name(nearest.id),
        nearest.reach.sqrt()
    );
    Ok(())
}

/// Maps a file into memory, read-only.
#[expect(unsafe_code, reason = "a memory map has no safe interface")]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: This program has just written the file, under a unique name, and nothing changes it
    // while it is mapped.
    unsafe { Mmap::map(file) }
}
