//! The template of a form: a row of lamps of which no two neighbours are lit.
//!
//! It is as small as a form can be, and always compiled and tested, so that it cannot rot. A solution
//! is the list of lit lamps, ascending.

/// A row of lamps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lamps {
    /// How many there are.
    pub lamps: u32,
    /// How many must be lit, if that is fixed.
    pub lit: Option<u32>,
}

impl Lamps {
    /// Why these lamps are no solution, from the definition.
    pub fn check(&self, lit: &[u32]) -> Result<(), String> {
        if let Some(lamp) = lit.iter().find(|&&lamp| lamp >= self.lamps) {
            return Err(format!("there is no lamp {lamp}"));
        }
        if let Some(pair) = lit.windows(2).find(|pair| pair[0] + 1 >= pair[1]) {
            return Err(format!(
                "lamps {} and {} are neighbours, or not in order",
                pair[0], pair[1]
            ));
        }
        match self.lit {
            Some(wanted) if wanted as usize != lit.len() => Err(format!("{} are lit", lit.len())),
            _ => Ok(()),
        }
    }
}
