//! The linear program behind a price list, and a revised simplex method for it.
//!
//! Over prices w it reads: minimise the purse at a node of the search, with no embedding below zero
//! and some weighted sum of the prices equal to 1 (the *measure*: without it all prices could be
//! made smaller). There are thousands of embeddings and about a hundred aspects, so the dual is solved,
//! with a row for each aspect and a column for each embedding: give the embeddings amounts x, and one
//! amount t for the measure, such that every aspect gets what it demands, and make t as large as
//! possible. The prices are the multipliers of the rows, and every pivot brings in the embedding
//! that is furthest below zero.
//!
//! Prices are kept within a bound by columns that stand in for lacking amounts at that price. So the
//! program always has a solution and always a best one; where the cover has none at all, the purse is
//! far below zero. The amounts demanded are disturbed a little, as if each embedding had to be there
//! with a tiny amount: almost all pivots would stand still otherwise.
//!
//! What comes out is a proposal in floating point. Whoever asks rounds it and has it checked.
//!
//! Tried: the tableau of `jumps::simplex` (it would hold 125 x 5800 numbers and touch all of them at
//! every pivot).

use puzzle_core::Random;

/// How much of each embedding there is at least, about.
const DISTURBANCE: f64 = 1e-7;
/// Costs above minus this are no costs below zero.
const TINY: f64 = 1e-9;
/// After so many pivots the inverse is worked out anew.
const FRESH: usize = 300;

/// What an aspect demands of the amounts over it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row {
    /// Just this: the price may be anything.
    Exactly(f64),
    /// At most this: the price is not below zero.
    AtMost(f64),
    /// At least this: the price is not above zero.
    AtLeast(f64),
}

/// A linear program. Several rows may belong to one aspect, whose price is then the sum of theirs.
pub(super) struct Program<'a> {
    /// By row: the aspect and its demand.
    pub rows: Vec<(usize, Row)>,
    /// By embedding: its rows.
    pub columns: &'a [Vec<u32>],
    /// By row: what a unit of its price adds to the measure; nothing is measured if it is empty.
    pub measure: Vec<f64>,
    /// The highest price of a row, and with a minus the lowest.
    pub bound: f64,
}

/// Columns beside those of the embeddings.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Column {
    Embedding(u32),
    /// The measure, or what is taken from it.
    Measure(f64),
    /// What is left over or lacking in a row, at no price.
    Slack(u32, f64),
    /// What stands in for a lacking amount, at the highest price.
    StandIn(u32, f64),
}

struct Simplex<'a> {
    program: &'a Program<'a>,
    size: usize,
    basis: Vec<Column>,
    /// The inverse of the basis, column by column.
    inverse: Vec<f64>,
    /// The amounts of the basis.
    amounts: Vec<f64>,
    demanded: Vec<f64>,
    prices: Vec<f64>,
    /// The column that enters, in terms of the basis.
    entering: Vec<f64>,
}

impl Program<'_> {
    /// The price of each row at the best solution and how many pivots that took, or `None` if it would
    /// take more than this.
    pub(super) fn solve(&self, pivots: usize, seed: u64) -> Option<(Vec<f64>, usize)> {
        let mut simplex = Simplex::new(self, seed);
        for pivot in 1..=pivots {
            if pivot % FRESH == 0 && !simplex.refresh() {
                return None;
            }
            let Some(enter) = simplex.enter() else {
                return simplex.refresh().then(|| (simplex.settle(), pivot));
            };
            simplex.pivot(enter)?;
        }
        None
    }
}

