//! The metadata of GeoParquet, which names the geometries and their boxes.

use parquet::file::metadata::FileMetaData;
use serde_json::Value;

/// The names of the columns of boxes of the main geometry; empty if the file names none.
pub(super) fn box_columns(metadata: &FileMetaData) -> Vec<String> {
    geo(metadata).and_then(covering).unwrap_or_default()
}

/// The name of the column of the main geometry, if it is in well-known binary.
pub(super) fn geometry_column(metadata: &FileMetaData) -> Option<String> {
    geo(metadata).and_then(primary)
}

fn geo(metadata: &FileMetaData) -> Option<&str> {
    let mut entries = metadata.key_value_metadata().into_iter().flatten();
    let geo = entries.find(|entry| entry.key == "geo");
    geo.and_then(|entry| entry.value.as_deref())
}

fn primary(geo: &str) -> Option<String> {
    let geo: Value = serde_json::from_str(geo).ok()?;
    let primary = geo.get("primary_column")?.as_str()?;
    let encoding = geo
        .get("columns")?
        .get(primary)?
        .get("encoding")?
        .as_str()?;
    (encoding == "WKB").then(|| primary.to_owned())
}

/// The columns of the covering of the primary column, lower ends first.
fn covering(geo: &str) -> Option<Vec<String>> {
    let geo: Value = serde_json::from_str(geo).ok()?;
    let primary = geo.get("primary_column")?.as_str()?;
    let bounds = geo
        .get("columns")?
        .get(primary)?
        .get("covering")?
        .get("bbox")?;
    let ends = |axes: &[&str]| {
        let names = ["min", "max"].map(|end| axes.iter().map(move |axis| format!("{axis}{end}")));
        let paths = names
            .into_iter()
            .flatten()
            .map(|end| path(bounds.get(end)?));
        paths.collect::<Option<Vec<_>>>()
    };
    ends(&["x", "y", "z"]).or_else(|| ends(&["x", "y"]))
}

/// The path of a column in a struct, joined with dots.
fn path(names: &Value) -> Option<String> {
    let names: Option<Vec<_>> = names.as_array()?.iter().map(Value::as_str).collect();
    Some(names?.join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_covering_names_the_columns() {
        let geo = r#"{"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry":
            {"covering": {"bbox": {"xmin": ["bbox", "west"], "ymin": ["bbox", "south"],
                                   "xmax": ["bbox", "east"], "ymax": ["bbox", "north"]}}}}}"#;
        let names = ["bbox.west", "bbox.south", "bbox.east", "bbox.north"];
        assert_eq!(covering(geo).unwrap(), names);
        assert_eq!(covering(&geo.replace("covering", "cover")), None);
        assert_eq!(covering("{"), None);
    }
}
