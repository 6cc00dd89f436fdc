//! Orders as expressions: `chain 3`, `boolean 2 * chain 4`, `dual P`, `P -> Q`.
//!
//! ```text
//! maps    = sum [ "->" maps ]            monotone maps, compared value by value
//! sum     = product { "+" product }      side by side
//! product = factor { "*" factor }        pairs
//! factor  = "chain" N | "antichain" N | "boolean" N | "dual" factor | NAME | "(" maps ")"
//! ```
//!
//! Sizes are bounded before anything is made. An order of maps that would be too large to write
//! down is kept as the two orders it is made of, so that something can still be said about it.

use std::cell::Cell;

use puzzle_core::{Monotone, Poset, PosetError, Side};

/// How deep expressions nest.
const DEEPEST: u32 = 50;
/// How many pairs of elements may be compared in all: a few seconds.
const MOST_EFFORT: u64 = 1 << 28;

/// Evaluates an expression; `named` gives the order of a name, or says why there is none.
pub(super) fn evaluate(
    text: &str,
    effort: &Cell<u64>,
    named: &mut dyn FnMut(&str) -> Result<Side, String>,
) -> Result<Side, String> {
    let mut reader = Reader { words: split(text)?, at: 0, depth: 0, effort, named };
    let side = reader.maps()?;
    match reader.words.get(reader.at) {
        None => Ok(side),
        Some(word) => Err(format!("`{word}` is not expected here")),
    }
}

fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            _ if letter.is_whitespace() => {}
            '(' | ')' | '*' | '+' => words.push(letter.to_string()),
            '-' if letters.next_if_eq(&'>').is_some() => words.push("->".into()),
            _ if letter.is_alphanumeric() || letter == '_' => {
                let mut word = letter.to_string();
                while let Some(letter) = letters.next_if(|c| c.is_alphanumeric() || *c == '_') {
                    word.push(letter);
                }
                words.push(word);
            }
            _ => return Err(format!("`{letter}` means nothing here")),
        }
    }
    Ok(words)
}

struct Reader<'a> {
    words: Vec<String>,
    at: usize,
    depth: u32,
    effort: &'a Cell<u64>,
    named: &'a mut dyn FnMut(&str) -> Result<Side, String>,
}

impl Reader<'_> {
    fn take(&mut self, word: &str) -> bool {
        let there = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(there);
        there
    }

    fn maps(&mut self) -> Result<Side, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the expression nests too deeply".into());
        }
        let from = self.sum()?;
        let side = match self.take("->") {
            false => from,
            true => {
                let to = self.maps()?;
                self.spend(maps(from, to)?)?
            }
        };
        self.depth -= 1;
        Ok(side)
    }

    fn sum(&mut self) -> Result<Side, String> {
        let mut side = self.product()?;
        while self.take("+") {
            let other = self.product()?;
            side = self.spend(both(side, other, Poset::beside)?)?;
        }
        Ok(side)
    }

    fn product(&mut self) -> Result<Side, String> {
        let mut side = self.factor()?;
        while self.take("*") {
            let other = self.factor()?;
            side = self.spend(both(side, other, Poset::product)?)?;
        }
        Ok(side)
    }

    fn factor(&mut self) -> Result<Side, String> {
        let Some(word) = self.words.get(self.at).cloned() else {
            return Err("the expression ends too early".into());
        };
        self.at += 1;
        match word.as_str() {
            "(" => {
                let side = self.maps()?;
                match self.take(")") {
                    true => Ok(side),
                    false => Err("`)` is missing".into()),
                }
            }
            "dual" => {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err("the expression nests too deeply".into());
                }
                let side = order(self.factor()?)?;
                self.depth -= 1;
                self.spend(Side::Order(side.dual()))
            }
            "chain" => self.sized(Poset::chain),
            "antichain" => self.sized(Poset::antichain),
            "boolean" => self.sized(Poset::boolean),
            ")" | "*" | "+" | "->" => Err(format!("`{word}` is not expected here")),
            name => (self.named)(name),
        }
    }

    fn sized(&mut self, make: fn(usize) -> Result<Poset, PosetError>) -> Result<Side, String> {
        let word = self.words.get(self.at).cloned().unwrap_or_default();
        self.at += 1;
        let size = word.parse().map_err(|_| match word.as_str() {
            "" => "a number is missing at the end".to_owned(),
            _ => format!("`{word}` is no number"),
        })?;
        let side = make(size).map(Side::Order).map_err(|error| error.to_string())?;
        self.spend(side)
    }

    /// Accounts for an order that was made.
    fn spend(&self, side: Side) -> Result<Side, String> {
        let size = match &side {
            Side::Order(order) => order.len() as u64,
            Side::Maps(_) => Poset::LARGEST as u64,
        };
        self.effort.set(self.effort.get() + size * size);
        match self.effort.get() > MOST_EFFORT {
            true => Err("so many large orders would take too long".into()),
            false => Ok(side),
        }
    }
}

fn order(side: Side) -> Result<Poset, String> {
    match side {
        Side::Order(order) => Ok(order),
        Side::Maps(_) => {
            Err(format!("there are too many maps to go on with (over {})", Poset::LARGEST))
        }
    }
}

fn both(
    first: Side,
    second: Side,
    make: fn(&Poset, &Poset) -> Result<Poset, PosetError>,
) -> Result<Side, String> {
    let (first, second) = (order(first)?, order(second)?);
    make(&first, &second).map(Side::Order).map_err(|error| error.to_string())
}

fn maps(from: Side, to: Side) -> Result<Side, String> {
    let problem = Monotone { from: order(from)?, to: order(to)? };
    Ok(match problem.poset(Poset::LARGEST) {
        Some(order) => Side::Order(order),
        None => Side::Maps(Box::new(problem)),
    })
}
