//! Files of unsupported formats, and programs to convert them.

use crate::error::SceneError;

const OGR: &str = "convert it with ogr2ogr -f GeoJSON out.geojson IN";
const ASSIMP: &str = "convert it with assimp export IN out.ply";
const PDAL: &str = "convert it with pdal translate IN out.ply";
const PCL: &str = "convert it with pcl_pcd2ply IN out.ply";

/// The first bytes of unsupported formats, their names, and advice.
const STARTS: [(&[u8], &str, &str); 10] = [
    (b"glTF", "binary glTF", ASSIMP),
    (b"fgb", "FlatGeobuf", OGR),
    (b"\x00\x00\x27\x0a", "a Shapefile", OGR),
    (
        b"SQLite format 3\0",
        "a database, such as a GeoPackage",
        OGR,
    ),
    (b"PAR1", "Parquet", "its name has to end in .parquet"),
    (b"PK\x03\x04", "a zip archive", "unpack it"),
    (b"LASF", "a LAS scan", PDAL),
    (
        b"\x28\xb5\x2f\xfd",
        "compressed with zstd",
        "decompress it with zstd -d",
    ),
    (
        b"\xfd7zXZ\0",
        "compressed with xz",
        "decompress it with xz -d",
    ),
    (
        b"BZh",
        "compressed with bzip2",
        "decompress it with bzip2 -d",
    ),
];

/// The endings of unsupported formats, their names, and advice.
const ENDINGS: [(&str, &str, &str); 20] = [
    ("gltf", "glTF", ASSIMP),
    ("glb", "binary glTF", ASSIMP),
    ("fbx", "FBX", ASSIMP),
    ("dae", "Collada", ASSIMP),
    ("3mf", "3MF", ASSIMP),
    ("3ds", "3DS", ASSIMP),
    ("off", "OFF", ASSIMP),
    ("x3d", "X3D", ASSIMP),
    ("fgb", "FlatGeobuf", OGR),
    ("shp", "a Shapefile", OGR),
    ("shx", "the index of a Shapefile", OGR),
    ("dbf", "the table of a Shapefile", OGR),
    ("gpkg", "a GeoPackage", OGR),
    ("kml", "KML", OGR),
    ("gml", "GML", OGR),
    ("gpx", "GPX", OGR),
    ("topojson", "TopoJSON", OGR),
    ("las", "a LAS scan", PDAL),
    ("laz", "a LAZ scan", PDAL),
    ("pcd", "a PCD scan", PCL),
];

/// An error if this ending or these first bytes belong to an unsupported format.
pub(super) fn refuse_foreign(ending: &str, start: &[u8]) -> Result<(), SceneError> {
    let by_start = STARTS.iter().find(|(mark, ..)| start.starts_with(mark));
    let by_start = by_start.map(|&(_, kind, advice)| (kind, advice));
    let by_ending = ENDINGS.iter().find(|(other, ..)| *other == ending);
    let by_ending = by_ending.map(|&(_, kind, advice)| (kind, advice));
    match by_start.or(by_ending) {
        Some((kind, advice)) => Err(SceneError::new(format!(
            "the file is {kind}, which is not supported: {advice}"
        ))),
        None => Ok(()),
    }
}
