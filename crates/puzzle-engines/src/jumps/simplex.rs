//! A small linear program: the largest value of c·x for x ≥ 0 with A x ≤ b, where b ≥ 0.
//!
//! The textbook tableau, in floating point, with Bland's rule, because most right-hand sides are 0
//! here and the usual rule could go in circles. What it returns is only a proposal: whoever asks
//! rounds it and checks it in whole numbers.

const TINY: f64 = 1e-9;

/// The best x found, or None if it is unbounded or takes too long.
pub(super) fn maximise(rows: &[(Vec<f64>, f64)], objective: &[f64]) -> Option<Vec<f64>> {
    let (height, width) = (rows.len(), objective.len());
    // One line a row: coefficients of the variables, of the slacks, and the right-hand side.
    let line = |i: usize| {
        let slack = (0..height).map(move |j| f64::from(u8::from(i == j)));
        rows[i].0.iter().copied().chain(slack).chain([rows[i].1]).collect::<Vec<f64>>()
    };
    let mut table: Vec<Vec<f64>> = (0..height).map(line).collect();
    let mut cost: Vec<f64> = objective.iter().map(|c| -c).collect();
    cost.resize(width + height + 1, 0.0);
    let mut basis: Vec<usize> = (width..width + height).collect();
    for _ in 0..20_000 {
        let Some(enter) = (0..width + height).find(|&j| cost[j] < -TINY) else {
            let mut best = vec![0.0; width];
            for (row, &variable) in table.iter().zip(&basis) {
                if variable < width {
                    best[variable] = row[width + height];
                }
            }
            return Some(best);
        };
        let ratio = |i: usize| table[i][width + height] / table[i][enter];
        let leave = (0..height)
            .filter(|&i| table[i][enter] > TINY)
            .min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)).then(basis[a].cmp(&basis[b])))?;
        basis[leave] = enter;
        let pivot = table[leave][enter];
        table[leave].iter_mut().for_each(|x| *x /= pivot);
        let row = table[leave].clone();
        let subtract = |line: &mut Vec<f64>| {
            let factor = line[enter];
            if factor != 0.0 {
                line.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            }
        };
        table.iter_mut().enumerate().filter(|(i, _)| *i != leave).for_each(|(_, l)| subtract(l));
        subtract(&mut cost);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_program_is_solved() {
        // x + y at most 4, x at most 3, y at most 2: the best of 3 x + 2 y is at (3, 1).
        let rows = [(vec![1.0, 1.0], 4.0), (vec![1.0, 0.0], 3.0), (vec![0.0, 1.0], 2.0)];
        let best = maximise(&rows, &[3.0, 2.0]).unwrap();
        assert!((best[0] - 3.0).abs() < 1e-6 && (best[1] - 1.0).abs() < 1e-6);
        assert_eq!(maximise(&[(vec![-1.0], 1.0)], &[1.0]), None);
    }
}