impl<'a> Simplex<'a> {
    fn new(program: &'a Program<'a>, seed: u64) -> Self {
        let size = program.rows.len();
        let mut random = Random::new(seed);
        let mut demanded: Vec<f64> = program
            .rows
            .iter()
            .map(|(_, row)| match *row {
                Row::Exactly(x) | Row::AtMost(x) | Row::AtLeast(x) => x,
            })
            .collect();
        for column in program.columns {
            let amount = DISTURBANCE * (1.0 + random.uniform());
            column.iter().for_each(|&row| demanded[row as usize] += amount);
        }
        let basis: Vec<Column> =
            (0..).zip(&demanded).map(|(r, _)| Column::StandIn(r, 1.0)).collect();
        let mut inverse = vec![0.0; size * size];
        (0..size).for_each(|r| inverse[r * size + r] = 1.0);
        let prices = vec![-program.bound; size];
        let entering = vec![0.0; size];
        Simplex {
            program,
            size,
            basis,
            inverse,
            amounts: demanded.clone(),
            demanded,
            prices,
            entering,
        }
    }

    /// What a unit of a column is worth.
    fn worth(&self, column: Column) -> f64 {
        match column {
            Column::Embedding(_) | Column::Slack(..) => 0.0,
            Column::Measure(sign) => sign,
            Column::StandIn(..) => -self.program.bound,
        }
    }

    /// Calls with each row of a column and what it adds there.
    fn each(&self, column: Column, mut deed: impl FnMut(usize, f64)) {
        match column {
            Column::Embedding(e) => {
                self.program.columns[e as usize].iter().for_each(|&row| deed(row as usize, 1.0));
            }
            Column::Measure(sign) => {
                let measure = self.program.measure.iter().enumerate();
                measure.filter(|(_, x)| **x != 0.0).for_each(|(row, &x)| deed(row, sign * x));
            }
            Column::Slack(row, sign) | Column::StandIn(row, sign) => deed(row as usize, sign),
        }
    }

    /// The column that gains most for a unit, if any gains.
    fn enter(&self) -> Option<Column> {
        let mut best = (TINY, None);
        let mut look = |gain: f64, column: Column| {
            if gain > best.0 {
                best = (gain, Some(column));
            }
        };
        for (e, rows) in (0..).zip(self.program.columns) {
            let cost: f64 = rows.iter().map(|&row| self.prices[row as usize]).sum();
            look(-cost, Column::Embedding(e));
        }
        let measured: f64 = self.prices.iter().zip(&self.program.measure).map(|(p, m)| p * m).sum();
        if !self.program.measure.is_empty() {
            look(1.0 - measured, Column::Measure(1.0));
            look(measured - 1.0, Column::Measure(-1.0));
        }
        let bound = self.program.bound;
        for (r, (&price, (_, row))) in (0..).zip(self.prices.iter().zip(&self.program.rows)) {
            match row {
                Row::Exactly(_) => {}
                Row::AtMost(_) => look(-price, Column::Slack(r, 1.0)),
                Row::AtLeast(_) => look(price, Column::Slack(r, -1.0)),
            }
            look(-bound - price, Column::StandIn(r, 1.0));
            look(price - bound, Column::StandIn(r, -1.0));
        }
        best.1
    }

    /// Brings a column into the basis; `None` if nothing bounds it, which cannot be but for rounding.
    fn pivot(&mut self, enter: Column) -> Option<()> {
        let size = self.size;
        let mut entering = std::mem::take(&mut self.entering);
        entering.fill(0.0);
        let mut gain = self.worth(enter);
        self.each(enter, |row, x| {
            gain -= x * self.prices[row];
            let column = &self.inverse[row * size..][..size];
            entering.iter_mut().zip(column).for_each(|(sum, y)| *sum += x * y);
        });
        let mut leave: Option<(usize, f64)> = None;
        for (r, (&x, &amount)) in entering.iter().zip(&self.amounts).enumerate() {
            if x > 1e-7 {
                let ratio = amount.max(0.0) / x;
                // Of those that are as good as equal the largest pivot is the most exact.
                let better = leave.is_none_or(|(best, least)| {
                    ratio < least - 1e-12 || (ratio < least + 1e-12 && x > entering[best])
                });
                if better {
                    leave = Some((r, ratio));
                }
            }
        }
        let (r, ratio) = leave?;
        let by = 1.0 / entering[r];
        for (row, column) in self.inverse.chunks_exact_mut(size).enumerate() {
            let factor = column[r] * by;
            if factor != 0.0 {
                column.iter_mut().zip(&entering).for_each(|(x, y)| *x -= factor * y);
                column[r] = factor;
                self.prices[row] += gain * factor;
            }
        }
        self.amounts.iter_mut().zip(&entering).for_each(|(x, y)| *x -= ratio * y);
        self.amounts[r] = ratio;
        self.basis[r] = enter;
        self.entering = entering;
        Some(())
    }

