//! The colours of a puzzle: their names, how they are shown, and the letters that stand for them.

use puzzle_scene::palette::{self, Rgb};

/// A colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ink {
    /// What clues call it: a letter or a word.
    pub name: String,
    /// How it looks.
    pub rgb: Rgb,
    /// What stands for it in text pictures.
    pub symbol: char,
}

/// Black.
pub const BLACK: Rgb = Rgb(0, 0, 0);
/// White.
pub const WHITE: Rgb = Rgb(255, 255, 255);

/// The colours of a puzzle, the background first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inks(pub Vec<Ink>);

impl Inks {
    /// White only.
    pub(super) fn background() -> Self {
        Inks(vec![Ink { name: "white".into(), rgb: WHITE, symbol: '.' }])
    }

    /// Black on white.
    pub fn black() -> Self {
        let mut inks = Self::background();
        inks.0.push(Ink { name: "black".into(), rgb: BLACK, symbol: '#' });
        inks
    }

    /// The number of the colour of that name.
    pub fn find(&self, name: &str) -> Option<u8> {
        self.0.iter().position(|ink| ink.name == name).map(|number| number as u8)
    }

    /// Adds a colour.
    pub fn push_colour(&mut self, name: &str, rgb: Rgb) {
        self.push(name, rgb);
    }

    /// How many beside the background.
    pub fn count(&self) -> usize {
        self.0.len() - 1
    }

    /// Adds a colour of which only the name is known; its number.
    pub(super) fn add(&mut self, name: &str) -> u8 {
        let number = self.0.len();
        let rgb = named(name).unwrap_or_else(|| palette::colour(number as u32));
        self.push(name, rgb)
    }

    /// Adds a colour; its number. The symbol is the name's first letter, if that is free.
    pub(super) fn push(&mut self, name: &str, rgb: Rgb) -> u8 {
        let first = name.chars().next().filter(char::is_ascii_alphabetic);
        let letters = first.into_iter().chain('a'..='z').chain('A'..='Z');
        let letters = if rgb == BLACK {
            ['#'].into_iter().chain(letters).collect::<Vec<_>>()
        } else {
            letters.collect()
        };
        let taken = |symbol: &char| self.0.iter().any(|ink| ink.symbol == *symbol);
        let symbol = letters.into_iter().find(|symbol| !taken(symbol)).unwrap_or('*');
        self.0.push(Ink { name: name.into(), rgb, symbol });
        self.count() as u8
    }
}

/// `fff`, `#fff`, `ffffff` or `#ffffff`.
pub(super) fn hexadecimal(text: &str) -> Option<Rgb> {
    let digits = text.trim().trim_start_matches('#');
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    let part = |shift: u32| (number >> shift) as u8;
    match digits.len() {
        3 => {
            let part = |shift: u32| (number >> shift & 15) as u8 * 17;
            Some(Rgb(part(8), part(4), part(0)))
        }
        6 => Some(Rgb(part(16), part(8), part(0))),
        _ => None,
    }
}

/// Colours that are often called by name.
pub(super) fn named(name: &str) -> Option<Rgb> {
    Some(match name.trim().to_ascii_lowercase().as_str() {
        "black" => BLACK,
        "white" => WHITE,
        "red" => Rgb(255, 0, 0),
        "green" => Rgb(0, 128, 0),
        "lime" => Rgb(0, 255, 0),
        "blue" => Rgb(0, 0, 255),
        "yellow" => Rgb(255, 255, 0),
        "orange" => Rgb(255, 165, 0),
        "brown" => Rgb(139, 69, 19),
        "purple" => Rgb(128, 0, 128),
        "pink" => Rgb(255, 192, 203),
        "cyan" => Rgb(0, 255, 255),
        "magenta" => Rgb(255, 0, 255),
        "gray" | "grey" => Rgb(128, 128, 128),
        _ => return None,
    })
}
