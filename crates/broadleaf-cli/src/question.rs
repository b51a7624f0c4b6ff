//! A query in the dimension and number type of the boxes.

use std::str::FromStr;

use broadleaf::geometry::{Counted, Interior, Real, Region, Scalar};
use broadleaf::{Aabb, Hit, Id, Ray, SpatialIndex};
use serde::Serialize;

use crate::args::Question;
use crate::error::CliError;
use crate::number::Number;
use crate::scene_facts::BoxFacts;

/// A box that was found; the fields are the keys of the JSON output.
#[derive(Serialize)]
pub(crate) struct Found<S: Number> {
    pub(crate) id: u32,
    pub(crate) value: Option<S::Real>,
    #[serde(rename = "box")]
    pub(crate) aabb: BoxFacts<S>,
}

impl<S: Number> Found<S> {
    /// The number, the value and the corners, as cells of a table.
    pub(crate) fn row(&self) -> Vec<String> {
        let value = self.value.map(|value| value.to_string());
        vec![
            self.id.to_string(),
            value.unwrap_or_else(|| "yes".to_owned()),
            format!("{:?} to {:?}", self.aabb.min, self.aabb.max),
        ]
    }
}

/// The boxes that were found, with values, and the number of boxes that were tested.
pub(crate) type Answers<S> = (Vec<(Id, Option<<S as Scalar>::Real>)>, u64);

/// A query in the dimension and number type of the boxes.
pub(crate) enum Asked<S: Scalar, const D: usize> {
    Overlap(Aabb<S, D>),
    Interior(Interior<S, D>),
    Ray(Ray<S, D>),
    Nearest([S; D], usize),
}

impl<S: Number, const D: usize> Asked<S, D> {
    pub(crate) fn parse(question: &Question) -> Result<Self, CliError> {
        let shape = &question.shape;
        if let Some(corners) = &shape.aabb {
            let [min, max] = by_corner::<2, D>("box", corners)?;
            let window = aabb("box", min, max)?;
            return Ok(match question.interiors {
                true => Self::Interior(Interior(window)),
                false => Self::Overlap(window),
            });
        }
        if let Some(point) = &shape.point {
            let [point] = by_corner::<1, D>("point", point)?;
            return aabb("point", point, point).map(Self::Overlap);
        }
        if let Some(ray) = &shape.ray {
            let [origin, direction] = by_corner::<2, D>("ray", ray)?;
            return ray_along(origin, direction).map(Self::Ray);
        }
        if question.k == 0 {
            return Err(CliError::input("--count must be at least 1"));
        }
        let [point] = by_corner::<1, D>("nearest", shape.nearest.as_deref().unwrap_or_default())?;
        let point = aabb("nearest", point, point)?;
        Ok(Self::Nearest(point.min(), question.k))
    }

    /// The heading of the column with the values.
    pub(crate) fn measure(&self) -> &'static str {
        match self {
            Self::Overlap(_) | Self::Interior(_) => "overlaps",
            Self::Ray(_) => "t",
            Self::Nearest(..) => "distance",
        }
    }

    pub(crate) fn ask(&self, index: &impl SpatialIndex<S, D>) -> Answers<S> {
        let values = |hits: Vec<Hit<S::Real>>, value: fn(S::Real) -> S::Real| {
            let hits = hits.iter();
            hits.map(|hit| (hit.id, Some(value(hit.reach)))).collect()
        };
        match self {
            Self::Overlap(aabb) => overlaps(index, aabb),
            Self::Interior(interior) => overlaps(index, interior),
            Self::Ray(ray) => {
                let question = Counted::new(ray);
                let hits = index.cast_all(&question);
                (values(hits, |t| t), question.tests())
            }
            Self::Nearest(point, k) => {
                let question = Counted::new(point);
                let hits = index.k_nearest(&question, *k);
                let root = |squared: S::Real| S::Real::from_f64(squared.to_f64().sqrt());
                (values(hits, root), question.tests())
            }
        }
    }
}

fn overlaps<S: Number, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    region: impl Region<S, D>,
) -> Answers<S> {
    let question = Counted::new(region);
    let ids = index.overlaps(&question).into_iter();
    (ids.map(|id| (id, None)).collect(), question.tests())
}

/// The numbers of an argument, as `N` times a number for each axis.
fn by_corner<'a, const N: usize, const D: usize>(
    flag: &str,
    texts: &'a [String],
) -> Result<[&'a [String]; N], CliError> {
    if texts.len() != N * D {
        return Err(CliError::input(format!(
            "--{flag} takes {} numbers in {D}D, not {}",
            N * D,
            texts.len()
        )));
    }
    Ok(std::array::from_fn(|corner| {
        &texts[corner * D..(corner + 1) * D]
    }))
}

fn corner<T: Scalar + FromStr, const D: usize>(
    flag: &str,
    texts: &[String],
) -> Result<[T; D], CliError> {
    let mut corner = [T::default(); D];
    for (number, text) in corner.iter_mut().zip(texts) {
        *number = text.trim().parse().map_err(|_| {
            CliError::input(format!(
                "--{flag}: \"{text}\" is not of type {}",
                T::ENCODING
            ))
        })?;
    }
    Ok(corner)
}

fn aabb<S: Number, const D: usize>(
    flag: &str,
    min: &[String],
    max: &[String],
) -> Result<Aabb<S, D>, CliError> {
    Aabb::try_new(corner(flag, min)?, corner(flag, max)?)
        .map_err(|error| CliError::input(format!("--{flag}: {error}")))
}

fn ray_along<S: Number, const D: usize>(
    origin: &[String],
    direction: &[String],
) -> Result<Ray<S, D>, CliError> {
    let direction = corner::<S::Real, D>("ray", direction)?;
    if direction == [S::Real::ZERO; D] {
        return Err(CliError::input(
            "--ray: the direction is 0 on every axis; give an origin and a direction",
        ));
    }
    Ray::new(corner("ray", origin)?, direction)
        .map_err(|error| CliError::input(format!("--ray: {error}")))
}
