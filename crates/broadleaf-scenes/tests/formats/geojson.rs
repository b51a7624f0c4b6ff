//! Features with geometries.

use tempfile::TempDir;

use super::{read_all, refusal, write};

#[test]
fn geojson_gives_the_bounds_of_each_feature() {
    let folder = TempDir::new().unwrap();
    let feature =
        |geometry: &str| format!(r#"{{"type":"Feature","properties":null,"geometry":{geometry}}}"#);
    let polygon =
        r#"{"type":"Polygon","coordinates":[[[0,0],[4,1],[2,3],[0,0]],[[1,1],[2,1],[1,2],[1,1]]]}"#;
    let mixed = r#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[-1,5,99]},{"type":"MultiLineString","coordinates":[[[0,0],[7,1]]]}]}"#;
    let document = format!(
        r#"{{"type":"FeatureCollection","features":[{},{}]}}"#,
        feature(polygon),
        feature(mixed)
    );
    let (_, frames) = read_all(&write(&folder, "map.geojson", document)).unwrap();
    assert_eq!(
        frames[0],
        [vec![0.0, 0.0, 4.0, 3.0], vec![-1.0, 0.0, 7.0, 5.0]]
    );

    let refused = |text: &[u8]| refusal(&write(&folder, "bad.geojson", text));
    let collection = |feature: String| {
        format!(r#"{{"type":"FeatureCollection","features":[{feature}]}}"#).into_bytes()
    };
    assert_eq!(
        refused(&collection(feature("null"))),
        "bad.geojson: object 0: the feature has no geometry"
    );
    assert_eq!(
        refused(&collection(feature(
            r#"{"type":"MultiPoint","coordinates":[]}"#
        ))),
        "bad.geojson: object 0: the geometry has no positions"
    );
    assert!(refused(b"{").starts_with("bad.geojson: "));
    assert_eq!(refused(b"\"\xff\""), "bad.geojson: byte 1: not UTF-8");
    let deep = [
        r#"{"type":"GeometryCollection","geometries":["#.repeat(10_000),
        "]}".repeat(10_000),
    ]
    .concat();
    assert!(refused(deep.as_bytes()).contains("recursion limit"));
}
