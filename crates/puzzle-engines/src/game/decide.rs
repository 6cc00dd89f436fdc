//! First moves: which of them win.
//!
//! In large positions those whose proof promises to be small come first ([`promise`]). They are tried in
//! rounds. To win, a first move must refute every reply; if it does, most replies are
//! refuted quickly, and if it does not, the reply that wins takes as long as the whole proof. So a round
//! allows each reply the same number of nodes, puts a move off at the first reply that takes more, and
//! the next round allows more. Replies that were hard or won against one move are tried first against
//! the next (up to symmetry), and then those that leave many moves: most first moves that lose are put
//! off after a few replies.
//!
//! A reply that wins is a first move that loses, against the very move it refutes: one search decides
//! both (pairing).

use std::collections::BTreeMap;

use puzzle_core::game::{FirstMove, Game, Resources, Winner, image};

use super::promise;
use super::root::{Value, Worker, attempt};
use super::shared::Shared;

/// Nodes for a reply in the first round.
pub(super) const FIRST_ROUND: u64 = 1 << 21;
/// Positions with fewer moves are decided in one go.
pub(super) const ROUNDS: usize = 600;
/// How much more the next round gives.
const GROWTH: u64 = 8;

/// First moves that are to be decided.
pub(super) struct Candidates<'g> {
    game: &'g Game,
    /// By move: the least of its class.
    class: BTreeMap<u32, u32>,
    /// Not decided yet, in order.
    left: Vec<FirstMove>,
    /// Replies that were hard or won, the latest first, each with its images.
    danger: Vec<Vec<u32>>,
}

impl<'g> Candidates<'g> {
    /// All possible moves up to symmetry, those that leave the fewest replies first; `only` keeps some.
    pub(super) fn new(game: &'g Game, only: impl Fn(u32) -> bool) -> Self {
        let number: BTreeMap<Resources, u32> = game.moves().iter().copied().zip(0..).collect();
        let symmetries: Vec<&[u8]> = game.symmetries().collect();
        let least = |&m: &u32| {
            let images = symmetries.iter().map(|s| number[&image(s, game.moves()[m as usize])]);
            (m, images.fold(m, u32::min))
        };
        let class: BTreeMap<u32, u32> = game.possible().iter().map(least).collect();
        let first = |(number, class)| {
            let (winner, reply, nodes) = (None, None, 0);
            FirstMove { number, class, replies: game.replies(number), winner, reply, nodes }
        };
        let mut left: Vec<FirstMove> =
            game.classes().into_iter().filter(|(m, _)| only(*m)).map(first).collect();
        left.sort_by_key(|first| first.replies);
        Candidates { game, class, left, danger: Vec::new() }
    }

    /// What is not decided.
    pub(super) fn left(&self) -> impl Iterator<Item = u32> + '_ {
        self.left.iter().map(|first| first.number)
    }

    /// Decides them one by one until `found` says that it is enough, or a limit comes.
    pub(super) fn decide(
        &mut self,
        shared: &Shared<'_>,
        workers: &mut [Worker],
        found: &mut dyn FnMut(&FirstMove, &Self) -> bool,
    ) {
        if self.game.possible().len() >= ROUNDS {
            promise::sort(shared, workers, self.game, &mut self.left);
        }
        let mut round = FIRST_ROUND;
        while !self.left.is_empty() {
            let mut at = 0;
            while at < self.left.len() {
                let number = self.left[at].number;
                let Ok(after) = self.game.after(&[number]) else { return };
                let before = shared.nodes();
                let danger = self.danger.concat();
                let decided = attempt(shared, workers, &after, round, &danger);
                self.left[at].nodes += shared.nodes() - before;
                if let Value::Hard(reply) | Value::Won(reply) = decided {
                    self.fear(reply);
                }
                let (winner, reply) = match decided {
                    Value::Stopped => return,
                    Value::Hard(_) => {
                        at += 1;
                        continue;
                    }
                    Value::Lost => (Winner::First, None),
                    Value::Won(reply) => (Winner::Second, Some(reply).filter(|&r| r != u32::MAX)),
                };
                let first = FirstMove { winner: Some(winner), reply, ..self.left.remove(at) };
                if !found(&first, self) {
                    return;
                }
                let paired = reply.and_then(|reply| self.class.get(&reply).copied());
                let Some(place) = self.left.iter().position(|f| Some(f.number) == paired) else {
                    continue;
                };
                at -= usize::from(place < at);
                let twin = self.left.remove(place);
                let reply = reply.and_then(|reply| self.carried(number, reply, twin.number));
                let first = FirstMove { winner: Some(Winner::Second), reply, ..twin };
                if !found(&first, self) {
                    return;
                }
            }
            round = round.saturating_mul(GROWTH);
        }
    }

    /// Puts a reply and its images in front of those to try first.
    fn fear(&mut self, reply: u32) {
        let Some(class) = self.class.get(&reply) else { return };
        let images = self.class.iter().filter(|(_, other)| *other == class).map(|(&m, _)| m);
        let images: Vec<u32> = images.collect();
        self.danger.retain(|other| *other != images);
        self.danger.insert(0, images);
    }

    /// Where the symmetry that carries `from` to `to` carries a move.
    fn carried(&self, number: u32, from: u32, to: u32) -> Option<u32> {
        let moves = self.game.moves();
        let (a, b) = (moves[from as usize], moves[to as usize]);
        let same = (from == to).then_some(number);
        let moved = self.game.symmetries().find(|s| image(s, a) == b).and_then(|s| {
            let target = image(s, moves[number as usize]);
            moves.iter().position(|&uses| uses == target).map(|at| at as u32)
        });
        same.or(moved)
    }
}
