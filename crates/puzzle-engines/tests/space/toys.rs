//! Breadth-first search on toy spaces, beside plain search: moves that cannot be taken back, moves
//! that only lead on, and the key that tables use for vacant slots.

use std::collections::HashMap;

use puzzle_core::{Control, Key, Marks, StateSpace, Successors, Window};
use puzzle_engines::space::counting::Counting;
use puzzle_engines::space::{Halt, Plan, Search, count_shortest, path};

/// Numbers below a bound; one can add 1 or double.
struct Doubling {
    bound: u32,
    goal: u32,
    /// Added to all keys, so that some key may have all bits set.
    offset: u32,
}

impl StateSpace for Doubling {
    type Key = u32;

    fn starts(&self) -> Vec<u32> {
        vec![1 + self.offset]
    }

    fn expand(&self, states: &[u32], out: &mut Successors<u32>) {
        for state in states.iter().map(|state| state - self.offset) {
            out.push((state + 1) % self.bound + self.offset);
            out.push((2 * state) % self.bound + self.offset);
            out.close();
        }
    }

    fn has_goals(&self) -> bool {
        true
    }

    fn goals_among(&self, states: &[u32], found: &mut Vec<u32>) {
        found.extend(states.iter().filter(|state| **state == self.goal + self.offset));
    }

    fn is_reversible(&self) -> bool {
        false
    }
}

/// Sets of twelve things, one more at each move.
struct Subsets;

impl StateSpace for Subsets {
    type Key = u64;

    fn starts(&self) -> Vec<u64> {
        vec![0]
    }

    fn expand(&self, states: &[u64], out: &mut Successors<u64>) {
        for &state in states {
            (0..12).filter(|bit| state >> bit & 1 == 0).for_each(|bit| out.push(state | 1 << bit));
            out.close();
        }
    }

    fn goals_among(&self, states: &[u64], found: &mut Vec<u64>) {
        found.extend(states.iter().filter(|state| **state == 0xfff));
    }

    fn is_reversible(&self) -> bool {
        false
    }

    fn window(&self) -> Window {
        Window::Forward
    }
}

/// Distances and numbers of shortest paths, the plain way.
fn plain<K: Key>(space: &dyn StateSpace<Key = K>) -> HashMap<K, (usize, u64)> {
    let mut found: HashMap<K, (usize, u64)> = HashMap::new();
    let mut frontier = space.starts();
    for &start in &frontier {
        found.insert(start, (0, 1));
    }
    for depth in 1.. {
        let mut next = Vec::new();
        for state in &frontier {
            let ways = found[state].1;
            let mut out = Successors::default();
            space.expand(&[*state], &mut out);
            let mut keys = out.keys().to_vec();
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                let entry = found.entry(key).or_insert_with(|| {
                    next.push(key);
                    (depth, 0)
                });
                if entry.0 == depth {
                    entry.1 += ways;
                }
            }
        }
        if next.is_empty() {
            break;
        }
        frontier = next;
    }
    found
}

fn compare<K: Key>(space: &dyn StateSpace<Key = K>, threads: usize, memory: Option<u64>) {
    let control = Control::default();
    let plan = Plan { threads, remember: true, memory, ..Plan::default() };
    let mut search = Search::new(space, plan.clone(), &control);
    while search.goals().is_empty() && search.advance().unwrap() {}
    let (distance, goals) = (search.depth(), search.goals().to_vec());
    let levels = search.finish();
    let plain = plain(space);
    let size = |depth| plain.values().filter(|(at, _)| *at == depth).count() as u64;
    assert_eq!(levels.sizes, (0..=distance).map(size).collect::<Vec<_>>());
    assert_eq!(plain[&goals[0]].0, distance);
    let states = path(space, &levels, goals[0], distance, &plan, &control).unwrap();
    assert_eq!(states.len(), distance + 1);
    for step in states.windows(2) {
        let mut out = Successors::default();
        space.expand(&step[..1], &mut out);
        assert!(out.keys().contains(&step[1]));
    }
    let count = count_shortest(space, &levels, distance, &goals).unwrap();
    assert_eq!(count, plain[&goals[0]].1.into());
}

#[test]
fn a_space_whose_moves_cannot_be_taken_back_is_searched_without_forgetting() {
    for goal in [1, 2, 77, 998] {
        compare(&Doubling { bound: 999, goal, offset: 0 }, 1, None);
        compare(&Doubling { bound: 999, goal, offset: 0 }, 3, None);
    }
}

#[test]
fn the_key_with_every_bit_set_is_a_state_like_any_other() {
    let offset = u32::MAX - 998;
    for goal in [77, 998] {
        compare(&Doubling { bound: 999, goal, offset }, 1, None);
        compare(&Doubling { bound: 999, goal, offset }, 2, None);
    }
}

#[test]
fn moves_that_only_lead_on_need_no_old_levels_in_memory_or_on_disk() {
    compare(&Subsets, 1, None);
    compare(&Subsets, 2, None);
    let plan = Plan { memory: Some(100), ..Plan::default() };
    let control = Control::default();
    let mut search = Search::new(&Subsets, plan, &control);
    while search.advance().unwrap() {}
    let levels = search.finish();
    assert!(levels.spilled);
    assert_eq!(levels.sizes[6], 924);
    assert_eq!(levels.sizes.iter().sum::<u64>(), 4096);
}

