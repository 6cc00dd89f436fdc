//! One game from the start to a goal, or the proof that there is none.
//!
//! Depth first, with three things that make the difference between hours and milliseconds:
//!
//! - Positions that are lost are remembered (their classes under the symmetries that keep the goals),
//!   so none is searched twice.
//! - Resource counts ([`Pagoda`]) refuse positions that are too poor for every goal. They are made
//!   from positions that random games end in, so they are about how games on this board fail.
//! - Jumps that leave pegs in holes with few ways out come last. When a search takes too long it
//!   begins anew with the order shaken and twice the patience; what was found lost stays lost, so
//!   nothing is proved twice, and in the end the search is complete.
//!
//! Before any search the position class is compared ([`Invariants`]). When the patience is at its
//! end the board is too large for this, and `beam` takes over.

use puzzle_core::jumps::{Jump, JumpProblem, Position, Refutation};
use puzzle_core::{Random, StateSpace, StopReason};
use rustc_hash::FxHashSet;

use super::beam::Beam;
use super::invariants::Invariants;
use super::pagoda::Pagoda;
use super::space::{JumpSpace, Word, with_board_word};
use super::{Effort, goal_symmetries};
use crate::space::counting::Halt;

/// A game or why there is none, and how many positions were tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The game that leads to a goal.
    pub game: Result<Vec<Jump>, Refutation>,
    /// Positions tried.
    pub nodes: u64,
}

/// A proof without search that no goal can be reached, if there is one.
pub fn refute(problem: &JumpProblem) -> Option<Refutation> {
    refute_by_class(problem).or_else(|| {
        // One set of weights has to refuse all goals; more than one goal rarely allows that.
        let [goal] = problem.goals() else { return None };
        let pagoda = Pagoda::between(problem.board(), problem.start(), *goal)?;
        Some(Refutation::Poor(pagoda.weights().to_vec()))
    })
}

/// The largest board that is counted sooner than weights are looked for: with 15 holes both take 0.3
/// ms; with 33 holes the weights take 4 ms and the count seconds.
const SMALL: usize = 24;

/// A proof that takes less time than counting, if there is one.
pub fn refute_soon(problem: &JumpProblem) -> Option<Refutation> {
    match problem.board().holes() {
        0..=SMALL => refute_by_class(problem),
        _ => refute(problem),
    }
}

fn refute_by_class(problem: &JumpProblem) -> Option<Refutation> {
    let invariants = Invariants::new(problem.board());
    invariants.obstruction(problem.start(), problem.goals()).map(Refutation::Class)
}

/// Finds a game. Goals with most pegs are tried first, so the game has fewest jumps.
pub fn first(problem: &JumpProblem, effort: Effort<'_>) -> Result<Found, Halt> {
    if let Some(refutation) = refute(problem) {
        return Ok(Found { game: Err(refutation), nodes: 0 });
    }
    let mut goals = problem.goals().to_vec();
    goals.sort_by_key(|goal| std::cmp::Reverse(goal.count_ones()));
    let mut nodes = 0;
    for goals in goals.chunk_by(|a, b| a.count_ones() == b.count_ones()) {
        let part = JumpProblem::new(problem.board().clone(), problem.start(), goals.to_vec());
        let Ok(part) = part else { continue };
        let game = with_board_word!(problem.board().holes(), K => {
            Search::<K>::new(&part, effort).run(&mut nodes)?
        });
        if let Some(game) = game {
            return Ok(Found { game: Ok(game), nodes });
        }
    }
    Ok(Found { game: Err(Refutation::Exhausted), nodes })
}

/// Most resource counts in use, and random games played to find them.
const COUNTS: usize = 24;
const SAMPLES: usize = 60;
/// Positions tried before the first new beginning.
const PATIENCE: u64 = 4096;
/// Patience with which the search hands over to the beam.
const LONGEST: u64 = 1 << 19;

struct Search<'a, K> {
    problem: &'a JumpProblem,
    effort: Effort<'a>,
    space: JumpSpace<K>,
    lost: FxHashSet<K>,
    goals: FxHashSet<K>,
    pegs: u32,
    scales: Vec<Scale<K>>,
    /// How unwelcome a peg in each hole is.
    burden: Vec<i32>,
    random: Random,
    /// Positions tried before and since the last beginning, and when to begin anew.
    before: u64,
    nodes: u64,
    patience: u64,
    game: Vec<Jump>,
}

/// Why a branch was left.
enum Left {
    Found,
    Lost,
    /// Not searched to its end.
    Open,
}

impl<'a, K: Word> Search<'a, K> {
    fn new(problem: &'a JumpProblem, effort: Effort<'a>) -> Self {
        let board = problem.board();
        let space = JumpSpace::<K>::new(problem, problem.goals(), &goal_symmetries(problem));
        let mut ways_out = vec![0; board.holes()];
        for jump in board.jumps() {
            ways_out[usize::from(jump.from)] += 1;
            ways_out[usize::from(jump.over)] += 1;
        }
        let most = ways_out.iter().copied().max().unwrap_or(0);
        let mut search = Search {
            problem,
            effort,
            lost: FxHashSet::default(),
            goals: space.starts().into_iter().collect(),
            pegs: problem.goals()[0].count_ones(),
            space,
            scales: Vec::new(),
            burden: ways_out.iter().map(|ways| most - ways).collect(),
            random: Random::new(1),
            before: 0,
            nodes: 0,
            patience: PATIENCE,
            game: Vec::new(),
        };
        search.weigh_failures();
        search
    }

