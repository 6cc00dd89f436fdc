//! Playing any exact cover: embeddings are put down one by one and taken away again.
//!
//! A move is the number of an embedding (`puzzle show --embeddings` lists them), or that number with
//! a minus to take it away. On a board one touches cells: as many as single one embedding out, or all
//! cells of one.

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, Ask, Colour, Demand, EmbeddingId, Failure, Problem, Question, Run, Solve,
};
use puzzle_scene::text::{self, TextOptions};
use puzzle_scene::{Frame, Scene};

use crate::Covering;
use crate::play::{Hint, Meaning, Mistakes, Play};

/// A cover in the making.
struct Playing<'p> {
    covering: &'p dyn Covering,
    puzzle: &'p AbstractPuzzle,
    chosen: Vec<u32>,
}

/// Begins, if its pictures have cells that can be touched.
pub(crate) fn play(covering: &dyn Covering) -> Option<Box<dyn Play + '_>> {
    covering.under(0)?;
    match covering.problem() {
        Problem::Cover(cover) => {
            let puzzle = &cover.puzzle;
            Some(Box::new(Playing { covering, puzzle, chosen: covering.given() }))
        }
        _ => None,
    }
}

impl Playing<'_> {
    /// What the chosen embeddings did to each aspect: how often, and in which colour last.
    fn covered(&self) -> Vec<(u32, Option<Colour>)> {
        let mut covered = vec![(0, None); self.puzzle.aspects().len()];
        let chosen = self.chosen.iter().filter_map(|&n| self.puzzle.find_number(n));
        for (aspect, colour) in chosen.flat_map(|e| self.puzzle.touches(e)) {
            covered[aspect.index()].0 += 1;
            covered[aspect.index()].1 = colour;
        }
        covered
    }

    /// Whether an embedding fits beside the chosen ones.
    fn fits(&self, covered: &[(u32, Option<Colour>)], embedding: EmbeddingId) -> bool {
        self.puzzle.touches(embedding).all(|(aspect, colour)| {
            let (times, before) = covered[aspect.index()];
            match self.puzzle.aspect(aspect).demand {
                Demand::Coloured => times == 0 || (colour.is_some() && before == colour),
                demand => times < demand.max(),
            }
        })
    }

    /// The number of a word, and whether it is taken away.
    fn read(&self, word: &str) -> Result<(bool, u32), String> {
        let word = word.split_whitespace().next().unwrap_or_default();
        let (away, digits) = word.strip_prefix('-').map_or((false, word), |rest| (true, rest));
        let number = digits.parse().ok().filter(|&n| self.puzzle.find_number(n).is_some());
        number.map(|n| (away, n)).ok_or_else(|| format!("there is no embedding `{word}`"))
    }
}

impl Playing<'_> {
    /// The only solution, if there is just one and the search comes to its end.
    fn only(&self, solve: &dyn Solve, run: &Run) -> Result<Option<Vec<u32>>, Failure> {
        let mut ask = Ask::new(Question::All);
        let given: Vec<String> = self.covering.given().iter().map(u32::to_string).collect();
        if !given.is_empty() {
            ask = ask.with("after", given.join(","));
        }
        let mut found = Vec::new();
        let mut keep = |solution: &[u32]| {
            found.push(solution.to_vec());
            if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let answer = solve.solve(self.covering.problem(), &ask, run, &mut keep)?;
        Ok(found.pop().filter(|_| found.is_empty() && answer.is_complete()))
    }
}

