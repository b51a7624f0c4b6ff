//! The objects of GeoJSON, whose members may come in any order.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};

use super::extent::Extent;
use super::position::{Coordinates, Item};
use super::sink::Sink;
use crate::error::SceneError;
use crate::files::number::shown;

/// The types of geometries with coordinates, and the nesting level of their positions.
const GEOMETRIES: [(&str, usize); 6] = [
    ("Point", 1),
    ("MultiPoint", 2),
    ("LineString", 2),
    ("MultiLineString", 3),
    ("Polygon", 3),
    ("MultiPolygon", 4),
];

/// Reads a whole document: an object, or a list of features.
pub(super) struct Document<'a>(pub(super) &'a mut Sink);

impl<'de> DeserializeSeed<'de> for Document<'_> {
    type Value = ();

    fn deserialize<T: Deserializer<'de>>(self, json: T) -> Result<(), T::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Document<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of GeoJSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<(), A::Error> {
        let object = Members::read(members, self.0)?;
        if object.kind.as_deref() == Some("FeatureCollection") {
            return match object.has_features {
                true => Ok(()),
                false => Err(A::Error::custom(
                    "the collection has no member \"features\"",
                )),
            };
        }
        if object.has_features {
            return Err(A::Error::custom(
                "\"features\" without the type FeatureCollection",
            ));
        }
        let extent = object.extent();
        push_row(self.0, extent)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Document(self.0))?.is_some() {}
        Ok(())
    }
}

/// Adds a row. An error is stored in the sink, which knows its location better.
fn push_row<E: Error>(sink: &mut Sink, extent: Result<Extent, String>) -> Result<(), E> {
    let number = sink.features;
    sink.features += 1;
    let pushed = extent.map_err(SceneError::new).and_then(|extent| {
        let heights = extent.heights;
        sink.rows.push(extent.narrowest())?;
        sink.rows.skipped.add("heights of positions", heights);
        Ok(())
    });
    pushed.map_err(|error| {
        sink.error = Some(error.within(format!("feature {number}")));
        E::custom("the row is wrong")
    })
}

/// The relevant members of an object.
#[derive(Default)]
struct Members {
    kind: Option<String>,
    /// Coordinates, and the nesting level of their positions.
    coordinates: Option<(Option<usize>, Extent)>,
    geometries: Option<Extent>,
    /// The geometry of a feature, which may be null.
    geometry: Option<Option<Box<Self>>>,
    has_features: bool,
    bbox: Option<Vec<f64>>,
    longitude: bool,
}

impl Members {
    fn read<'de, A: MapAccess<'de>>(mut members: A, sink: &mut Sink) -> Result<Self, A::Error> {
        let longitude = sink.longitude;
        let mut object = Self {
            longitude,
            ..Self::default()
        };
        while let Some(name) = members.next_key::<String>()? {
            let is_new = match &*name {
                "type" => object.kind.replace(members.next_value()?).is_none(),
                "coordinates" => {
                    let mut extent = Extent::new(longitude);
                    let item = members.next_value_seed(Coordinates(&mut extent))?;
                    let depth = match item {
                        Item::List(depth) => depth,
                        // Null coordinates stand for an empty geometry.
                        Item::Number(number) if number.is_nan() => None,
                        Item::Number(_) => {
                            return Err(A::Error::custom("the coordinates are not a list"));
                        }
                    };
                    object.coordinates.replace((depth, extent)).is_none()
                }
                "geometries" => {
                    let extent = members.next_value_seed(Geometries(sink))?;
                    object.geometries.replace(extent).is_none()
                }
                "geometry" => {
                    let geometry = members.next_value_seed(Geometry(sink))?;
                    object.geometry.replace(geometry.map(Box::new)).is_none()
                }
                "features" => {
                    members.next_value_seed(Features(sink))?;
                    !std::mem::replace(&mut object.has_features, true)
                }
                "bbox" if longitude => {
                    let bbox = members.next_value::<Option<Vec<f64>>>()?;
                    object.bbox.replace(bbox.unwrap_or_default()).is_none()
                }
                _ => {
                    members.next_value::<IgnoredAny>()?;
                    true
                }
            };
            if !is_new {
                let problem = format!("the object has \"{name}\" twice");
                return Err(A::Error::custom(problem));
            }
        }
        Ok(object)
    }

