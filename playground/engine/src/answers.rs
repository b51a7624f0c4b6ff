//! Queries of the page, and their answers.

use broadleaf::{Aabb, Hit, Id, Ray};

use crate::span::Span;
use crate::structure::Structure;

/// A query of the boxes.
pub(crate) enum Question<const D: usize> {
    Ray(Ray<f32, D>),
    Window(Aabb<f32, D>),
    Nearest { point: [f32; D], k: usize },
}

impl<const D: usize> Question<D> {
    /// The query of a tool, given its name, the coordinates of one or two points, and the wanted
    /// number of boxes.
    ///
    /// # Errors
    /// If the tool does not exist, or a coordinate is missing, not finite or not usable.
    pub(crate) fn of(tool: &str, numbers: &[f32], k: usize) -> Result<Self, String> {
        let point = |first: usize| -> Result<[f32; D], String> {
            let point = numbers.get(first * D..).and_then(|rest| rest.first_chunk());
            let point = *point.ok_or_else(|| format!("{tool}: a coordinate is missing"))?;
            match point.iter().all(|x| x.is_finite()) {
                true => Ok(point),
                false => Err(format!("{tool}: {point:?} is not finite")),
            }
        };
        let error = |error: &dyn std::error::Error| format!("{tool}: {error}");
        match tool {
            "ray" => Ray::between(point(0)?, point(1)?)
                .map(Self::Ray)
                .map_err(|problem| error(&problem)),
            "box" => Aabb::from_points([point(0)?, point(1)?])
                .map(Self::Window)
                .ok_or_else(|| format!("{tool}: not a number")),
            "nearest" => Ok(Self::Nearest {
                point: point(0)?,
                k,
            }),
            _ => Err(format!("there is no tool \"{tool}\"")),
        }
    }
}

/// The boxes that the last query found.
#[derive(Default)]
pub(crate) struct Answers {
    ids: Vec<Id>,
    reaches: Vec<f32>,
}

impl Answers {
    /// The answers of a structure, the first one first.
    pub(crate) fn of<const D: usize>(structure: &Structure<D>, question: &Question<D>) -> Self {
        let hits = structure.answer(question);
        Self {
            ids: hits.iter().map(|hit| hit.id).collect(),
            // The page shows distances, and the reach of a point is a squared one.
            reaches: hits.iter().map(|hit| shown(question, hit)).collect(),
        }
    }

    pub(crate) fn ids(&self) -> &[Id] {
        &self.ids
    }

    /// The ids, and the parameter of the ray or the distance of each.
    pub(crate) fn spans(&self) -> [Span; 2] {
        [Span::of(&self.ids), Span::of(&self.reaches)]
    }
}

fn shown<const D: usize>(question: &Question<D>, hit: &Hit<f32>) -> f32 {
    match question {
        Question::Nearest { .. } => hit.reach.sqrt(),
        Question::Ray(_) | Question::Window(_) => hit.reach,
    }
}
