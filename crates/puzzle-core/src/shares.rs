//! A saved run divided into shares, and put together again.
//!
//! A share is an ordinary saved run of the same question that has some of the parts and has found nothing
//! yet. Whoever finishes it has sums, and sums add up: so a run is shared by threads, by machines, or by
//! both, and nobody but this file knows what a share is.

use crate::{BigUint, Checkpoint, Payload, Seal, Subtree};

impl Checkpoint {
    /// The parts that are left, if it is a search in parts.
    pub fn parts_left(&self) -> Option<&[Subtree]> {
        match &self.payload {
            Payload::Subtrees(parts) => Some(parts),
            Payload::Layer(_) | Payload::States(..) => None,
        }
    }

    /// How much of the whole is left, by weights.
    pub fn weight_left(&self) -> f64 {
        self.parts_left().unwrap_or_default().iter().map(|part| part.weight).sum()
    }

    /// The same run before anything was found, with nothing left.
    #[must_use]
    pub fn head(&self) -> Self {
        Checkpoint {
            question: self.question.clone(),
            prices: self.prices.clone(),
            solutions: BigUint::ZERO,
            fixed: BigUint::ZERO,
            turned: BigUint::ZERO,
            nodes: 0,
            parts: Vec::new(),
            output: Seal::default(),
            payload: Payload::Subtrees(Vec::new()),
            ..*self
        }
    }

    /// What is left, in at most so many shares of nearly equal weight. Each has parts that follow one
    /// another, so solutions that are listed share by share come in the order of the whole.
    pub fn shares(&self, most: usize) -> Vec<Self> {
        let parts = self.parts_left().unwrap_or_default();
        // Weights are estimates from a file: none may upset the shares.
        let weight = |part: &Subtree| match part.weight {
            weight if weight.is_finite() && weight > 0.0 => weight,
            _ => 0.0,
        };
        let even = 1.0 / parts.len().max(1) as f64;
        let total: f64 = parts.iter().map(weight).sum();
        let share = |part: &Subtree| if total > 0.0 { weight(part) / total } else { even };
        let (mut shares, mut passed) = (vec![Vec::new(); most.max(1)], 0.0);
        for part in parts {
            // A part belongs where its middle is.
            let middle = passed + share(part) / 2.0;
            passed += share(part);
            let at = ((middle * shares.len() as f64) as usize).min(shares.len() - 1);
            shares[at].push(part.clone());
        }
        shares.retain(|parts| !parts.is_empty());
        let made = |parts| Checkpoint { payload: Payload::Subtrees(parts), ..self.head() };
        shares.into_iter().map(made).collect()
    }

    /// Whether two saved runs are of the same puzzle and the same question.
    pub fn belongs_to(&self, other: &Self) -> bool {
        (self.fingerprint, &self.question) == (other.fingerprint, &other.question)
    }

    /// Adds what another share has found.
    pub fn add(&mut self, other: &Self) {
        self.solutions += &other.solutions;
        self.fixed += &other.fixed;
        self.turned += &other.turned;
        self.nodes = self.nodes.saturating_add(other.nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EmbeddingId, PriceRecord};

    fn run(weights: &[f64]) -> Checkpoint {
        let part = |(number, &weight): (u32, &f64)| {
            let chosen = vec![EmbeddingId(number)];
            Subtree { weight, chosen, excluded: Vec::new() }
        };
        Checkpoint {
            fingerprint: 7,
            question: "count".into(),
            solutions: 5_u32.into(),
            fixed: BigUint::ZERO,
            turned: BigUint::ZERO,
            nodes: 9,
            prices: PriceRecord::default(),
            parts: Vec::new(),
            output: Seal::default(),
            payload: Payload::Subtrees((0..).zip(weights).map(part).collect()),
        }
    }

    #[test]
    fn shares_have_every_part_once_in_order_and_nothing_that_was_found() {
        for weights in [&[0.25; 8][..], &[1.0], &[0.9, 0.1, 0.0], &[0.0; 5], &[f64::NAN, 2.0], &[]]
        {
            for most in 1..9 {
                let (whole, mut together) = (run(weights), Vec::new());
                let shares = whole.shares(most);
                assert!(shares.len() <= most);
                for share in &shares {
                    assert!(share.belongs_to(&whole) && share.solutions == BigUint::ZERO);
                    assert!(!share.parts_left().unwrap().is_empty());
                    together.extend(share.parts_left().unwrap().iter().map(|p| p.chosen.clone()));
                }
                let parts = whole.parts_left().unwrap().iter().map(|part| part.chosen.clone());
                assert!(together.into_iter().eq(parts));
            }
        }
        let sizes = run(&[0.25; 8]).shares(4);
        assert!(sizes.iter().all(|share| share.parts_left().unwrap().len() == 2));
    }

    #[test]
    fn sums_add_up_and_what_is_left_stays() {
        let mut total = run(&[1.0]).head();
        total.add(&run(&[1.0]));
        total.add(&run(&[]));
        assert_eq!((total.solutions, total.nodes), (10_u32.into(), 18));
        assert!(total.payload == Payload::Subtrees(Vec::new()));
    }
}
