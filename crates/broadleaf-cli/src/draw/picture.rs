//! Composes a picture from its parts.

use std::path::Path;

use svg::Document;
use svg::node::element::{Rectangle, Style};

use super::drawing::Drawing;
use super::legend::Legend;
use super::view::{View, WIDTH};
use super::{boxes, color, label, nodes, pairs};
use crate::error::CliError;

/// Draws a picture and writes it to a file. Returns the number of nodes in it.
pub(crate) fn save<const D: usize>(
    drawing: &Drawing<D>,
    title: &str,
    out: &Path,
) -> Result<usize, CliError> {
    let nodes = nodes::visible(drawing);
    let deepest = nodes.first().map(|node| node.level);
    let fat = drawing.proxies.iter().flat_map(|proxies| &proxies.fat);
    let tight = drawing.boxes.iter().map(|(_, aabb)| aabb);
    let view = View::around(tight.chain(fat).copied());
    let legend = legend(drawing, title, deepest);
    let mut picture = blank(view.height + legend.height())
        .add(boxes::draw(&view, drawing))
        .add(nodes::outlines(&view, &nodes, deepest.unwrap_or(0)));
    if drawing.look.cuts {
        picture = picture.add(nodes::cuts(&view, &nodes, deepest.unwrap_or(0)));
    }
    if let Some(proxies) = &drawing.proxies {
        picture = picture
            .add(pairs::fat_boxes(&view, proxies))
            .add(pairs::lines(&view, drawing, proxies));
    }
    picture = picture
        .add(label::on_top(&view, drawing))
        .add(legend.draw(view.height));
    svg::save(out, &picture).map_err(|error| CliError::in_file(out, error))?;
    Ok(nodes.len())
}

fn legend<const D: usize>(drawing: &Drawing<D>, title: &str, deepest: Option<usize>) -> Legend {
    let boxes = format!("{title}: {} boxes in {D}D", drawing.boxes.len());
    let Some(deepest) = deepest else {
        return Legend::new(boxes).with_broad_phase(drawing.proxies.is_some());
    };
    let caption = format!("{boxes}, inner nodes of levels 0 to {deepest} by color");
    Legend::new(caption)
        .with_levels(deepest)
        .with_broad_phase(drawing.proxies.is_some())
}

fn blank(height: f64) -> Document {
    let background = Rectangle::new()
        .set("width", "100%")
        .set("height", "100%")
        .set("fill", "white");
    Document::new()
        .set("viewBox", (0.0, 0.0, WIDTH, height))
        .set("width", WIDTH)
        .set("height", height)
        .add(Style::new(color::IN_THE_DARK))
        .add(background)
}