    /// Plays random games and learns from where they end.
    fn weigh_failures(&mut self) {
        let [goal] = *self.problem.goals() else { return };
        let board = self.problem.board();
        let mut known = FxHashSet::default();
        for _ in 0..SAMPLES {
            let mut position = self.problem.start();
            loop {
                let open: Vec<Position> =
                    board.jumps().iter().filter_map(|jump| jump.apply(position)).collect();
                if open.is_empty() || position.count_ones() <= self.pegs + 4 {
                    break;
                }
                position = open[self.random.below(open.len() as u64) as usize];
            }
            let refused = self.scales.iter().any(|scale| scale.refuses(K::narrow(position)));
            if refused || self.scales.len() >= COUNTS {
                continue;
            }
            let Some(pagoda) = Pagoda::between(board, position, goal) else { continue };
            for symmetry in goal_symmetries(self.problem) {
                let mut weights = pagoda.weights().to_vec();
                for (hole, &weight) in (0..).zip(pagoda.weights()) {
                    weights[symmetry.apply(hole) as usize] = weight;
                }
                if self.scales.len() < COUNTS && known.insert(weights.clone()) {
                    self.scales
                        .extend(Pagoda::new(board, weights).map(|p| Scale::new(&p, p.weigh(goal))));
                }
            }
        }
    }

    /// Depth first, then by levels.
    fn run(mut self, nodes: &mut u64) -> Result<Option<Vec<Jump>>, Halt> {
        let start = self.problem.start();
        loop {
            let limit = self.nodes + self.patience;
            self.before = *nodes;
            let left = self.search(start, limit);
            *nodes += std::mem::take(&mut self.nodes);
            match left? {
                Left::Found => return Ok(Some(self.game)),
                Left::Lost => return Ok(None),
                Left::Open if self.patience >= LONGEST => break,
                Left::Open => self.patience *= 2,
            }
        }
        let board = self.problem.board();
        let beam = Beam {
            problem: self.problem,
            effort: self.effort,
            group: &goal_symmetries(self.problem),
            scales: &self.scales,
            burden: Scale::of_weights(&self.burden, board.holes(), 0),
        };
        beam.run(nodes)
    }

    fn search(&mut self, position: Position, limit: u64) -> Result<Left, Halt> {
        self.nodes += 1;
        if self.effort.control.budget.is_due(self.nodes) {
            let nodes = self.before + self.nodes;
            self.effort.control.look(nodes, 0).map_err(Halt::Stopped)?;
            if self.lost.capacity() * (size_of::<K>() + 1) > self.effort.memory {
                return Err(Halt::Stopped(StopReason::MemoryLimit));
            }
        }
        let word = K::narrow(position);
        if position.count_ones() <= self.pegs {
            let found =
                self.goals.contains(&self.space.canonical(word)) && self.problem.is_goal(position);
            return Ok(if found { Left::Found } else { Left::Lost });
        }
        if self.scales.iter().any(|scale| scale.refuses(word)) {
            return Ok(Left::Lost);
        }
        let class = self.space.canonical(word);
        if self.lost.contains(&class) {
            return Ok(Left::Lost);
        }
        let mut open: Vec<(i32, Jump)> = Vec::new();
        for &jump in self.problem.board().jumps() {
            if jump.apply(position).is_some() {
                let at = |hole: u8| self.burden[usize::from(hole)];
                let relief = at(jump.from) + at(jump.over) - at(jump.to);
                let shake = match self.patience {
                    PATIENCE => 0,
                    _ => self.random.below(8) as i32,
                };
                open.push((-2 * relief + shake, jump));
            }
        }
        open.sort_unstable();
        let mut all = true;
        for (_, jump) in open {
            if self.nodes >= limit {
                return Ok(Left::Open);
            }
            self.game.push(jump);
            match self.search(position ^ jump.mask(), limit)? {
                Left::Found => return Ok(Left::Found),
                Left::Lost => {}
                Left::Open => all = false,
            }
            self.game.pop();
        }
        if all {
            self.lost.insert(class);
        }
        Ok(if all { Left::Lost } else { Left::Open })
    }
}

/// A resource count made ready to weigh words by bytes.
pub(super) struct Scale<K> {
    needed: i32,
    bytes: usize,
    table: Vec<i32>,
    word: std::marker::PhantomData<K>,
}

impl<K: Word> Scale<K> {
    fn new(pagoda: &Pagoda, needed: i32) -> Self {
        Self::of_weights(pagoda.weights(), pagoda.weights().len(), needed)
    }

    fn of_weights(weights: &[i32], holes: usize, needed: i32) -> Self {
        let bytes = holes.div_ceil(8);
        let weigh = |i: usize| {
            let bits = (0..8).filter(|bit| (i % 256) >> bit & 1 == 1);
            bits.filter_map(|bit| weights.get(i / 256 * 8 + bit)).sum()
        };
        let table = (0..bytes * 256).map(weigh).collect();
        Scale { needed, bytes, table, word: std::marker::PhantomData }
    }

    #[inline]
    pub(super) fn weigh(&self, position: K) -> i32 {
        let part = |number: usize| self.table[number * 256 + position.byte(number)];
        (0..self.bytes).map(part).sum()
    }

    #[inline]
    pub(super) fn refuses(&self, position: K) -> bool {
        self.weigh(position) < self.needed
    }
}