    /// Whether this is `{}`, which some programs write instead of null.
    fn is_nothing(&self) -> bool {
        self.kind.is_none() && self.coordinates.is_none() && self.geometries.is_none()
    }

    /// The extent of a geometry or of the geometry of a feature.
    fn extent(self) -> Result<Extent, String> {
        let bbox = self.bbox.clone();
        let mut extent = self.extent_without_bbox()?;
        extent.state(&bbox.unwrap_or_default());
        Ok(extent)
    }

    fn extent_without_bbox(self) -> Result<Extent, String> {
        let kind = self.kind.ok_or(
            "the object has no member \"type\", so it is no GeoJSON (ogr2ogr -f GeoJSON out.geojson \
             IN converts other kinds of JSON)",
        )?;
        match &*kind {
            "Feature" => match self.geometry {
                None | Some(None) => Ok(Extent::new(self.longitude)),
                Some(Some(geometry)) if geometry.is_nothing() => Ok(Extent::new(self.longitude)),
                Some(Some(geometry)) if geometry.kind.as_deref() == Some("Feature") => {
                    Err("the geometry of the feature is a feature".to_owned())
                }
                Some(Some(geometry)) => geometry.extent(),
            },
            "GeometryCollection" => self
                .geometries
                .ok_or_else(|| "the collection has no member \"geometries\"".to_owned()),
            "Topology" => Err(
                "this is TopoJSON: convert it with ogr2ogr -f GeoJSON out.geojson \
                               in.topojson"
                    .to_owned(),
            ),
            _ => positions(&kind, self.coordinates),
        }
    }
}

/// The positions of a geometry, if its type has positions at this level.
fn positions(kind: &str, coordinates: Option<(Option<usize>, Extent)>) -> Result<Extent, String> {
    let known = GEOMETRIES.iter().find(|(name, _)| *name == kind);
    let (_, wanted) =
        known.ok_or_else(|| format!("\"{}\" is not a type of GeoJSON", shown(kind.as_bytes())))?;
    let (depth, mut extent) =
        coordinates.ok_or_else(|| format!("the {kind} has no member \"coordinates\""))?;
    if depth.is_some_and(|depth| depth != *wanted) {
        return Err(format!("the coordinates are not those of a {kind}"));
    }
    if kind == "MultiPoint" {
        extent.disconnect();
    }
    Ok(extent)
}

/// Reads the features of a collection, each as a row.
struct Features<'a>(&'a mut Sink);

impl<'de> DeserializeSeed<'de> for Features<'_> {
    type Value = ();

    fn deserialize<T: Deserializer<'de>>(self, json: T) -> Result<(), T::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Features<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of features")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(feature) = list.next_element_seed(Geometry(self.0))? {
            let extent = match feature {
                Some(feature) if feature.kind.as_deref() == Some("Feature") => feature.extent(),
                _ => Err("it is not an object of the type Feature".to_owned()),
            };
            push_row(self.0, extent)?;
        }
        Ok(())
    }
}

/// Reads the geometries of a collection as one geometry.
struct Geometries<'a>(&'a mut Sink);

impl<'de> DeserializeSeed<'de> for Geometries<'_> {
    type Value = Extent;

    fn deserialize<T: Deserializer<'de>>(self, json: T) -> Result<Extent, T::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Geometries<'_> {
    type Value = Extent;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of geometries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Extent, A::Error> {
        let mut all = Extent::new(self.0.longitude);
        while let Some(geometry) = list.next_element_seed(Geometry(self.0))? {
            let geometry = geometry.ok_or_else(|| A::Error::custom("a geometry is null"))?;
            all.join(geometry.extent().map_err(A::Error::custom)?);
        }
        Ok(all)
    }
}

/// Reads a nested object, or null.
struct Geometry<'a>(&'a mut Sink);

impl<'de> DeserializeSeed<'de> for Geometry<'_> {
    type Value = Option<Members>;

    fn deserialize<T: Deserializer<'de>>(self, json: T) -> Result<Self::Value, T::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Geometry<'_> {
    type Value = Option<Members>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of GeoJSON")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
        let object = Members::read(members, self.0)?;
        if object.has_features {
            let problem = Unexpected::Other("a collection of features inside of another object");
            return Err(A::Error::invalid_type(problem, &"a geometry or a feature"));
        }
        Ok(Some(object))
    }
}
