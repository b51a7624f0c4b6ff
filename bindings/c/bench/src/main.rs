//! Pairs through C beside pairs in Rust, in turns, every answer verified; and what a call costs.

mod c;

use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::ptr;
use std::time::Instant;

use library::{Aabb, Id, PairFinder};

const UNSORTED: u32 = 2;

fn main() {
    calls();
    println!(
        "\n{:>8} {:10} {:>10} {:>10} {:>6}",
        "boxes", "form", "Rust µs", "C µs", "ratio"
    );
    for count in [10, 100, 1_000, 10_000, 100_000] {
        let boxes = boxes(count);
        for layout in Layout::ALL {
            compare(&boxes, layout);
        }
    }
}

/// What a call takes that does next to nothing.
fn calls() {
    let mut index = ptr::null_mut();
    let mut info = c::Info {
        size: size_of::<c::Info>(),
        count: 0,
        numbers: [0; 4],
    };
    // SAFETY: as the header says.
    unsafe {
        assert_eq!(c::broadleaf_index_new(2, 1, 3, &raw mut index), 0);
        let nothing = per_call(|| {
            black_box(c::broadleaf_abi_version());
        });
        let checked = per_call(|| {
            black_box(c::broadleaf_index_info(index, &raw mut info));
        });
        println!("ns a call: {nothing:.1} of a constant, {checked:.1} with a handle and a struct");
    }
}

fn per_call(mut call: impl FnMut()) -> f64 {
    const TIMES: u32 = 100_000;
    let times = (0..20).map(|_| {
        let start = Instant::now();
        (0..TIMES).for_each(|_| call());
        start.elapsed().as_secs_f64() * 1e9 / f64::from(TIMES)
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Boxes of about a unit, each with a few neighbours.
fn boxes(count: usize) -> Vec<Aabb<f32, 3>> {
    let mut state = 1_u64;
    let side = (count as f32 * 2.0).cbrt();
    let mut number = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32
    };
    let mut aabb = || {
        let min = [(); 3].map(|()| number() * side);
        Aabb::new(min, min.map(|at| at + 0.5 + number()))
    };
    (0..count).map(|_| aabb()).collect()
}

/// How boxes lie in memory: bytes from box to box, and from corner to corner.
#[derive(Clone, Copy)]
struct Layout {
    name: &'static str,
    stride: usize,
    upper: usize,
}

impl Layout {
    const ALL: [Self; 3] = [
        Self {
            name: "dense",
            stride: 24,
            upper: 12,
        },
        Self {
            name: "float[4]",
            stride: 32,
            upper: 16,
        },
        Self {
            name: "in structs",
            stride: 96,
            upper: 16,
        },
    ];
}

struct Through<'a> {
    finder: *mut c_void,
    boxes: &'a c::Boxes,
}

impl Through<'_> {
    fn pairs(&self, flags: u32, pairs: &mut [[u32; 2]]) -> usize {
        let options = options(flags);
        let mut count = 0;
        // SAFETY: as the header says.
        let status = unsafe {
            c::broadleaf_self_pairs(
                self.finder,
                self.boxes,
                &raw const options,
                pairs.as_mut_ptr(),
                pairs.len(),
                &raw mut count,
            )
        };
        assert_eq!(status, 0);
        count
    }

    fn count(&self) -> u64 {
        let mut count = 0;
        // SAFETY: as the header says.
        let status = unsafe {
            c::broadleaf_self_pairs_count(self.finder, self.boxes, ptr::null(), &raw mut count)
        };
        assert_eq!(status, 0);
        count
    }

    fn visit(&self) -> usize {
        let mut seen = 0_usize;
        unsafe extern "C" fn block(seen: *mut c_void, _: *const [u32; 2], count: usize) -> c_int {
            // SAFETY: the context below.
            unsafe { *seen.cast::<usize>() += count };
            0
        }
        // SAFETY: as the header says.
        let status = unsafe {
            let context = (&raw mut seen).cast();
            c::broadleaf_self_pairs_visit(self.finder, self.boxes, ptr::null(), block, context)
        };
        assert_eq!(status, 0);
        seen
    }
}

fn options(flags: u32) -> c::PairOptions {
    c::PairOptions {
        size: size_of::<c::PairOptions>(),
        flags,
        threads: 0,
        labels: [ptr::null(); 4],
    }
}

fn compare(boxes: &[Aabb<f32, 3>], layout: Layout) {
    let mut memory = vec![0.0_f32; boxes.len() * layout.stride / 4];
    for (row, aabb) in memory.chunks_exact_mut(layout.stride / 4).zip(boxes) {
        row[..3].copy_from_slice(&aabb.min());
        row[layout.upper / 4..][..3].copy_from_slice(&aabb.max());
    }
    let described = c::Boxes {
        data: memory.as_ptr().cast(),
        count: boxes.len(),
        stride: layout.stride,
        upper: layout.upper,
        scalar: 1,
        dimensions: 3,
    };
    let mut handle = ptr::null_mut();
    // SAFETY: as the header says.
    assert_eq!(unsafe { c::broadleaf_finder_new(&raw mut handle) }, 0);
    let through = Through {
        finder: handle,
        boxes: &described,
    };
    let (mut finder, mut pairs) = (PairFinder::new(), Vec::new());
    finder.within(boxes).unwrap().pairs_into(&mut pairs);
    let expected: Vec<_> = pairs.iter().map(|&[Id(a), Id(b)]| [a, b]).collect();
    let mut buffer = vec![[0; 2]; expected.len()];
    assert_eq!(through.pairs(0, &mut buffer), expected.len());
    assert_eq!(buffer, expected);
    through.pairs(UNSORTED, &mut buffer);
    buffer.sort_unstable();
    assert_eq!(buffer, expected);
    assert_eq!(through.count(), expected.len() as u64);
    assert_eq!(through.visit(), expected.len());

    let name = |form| format!("{form}, {}", layout.name);
    in_turns(
        &name("unsorted"),
        boxes.len(),
        || {
            finder
                .within(boxes)
                .unwrap()
                .unsorted_pairs_into(&mut pairs)
        },
        || {
            through.pairs(UNSORTED, &mut buffer);
        },
    );
    in_turns(
        &name("sorted"),
        boxes.len(),
        || finder.within(boxes).unwrap().pairs_into(&mut pairs),
        || {
            through.pairs(0, &mut buffer);
        },
    );
    in_turns(
        &name("count"),
        boxes.len(),
        || {
            black_box(finder.within(boxes).unwrap().count_pairs());
        },
        || {
            black_box(through.count());
        },
    );
    in_turns(
        &name("visit"),
        boxes.len(),
        || {
            let mut seen = 0;
            finder
                .within(boxes)
                .unwrap()
                .for_each_pair(|_, _| seen += 1);
            black_box(seen);
        },
        || {
            black_box(through.visit());
        },
    );
}

/// The least times of both in turns.
fn in_turns(name: &str, boxes: usize, mut rust: impl FnMut(), mut c: impl FnMut()) {
    let times = (200_000 / boxes.max(1)).clamp(1, 500);
    let mut best = [f64::INFINITY; 2];
    for turn in 0..61 {
        let mut measure = |which: usize| {
            let start = Instant::now();
            for _ in 0..times {
                if which == 0 {
                    rust();
                } else {
                    c();
                }
            }
            let time = start.elapsed().as_secs_f64() * 1e6 / times as f64;
            best[which] = best[which].min(time);
        };
        measure(turn % 2);
        measure(1 - turn % 2);
    }
    let [rust, c] = best;
    println!("{boxes:8} {name:22} {rust:10.2} {c:10.2} {:6.3}", c / rust);
}
