//! The clauses of the search: those of the formula first, then those learned, and who watches what.
//!
//! Invariant: a clause of two or more literals is watched by its first two. Single clauses are not
//! watched but listed.

/// No clause.
pub(super) const NONE: u32 = u32::MAX;

/// Learned clauses before some are forgotten.
const CROWD: usize = 20_000;

pub(super) struct Clauses {
    literals: Vec<Vec<u32>>,
    /// By literal, the clauses that watch it.
    pub(super) watches: Vec<Vec<u32>>,
    /// Clauses of one literal.
    pub(super) units: Vec<u32>,
    /// How many are the formula's own.
    own: usize,
    most: usize,
}

/// What became of a clause one of whose watched literals failed.
pub(super) enum Look {
    /// It watches another literal now.
    Moved,
    /// Its other watched literal holds.
    Holds,
    /// This literal is the last one open.
    Single(u32),
    /// All its literals fail.
    Fails,
}

impl Clauses {
    pub(super) fn new(literals: Vec<Vec<u32>>, variables: usize) -> Self {
        let own = literals.len();
        let watches = vec![Vec::new(); 2 * variables];
        let mut clauses = Clauses { literals, watches, units: Vec::new(), own, most: own + CROWD };
        for clause in 0..own {
            clauses.attach(clause as u32);
        }
        clauses
    }

    fn attach(&mut self, clause: u32) {
        match self.literals[clause as usize][..] {
            [] => {}
            [_] => self.units.push(clause),
            [first, second, ..] => {
                self.watches[first as usize].push(clause);
                self.watches[second as usize].push(clause);
            }
        }
    }

    pub(super) fn literals(&self, clause: u32) -> &[u32] {
        &self.literals[clause as usize]
    }

    /// Adds a clause; its number.
    pub(super) fn learn(&mut self, literals: Vec<u32>) -> u32 {
        let clause = self.literals.len() as u32;
        self.literals.push(literals);
        self.attach(clause);
        clause
    }

    /// Looks at a clause when its watched literal `failed` fails.
    pub(super) fn look(&mut self, clause: u32, failed: u32, values: &[i8]) -> Look {
        let literals = &mut self.literals[clause as usize];
        if literals[0] == failed {
            literals.swap(0, 1);
        }
        let other = literals[0];
        if values[other as usize] == 1 {
            return Look::Holds;
        }
        for i in 2..literals.len() {
            if values[literals[i] as usize] != -1 {
                literals.swap(1, i);
                let watched = literals[1];
                self.watches[watched as usize].push(clause);
                return Look::Moved;
            }
        }
        if values[other as usize] == 0 { Look::Single(other) } else { Look::Fails }
    }

    /// Whether it is time to forget.
    pub(super) fn is_crowded(&self) -> bool {
        self.literals.len() > self.most
    }

    /// Forgets the longer ones among the older half of what was learned, except reasons of what is
    /// on the trail, and renumbers the rest.
    pub(super) fn reduce(&mut self, reasons: &mut [u32], trail: &[u32]) {
        let mut locked = vec![false; self.literals.len()];
        for &literal in trail {
            let reason = reasons[literal as usize / 2];
            if reason != NONE {
                locked[reason as usize] = true;
            }
        }
        let half = self.own + (self.literals.len() - self.own) / 2;
        let mut number = vec![NONE; self.literals.len()];
        let mut kept = Vec::with_capacity(self.literals.len());
        for (old, literals) in std::mem::take(&mut self.literals).into_iter().enumerate() {
            if old < self.own || old >= half || locked[old] || literals.len() <= 3 {
                number[old] = kept.len() as u32;
                kept.push(literals);
            }
        }
        self.literals = kept;
        for &literal in trail {
            let reason = &mut reasons[literal as usize / 2];
            if *reason != NONE {
                *reason = number[*reason as usize];
            }
        }
        // The first two literals stay the watched ones, so nothing else changes.
        self.watches.iter_mut().for_each(Vec::clear);
        self.units.clear();
        for clause in 0..self.literals.len() {
            self.attach(clause as u32);
        }
        self.most = self.literals.len() + CROWD;
    }
}
