//! A search in bytes: what the common envelope of saved runs carries for it.
//!
//! The head says how many states have each distance (`levels 1 4 12 30`), the distance of the nearest
//! goals if they were passed (`passed 2`, or `-`), the bytes of a key and how many keys are in the
//! seven lists that follow (`keys 8 12 20 10 3 0 1 2`). The lists are the level before the last, the
//! states of the last level that are expanded and that are not, what there is of the next level, the
//! goals of the last and of the next level, and the nearest goals.

use puzzle_core::Key;

use super::search::State;

impl<K: Key> State<K> {
    /// Head and keys.
    pub(super) fn write(&self) -> (String, Vec<u8>) {
        let lists = self.lists();
        let words = |numbers: &mut dyn Iterator<Item = u64>| {
            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
        };
        let levels = words(&mut self.levels.iter().copied());
        let counts = words(&mut lists.iter().map(|list| list.len() as u64));
        let passed = self.passed.as_ref().map_or("-".into(), |(at, _)| at.to_string());
        let head = format!("levels {levels} passed {passed} keys {} {counts}", K::BYTES);
        let all: usize = lists.iter().map(|list| list.len()).sum();
        let mut bytes = Vec::with_capacity(all * K::BYTES);
        lists.into_iter().flatten().for_each(|key| key.write(&mut bytes));
        (head, bytes)
    }

    fn lists(&self) -> [&[K]; 7] {
        let State { before, done, pending, next, goals, next_goals, passed, .. } = self;
        let passed = passed.as_ref().map_or(&[][..], |(_, goals)| goals);
        [before, done, pending, next, goals, next_goals, passed]
    }

    /// What [`State::write`] wrote; `None` if it does not fit together.
    pub(super) fn read(head: &str, bytes: &[u8], nodes: u64) -> Option<Self> {
        let (levels, rest) = head.strip_prefix("levels ")?.split_once(" passed ")?;
        let (passed, counts) = rest.split_once(" keys ")?;
        let numbers = |text: &str| -> Option<Vec<u64>> {
            text.split(' ').map(|number| number.parse().ok()).collect()
        };
        let (levels, counts) = (numbers(levels)?, numbers(counts)?);
        let passed: Option<usize> = match passed {
            "-" => None,
            number => Some(number.parse().ok().filter(|at| *at < levels.len())?),
        };
        let (width, counts) = counts.split_first()?;
        let total = counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count))?;
        let fits = total.checked_mul(*width) == Some(bytes.len() as u64);
        if *width != K::BYTES as u64 || counts.len() != 7 || !fits {
            return None;
        }
        let mut keys = bytes.chunks_exact(K::BYTES).map(K::read);
        let mut counts = counts.iter();
        let mut list = || keys.by_ref().take(*counts.next().unwrap_or(&0) as usize).collect();
        Some(State {
            levels,
            nodes,
            before: list(),
            done: list(),
            pending: list(),
            next: list(),
            goals: list(),
            next_goals: list(),
            passed: passed.map(|at| (at, list())),
        })
    }
}
