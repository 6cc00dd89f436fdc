//! Pictures to make puzzles from: portable bitmaps (PBM, plain and raw) and PNG with few colours.

use std::collections::BTreeMap;
use std::io::Cursor;

use puzzle_core::Diagnostic;
use puzzle_core::lines::{LONGEST, MOST_COLOURS, Picture};
use puzzle_scene::palette::Rgb;

use super::draft::{Draft, check_size};
use super::ink::{Inks, WHITE};
use crate::Source;

const PNG: &[u8] = b"\x89PNG";

/// The bytes of a source.
fn bytes(source: &Source) -> &[u8] {
    source.binary.as_deref().unwrap_or(source.text.as_bytes())
}

/// Whether it is a picture.
pub(super) fn recognises(source: &Source) -> bool {
    let bytes = bytes(source);
    let mark = bytes.get(2).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'#');
    bytes.starts_with(PNG) || mark && (bytes.starts_with(b"P1") || bytes.starts_with(b"P4"))
}

/// Reads it.
pub(super) fn read(source: &Source) -> Result<Draft, Diagnostic> {
    let bytes = bytes(source);
    if bytes.starts_with(PNG) { read_png(bytes) } else { read_pbm(bytes) }
}

/// A portable bitmap: `P1` with digits or `P4` with packed bits; 1 is black.
fn read_pbm(bytes: &[u8]) -> Result<Draft, Diagnostic> {
    let raw = bytes.starts_with(b"P4");
    let mut at = 2;
    let mut number = |what: &str| -> Result<usize, Diagnostic> {
        loop {
            match bytes.get(at) {
                Some(b'#') => {
                    while bytes.get(at).is_some_and(|&byte| byte != b'\n') {
                        at += 1;
                    }
                }
                Some(byte) if byte.is_ascii_whitespace() => at += 1,
                _ => break,
            }
        }
        let start = at;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        let digits = std::str::from_utf8(&bytes[start..at]).unwrap_or_default();
        let number = digits.parse().ok().filter(|_| digits.len() < 10);
        number.ok_or_else(|| Diagnostic::error(format!("the bitmap's {what} is missing")))
    };
    let (width, height) = (number("width")?, number("height")?);
    check_size(width, height, 0..0)?;
    let mut picture = Picture::blank(width, height);
    let short = || {
        Diagnostic::error(format!("the bitmap ends before its {height} rows of {width} cells"))
            .hint("the file was cut short")
    };
    if raw {
        let rows = bytes.get(at + 1..).unwrap_or_default();
        let stride = width.div_ceil(8);
        for (row, cells) in picture.cells.chunks_mut(width).enumerate() {
            let packed = rows.get(row * stride..(row + 1) * stride).ok_or_else(short)?;
            for (column, cell) in cells.iter_mut().enumerate() {
                *cell = packed[column / 8] >> (7 - column % 8) & 1;
            }
        }
    } else {
        let mut digits = bytes[at..].iter().filter(|byte| !byte.is_ascii_whitespace());
        for cell in &mut picture.cells {
            *cell = match digits.next() {
                Some(b'0') => 0,
                Some(b'1') => 1,
                Some(_) => {
                    return Err(Diagnostic::error("a plain bitmap has only the digits 0 and 1"));
                }
                None => return Err(short()),
            };
        }
    }
    Draft::of_picture(picture, Inks::black())
}

/// A PNG picture: a pixel a cell. White, or else the most common colour, is the background.
fn read_png(bytes: &[u8]) -> Result<Draft, Diagnostic> {
    let damaged = |error: png::DecodingError| {
        Diagnostic::error(format!("the PNG picture cannot be read: {error}"))
            .hint("the file is damaged or was cut short")
    };
    let limits = png::Limits { bytes: 16 << 20 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    check_size(width, height, 0..0).map_err(|error| {
        error.hint(format!("a pixel is a cell; scale it to at most {LONGEST} pixels a side"))
    })?;
    let size = reader
        .output_buffer_size()
        .ok_or_else(|| Diagnostic::error("the PNG picture is too large"))?;
    let mut buffer = vec![0; size];
    let frame = reader.next_frame(&mut buffer).map_err(damaged)?;
    let samples = frame.color_type.samples();
    let colour = |pixel: &[u8]| {
        let (rgb, alpha) = match *pixel {
            [grey] => (Rgb(grey, grey, grey), 255),
            [grey, alpha] => (Rgb(grey, grey, grey), alpha),
            [r, g, b] => (Rgb(r, g, b), 255),
            [r, g, b, alpha] => (Rgb(r, g, b), alpha),
            _ => (WHITE, 255),
        };
        if alpha < 128 { WHITE } else { rgb }
    };
    let pixels: Vec<Rgb> = buffer.chunks(samples).take(width * height).map(colour).collect();
    let mut counts: BTreeMap<Rgb, usize> = BTreeMap::new();
    for pixel in &pixels {
        *counts.entry(*pixel).or_default() += 1;
        if counts.len() > MOST_COLOURS + 1 {
            let message = format!("the picture has more than {} colours", MOST_COLOURS + 1);
            return Err(
                Diagnostic::error(message).hint("reduce its colours and do not smooth its edges")
            );
        }
    }
    let common = counts.iter().max_by_key(|(_, count)| **count).map_or(WHITE, |(rgb, _)| *rgb);
    let background = if counts.contains_key(&WHITE) { WHITE } else { common };
    let mut inks = Inks::background();
    inks.0[0].rgb = background;
    for rgb in counts.keys().filter(|&&rgb| rgb != background) {
        let name =
            if *rgb == super::ink::BLACK { "black".into() } else { rgb.hex()[1..].to_owned() };
        inks.push(&name, *rgb);
    }
    let number = |rgb: &Rgb| inks.0.iter().position(|ink| ink.rgb == *rgb).unwrap_or(0) as u8;
    let picture = Picture { width, height, cells: pixels.iter().map(number).collect() };
    Draft::of_picture(picture, inks)
}
