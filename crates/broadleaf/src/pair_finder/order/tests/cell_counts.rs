//! Sampled boxes, counted by cell.

use crate::pair_finder::order::cell_counts::CellCounts;

#[test]
fn counts_boxes_by_cell() {
    let mut counts = CellCounts::default();
    for round in 0..2_u64 {
        counts.reset(300);
        // Cells that differ in high bits only, and consecutive cells.
        let cells = (0..100).flat_map(|cell| [cell << 40, cell + round, cell << 40]);
        let mut expected = alloc::collections::BTreeMap::new();
        for cell in cells {
            let before = expected.entry(cell).or_insert(0);
            assert_eq!(counts.add(cell), *before);
            *before += 1;
        }
    }
}
