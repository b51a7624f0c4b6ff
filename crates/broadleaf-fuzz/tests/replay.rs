//! Every seed keeps its property: the examples, and inputs that once violated one.

use std::fs;
use std::path::Path;

use broadleaf_fuzz::{TARGETS, corpus_of_scenes, scenes};

/// A single test, since the properties count the allocations of the whole process.
#[test]
fn seeds_and_files_keep_their_properties() {
    every_seed_keeps_its_property();
    the_files_of_the_readers_keep_the_property_of_scenes();
}

fn every_seed_keeps_its_property() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for &(name, target) in TARGETS {
        let mut paths: Vec<_> = fs::read_dir(seeds.join(name))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        assert!(!paths.is_empty(), "{name} has no seeds");
        for path in paths {
            let bytes = fs::read(&path).unwrap();
            // If a property panics, the last line shows the file.
            println!("{name}: {}", path.display());
            target(&bytes);
        }
    }
}

fn the_files_of_the_readers_keep_the_property_of_scenes() {
    let inputs = corpus_of_scenes();
    assert!(inputs.len() > 200, "{} files", inputs.len());
    for (path, bytes) in inputs {
        println!("{}", path.display());
        scenes(&bytes);
    }
}

#[test]
fn every_target_is_fuzzed_and_every_fuzzed_target_is_replayed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    let files = fs::read_dir(folder).unwrap();
    let mut fuzzed: Vec<_> = files
        .map(|file| file.unwrap().path().file_stem().unwrap().to_owned())
        .collect();
    fuzzed.sort();
    assert!(fuzzed.iter().eq(TARGETS.iter().map(|(name, _)| *name)));
}
