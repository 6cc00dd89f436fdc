//! The scene as a JSON value: the fields under their own names, and the fill that each cell's colour stands for.
//!
//! Numbers that JSON cannot write (infinities, not-a-number) become `null`.

use crate::layout::fill_of;
use crate::{Body, Cell, Face, Frame, Layer, Link, Scene, palette};
use serde_json::{Value, json};

/// The scene as one JSON object.
pub fn print(scene: &Scene) -> Value {
    json!({
        "title": scene.title,
        "frames": scene.frames.iter().map(frame).collect::<Vec<_>>(),
    })
}

fn frame(frame: &Frame) -> Value {
    let mut value = json!({
        "caption": frame.caption,
        "layers": frame.layers.iter().map(layer).collect::<Vec<_>>(),
        "solid": frame.solid.iter().map(face).collect::<Vec<_>>(),
        "links": frame.links.iter().map(link).collect::<Vec<_>>(),
        "notes": frame.notes,
    });
    if !frame.bodies.is_empty() {
        value["bodies"] = frame.bodies.iter().map(body).collect();
    }
    value
}

fn body(body: &Body) -> Value {
    json!({
        "base": body.base,
        "low": body.heights[0],
        "high": body.heights[1],
        "ball": body.ball,
        "group": body.group,
        "fill": palette::colour(body.colour).hex(),
        "label": body.label,
        "layer": body.layer,
    })
}

fn layer(layer: &Layer) -> Value {
    json!({ "caption": layer.caption, "cells": layer.cells.iter().map(cell).collect::<Vec<_>>() })
}

fn cell(cell: &Cell) -> Value {
    json!({
        "outline": cell.outline,
        "round": cell.round,
        "rect": { "row": cell.rect.row, "column": cell.rect.column, "width": cell.rect.width },
        "group": cell.group,
        "colour": cell.colour,
        "fill": fill_of(cell).hex(),
        "label": cell.label,
        "shade": cell.shade,
        "ink": cell.ink.map(crate::palette::Rgb::hex),
    })
}

fn face(face: &Face) -> Value {
    json!({
        "points": face.points,
        "colour": face.colour,
        "fill": face.colour.map_or(palette::NEUTRAL, palette::colour).hex(),
        "light": face.light,
        "radius": face.radius,
        "edges": face.edges,
    })
}

fn link(link: &Link) -> Value {
    json!({ "from": link.from, "to": link.to, "strong": link.strong })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_their_names_and_strange_numbers_become_null() {
        let mut square = Cell::square(1, 2).in_group(3).labelled("\"");
        square.shade = Some(f64::NAN);
        let value = print(&Scene::of_cells(vec![square]));
        let cell = &value["frames"][0]["layers"][0]["cells"][0];
        assert_eq!(cell["outline"][2], json!([3.0, 2.0]));
        assert_eq!(cell["rect"], json!({ "row": 1, "column": 4, "width": 2 }));
        assert_eq!(
            (&cell["group"], &cell["label"], &cell["shade"]),
            (&json!(3), &json!("\""), &Value::Null)
        );
    }

    #[test]
    fn faces_and_links_are_printed() {
        let frame = Frame {
            solid: vec![Face::default()],
            links: vec![Link::default()],
            ..Frame::default()
        };
        let value = print(&Scene { title: "t".into(), frames: vec![frame] });
        assert_eq!(value["frames"][0]["solid"][0]["light"], json!(1.0));
        assert_eq!(value["frames"][0]["links"][0]["strong"], json!(false));
    }
}
