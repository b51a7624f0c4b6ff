use crate::filter::class_matrix::{ClassMatrix, UnknownClass};
use alloc::collections::BTreeSet;

#[test]
fn a_matrix_is_the_set_of_its_forbidden_pairs() {
    for classes in [0, 1, 2, 63, 64, 65, 130] {
        let (mut matrix, mut forbidden) = (ClassMatrix::new(classes), BTreeSet::new());
        for n in 0..3 * classes {
            let (a, b) = (n * 7 % classes, n * n % classes);
            let pair = [a.min(b), a.max(b)];
            if n % 4 == 3 {
                matrix.allow(a, b).unwrap();
                forbidden.remove(&pair);
            } else {
                matrix.forbid(a, b).unwrap();
                forbidden.insert(pair);
            }
        }
        for (a, b) in (0..classes + 2).flat_map(|a| (0..classes + 2).map(move |b| (a, b))) {
            let is_allowed = !forbidden.contains(&[a.min(b), a.max(b)]);
            assert_eq!(matrix.allows(a, b), is_allowed, "{a} {b} of {classes}");
        }
    }
}

#[test]
fn unknown_classes_are_named() {
    let mut matrix = ClassMatrix::new(3);
    let before = matrix.clone();
    let unknown = |class| UnknownClass { class, classes: 3 };
    assert_eq!(matrix.allow(0, 3), Err(unknown(3)));
    assert_eq!(matrix.forbid(u32::MAX, 3), Err(unknown(u32::MAX)));
    assert_eq!(matrix, before);
    assert!(matrix.allows(u32::MAX, 0));
}
