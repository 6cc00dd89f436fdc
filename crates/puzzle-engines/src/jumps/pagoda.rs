//! Resource counts, also called pagoda functions (Conway, Boardman): weights on the holes such that
//! no jump increases the weight of the pegs. A position that weighs less than every goal is lost.
//!
//! They are found by linear programming: of all weights from -1 to 1 that keep
//! weight(from) + weight(over) ≥ weight(to) for every jump, those for which a lost-looking position
//! falls short of a goal by most. The solution is multiplied by a small number, rounded, and
//! checked in whole numbers; only what passes is used, so every refusal is a proof.

use puzzle_core::jumps::{JumpBoard, Position, members};

use super::simplex;

/// Weights that no jump increases.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pagoda {
    weights: Vec<i32>,
}

impl Pagoda {
    /// Weights, if no jump increases them.
    pub fn new(board: &JumpBoard, weights: Vec<i32>) -> Option<Self> {
        let at = |hole: u8| weights.get(usize::from(hole)).copied();
        let keeps = |jump: &puzzle_core::jumps::Jump| {
            Some(at(jump.from)?.checked_add(at(jump.over)?)? >= at(jump.to)?)
        };
        let kept = board.jumps().iter().all(|jump| keeps(jump) == Some(true));
        (kept && weights.len() == board.holes()).then_some(Pagoda { weights })
    }

    /// The weight of each hole.
    pub fn weights(&self) -> &[i32] {
        &self.weights
    }

    /// The weight of a position.
    pub fn weigh(&self, position: Position) -> i32 {
        members(position).map(|hole| self.weights[usize::from(hole)]).sum()
    }

    /// Weights that prove that `goal` cannot be reached from `position`, if there are any that a
    /// small common denominator makes whole.
    pub fn between(board: &JumpBoard, position: Position, goal: Position) -> Option<Self> {
        let holes = board.holes();
        // Weights may be negative: each is the difference of two variables, both at most 1.
        let mut rows = Vec::new();
        for jump in board.jumps() {
            let mut row = vec![0.0; 2 * holes];
            for (hole, sign) in [(jump.to, 1.0), (jump.from, -1.0), (jump.over, -1.0)] {
                row[usize::from(hole)] += sign;
                row[holes + usize::from(hole)] -= sign;
            }
            rows.push((row, 0.0));
        }
        for variable in 0..2 * holes {
            let mut row = vec![0.0; 2 * holes];
            row[variable] = 1.0;
            rows.push((row, 1.0));
        }
        let has = |set: Position, hole: usize| f64::from((set >> hole & 1) as u8);
        let mut objective = vec![0.0; 2 * holes];
        for hole in 0..holes {
            let gain = has(goal, hole) - has(position, hole);
            // A slight preference for small weights keeps them readable.
            (objective[hole], objective[holes + hole]) = (gain - 1e-4, -gain - 1e-4);
        }
        let best = simplex::maximise(&rows, &objective)?;
        let real: Vec<f64> = (0..holes).map(|hole| best[hole] - best[holes + hole]).collect();
        let whole = |by: i32| -> Option<Self> {
            let weights = real.iter().map(|w| (w * f64::from(by)).round() as i32).collect();
            Self::new(board, weights).filter(|p| p.weigh(position) < p.weigh(goal))
        };
        (1..=60).find_map(whole)
    }
}
