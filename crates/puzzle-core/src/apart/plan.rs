//! How an assembly comes apart: a tree of separations, as a list of numbers.
//!
//! **Text** (as BurrTools writes it): the moves of a separation, then those of the part that stays, then
//! those of the part that left, joined by dots; a part all of whose separations take one move is left
//! out. `98.2.4.2` is a separation of 98 moves after which there are three more that take several.
//!
//! **Numbers**: the mark of a plan, the number of the assembly, how many embeddings it has, the embeddings, the verdict, whether there is a
//! separation; then each separation as the number of its steps, for each step the pieces (two words),
//! the direction and the distance (0: they leave), and for the part that stays and the part that left
//! what became of it, followed by its separation if it has one.

/// Whether an assembly comes apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It does.
    Apart,
    /// It does not.
    Locked,
    /// It has more positions than were allowed.
    Undecided,
}

/// What plans begin with: no embedding has this number.
pub const MARK: u32 = u32::MAX;

/// An assembly and how it comes apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Which of the assemblies it is, from 1.
    pub number: u32,
    /// The numbers of its embeddings.
    pub assembly: Vec<u32>,
    /// Whether it comes apart.
    pub verdict: Verdict,
    /// The first separation, if there is one.
    pub first: Option<Separation>,
}

/// Moves until some pieces leave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Separation {
    /// The moves; by the last one pieces leave.
    pub steps: Vec<Step>,
    /// What becomes of the pieces that stay.
    pub stays: Rest,
    /// What becomes of those that left.
    pub left: Rest,
}

/// One move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The pieces that are moved, by their place in the assembly.
    pub pieces: u64,
    /// Twice the axis, and one more if backwards.
    pub direction: u8,
    /// How far; 0 if they leave.
    pub distance: u32,
}

/// What becomes of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rest {
    /// It is one piece.
    Single,
    /// Its pieces may stay together.
    Group,
    /// It is taken apart.
    Apart(Box<Separation>),
    /// It is locked, and its pieces may not stay together.
    Locked,
    /// It has more positions than were allowed.
    Undecided,
    /// Only the first separation was asked for.
    Unasked,
}

impl Separation {
    /// The two parts.
    pub fn parts(&self) -> [&Rest; 2] {
        [&self.stays, &self.left]
    }

    fn levels(&self, all: &mut Vec<u32>) {
        all.push(self.steps.len() as u32);
        for part in self.parts() {
            if let Rest::Apart(part) = part
                && part.is_hard()
            {
                part.levels(all);
            }
        }
    }

    /// Whether some separation takes several moves.
    fn is_hard(&self) -> bool {
        let hard = |part: &Rest| matches!(part, Rest::Apart(part) if part.is_hard());
        self.steps.len() > 1 || self.parts().into_iter().any(hard)
    }

    /// All moves.
    pub fn moves(&self) -> u64 {
        let part = |part: &Rest| match part {
            Rest::Apart(part) => part.moves(),
            _ => 0,
        };
        self.steps.len() as u64 + self.parts().into_iter().map(part).sum::<u64>()
    }

    fn write(&self, numbers: &mut Vec<u32>) {
        numbers.push(self.steps.len() as u32);
        for step in &self.steps {
            let pieces = [step.pieces as u32, (step.pieces >> 32) as u32];
            numbers.extend(pieces.into_iter().chain([step.direction.into(), step.distance]));
        }
        for part in self.parts() {
            let tag = match part {
                Rest::Single => 0,
                Rest::Group => 1,
                Rest::Apart(_) => 2,
                Rest::Locked => 3,
                Rest::Undecided => 4,
                Rest::Unasked => 5,
            };
            numbers.push(tag);
            if let Rest::Apart(part) = part {
                part.write(numbers);
            }
        }
    }

    fn read(numbers: &mut impl Iterator<Item = u32>, depth: usize) -> Option<Separation> {
        let depth = depth.checked_sub(1)?;
        let count = numbers.next()?;
        let mut steps = Vec::new();
        for _ in 0..count {
            let pieces = u64::from(numbers.next()?) | u64::from(numbers.next()?) << 32;
            let direction = u8::try_from(numbers.next()?).ok()?;
            steps.push(Step { pieces, direction, distance: numbers.next()? });
        }
        let mut part = || {
            Some(match numbers.next()? {
                0 => Rest::Single,
                1 => Rest::Group,
                2 => Rest::Apart(Box::new(Separation::read(numbers, depth)?)),
                3 => Rest::Locked,
                4 => Rest::Undecided,
                5 => Rest::Unasked,
                _ => return None,
            })
        };
        Some(Separation { steps, stays: part()?, left: part()? })
    }
}

