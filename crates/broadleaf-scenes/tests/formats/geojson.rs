//! Features with geometries.

use tempfile::TempDir;

use super::{read_all, write};

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
}
