//! File formats. Any byte of a file may be wrong: errors name the location, and memory is allocated
//! only for data that the file really contains.

pub(crate) mod aabbs;
mod bounded;
mod csv;
mod geojson;
mod obj;
pub(crate) mod ply;
mod sink;
pub(crate) mod truth;

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use broadleaf::Aabb;
use flate2::read::MultiGzDecoder;

use crate::{Frames, Mesh, Scene, SceneError};

pub(crate) fn open(path: &Path) -> Result<Scene, SceneError> {
    let file = open_file(path)?;
    let name = Scene::name_of(path);
    match ending(path).as_str() {
        "aabbs" => {
            let len = file.metadata()?.len();
            aabbs::read(file, Some(len))
        }
        "gz" => read_compressed(BufReader::new(file)),
        "csv" => Ok(Scene::Flat(Frames::still(name, csv::read(file)?))),
        "geojson" | "json" => Ok(Scene::Flat(Frames::still(name, geojson::read(file)?))),
        "ply" | "obj" => Ok(Scene::Solid(Frames::still(
            name,
            open_mesh(path)?.triangle_boxes(),
        ))),
        ending => Err(SceneError::new(format!(
            "a scene file ends in .aabbs, .aabbs.gz, .csv, .geojson, .ply or .obj, not in \".{ending}\""
        ))),
    }
}

pub(crate) fn read_compressed(bytes: impl Read + 'static) -> Result<Scene, SceneError> {
    aabbs::read(MultiGzDecoder::new(bytes), None)
}

/// Reads a mesh in the format that the file's extension names.
pub(crate) fn open_mesh(path: &Path) -> Result<Mesh, SceneError> {
    let file = open_file(path)?;
    match ending(path).as_str() {
        "ply" => {
            let len = file.metadata()?.len();
            ply::read(BufReader::new(file.take(len)), len)
        }
        "obj" => obj::read(BufReader::new(file)),
        ending => Err(SceneError::new(format!(
            "a mesh file ends in .ply or .obj, not in \".{ending}\""
        ))),
    }
}

fn open_file(path: &Path) -> Result<File, SceneError> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(SceneError::new("this is a directory"));
    }
    Ok(file)
}

fn ending(path: &Path) -> String {
    path.extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase()
}

/// A 2D box from `f64` corners.
fn flat_box(min: [f64; 2], max: [f64; 2]) -> Result<Aabb<f32, 2>, SceneError> {
    // Corners are rounded outward, so no overlap is lost.
    let min = min.map(|x| {
        if f64::from(x as f32) > x {
            (x as f32).next_down()
        } else {
            x as f32
        }
    });
    let max = max.map(|x| {
        if f64::from(x as f32) < x {
            (x as f32).next_up()
        } else {
            x as f32
        }
    });
    Aabb::try_new(min, max).map_err(SceneError::new)
}

/// Reads a UTF-8 text file.
fn read_text(mut file: impl Read) -> Result<String, SceneError> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        SceneError::new(format!(
            "byte {}: not UTF-8",
            error.utf8_error().valid_up_to()
        ))
    })
}