impl Plan {
    /// The moves of each separation that counts for the text.
    pub fn levels(&self) -> Vec<u32> {
        let mut all = Vec::new();
        if let Some(first) = &self.first {
            first.levels(&mut all);
        }
        all
    }

    /// All moves.
    pub fn moves(&self) -> u64 {
        self.first.as_ref().map_or(0, Separation::moves)
    }

    /// As a solution.
    pub fn numbers(&self) -> Vec<u32> {
        let mut numbers = vec![MARK, self.number, self.assembly.len() as u32];
        numbers.extend(&self.assembly);
        numbers.push(match self.verdict {
            Verdict::Apart => 0,
            Verdict::Locked => 1,
            Verdict::Undecided => 2,
        });
        numbers.push(self.first.is_some().into());
        if let Some(first) = &self.first {
            first.write(&mut numbers);
        }
        numbers
    }

    /// The plan that a solution is; `None` if it is none.
    pub fn read(numbers: &[u32]) -> Option<Plan> {
        let (&[MARK, number, count], rest) = numbers.split_first_chunk()? else { return None };
        let (assembly, rest) = rest.split_at_checked(count as usize)?;
        let mut rest = rest.iter().copied();
        let verdict = match rest.next()? {
            0 => Verdict::Apart,
            1 => Verdict::Locked,
            2 => Verdict::Undecided,
            _ => return None,
        };
        let first = match rest.next()? {
            0 => None,
            1 => Some(Separation::read(&mut rest, super::Apart::PIECES)?),
            _ => return None,
        };
        rest.next().is_none().then(|| Plan { number, assembly: assembly.to_vec(), verdict, first })
    }
}

/// Levels as a text: `9.3`.
pub fn text(levels: &[u32]) -> String {
    let levels: Vec<String> = levels.iter().map(u32::to_string).collect();
    levels.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn separation(moves: usize, stays: Rest, left: Rest) -> Separation {
        let step = |distance| Step { pieces: 1 << 40 | 3, direction: 5, distance };
        let steps = (1..moves as u32).chain([0]).map(step).collect();
        Separation { steps, stays, left }
    }

    fn apart(moves: usize, stays: Rest, left: Rest) -> Rest {
        Rest::Apart(Box::new(separation(moves, stays, left)))
    }

    #[test]
    fn parts_that_take_one_move_each_are_left_out_of_the_text() {
        use Rest::{Group, Single};
        let easy = apart(1, apart(1, Single, Single), Group);
        let hard = apart(2, Single, apart(1, apart(4, Single, easy.clone()), Single));
        let plan = |stays, left| {
            let first = Some(separation(98, stays, left));
            Plan { number: 1, assembly: vec![7, 0, 3], verdict: Verdict::Apart, first }
        };
        let told = |plan: &Plan| (text(&plan.levels()), plan.moves());
        assert_eq!(told(&plan(easy.clone(), Single)), ("98".into(), 100));
        assert_eq!(told(&plan(hard.clone(), easy.clone())), ("98.2.1.4".into(), 109));
        assert_eq!(told(&plan(easy, hard)), ("98.2.1.4".into(), 109));
    }

    #[test]
    fn what_is_written_is_read_again_and_anything_cut_short_is_refused() {
        let first = separation(3, apart(1, Rest::Locked, Rest::Unasked), Rest::Undecided);
        for first in [None, Some(first)] {
            let assembly = vec![5, 9];
            let plan = Plan { number: 8, assembly, verdict: Verdict::Locked, first };
            let numbers = plan.numbers();
            assert_eq!(Plan::read(&numbers), Some(plan));
            for length in 0..numbers.len() {
                assert_eq!(Plan::read(&numbers[..length]), None);
            }
        }
        assert_eq!(Plan::read(&[MARK, 1, MARK, 1]), None);
        let deep = [[MARK, 1, 0, 0, 1].as_slice(), &[0, 2].repeat(1 << 20)].concat();
        assert_eq!(Plan::read(&deep), None);
    }
}
