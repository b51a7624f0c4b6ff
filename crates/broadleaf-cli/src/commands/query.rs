//! `broadleaf query`: answers a question about one frame.

use std::cell::Cell;
use std::time::Instant;

use broadleaf::geometry::{Cast, Place, Probe, Region};
use broadleaf::{Aabb, BroadPhase, Hit, Id, Ray};
use broadleaf_scenes::Frames;
use serde::Serialize;

use super::input::{nth_frame, open_scene};
use crate::args::{QueryArgs, Question};
use crate::error::CliError;
use crate::output::{print_json, say};
use crate::progress;
use crate::structure::{SceneTask, with_scene};
use crate::table::{count, print_columns};

pub(crate) fn run(args: &QueryArgs) -> Result<(), CliError> {
    if args.k == 0 {
        return Err(CliError::input("--count must be at least 1"));
    }
    let answer = with_scene(Ask(args), args.structure, open_scene(&args.scene)?)?;
    if args.json {
        return print_json(&answer);
    }
    let rows: Vec<_> = answer
        .found
        .iter()
        .map(|found| vec![found.id.to_string(), found.text.clone(), found.aabb.clone()])
        .collect();
    print_columns(&["id", answer.measure, "box"], &rows)?;
    let found = count(answer.found.len() as u64);
    say(format_args!(
        "{found} of {} boxes, {} box tests, {:.1} µs with a cold cache",
        count(answer.boxes as u64),
        count(answer.tests),
        answer.us
    ))
}

#[derive(Serialize)]
struct Answer {
    boxes: usize,
    /// The heading of the column with the values.
    measure: &'static str,
    found: Vec<Found>,
    /// The number of comparisons with boxes of nodes and leaves.
    tests: u64,
    us: f64,
}

#[derive(Serialize)]
struct Found {
    id: u32,
    value: Option<f32>,
    #[serde(skip)]
    text: String,
    aabb: String,
}

struct Ask<'a>(&'a QueryArgs);

impl SceneTask for Ask<'_> {
    type Output = Answer;

    fn run<const D: usize, B: BroadPhase<f32, D> + Default>(
        self,
        frames: Frames<D>,
    ) -> Result<Answer, CliError> {
        let Self(args) = self;
        let question = Parsed::<D>::parse(&args.question)?;
        let frame = nth_frame(frames, args.frame)?;
        let bar = progress::bar(2, "querying");
        let mut structure = B::default();
        structure.extend((0..).map(Id).zip(frame.iter().copied()));
        bar.inc(1);
        let tests = Cell::new(0);
        let start = Instant::now();
        let hits = question.ask(&structure, args.k, &tests);
        let us = start.elapsed().as_secs_f64() * 1e6;
        bar.finish_and_clear();
        let measure = question.measure();
        let describe = |(id, value): &(Id, Option<f32>)| Found {
            id: id.0,
            value: *value,
            text: value.map_or_else(|| "yes".to_owned(), |value| value.to_string()),
            aabb: format!(
                "{:?} to {:?}",
                frame[id.index()].min(),
                frame[id.index()].max()
            ),
        };
        Ok(Answer {
            boxes: frame.len(),
            measure,
            found: hits.iter().map(describe).collect(),
            tests: tests.get(),
            us,
        })
    }
}

/// A question in the dimension of the scene.
enum Parsed<const D: usize> {
    Overlap(Aabb<f32, D>),
    Ray(Ray<f32, D>),
    Nearest([f32; D]),
}

impl<const D: usize> Parsed<D> {
    fn parse(question: &Question) -> Result<Self, CliError> {
        let numbers =
            |flag: &str, numbers: &[f32], groups: usize| -> Result<Vec<[f32; D]>, CliError> {
                if numbers.len() != groups * D {
                    return Err(CliError::input(format!(
                        "--{flag} takes {} numbers in {D}D, not {}",
                        groups * D,
                        numbers.len()
                    )));
                }
                Ok(numbers.as_chunks::<D>().0.to_vec())
            };
        match question {
            Question {
                aabb: Some(corners),
                ..
            } => {
                let corners = numbers("box", corners, 2)?;
                let aabb = Aabb::try_new(corners[0], corners[1])
                    .map_err(|error| CliError::input(format!("--box: {error}")))?;
                Ok(Self::Overlap(aabb))
            }
            Question { ray: Some(ray), .. } => {
                let ray = numbers("ray", ray, 2)?;
                if ray[1] == [0.0; D] {
                    return Err(CliError::input(
                        "--ray: the direction is 0 on every axis; give an origin and a direction",
                    ));
                }
                Ok(Self::Ray(Ray::new(ray[0], ray[1]).map_err(|error| {
                    CliError::input(format!("--ray: {error}"))
                })?))
            }
            Question { nearest, .. } => {
                let place = numbers("nearest", nearest.as_deref().unwrap_or_default(), 1)?[0];
                let point = Aabb::try_new(place, place)
                    .map_err(|error| CliError::input(format!("--nearest: {error}")))?;
                Ok(Self::Nearest(point.min()))
            }
        }
    }

    fn measure(&self) -> &'static str {
        match self {
            Self::Overlap(_) => "overlaps",
            Self::Ray(_) => "t",
            Self::Nearest(_) => "distance",
        }
    }

    fn ask(
        &self,
        structure: &impl BroadPhase<f32, D>,
        k: usize,
        tests: &Cell<u64>,
    ) -> Vec<(Id, Option<f32>)> {
        let hits = |hits: Vec<Hit<f32>>, value: fn(f32) -> f32| {
            hits.iter()
                .map(|hit| (hit.id, Some(value(hit.reach))))
                .collect()
        };
        match self {
            Self::Overlap(aabb) => structure
                .overlaps(&Counted { of: aabb, tests })
                .into_iter()
                .map(|id| (id, None))
                .collect(),
            Self::Ray(ray) => hits(structure.cast_all(&Counted { of: ray, tests }), |t| t),
            Self::Nearest(point) => hits(
                structure.k_nearest(&Counted { of: point, tests }, k),
                f32::sqrt,
            ),
        }
    }
}

/// A region or probe that counts the boxes it is tested with.
struct Counted<'a, Q> {
    of: &'a Q,
    tests: &'a Cell<u64>,
}

impl<const D: usize, Q: Region<f32, D>> Region<f32, D> for Counted<'_, Q> {
    fn touches(&self, aabb: &Aabb<f32, D>) -> bool {
        self.tests.set(self.tests.get() + 1);
        self.of.touches(aabb)
    }
}

impl<const D: usize, Q: Probe<f32, D>> Probe<f32, D> for Counted<'_, Q> {
    fn reach(&self, aabb: &Aabb<f32, D>) -> Option<f32> {
        self.tests.set(self.tests.get() + 1);
        self.of.reach(aabb)
    }
}

impl<const D: usize, Q: Cast<f32, D>> Cast<f32, D> for Counted<'_, Q> {}
impl<const D: usize, Q: Place<f32, D>> Place<f32, D> for Counted<'_, Q> {}
