//! The columns of boxes of a Parquet file, and their form.

use broadleaf_columns::{Columns, Kind};
use parquet::basic::{LogicalType, Type};
use parquet::file::metadata::FileMetaData;
use parquet::schema::types::ColumnDescPtr;

use super::geo;
use crate::number::ColumnKind;

/// Where the boxes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Boxes {
    /// In columns of numbers: lower ends, and upper ends or sizes.
    Ends {
        ends: [Vec<usize>; 2],
        is_sized: bool,
    },
    /// Around vertices: each row has a list for each coordinate.
    Vertices(Vec<usize>),
    /// In a list of 4 or 6 numbers: the lower corner, then the upper one.
    List(usize),
    /// Around geometries in well-known binary.
    Wkb(usize),
}

/// Names of columns of geometries.
const GEOMETRIES: [&str; 7] = [
    "geometry",
    "geom",
    "the_geom",
    "wkb_geometry",
    "wkb",
    "geometry_wkb",
    "shape",
];
/// Names of lists of the ends of boxes, as in GeoJSON.
const LISTS: [&str; 3] = ["bbox", "bounds", "bounding_box"];

/// The columns of a file.
pub(super) struct Table<'a> {
    metadata: &'a FileMetaData,
    columns: &'a [ColumnDescPtr],
    names: Vec<String>,
}

impl<'a> Table<'a> {
    pub(super) fn new(metadata: &'a FileMetaData) -> Self {
        let columns = metadata.schema_descr().columns();
        let names = columns.iter().map(name).collect();
        Self {
            metadata,
            columns,
            names,
        }
    }

    /// The boxes in the wanted columns, which may be intervals if the caller reads them, or in the
    /// columns that metadata and names define.
    pub(super) fn choose(&self, wanted: &[String], intervals: bool) -> Result<Boxes, String> {
        if let [name] = wanted
            && (self.names.contains(name) || !name.contains('='))
        {
            return self.one(name);
        }
        if !wanted.is_empty() {
            let columns = Columns::chosen(&self.names, wanted);
            return self
                .ends(&columns.map_err(|error| error.with_intervals(intervals).to_string())?);
        }
        let covering = geo::box_columns(self.metadata);
        if !covering.is_empty() {
            return self.covering(&covering);
        }
        let named = Columns::of(&self.names);
        if let Ok(columns) = &named
            && columns.kind() == Kind::Corners
            && columns.dimensions() > 1
        {
            return self.ends(columns);
        }
        let primary = geo::geometry_column(self.metadata);
        if let Some(column) = primary.and_then(|name| self.geometry(&name)) {
            return Ok(Boxes::Wkb(column));
        }
        let others = self.others();
        match (named, &others[..]) {
            (Ok(columns), []) => self.ends(&columns),
            // A set of one axis, such as start and end of a road, counts less than another column.
            (Ok(columns), &[column]) if columns.dimensions() == 1 => self.one(&self.names[column]),
            // Points beside geometries may be their centres, or something else.
            (Ok(columns), [other, ..]) => {
                let names = columns.first().iter().map(|&column| &*self.names[column]);
                let names = names.collect::<Vec<_>>().join(", ");
                let other = &self.names[*other];
                Err(how(&format!("both {names} and {other} could be the boxes")))
            }
            (Err(error), _) if error.is_ambiguous() => Err(how(&error.to_string())),
            (Err(error), []) => Err(how(&format!("{error}{}", self.unread()))),
            (Err(_), &[column]) => self.one(&self.names[column]),
            (Err(_), [a, b, ..]) => Err(how(&format!(
                "both {} and {} could be the boxes",
                self.names[*a], self.names[*b]
            ))),
        }
    }

    /// The column with a name.
    pub(super) fn find(&self, wanted: &str) -> Result<usize, String> {
        let mut same = (0..self.names.len()).filter(|&column| self.names[column] == wanted);
        let here = self.names.join(", ");
        match (same.next(), same.next()) {
            (Some(column), None) => Ok(column),
            (None, _) => Err(format!("there is no column {wanted}: there are {here}")),
            (Some(_), Some(_)) => Err(format!(
                "several columns are named {wanted}: there are {here}"
            )),
        }
    }

    /// Boxes in one column.
    fn one(&self, name: &str) -> Result<Boxes, String> {
        let column = self.find(name)?;
        let descriptor = &self.columns[column];
        if descriptor.max_rep_level() > 0 {
            return Ok(Boxes::List(column));
        }
        if is_bytes(descriptor) {
            return Ok(Boxes::Wkb(column));
        }
        Err(format!(
            "column {name} has neither geometries nor lists of the ends of boxes"
        ))
    }