#[test]
fn what_cannot_be_forgotten_and_does_not_fit_is_a_memory_limit() {
    let space = Doubling { bound: 99_999, goal: 99_998, offset: 0 };
    let plan = Plan { remember: false, memory: Some(1000), ..Plan::default() };
    let control = Control::default();
    let mut search = Search::new(&space, plan, &control);
    let end = loop {
        match search.advance() {
            Ok(true) => {}
            other => break other,
        }
    };
    assert!(matches!(end, Err(Halt::Stopped(puzzle_core::StopReason::MemoryLimit))));
}

/// Cells of a rectangle; a move goes one step, or, as a rook, any number of steps. A mark names a
/// direction (or an axis) from where the cell was reached.
struct Cells {
    rows: u32,
    columns: u32,
    rook: bool,
    start: u32,
    goal: u32,
    /// Added to all keys, so that some key may have all bits set.
    offset: u32,
}

impl Cells {
    /// The moves of a cell, each with its mark and the mark at the other end.
    fn moves(&self, cell: u32) -> Vec<(u32, Marks, Marks)> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let mut moves = Vec::new();
        let along = |at: u32, size: u32, rook: bool| {
            (0..size).filter(move |&to| to != at && (rook || to.abs_diff(at) == 1))
        };
        for to in along(row, self.rows, self.rook) {
            let way = usize::from(to > row) * usize::from(!self.rook);
            moves.push((
                to * self.columns + column,
                1 << way,
                1 << (way ^ usize::from(!self.rook)),
            ));
        }
        for to in along(column, self.columns, self.rook) {
            let way = usize::from(to > column) * usize::from(!self.rook);
            moves.push((row * self.columns + to, 4 << way, 4 << (way ^ usize::from(!self.rook))));
        }
        moves
    }
}

impl StateSpace for Cells {
    type Key = u32;

    fn starts(&self) -> Vec<u32> {
        vec![self.start + self.offset]
    }

    fn expand(&self, states: &[u32], out: &mut Successors<u32>) {
        for state in states {
            let moves = self.moves(state - self.offset);
            moves.iter().for_each(|(to, _, _)| out.push(to + self.offset));
            out.close();
        }
    }

    fn has_marks(&self) -> bool {
        true
    }

    fn expand_marked(&self, states: &[u32], marks: &[Marks], out: &mut Successors<u32>) {
        for (state, marks) in states.iter().zip(marks) {
            for (to, mark, back) in self.moves(state - self.offset) {
                if marks & mark == 0 {
                    out.push_marked(to + self.offset, back);
                }
            }
        }
    }

    fn has_goals(&self) -> bool {
        true
    }

    fn goals_among(&self, states: &[u32], found: &mut Vec<u32>) {
        found.extend(states.iter().filter(|state| **state == self.goal + self.offset));
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn window(&self) -> Window {
        if self.rook { Window::Three } else { Window::Alternate }
    }
}

#[test]
fn a_search_with_marks_finds_what_one_without_finds_in_memory_and_on_disk() {
    let (rows, columns) = (23, 17);
    for rook in [false, true] {
        for (start, goal) in [(0, 390), (200, 17), (390, 0), (7, 7)] {
            for offset in [0, u32::MAX - 390] {
                let space = Cells { rows, columns, rook, start, goal, offset };
                for threads in [1, 3] {
                    compare(&space, threads, None);
                }
                // Levels are on disk from the first on, from some later one on, or never.
                for memory in [100, 700, 1 << 20] {
                    let control = Control::default();
                    let plan = Plan { memory: Some(memory), remember: false, ..Plan::default() };
                    let mut search = Search::new(&space, plan.clone(), &control);
                    while search.advance().unwrap() {}
                    let levels = search.finish();
                    let plain = Plan { resumable: true, ..Plan::default() };
                    let mut search = Search::new(&space, plain, &control);
                    assert!(search.state().is_ok());
                    while search.advance().unwrap() {}
                    assert_eq!(levels.sizes, search.finish().sizes);
                    assert_eq!(levels.sizes.iter().sum::<u64>(), 391);
                    assert_eq!(levels.spilled, memory < 1 << 20);
                }
            }
        }
    }
}

/// A wide level whose 1000th state is more than it can bear.
struct Fragile(std::sync::atomic::AtomicUsize);

impl StateSpace for Fragile {
    type Key = u32;

    fn starts(&self) -> Vec<u32> {
        (0..40_000).collect()
    }

    fn expand(&self, states: &[u32], out: &mut Successors<u32>) {
        let before = self.0.fetch_add(states.len(), std::sync::atomic::Ordering::Relaxed);
        assert!(!(before..before + states.len()).contains(&1000), "state 1000");
        for &state in states {
            out.push(state + 40_000);
            out.close();
        }
    }

    fn is_reversible(&self) -> bool {
        false
    }
}

#[test]
fn a_thread_that_panics_releases_the_others_and_the_panic_is_told() {
    let control = Control::default();
    let told = |run: &dyn Fn(&Fragile)| {
        let space = Fragile(0.into());
        let run = std::panic::AssertUnwindSafe(|| run(&space));
        let panic = std::panic::catch_unwind(run).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"state 1000"));
    };
    for threads in [1, 2, 3] {
        told(&|space| {
            let plan = Plan { threads, ..Plan::default() };
            let _ = Search::new(space, plan, &control).advance();
        });
        told(&|space| {
            let (memory, nodes) = (usize::MAX, 0);
            let mut counting = Counting { space, threads, memory, control: &control, nodes };
            let level = counting.start().unwrap();
            let _ = counting.advance(&level);
        });
    }
}