impl Play for Playing<'_> {
    fn help(&self) -> String {
        "a move is the number of an embedding (puzzle show --embeddings); -17 takes 17 away".into()
    }

    fn show(&self, options: TextOptions) -> String {
        text::print(&Scene { title: String::new(), frames: vec![self.frame()] }, options)
    }

    fn frame(&self) -> Frame {
        self.covering.draw_solution(&self.chosen)
    }

    /// What lies on a touched cell is taken away; else what fits there and on all other cells.
    fn meant(&self, touched: &[u32]) -> Vec<Meaning> {
        let under = |cell: &u32| self.covering.under(*cell).unwrap_or_default();
        let Some(first) = touched.first() else { return Vec::new() };
        let mut fitting = under(first);
        let lying: Vec<u32> =
            self.chosen.iter().filter(|number| fitting.contains(number)).copied().collect();
        if !lying.is_empty() {
            let given = self.covering.given();
            let away = |number: u32| Meaning {
                word: format!("-{number}"),
                label: format!("take {} away", self.covering.label(number)),
            };
            let lying = lying.into_iter().filter(|number| !given.contains(number));
            return lying.map(away).collect();
        }
        let covered = self.covered();
        let fits = |&n: &u32| self.puzzle.find_number(n).is_some_and(|e| self.fits(&covered, e));
        fitting.retain(fits);
        for cell in &touched[1..] {
            let there = under(cell);
            fitting.retain(|number| there.contains(number));
        }
        // All cells of one embedding mean that one, whatever else lies on them and more.
        let size = |&number: &u32| self.covering.placed(number).map_or(0, |p| p.cells.len());
        let exact: Vec<u32> =
            fitting.iter().filter(|n| size(n) == touched.len()).copied().collect();
        if touched.len() > 1 && exact.len() == 1 {
            fitting = exact;
        }
        let meaning =
            |number: u32| Meaning { word: number.to_string(), label: self.covering.label(number) };
        fitting.into_iter().map(meaning).collect()
    }

    fn make(&mut self, word: &str) -> Result<String, String> {
        let (away, number) = self.read(word)?;
        let place = self.chosen.iter().position(|&chosen| chosen == number);
        match (away, place) {
            (true, _) if self.covering.given().contains(&number) => {
                return Err(format!("{} is given", self.covering.label(number)));
            }
            (true, Some(place)) => {
                self.chosen.remove(place);
            }
            (true, None) => return Err(format!("{number} does not lie there")),
            (false, Some(_)) => return Err(format!("{number} lies there already")),
            (false, None) => {
                let embedding = self.puzzle.find_number(number).expect("it was read");
                if !self.fits(&self.covered(), embedding) {
                    return Err(format!("{} does not fit here", self.covering.label(number)));
                }
                self.chosen.push(number);
            }
        }
        // What it is called stands behind the number, for people.
        let sign = if away { "-" } else { "" };
        Ok(format!("{sign}{number} {}", self.covering.label(number)))
    }

    fn moves(&self) -> Vec<String> {
        Vec::new()
    }

    fn over(&self) -> Option<String> {
        self.covering.check(&self.chosen).is_ok().then(|| "solved".into())
    }

    fn hint(&self, solve: &dyn Solve, run: &Run) -> Result<Hint, Failure> {
        let numbers: Vec<String> = self.chosen.iter().map(u32::to_string).collect();
        let mut ask = Ask::new(Question::First);
        if !numbers.is_empty() {
            ask = ask.with("after", numbers.join(","));
        }
        let mut solution = None;
        let mut keep = |found: &[u32]| {
            solution = Some(found.to_vec());
            ControlFlow::Break(())
        };
        let answer = solve.solve(self.covering.problem(), &ask, run, &mut keep)?;
        let Some(solution) = solution else {
            let given = self.covering.given();
            let last = self.chosen.iter().rfind(|number| !given.contains(number));
            let last = last.map(|number| format!("-{number}"));
            return Ok(match answer.is_complete() {
                true => Hint::new(last, "there is no solution from here: take it away"),
                false => Hint::new(None, "no solution was found in time"),
            });
        };
        let next = solution.into_iter().find(|number| !self.chosen.contains(number));
        let about = next.map_or_else(String::new, |n| self.covering.label(n));
        Ok(Hint::new(next.map(|number| number.to_string()), format!("{about} leads to a solution")))
    }

    fn mistakes(&self, solve: &dyn Solve, run: &Run) -> Result<Option<Mistakes>, Failure> {
        let Some(solution) = self.only(solve, run)? else {
            let about =
                "only one solution would tell what is wrong; a hint says whether one is left";
            return Ok(Some(Mistakes::new(Vec::new(), about)));
        };
        let wrong = self.chosen.iter().filter(|number| !solution.contains(number));
        let wrong: Vec<u32> = wrong.copied().collect();
        let drawn: usize = self.frame().layers.iter().map(|layer| layer.cells.len()).sum();
        let under = |cell: &u32| self.covering.under(*cell).unwrap_or_default();
        let lies = |cell: &u32| under(cell).iter().any(|number| wrong.contains(number));
        let cells =
            if wrong.is_empty() { Vec::new() } else { (0..drawn as u32).filter(lies).collect() };
        let names: Vec<String> = wrong.iter().map(|&number| self.covering.label(number)).collect();
        let about = match names.len() {
            0 => "nothing is wrong".into(),
            _ => format!("wrong: {}", names.join(", ")),
        };
        Ok(Some(Mistakes::new(cells, about)))
    }

    fn has_mistakes(&self) -> bool {
        true
    }
}
