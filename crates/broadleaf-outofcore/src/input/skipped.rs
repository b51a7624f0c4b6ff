//! What was skipped in several files of an input.

use broadleaf_scenes::Skipped;

/// Adds what was skipped in one more file. The files of an input have the same columns, as a rule,
/// so the number of unused ones is that of the file with the most.
pub(super) fn add_file(skipped: &mut Skipped, file: &Skipped) {
    let before = count_of_columns(skipped);
    for (what, count) in file.iter() {
        let counted = if what == COLUMNS { before } else { 0 };
        skipped.add(what.to_owned(), count.saturating_sub(counted));
    }
}

/// How the readers of tables call unused columns.
const COLUMNS: &str = "columns";

fn count_of_columns(skipped: &Skipped) -> u64 {
    let mut columns = skipped.iter().filter(|(what, _)| *what == COLUMNS);
    columns.next().map_or(0, |(_, count)| count)
}
