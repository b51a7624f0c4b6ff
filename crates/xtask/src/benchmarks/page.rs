//! The page of benchmarks.

use std::fmt::Write;

use super::few;
use super::records::Records;
use super::rows::{Row, SECTIONS, Section};

const HEAD: &str = "\
# Benchmarks

`cargo xtask benchmarks --write` makes this page from the [records](../bench-records).

A cell is the time of the fastest other contender, divided by the time of Broadleaf: the median of
the rounds of one run, their range, and the contender. Above 1, Broadleaf is faster.
`broadleaf-bench` plays the same frames to all contenders in turns, verifies every answer, and
measures the CPU time of one thread, in `f32`. The machines are virtual and shared.

Peers: the `Bvh` of `parry2d` and `parry3d` 0.31, in steps as `rapier` uses it; `broccoli` 6.3;
`rstar` 0.14; sweeps over sorted boxes; for queries also `packed_spatial_index` 0.33, `bvh` 0.13,
`obvhs` 0.4, `geo-index` 0.4 and Box2D 3.

```sh
cargo run --release -p broadleaf-bench   # the same on your machine
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
    let mut text = format!("\n## {title}\n\n{about}\n\n| |");
    machines
        .iter()
        .for_each(|(name, _)| _ = write!(text, " {name} |"));
    text += &format!("\n|---|{}\n", "---|".repeat(machines.len()));
    for row in section.rows {
        text += &line(row, machines)?;
    }
    Ok(text)
}

/// The name of a contender without what the head of the page says for all rows.
fn short(name: &str) -> String {
    name.replace(", as rapier uses it", "").replace(" Bvh", "")
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
            " {:.2} ({:.2}–{:.2}), {} |",
            ratio.median,
            ratio.least,
            ratio.greatest,
            short(other)
        ),
        None => " |".to_owned(),
    });
    Ok(format!("| {} |{}\n", row.label, cells.collect::<String>()))
}