    /// Works the inverse, the amounts and the prices out anew; false if the basis is none.
    fn refresh(&mut self) -> bool {
        let size = self.size;
        // Gauss and Jordan on the rows of (basis | identity), each a line of twice the size.
        let width = 2 * size;
        let mut lines = vec![0.0; size * width];
        for (c, &column) in self.basis.iter().enumerate() {
            self.each(column, |row, x| lines[row * width + c] += x);
        }
        (0..size).for_each(|r| lines[r * width + size + r] = 1.0);
        let mut place: Vec<usize> = (0..size).collect();
        for c in 0..size {
            let largest = |&x: &usize, &y: &usize| {
                lines[place[x] * width + c].abs().total_cmp(&lines[place[y] * width + c].abs())
            };
            let Some(found) = (c..size).max_by(largest) else { return false };
            place.swap(c, found);
            let line = place[c] * width;
            let pivot = lines[line + c];
            if pivot.abs() < 1e-10 {
                return false;
            }
            let chosen: Vec<f64> = lines[line..line + width].iter().map(|x| x / pivot).collect();
            for other in (0..size).filter(|&other| other * width != line) {
                let factor = lines[other * width + c];
                if factor != 0.0 {
                    let other = &mut lines[other * width..][..width];
                    other.iter_mut().zip(&chosen).for_each(|(x, y)| *x -= factor * y);
                }
            }
            lines[line..line + width].copy_from_slice(&chosen);
        }
        for c in 0..size {
            for r in 0..size {
                self.inverse[c * size + r] = lines[place[r] * width + size + c];
            }
        }
        self.amounts.fill(0.0);
        for (column, &demanded) in self.inverse.chunks_exact(size).zip(&self.demanded) {
            self.amounts.iter_mut().zip(column).for_each(|(sum, x)| *sum += demanded * x);
        }
        self.prices = self.multipliers(|_| true);
        true
    }

    /// The prices if what stands in counts only where it is asked for.
    fn multipliers(&self, counts: impl Fn(usize) -> bool) -> Vec<f64> {
        let worth = |r: usize| match self.basis[r] {
            Column::StandIn(..) if !counts(r) => 0.0,
            column => self.worth(column),
        };
        let worth: Vec<f64> = (0..self.size).map(worth).collect();
        let columns = self.inverse.chunks_exact(self.size);
        columns.map(|column| column.iter().zip(&worth).map(|(x, y)| x * y).sum()).collect()
    }

    /// The prices at the end. Rows that follow from others are still held by what stands in for
    /// nothing, and that would give them the highest price; nothing is as good.
    fn settle(&self) -> Vec<f64> {
        let settled = self.multipliers(|r| self.amounts[r].abs() > 1e-4);
        let mut costs = self
            .program
            .columns
            .iter()
            .map(|rows| rows.iter().map(|&row| settled[row as usize]).sum::<f64>());
        let holds = costs.all(|cost| cost > -1e-6);
        let signs = settled.iter().zip(&self.program.rows).all(|(&price, (_, row))| match row {
            Row::Exactly(_) => true,
            Row::AtMost(_) => price > -1e-6,
            Row::AtLeast(_) => price < 1e-6,
        });
        if holds && signs { settled } else { self.prices.clone() }
    }
}
