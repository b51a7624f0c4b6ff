//! Sorting rows by numbers, digit by digit.

/// Fewer rows are sorted by comparisons.
const FEW: usize = 1 << 10;
/// Digits of 11 bits: their counts fit into the first cache.
const BITS: u32 = 11;

/// Sorts rows by a number for each; rows with the same number keep their order.
pub(super) fn sort_by_rank(rows: &mut [u32], rank: impl Fn(u32) -> u64) {
    if rows.len() <= FEW {
        return rows.sort_by_key(|&row| rank(row));
    }
    let mut records: Vec<(u64, u32)> = rows.iter().map(|&row| (rank(row), row)).collect();
    let (least, greatest) = records.iter().fold((u64::MAX, 0), |(least, most), record| {
        (least.min(record.0), most.max(record.0))
    });
    let mut target = vec![(0, 0); records.len()];
    let mut shift = 0;
    while shift < u64::BITS && (greatest - least) >> shift != 0 {
        let digit = |record: &(u64, u32)| ((record.0 - least) >> shift) as usize % (1 << BITS);
        deal_out(&records, &mut target, digit);
        std::mem::swap(&mut records, &mut target);
        shift += BITS;
    }
    for (row, record) in rows.iter_mut().zip(records) {
        *row = record.1;
    }
}

/// Sorts by one digit.
fn deal_out<T: Copy>(from: &[T], into: &mut [T], digit: impl Fn(&T) -> usize) {
    let mut places = vec![0; 1 << BITS];
    for record in from {
        places[digit(record)] += 1;
    }
    let mut len = 0;
    for place in &mut places {
        (*place, len) = (len, len + *place);
    }
    for record in from {
        let place = &mut places[digit(record)];
        into[*place] = *record;
        *place += 1;
    }
}
