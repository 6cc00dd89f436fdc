//! The colours, in one table: each with the ANSI-256 index that comes nearest without being used twice.
//!
//! The first eight follow Okabe and Ito's set for colour-blind readers; the rest alternate light and dark so that
//! neighbours in the list also differ on a grey printer. Heat runs from pale yellow to dark violet, growing steadily
//! darker, for the same reason.

/// A colour as red, green and blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The table: colour and ANSI-256 index.
const COLOURS: [(Rgb, u8); 24] = [
    (Rgb(0xE6, 0x9F, 0x00), 178), // orange
    (Rgb(0x56, 0xB4, 0xE9), 74),  // sky blue
    (Rgb(0x00, 0x9E, 0x73), 35),  // bluish green
    (Rgb(0xF0, 0xE4, 0x42), 227), // yellow
    (Rgb(0x3F, 0x7F, 0xBF), 67),  // blue
    (Rgb(0xD5, 0x5E, 0x00), 166), // vermilion
    (Rgb(0xCC, 0x79, 0xA7), 175), // reddish purple
    (Rgb(0xA6, 0xD8, 0x54), 149), // lime
    (Rgb(0x9C, 0x6B, 0x4F), 137), // brown
    (Rgb(0xFF, 0xB3, 0xC6), 218), // pink
    (Rgb(0x8E, 0x7C, 0xC3), 103), // lavender
    (Rgb(0xE5, 0xC4, 0x94), 186), // sand
    (Rgb(0x80, 0x8A, 0x1F), 100), // olive
    (Rgb(0xB5, 0xEA, 0xD7), 158), // mint
    (Rgb(0xA8, 0x3A, 0x4B), 131), // wine
    (Rgb(0xC9, 0xA2, 0x27), 136), // ochre
    (Rgb(0x2E, 0x7D, 0x46), 29),  // forest
    (Rgb(0xFA, 0x80, 0x72), 209), // salmon
    (Rgb(0x6A, 0x4C, 0x93), 60),  // violet
    (Rgb(0xB8, 0xC9, 0xE0), 152), // pale blue
    (Rgb(0xC0, 0x4B, 0x9C), 133), // magenta
    (Rgb(0x00, 0xB8, 0xA9), 37),  // teal
    (Rgb(0x7F, 0x8C, 0x9A), 245), // slate
    (Rgb(0x8F, 0xBC, 0x8F), 108), // sage
];

/// Stops of the heat ramp, equally spaced.
const HEAT: [Rgb; 6] = [
    Rgb(0xFF, 0xF7, 0xD6),
    Rgb(0xFD, 0xD2, 0x7A),
    Rgb(0xF7, 0x96, 0x49),
    Rgb(0xD8, 0x48, 0x6B),
    Rgb(0x7B, 0x23, 0x82),
    Rgb(0x2D, 0x11, 0x60),
];

/// Empty cells.
pub const EMPTY: Rgb = Rgb(0xF5, 0xF3, 0xEE);
/// The thin lines between empty cells, and links that are not strong.
pub const LIGHT: Rgb = Rgb(0xBD, 0xB9, 0xB0);
/// Strong lines and text.
pub const INK: Rgb = Rgb(0x22, 0x26, 0x2B);
/// The sheet.
pub const PAPER: Rgb = Rgb(0xFF, 0xFF, 0xFF);
/// Faces of the solid view without a colour.
pub const NEUTRAL: Rgb = Rgb(0xD8, 0xD8, 0xD4);

/// Number of colours before they repeat.
pub const fn len() -> usize {
    COLOURS.len()
}

/// The colour of this index, taken modulo [`len`].
pub fn colour(index: u32) -> Rgb {
    COLOURS[index as usize % COLOURS.len()].0
}

/// The ANSI-256 index of this colour index, taken modulo [`len`].
pub fn ansi(index: u32) -> u8 {
    COLOURS[index as usize % COLOURS.len()].1
}

/// The heat ramp: 0 is pale, 1 dark; values outside are clamped and what is no number counts as 0.
pub fn heat(value: f64) -> Rgb {
    let place = if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) } * (HEAT.len() - 1) as f64;
    let stop = (place as usize).min(HEAT.len() - 2);
    HEAT[stop].mix(HEAT[stop + 1], place - stop as f64)
}

impl Rgb {
    /// This colour moved towards another; 0 leaves it, 1 arrives.
    pub fn mix(self, other: Rgb, part: f64) -> Rgb {
        let one =
            |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
        Rgb(one(self.0, other.0), one(self.1, other.1), one(self.2, other.2))
    }

    /// Black or white, whichever reads better on this colour.
    pub fn readable(self) -> Rgb {
        if self.luminance() > 0.2 { INK } else { PAPER }
    }

    /// Relative luminance, 0 to 1 (the definition of the Web Content Accessibility Guidelines).
    pub fn luminance(self) -> f64 {
        let linear = |byte: u8| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The nearest entry of ANSI's six-by-six-by-six colour cube.
    pub fn nearest_ansi(self) -> u8 {
        let level = |byte: u8| match byte {
            0..48 => 0,
            48..115 => 1,
            _ => (byte - 35) / 40,
        };
        16 + 36 * level(self.0) + 6 * level(self.1) + level(self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn colours_and_ansi_indices_are_all_different() {
        let colours: HashSet<_> = COLOURS.iter().map(|entry| entry.0).collect();
        let indices: HashSet<_> = COLOURS.iter().map(|entry| entry.1).collect();
        assert_eq!((colours.len(), indices.len()), (len(), len()));
    }

    #[test]
    fn indices_wrap_around() {
        assert_eq!(colour(len() as u32), colour(0));
        assert_eq!(ansi(u32::MAX), ansi(u32::MAX % len() as u32));
    }

    #[test]
    fn heat_is_clamped_and_grows_darker() {
        assert_eq!(heat(f64::NAN), HEAT[0]);
        assert_eq!(heat(-3.0), HEAT[0]);
        assert_eq!(heat(f64::INFINITY), HEAT[5]);
        let steps: Vec<f64> =
            (0..=20).map(|step| heat(f64::from(step) / 20.0).luminance()).collect();
        assert!(steps.windows(2).all(|pair| pair[0] > pair[1]));
    }

    #[test]
    fn the_ansi_cube_is_entered_at_its_corners() {
        assert_eq!(Rgb(0, 0, 0).nearest_ansi(), 16);
        assert_eq!(Rgb(255, 255, 255).nearest_ansi(), 231);
        assert_eq!(Rgb(95, 135, 175).nearest_ansi(), 67);
    }
}
