//! The page of benchmarks.

use std::fmt::Write;

use super::few;
use super::records::Records;
use super::rows::{Row, SECTIONS, Section};

const HEAD: &str = "\
# Benchmarks

Made of the [records](../bench-records) by `cargo xtask benchmarks --write`: no number here is
typed.

Each row is the time of the fastest other contender, a library or a plain sweep over sorted boxes,
divided by that of Broadleaf: the median of the rounds of one run, with the least and the greatest.
Above 1, Broadleaf is faster. `broadleaf-bench` plays the same frames to all contenders in turns,
verifies every answer, and measures the CPU time of one thread; coordinates are `f32`. The machines
are virtual and shared.

Peers: `parry2d` and `parry3d` 0.31, `broccoli` 6.3, `rstar` 0.14; for queries also
`packed_spatial_index` 0.33, `bvh` 0.13, `obvhs` 0.4, `geo-index` 0.4 and Box2D 3.

```sh
cargo run --release -p broadleaf-bench               # the same on your machine
cargo run --release -p broadleaf-bench -- --help     # scenes, rounds, threads, records
```

<picture>
  <source media=\"(prefers-color-scheme: dark)\" srcset=\"images/benchmarks-dark.svg\">
  <img src=\"images/benchmarks-light.svg\" alt=\"The leads of the tables below, as bars\">
</picture>
";

/// The page for these machines.
pub(super) fn of(machines: &[(&str, Records)]) -> Result<String, String> {
    let [first, others @ ..] = &SECTIONS;
    let mut page = HEAD.to_owned();
    page += &text(first, machines)?;
    page += &few::of(&machines[0].1)?;
    for section in others {
        page += &text(section, machines)?;
    }
    Ok(page)
}

fn text(section: &Section, machines: &[(&str, Records)]) -> Result<String, String> {
    let (title, about) = (section.title, section.about);
    let mut text = format!("\n## {title}\n\nMeasured: {about}\n\n| |");
    machines
        .iter()
        .for_each(|(name, _)| _ = write!(text, " {name} |"));
    text += &format!("\n|---|{}\n", "---|".repeat(machines.len()));
    for row in section.rows {
        text += &line(row, machines)?;
    }
    Ok(text)
}

fn line(row: &Row, machines: &[(&str, Records)]) -> Result<String, String> {
    let leads: Vec<_> = machines
        .iter()
        .map(|(_, records)| records.lead(row.scene, row.task))
        .collect();
    if leads.iter().all(Option::is_none) {
        return Err(format!("no record has the row {}, {}", row.scene, row.task));
    }
    let cells = leads.iter().map(|lead| match lead {
        Some((other, ratio)) => format!(
            " {:.2} ({:.2} to {:.2}), {other} |",
            ratio.median, ratio.least, ratio.greatest
        ),
        None => " |".to_owned(),
    });
    Ok(format!("| {} |{}\n", row.label, cells.collect::<String>()))
}
