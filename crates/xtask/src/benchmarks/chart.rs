//! The chart of benchmarks: a bar for each row and machine on a logarithmic axis, as SVG.

use std::fmt::Write;

use super::records::Records;
use super::rows::{Row, SECTIONS};

/// The colours of a chart.
pub(super) struct Palette {
    text: &'static str,
    grid: &'static str,
    /// Of the first and the second machine.
    bars: [&'static str; 2],
}

// GitHub's own colours of text and borders on its light and dark pages, which readers see it on.
pub(super) const LIGHT: Palette = Palette {
    text: "#1f2328",
    grid: "#d1d9e0",
    bars: ["#2f6f4e", "#7fb796"],
};
pub(super) const DARK: Palette = Palette {
    text: "#e6edf3",
    grid: "#3d444d",
    bars: ["#4fae7f", "#2c6a4b"],
};

/// Where bars begin, after the longest label, and where 1 and the greatest tick are.
const AXIS: f64 = 230.0;
const ONE: f64 = 345.0;
const END: f64 = 740.0;
/// The ticks of the axis: how many times as fast.
const TICKS: [f64; 6] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
const BAR: f64 = 7.0;
const LINE: f64 = 20.0;

/// The chart for these machines.
pub(super) fn of(machines: &[(&str, Records)], palette: &Palette) -> Result<String, String> {
    let mut bars = String::new();
    let mut y = 46.0;
    for section in SECTIONS {
        bars += &text(8.0, y + 10.0, palette, "start", "600", section.title);
        y += LINE;
        for row in section.rows.iter().filter(|row| row.is_in_chart) {
            bars += &text(AXIS - 8.0, y + 10.0, palette, "end", "400", row.label);
            bars += &bars_of(row, y, machines, palette);
            y += LINE;
        }
        y += 8.0;
    }
    let grid = TICKS.map(|tick| gridline(tick, y, palette)).concat();
    let legend = legend(machines, palette);
    let height = y + 8.0;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 {height}\" \
         font-family=\"-apple-system, Segoe UI, Helvetica, Arial, sans-serif\" font-size=\"12\">\n\
         <title>Time of the fastest other contender divided by Broadleaf's</title>\n\
         {grid}{legend}{bars}</svg>\n"
    ))
}

/// Where a ratio is on the axis.
fn x(ratio: f64) -> f64 {
    let [.., last] = TICKS;
    ONE + (END - ONE) * ratio.max(TICKS[0]).log2() / last.log2()
}

fn bars_of(row: &Row, y: f64, machines: &[(&str, Records)], palette: &Palette) -> String {
    let mut bars = String::new();
    for (k, ((_, records), colour)) in machines.iter().zip(palette.bars).enumerate() {
        let Some((other, ratio)) = records.lead(row.scene, row.task) else {
            continue;
        };
        let [a, b] = [x(1.0).min(x(ratio.median)), x(1.0).max(x(ratio.median))];
        let (top, width) = (y + 1.0 + k as f64 * (BAR + 1.0), b - a);
        _ = writeln!(
            bars,
            "<rect x=\"{a:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{BAR}\" fill=\"{colour}\">\
             <title>{:.2} × {other}</title></rect>",
            ratio.median
        );
    }
    bars
}

fn gridline(tick: f64, bottom: f64, palette: &Palette) -> String {
    let (x, width) = (x(tick), if tick == 1.0 { 2 } else { 1 });
    let label = text(x, 40.0, palette, "middle", "400", &format!("{tick}×"));
    format!(
        "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"46\" y2=\"{bottom}\" stroke=\"{}\" \
         stroke-width=\"{width}\"/>\n{label}",
        palette.grid
    )
}

fn legend(machines: &[(&str, Records)], palette: &Palette) -> String {
    let mut legend = text(
        8.0,
        18.0,
        palette,
        "start",
        "400",
        "Times as fast as the fastest other contender",
    );
    for (k, ((name, _), colour)) in machines.iter().zip(palette.bars).enumerate() {
        let x = 480.0 + 140.0 * k as f64;
        _ = writeln!(
            legend,
            "<rect x=\"{x}\" y=\"9\" width=\"10\" height=\"10\" fill=\"{colour}\"/>"
        );
        legend += &text(x + 16.0, 18.0, palette, "start", "400", name);
    }
    legend
}

fn text(x: f64, y: f64, palette: &Palette, anchor: &str, weight: &str, text: &str) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-weight=\"{weight}\" \
         fill=\"{}\">{text}</text>\n",
        palette.text
    )
}
