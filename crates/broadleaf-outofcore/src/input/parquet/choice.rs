//! Which columns of a Parquet file are boxes, and how.

use broadleaf_columns::{Columns, Kind};
use parquet::basic::{LogicalType, Type};
use parquet::file::metadata::FileMetaData;
use parquet::schema::types::ColumnDescPtr;

use super::geo;

/// Where the boxes are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Boxes {
    /// In columns of numbers: lower ends, and upper ends or sizes.
    Ends {
        ends: [Vec<usize>; 2],
        is_sized: bool,
    },
    /// Around vertices, a list of each coordinate in each row.
    Vertices(Vec<usize>),
    /// In a list of 4 or 6 numbers: the lower corner, then the upper one.
    List(usize),
    /// Around geometries as well-known binary.
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
/// Names of lists of the ends of boxes, as GeoJSON has them.
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

    /// The boxes in the wanted columns, or those that metadata and names say.
    pub(super) fn choose(&self, wanted: &[String]) -> Result<Boxes, String> {
        if let [name] = wanted {
            return self.one(name);
        }
        if !wanted.is_empty() {
            let columns = Columns::chosen(&self.names, wanted);
            return self.ends(&columns.map_err(|error| error.to_string())?);
        }
        let covering = geo::box_columns(self.metadata);
        if !covering.is_empty() {
            return self.covering(&covering);
        }
        let named = Columns::of(&self.names);
        if let Ok(columns) = &named
            && columns.kind() == Kind::Corners
        {
            return self.ends(columns);
        }
        let primary = geo::geometry_column(self.metadata);
        if let Some(column) = primary.and_then(|name| self.geometry(&name)) {
            return Ok(Boxes::Wkb(column));
        }
        match named {
            Ok(columns) => self.ends(&columns),
            Err(error) if error.is_ambiguous() => Err(how(&error.to_string())),
            Err(error) => self.other().ok_or_else(|| how(&error.to_string())),
        }
    }

    /// The column with a name.
    pub(super) fn find(&self, wanted: &str) -> Result<usize, String> {
        let column = self.names.iter().position(|name| name == wanted);
        column.ok_or_else(|| {
            format!(
                "there is no column {wanted}: there are {}",
                self.names.join(", ")
            )
        })
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

    /// The columns that the metadata names, by place: lower ends, then upper ends.
    fn covering(&self, names: &[String]) -> Result<Boxes, String> {
        let columns = names.iter().map(|name| self.find(name));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
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

    /// A list of ends, or a geometry that only its name or its type tells.
    fn other(&self) -> Option<Boxes> {
        let is = |names: &[&str], column: usize| {
            names.contains(&self.names[column].to_lowercase().as_str())
        };
        let all = || 0..self.columns.len();
        let list =
            all().find(|&column| is(&LISTS, column) && self.columns[column].max_rep_level() > 0);
        let has_type = |column: &usize| {
            let logical = self.columns[*column].logical_type_ref();
            matches!(
                logical,
                Some(LogicalType::Geometry { .. } | LogicalType::Geography { .. })
            )
        };
        let named =
            || all().find(|&column| is(&GEOMETRIES, column) && is_bytes(&self.columns[column]));
        let geometry = || all().find(has_type).or_else(named).map(Boxes::Wkb);
        list.map(Boxes::List).or_else(geometry)
    }

    fn geometry(&self, name: &str) -> Option<usize> {
        self.find(name)
            .ok()
            .filter(|&column| is_bytes(&self.columns[column]))
    }
}

impl Boxes {
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

/// The name of a column: names from the root on, with dots between them, without those that Parquet
/// gives to lists.
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
