//! The slow, obvious engine: it plays every game, jump by jump. It stays forever, as what the others
//! are tested against.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use puzzle_core::jumps::{Jump, JumpProblem, Position, carry_jump};
use puzzle_core::{Control, Origin, Permutation, Standing, StopReason};

/// Receives games: the jumps, whether they end in a goal, and whether no jump is left.
pub type Visit<'v> = dyn FnMut(&[Jump], bool, bool) -> ControlFlow<()> + 'v;

/// Plays every beginning of every game, until `visit` breaks. How many positions were met, counted
/// each time, and why it stopped.
pub fn play(
    problem: &JumpProblem,
    control: &Control,
    visit: &mut Visit<'_>,
) -> (u64, Option<StopReason>) {
    let mut player = Player { problem, control, visit, game: Vec::new(), nodes: 0, stopped: None };
    let _ = player.play(problem.start());
    (player.nodes, player.stopped)
}

struct Player<'a, 'v> {
    problem: &'a JumpProblem,
    control: &'a Control,
    visit: &'a mut Visit<'v>,
    game: Vec<Jump>,
    nodes: u64,
    stopped: Option<StopReason>,
}

impl Player<'_, '_> {
    fn play(&mut self, position: Position) -> ControlFlow<()> {
        self.nodes += 1;
        if self.control.budget.is_due(self.nodes) || self.nodes == 1 {
            self.stopped = self.control.look(self.nodes, 0).err();
            if self.stopped.is_some() {
                return ControlFlow::Break(());
            }
        }
        let jumps = self.problem.board().jumps();
        let ended = jumps.iter().all(|jump| jump.apply(position).is_none());
        if (self.visit)(&self.game, self.problem.is_goal(position), ended).is_break() {
            self.stopped = Some(StopReason::Satisfied);
            return ControlFlow::Break(());
        }
        for &jump in jumps {
            if let Some(next) = jump.apply(position) {
                self.game.push(jump);
                self.play(next)?;
                self.game.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

/// Where a game stands among those that symmetries, the identity first, make of it; `None` if it is not
/// the least of them. A symmetry has with it whether it is a turn.
pub fn standing(
    game: &[Jump],
    symmetries: &[(Permutation, bool)],
    origin: Origin,
) -> Option<Standing> {
    let mut kept_by = Vec::new();
    for (symmetry, turn) in symmetries {
        let image = game.iter().map(|&jump| carry_jump(symmetry, jump));
        match game.iter().copied().cmp(image) {
            Ordering::Less => {}
            Ordering::Equal => kept_by.push((origin.kind(*turn), symmetry.order())),
            Ordering::Greater => return None,
        }
    }
    let class = (symmetries.len() / kept_by.len().max(1)) as u64;
    // The identity keeps everything.
    kept_by.drain(..kept_by.len().min(1));
    Some(Standing { class, kept_by })
}
