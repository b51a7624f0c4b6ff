//! `broadleaf forces`: the gravity between the boxes of a frame.

use std::path::Path;
use std::time::Instant;

use broadleaf::Id;
use broadleaf_n_body::{self as n_body, Body};
use broadleaf_scenes::Frames;
use clap::ValueEnum;
use serde::Serialize;

use super::input::{nth_frame, open_scene};
use crate::args::{ForcesArgs, Mass};
use crate::error::CliError;
use crate::gravity::{bodies, direct_sum, error, gravity, squared_length};
use crate::number::SceneNumber;
use crate::output::{print_json, say};
use crate::overwrite::refuse_overwrite;
use crate::progress;
use crate::row_ids::RowIds;
use crate::scene_facts::SceneFacts;
use crate::scene_task::{SceneTask, with_scene};
use crate::table::{count, ms, print_facts};
use crate::times::to_microseconds;

pub(crate) fn run(args: &ForcesArgs) -> Result<(), CliError> {
    if let Some(out) = &args.out {
        refuse_overwrite([args.input.scene.as_path()], out)?;
    }
    for (name, value) in [("--opening", args.opening), ("--tolerance", args.tolerance)] {
        if !(value >= 0.0 && value.is_finite()) {
            return Err(CliError::input(format!("{name} is 0 or more, not {value}")));
        }
    }
    args.input.reading.refuse_longitude("forces")?;
    let summed = with_scene(
        Sum(args),
        open_scene(&args.input.scene, &args.input.reading)?,
    )?;
    if args.json {
        print_json("forces", &summed)?;
    } else {
        print_facts(&facts(&summed))?;
        if let Some(path) = &args.out {
            say(format_args!("Wrote the forces to {}.", path.display()))?;
        }
    }
    match summed.error {
        Some(error) if error > args.tolerance => Err(CliError::Check(format!(
            "the forces differ from the direct sum by {error:.3e}, more than {}",
            args.tolerance
        ))),
        _ => Ok(()),
    }
}

/// The result; the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Summed {
    #[serde(flatten)]
    scene: SceneFacts,
    frame: usize,
    mass: String,
    total_mass: f64,
    opening: f64,
    /// The length of the largest force, and the box on which it acts.
    largest_force: f64,
    largest_force_on: Option<usize>,
    /// The error against the direct sum, if it was checked.
    error: Option<f64>,
    ms: f64,
}

struct Sum<'a>(&'a ForcesArgs);

impl SceneTask for Sum<'_> {
    type Output = Summed;

    fn run<S: SceneNumber, const D: usize>(
        self,
        mut frames: Frames<D, S>,
    ) -> Result<Summed, CliError> {
        let Self(args) = self;
        let scene = SceneFacts::of(&frames);
        let rows = RowIds::new(frames.rows.take());
        let bodies = bodies(&nth_frame(frames, args.input.frame)?, args.mass)?;
        let clock = progress::clock("summing the forces");
        let start = Instant::now();
        let forces = n_body::forces(&bodies, args.opening, gravity);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        clock.finish_and_clear();
        if let Some(path) = &args.out {
            write(path, &rows, &bodies, &forces).map_err(|error| CliError::in_file(path, error))?;
        }
        let lengths = forces.iter().map(|force| squared_length(force).sqrt());
        let largest = lengths.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
        Ok(Summed {
            scene,
            frame: args.input.frame,
            mass: name(args.mass),
            total_mass: bodies.iter().map(|body| body.mass).sum(),
            opening: args.opening,
            largest_force: largest.map_or(0.0, |(_, length)| length),
            largest_force_on: largest.map(|(id, _)| rows.id(Id(id as u32)).index()),
            error: args.check.then(|| error(&forces, &direct_sum(&bodies))),
            ms: to_microseconds(ms),
        })
    }
}

fn name(mass: Mass) -> String {
    let value = mass.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

fn write<const D: usize>(
    path: &Path,
    rows: &RowIds,
    bodies: &[Body<f64, D>],
    forces: &[[f64; D]],
) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_path(path)?;
    let axes = &["x", "y", "z"][..D];
    let columns = axes.iter().map(|axis| (*axis).to_owned());
    let force_columns = axes.iter().map(|axis| format!("f{axis}"));
    let first = ["id", "mass"].map(str::to_owned);
    writer.write_record(first.into_iter().chain(columns).chain(force_columns))?;
    for (id, (body, force)) in (0..).map(Id).zip(bodies.iter().zip(forces)) {
        let numbers = [&[body.mass], body.position.as_slice(), force].concat();
        let numbers = numbers.iter().map(f64::to_string);
        writer.write_record([rows.id(id).to_string()].into_iter().chain(numbers))?;
    }
    Ok(writer.flush()?)
}

fn facts(summed: &Summed) -> Vec<(&'static str, String)> {
    let SceneFacts {
        scene, boxes, dim, ..
    } = &summed.scene;
    let largest = match summed.largest_force_on {
        Some(id) => format!("{:.4e} on box {id}", summed.largest_force),
        None => "none".to_owned(),
    };
    let checked = match summed.error {
        Some(error) => format!("differs from the direct sum by {error:.2e}"),
        None => "no (--check compares with the direct sum)".to_owned(),
    };
    vec![
        ("scene", format!("{scene}, frame {}, {dim}D", summed.frame)),
        (
            "bodies",
            format!(
                "{} with a total mass of {}",
                count(*boxes as u64),
                summed.total_mass
            ),
        ),
        ("opening", summed.opening.to_string()),
        ("largest force", largest),
        ("time", ms(summed.ms)),
        ("checked", checked),
    ]
}
