//! Which first moves are worth trying first.
//!
//! The work of a proof that a first move wins is the sum over its replies, and it differs by an order of
//! magnitude from move to move. So a sample of the replies is refuted on trial, those that leave few
//! moves first, and the first moves that get furthest with a number of nodes go into the next heat, with
//! twice as many: half of all at first (those with the fewest replies), then every eighth. What is found
//! out on the way stays in the table.
//!
//! What is looked for is a small proof, not the likeliest winner. That the order leads to a win on the
//! chessboard soon is not shown yet: no run there has come to its end. Measured as samples instead, without
//! gain: replies that leave the most moves (none is refuted within the nodes of the first heat).

use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use puzzle_core::game::{FirstMove, Game};

use super::level::{Level, descend};
use super::root::{Value, Worker};
use super::shared::Shared;

/// How many replies are a sample.
const SAMPLE: usize = 16;
/// Nodes for a first move in the first heat.
const NODES: u64 = 1 << 16;
/// One in so many goes into the next heat.
const SHARE: usize = 8;

/// Brings the first moves whose replies are refuted with little work to the front.
pub(super) fn sort(
    shared: &Shared<'_>,
    workers: &mut [Worker],
    game: &Game,
    firsts: &mut [FirstMove],
) {
    let ids = game.possible().iter().map(|&number| number as u16);
    let (level, moves) = Level::of(&shared.moves, ids);
    let mut runners = firsts.len().div_ceil(2);
    let mut nodes = NODES;
    while runners > 1 && shared.stopped().is_none() {
        let heat = Heat {
            shared,
            level: &level,
            moves,
            nodes,
            firsts: &firsts[..runners],
            next: AtomicUsize::new(0),
            refuted: Mutex::new(vec![0; runners]),
        };
        std::thread::scope(|scope| {
            let mut workers = workers.iter_mut();
            let own = workers.next();
            for worker in workers {
                scope.spawn(|| heat.run(worker));
            }
            own.into_iter().for_each(|worker| heat.run(worker));
        });
        let refuted = heat.refuted.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut order: Vec<(Reverse<usize>, FirstMove)> =
            refuted.into_iter().map(Reverse).zip(firsts[..runners].to_vec()).collect();
        order.sort_by_key(|(refuted, _)| *refuted);
        for (place, (_, first)) in firsts.iter_mut().zip(order) {
            *place = first;
        }
        runners /= SHARE;
        nodes *= 2;
    }
    workers.iter_mut().for_each(|worker| worker.limit = u64::MAX);
}

/// First moves on trial, each with the same number of nodes.
struct Heat<'h, 's> {
    shared: &'h Shared<'s>,
    level: &'h Level,
    moves: usize,
    nodes: u64,
    firsts: &'h [FirstMove],
    next: AtomicUsize,
    /// How many replies to each were refuted.
    refuted: Mutex<Vec<usize>>,
}

impl Heat<'_, '_> {
    /// Takes first moves until all are taken.
    fn run(&self, worker: &mut Worker) {
        while let Some(first) = self.firsts.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let at = self.firsts.iter().position(|other| other.number == first.number);
            let refuted = self.refuted(worker, first.number);
            if let Some(at) = at {
                self.refuted.lock().unwrap_or_else(PoisonError::into_inner)[at] = refuted;
            }
        }
    }

    /// How many replies of the sample to a first move are refuted.
    fn refuted(&self, worker: &mut Worker, number: u32) -> usize {
        let ids = &self.level.ids[..self.moves];
        let Some(place) = ids.iter().position(|&id| u32::from(id) == number) else { return 0 };
        let moves = descend(self.level, self.moves, place, &mut worker.levels[0]);
        let mut replies: Vec<usize> = (0..moves).collect();
        replies.sort_by_cached_key(|&i| worker.levels[0].replies(moves, i));
        let sample = (0..SAMPLE.min(moves)).map(|k| replies[(2 * k + 1) * moves / (2 * SAMPLE)]);
        let before = worker.nodes;
        let mut refuted = 0;
        for reply in sample {
            let spent = worker.nodes - before;
            let (own, rest) = worker.levels.split_at_mut(1);
            let left = descend(&own[0], moves, reply, &mut rest[0]);
            worker.limit = self.nodes.saturating_sub(spent);
            match worker.value(self.shared, 1, left) {
                Value::Won(_) if worker.limit > 0 => refuted += 1,
                // The reply wins: so this first move does not.
                Value::Lost => return 0,
                _ => break,
            }
        }
        refuted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::Control;

    #[test]
    fn heats_reorder_first_moves_and_lose_none() {
        // Dominoes on 4 x 5: 31 moves.
        let mut moves = Vec::new();
        for cell in 0..20 {
            moves.extend((cell % 5 < 4).then_some(0b11_u128 << cell));
            moves.extend((cell < 15).then_some(0b10_0001_u128 << cell));
        }
        let game = Game::new(moves).unwrap();
        let control = Control::default();
        let shared = Shared::new(&game, 1 << 20, &control).unwrap();
        let mut workers = vec![Worker::new(&shared), Worker::new(&shared)];
        let first = |&number: &u32| {
            let (winner, reply, nodes, replies) = (None, None, 0, game.replies(number));
            FirstMove { number, class: 1, replies, winner, reply, nodes }
        };
        let mut firsts: Vec<FirstMove> = game.possible().iter().map(first).collect();
        sort(&shared, &mut workers, &game, &mut firsts);
        let mut numbers: Vec<u32> = firsts.iter().map(|first| first.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, game.possible());
        assert!(shared.nodes() > 0);
    }
}
