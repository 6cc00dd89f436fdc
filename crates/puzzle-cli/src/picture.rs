//! A scene in the form that was asked for.

use std::path::Path;

use puzzle::scene::{Scene, json, png, svg, text};

use crate::args::{Color, Picture};
use crate::exit::Error;
use crate::output;

/// How a picture is made.
pub(crate) struct Style<'a> {
    /// The kind of picture; without one the output file's ending tells.
    pub(crate) format: Option<Picture>,
    /// Pixels per cell.
    pub(crate) scale: f64,
    /// With the solid view.
    pub(crate) solid: bool,
    /// Where it goes.
    pub(crate) output: Option<&'a Path>,
    pub(crate) color: &'a Color,
}

impl Style<'_> {
    /// Whether the picture is text, for those who set text in their own way.
    pub(crate) fn is_text(&self) -> bool {
        self.format.unwrap_or_else(|| format_of(self.output)) == Picture::Text
    }
}

/// Writes the picture.
pub(crate) fn write(scene: &Scene, style: &Style<'_>) -> Result<(), Error> {
    let (scale, solid) = (style.scale, style.solid);
    let bytes = match style.format.unwrap_or_else(|| format_of(style.output)) {
        Picture::Text => {
            let options = output::text_options(style.color, style.output.is_some());
            text::print(scene, options).into_bytes()
        }
        Picture::Svg => svg::print(scene, &svg::SvgOptions { scale, solid }).into_bytes(),
        Picture::Png => {
            output::refuse_terminal(style.output, "a PNG picture")?;
            let options = png::PngOptions { scale, solid };
            png::print(scene, &options).map_err(|e| Error::Input(format!("error: {e}")))?
        }
        Picture::Json => format!("{}\n", json::print(scene)).into_bytes(),
    };
    let mut out = output::writer(style.output)?;
    out.write_all(&bytes)?;
    out.flush()?;
    Ok(())
}

/// What a file's ending asks for; text if it asks for nothing.
pub(crate) fn format_of(output: Option<&Path>) -> Picture {
    let ending = output.and_then(|path| path.extension()).and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Picture::Svg,
        Some("png") => Picture::Png,
        Some("json") => Picture::Json,
        _ => Picture::Text,
    }
}

/// Refuses endings of pictures that are not made here: whoever asks for them does not want text.
pub(crate) fn refuse_others(output: Option<&Path>) -> Result<(), Error> {
    const OTHERS: &[&str] = &["jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "pdf", "eps"];
    let ending = output.and_then(|path| path.extension()).and_then(|ending| ending.to_str());
    match ending.filter(|ending| OTHERS.contains(&ending.to_ascii_lowercase().as_str())) {
        Some(ending) => Err(Error::Input(format!(
            "error: no pictures of the kind .{ending} are made\n hint: use .svg or .png"
        ))),
        None => Ok(()),
    }
}
