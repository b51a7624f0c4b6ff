//! Lists of the pairs to find in a scene.

use broadleaf_scenes::read_pairs;
use tempfile::TempDir;

use super::write;

#[test]
fn wrong_truth_is_refused() {
    let folder = TempDir::new().unwrap();
    assert_eq!(
        read_pairs(&write(&folder, "a.json", "[[1, 2], [3, 4]]")).unwrap(),
        [[1, 2], [3, 4]]
    );
    for bad in ["", "[[1]]", "[[1, -2]]", "{}", "[[1, 2, 3]]"] {
        let message = read_pairs(&write(&folder, "b.json", bad))
            .unwrap_err()
            .to_string();
        assert!(
            message.contains("b.json: ") && message.lines().count() == 1,
            "{message}"
        );
    }
}