    /// The columns that the metadata names, by position: lower ends, then upper ends.
    fn covering(&self, names: &[String]) -> Result<Boxes, String> {
        let columns = names.iter().map(|name| self.find(name));
        let columns = columns.collect::<Result<Vec<_>, _>>().map_err(|problem| {
            how(&format!(
                "the metadata of GeoParquet names boxes, but {problem}"
            ))
        })?;
        let (first, second) = columns.split_at(columns.len() / 2);
        Ok(Boxes::Ends {
            ends: [first.to_vec(), second.to_vec()],
            is_sized: false,
        })
    }

    fn ends(&self, columns: &Columns) -> Result<Boxes, String> {
        let ends = [columns.first(), columns.second()].map(<[usize]>::to_vec);
        let all = || ends.iter().flatten().map(|&column| &self.columns[column]);
        let lists = all().filter(|column| column.max_rep_level() > 0).count();
        if lists == 0 {
            return Ok(Boxes::Ends {
                ends,
                is_sized: columns.kind() == Kind::Sizes,
            });
        }
        if columns.kind() == Kind::Points && lists == all().count() {
            let [columns, _] = ends;
            return Ok(Boxes::Vertices(columns));
        }
        let first = all().find(|column| column.max_rep_level() > 0);
        let name = first.map_or_else(String::new, name);
        Err(format!("column {name} has lists, not numbers"))
    }

    /// The lists of ends if there are any; otherwise the geometries that only their names or types
    /// reveal.
    fn others(&self) -> Vec<usize> {
        let is = |names: &[&str], column: usize| {
            names.contains(&self.names[column].to_lowercase().as_str())
        };
        let all = |is: &dyn Fn(&usize) -> bool| (0..self.columns.len()).filter(is).collect();
        let lists: Vec<_> =
            all(&|&column| is(&LISTS, column) && self.columns[column].max_rep_level() > 0);
        if !lists.is_empty() {
            return lists;
        }
        let typed: Vec<_> = all(&|&column| {
            let logical = self.columns[column].logical_type_ref();
            matches!(
                logical,
                Some(LogicalType::Geometry { .. } | LogicalType::Geography { .. })
            )
        });
        if !typed.is_empty() {
            return typed;
        }
        all(&|&column| is(&GEOMETRIES, column) && is_bytes(&self.columns[column]))
    }

    /// Advice on a geometry in an unsupported form.
    fn unread(&self) -> String {
        let is_geometry =
            |name: &&String| GEOMETRIES.contains(&name.to_lowercase().as_str()) || *name == "wkt";
        match self.names.iter().find(is_geometry) {
            Some(name) => format!(
                "; geometries are read as well-known binary in a column of bytes, which {name} is \
                 not: convert it, as with geopandas' to_parquet"
            ),
            None => String::new(),
        }
    }

    fn geometry(&self, name: &str) -> Option<usize> {
        self.find(name)
            .ok()
            .filter(|&column| is_bytes(&self.columns[column]))
    }
}

impl Boxes {
    /// The form of the columns, for messages.
    pub(super) fn form(&self) -> &'static str {
        match self {
            Self::Ends { is_sized: true, .. } => "lower ends and sizes",
            Self::Ends { ends: [a, b], .. } if a == b => "points",
            Self::Ends { .. } => "corners",
            Self::Vertices(_) => "lists of vertices",
            Self::List(_) => "lists of ends",
            Self::Wkb(_) => "geometries",
        }
    }

    /// The type that the ends of boxes need if their columns have the type `kind`: a sum of two
    /// `f32` needs `f64`.
    pub(super) fn widen(&self, kind: ColumnKind) -> ColumnKind {
        match (self, kind) {
            (Self::Ends { is_sized: true, .. }, ColumnKind::Float32) => ColumnKind::Float64,
            _ => kind,
        }
    }

    /// All columns, once each, in order.
    pub(super) fn columns(&self) -> Vec<usize> {
        let mut all = match self {
            Self::Ends { ends, .. } => ends.concat(),
            Self::Vertices(columns) => columns.clone(),
            Self::List(column) | Self::Wkb(column) => vec![*column],
        };
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn how(problem: &str) -> String {
    format!("{problem}; name columns with --boxes, as in --boxes xmin,ymin,xmax,ymax")
}

fn is_bytes(column: &ColumnDescPtr) -> bool {
    column.physical_type() == Type::BYTE_ARRAY
        && column.max_rep_level() == 0
        && !matches!(column.logical_type_ref(), Some(LogicalType::String))
}

/// The path of a column, joined with dots, without the levels that Parquet adds to lists.
fn name(column: &ColumnDescPtr) -> String {
    let parts = column.path().parts();
    let mut kept: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        kept.push(&parts[at]);
        at += 1;
        let is_list = |group: &str, item: &str| {
            matches!(
                (group, item),
                ("list", "element" | "item")
                    | ("bag", "array_element" | "array")
                    | ("list", "array")
            )
        };
        while at + 1 < parts.len() && is_list(&parts[at], &parts[at + 1]) {
            at += 2;
        }
    }
    if column.max_rep_level() > 0 && kept.last() == Some(&"array") {
        kept.pop();
    }
    kept.join(".")
}
