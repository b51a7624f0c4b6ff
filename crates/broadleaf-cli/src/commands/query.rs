//! `broadleaf query`: answers a question about one frame.

use std::time::Instant;

use broadleaf::any_structure::AnyStructure;
use broadleaf::geometry::Counted;
use broadleaf::{Aabb, Hit, Id, Ray, SpatialIndex};
use broadleaf_scenes::Frames;
use serde::Serialize;

use super::input::{nth_frame, open_scene};
use crate::args::{QueryArgs, Question};
use crate::error::CliError;
use crate::output::{print_json, say};
use crate::progress;
use crate::scene_facts::{BoxFacts, SceneFacts};
use crate::scene_task::{SceneTask, with_scene};
use crate::structure::Chosen;
use crate::table::{count, print_columns};

pub(crate) fn run(args: &QueryArgs) -> Result<(), CliError> {
    if args.k == 0 {
        return Err(CliError::input("--count must be at least 1"));
    }
    let answer = with_scene(Ask(args), open_scene(&args.input.scene)?)?;
    if args.json {
        return print_json("query", &answer);
    }
    let rows: Vec<_> = answer.found.iter().map(row).collect();
    print_columns(&["id", answer.measure, "box"], &rows)?;
    let found = count(answer.found.len() as u64);
    say(format_args!(
        "{found} of {} boxes, {} box tests, {:.1} µs with a cold cache",
        count(answer.scene.boxes as u64),
        count(answer.tests),
        answer.ms * 1e3
    ))
}

fn row(found: &Found) -> Vec<String> {
    let value = found.value.map(|value| value.to_string());
    vec![
        found.id.to_string(),
        value.unwrap_or_else(|| "yes".to_owned()),
        format!("{:?} to {:?}", found.aabb.min, found.aabb.max),
    ]
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    scene: SceneFacts,
    frame: usize,
    #[serde(flatten)]
    chosen: Chosen,
    /// The heading of the column with the values.
    measure: &'static str,
    found: Vec<Found>,
    /// The number of comparisons with boxes of nodes and leaves.
    tests: u64,
    ms: f64,
}

#[derive(Serialize)]
struct Found {
    id: u32,
    value: Option<f32>,
    #[serde(rename = "box")]
    aabb: BoxFacts,
}

struct Ask<'a>(&'a QueryArgs);

impl SceneTask for Ask<'_> {
    type Output = Answer;

    fn run<const D: usize>(self, frames: Frames<D>) -> Result<Answer, CliError> {
        let Self(args) = self;
        let question = Parsed::<D>::parse(&args.question)?;
        let chosen = args.structure.for_questions(D)?;
        let (scene, mut structure) = (SceneFacts::of(&frames), chosen.empty()?);
        let frame = nth_frame(frames, args.input.frame)?;
        let clock = progress::clock("building the structure");
        structure.extend((0..).map(Id).zip(frame.iter().copied()));
        clock.set_message("answering");
        let start = Instant::now();
        let (hits, tests) = question.ask(&structure, args.k);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        clock.finish_and_clear();
        let describe = |&(id, value): &(Id, Option<f32>)| Found {
            id: id.0,
            value,
            aabb: BoxFacts::from(&frame[id.index()]),
        };
        Ok(Answer {
            scene,
            frame: args.input.frame,
            chosen,
            measure: question.measure(),
            found: hits.iter().map(describe).collect(),
            tests,
            ms,
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

    /// What is found, with values, and the number of boxes that were tested.
    fn ask(&self, structure: &AnyStructure<f32, D>, k: usize) -> (Answers, u64) {
        let values = |hits: Vec<Hit<f32>>, value: fn(f32) -> f32| {
            let hits = hits.iter();
            hits.map(|hit| (hit.id, Some(value(hit.reach)))).collect()
        };
        match self {
            Self::Overlap(aabb) => {
                let question = Counted::new(aabb);
                let ids = structure.overlaps(&question).into_iter();
                (ids.map(|id| (id, None)).collect(), question.tests())
            }
            Self::Ray(ray) => {
                let question = Counted::new(ray);
                let hits = structure.cast_all(&question);
                (values(hits, |t| t), question.tests())
            }
            Self::Nearest(point) => {
                let question = Counted::new(point);
                let hits = structure.k_nearest(&question, k);
                (values(hits, f32::sqrt), question.tests())
            }
        }
    }
}

/// The boxes that were found, with values.
type Answers = Vec<(Id, Option<f32>)>;
