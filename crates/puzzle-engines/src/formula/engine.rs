//! Engines of formulas as the registry sees them.
//!
//! What is asked for means the same whoever answers: one solution is a model with every variable
//! set, all of them are disjoint cubes that cover exactly the models, and a count is of models. Only
//! of a projected formula one solution is a cube, for its other variables are nobody's business.

use std::ops::ControlFlow;
use std::path::Path;

use puzzle_core::cnf::encode;
use puzzle_core::{
    Answer, Answered, BigUint, Card, Cnf, Declined, Engine, Form, Kind, Problem, Question, Run,
    Sink, StopReason, Task,
};

use super::{Models, Visit, Watch, components, cubes, doublets, reference, single};
use crate::divide::{Summing, sums::equal};

/// The engine `doublets` takes a copy of all clauses, 64 bits for 64 of them, at every level.
const MOST_CLAUSES: usize = 1 << 20;
/// The engine `components` goes as deep as there are variables.
const DEEPEST: u32 = 500_000;

/// An engine of formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfFormulas {
    /// The paper's search on bit patterns.
    Doublets,
    /// Parts, each counted once.
    Components,
    /// Cubes by conflict-driven search.
    Cubes,
    /// A SAT solver in Rust.
    Batsat,
    /// A SAT solver in C++.
    #[cfg(feature = "cadical")]
    Cadical,
    /// Every assignment.
    Reference,
}

impl OfFormulas {
    fn is_solver(self) -> bool {
        self.kind() == Kind::Single
    }

    /// Whether a formula is of the kind it knows.
    fn takes(self, formula: &Cnf) -> Result<(), Declined> {
        let (variables, plain) = (formula.variables(), formula.projection().is_none());
        let (takes, what) = match self {
            OfFormulas::Doublets => (
                variables <= doublets::WIDEST && formula.clauses().len() <= MOST_CLAUSES && plain,
                format!("{} variables, {MOST_CLAUSES} clauses and no projection", doublets::WIDEST),
            ),
            OfFormulas::Components => (variables <= DEEPEST, format!("{DEEPEST} variables")),
            OfFormulas::Reference => {
                (variables <= reference::WIDEST, format!("{} variables", reference::WIDEST))
            }
            OfFormulas::Cubes => return Ok(()),
            _ if plain => return Ok(()),
            _ => return Err(Declined("it sets every variable: it knows no projection".into())),
        };
        Declined::unless(takes, || format!("the engine {} takes up to {what}", self.name()))
    }

    /// Adds up the models and hands their cubes to `visit`, if it finds any on its way.
    pub fn search(
        self,
        formula: &Cnf,
        watch: &mut Watch<'_>,
        models: &mut BigUint,
        visit: Visit<'_>,
    ) -> Result<(), StopReason> {
        let mut take = |cube: &[i32]| {
            *models += formula.weight(cube);
            visit(cube)
        };
        match self {
            OfFormulas::Doublets => doublets::search(formula, watch, &mut take),
            OfFormulas::Reference => reference::search(formula, watch, &mut take),
            OfFormulas::Components => {
                *models = components::count(formula, watch)?;
                Ok(())
            }
            _ => cubes::search(formula, watch, &mut take),
        }
    }

    fn cubes(self, formula: &Cnf, run: &Run, visit: Visit<'_>) -> Answer {
        let (mut watch, mut solutions) = (Watch::new(&run.control), BigUint::ZERO);
        let stopped = self.search(formula, &mut watch, &mut solutions, visit).err();
        Answer { solutions, nodes: watch.nodes(), stopped, ..Answer::default() }
    }

    /// Counts in parts, which threads share and which can be saved.
    fn in_parts(self, formula: &Cnf, run: &Run) -> Answered {
        let models = Models::new(self, formula, run);
        let (fingerprint, question) = (formula.fingerprint(), "count of models in parts");
        let summing = Summing { run, fingerprint, question };
        let whole = || equal([Vec::new()].into_iter());
        let report = summing.carry_out(&models, whole, &|part| models.owns(part))?;
        let reasons = vec!["in parts: each sets some variables and is counted on its own".into()];
        Ok(Answer { reasons, ..report.into() })
    }

    /// One model, or the first cube of a projected formula.
    fn first(self, formula: &Cnf, run: &Run, sink: &mut dyn Sink) -> Answer {
        let mut found = None;
        let answer = self.cubes(formula, run, &mut |cube| {
            found = Some(cube.to_vec());
            ControlFlow::Break(())
        });
        let Some(cube) = found else { return answer };
        if formula.projection().is_some() {
            let _ = sink.solution(&encode(&cube));
            return answer;
        }
        let mut model: Vec<i32> = (1..=formula.variables() as i32).map(|v| -v).collect();
        for literal in cube {
            model[literal.unsigned_abs() as usize - 1] = literal;
        }
        let _ = sink.solution(&encode(&model));
        Answer { solutions: 1_u32.into(), ..answer }
    }

    /// One model by a SAT solver, or a proof in the file `proof` that there is none.
    fn model(self, formula: &Cnf, task: &Task<'_>, run: &Run, sink: &mut dyn Sink) -> Answered {
        let file = task.ask.choices.text("proof");
        let solve = |proof: Option<single::Proof<'_>>| match self {
            #[cfg(feature = "cadical")]
            OfFormulas::Cadical => single::cadical::solve(formula, &run.control, proof),
            _ => single::batsat::solve(formula, &run.control, proof),
        };
        let found = match file {
            Some(file) => single::proved(Path::new(file), solve)?,
            None => solve(None),
        };
        let (solutions, stopped) = match found {
            single::Found::Model(model) => {
                let _ = sink.solution(&encode(&model));
                (1_u32, Some(StopReason::Satisfied))
            }
            single::Found::Nothing => (0, None),
            single::Found::Stopped(reason) => (0, Some(reason)),
        };
        // A node is a conflict.
        let nodes = match stopped {
            // The solver looks up after the conflict in which the limit is reached.
            Some(StopReason::NodeLimit) => run.control.budget.allowed(run.control.progress.nodes()),
            _ => run.control.progress.nodes(),
        };
        Ok(Answer { solutions: solutions.into(), nodes, stopped, ..Answer::default() })
    }
}

fn formula<'a>(task: &Task<'a>) -> Result<&'a Cnf, Declined> {
    match task.problem {
        Problem::Formula(formula) => Ok(formula),
        _ => Err(Declined("not a formula".into())),
    }
}

impl Engine for OfFormulas {
    fn card(&self) -> Card {
        use Kind::{Counting, Definition, Dynamic, Single};
        let parts = "parts that share no variable multiply; each is counted once";
        let blocks = "conflict-driven search that never blocks a model";
        let (name, kind, about) = match self {
            OfFormulas::Doublets => {
                ("doublets", Dynamic, "clauses as bit patterns, clauses of two first")
            }
            OfFormulas::Components => ("components", Counting, parts),
            OfFormulas::Cubes => ("cubes", Dynamic, blocks),
            OfFormulas::Batsat => ("batsat", Single, "a SAT solver, for one model"),
            #[cfg(feature = "cadical")]
            OfFormulas::Cadical => ("cadical", Single, "a SAT solver in C++, for one model"),
            OfFormulas::Reference => ("reference", Definition, "every assignment is tried"),
        };
        Card { name, about, form: Form::Formula, kind, order: "dynamic" }
    }

    fn accepts(&self, task: &Task<'_>) -> Result<(), Declined> {
        let formula = formula(task)?;
        let name = self.name();
        match task.ask.question {
            Question::Count if self.is_solver() => {
                Err(Declined(format!("{name} finds one model, it does not count")))
            }
            Question::All if self.is_solver() => {
                Err(Declined(format!("{name} finds one model, it does not list them")))
            }
            Question::First | Question::All if *self == OfFormulas::Components => {
                Err(Declined("components counts, and hands no model over".into()))
            }
            Question::First if task.ask.choices.has("proof") && !self.is_solver() => {
                Err(Declined("a proof is written by a SAT solver".into()))
            }
            Question::First | Question::All | Question::Count => self.takes(formula),
            other => Err(Declined(format!("it does not tell {}", other.about()))),
        }
    }

    fn saves(&self, task: &Task<'_>) -> Result<(), Declined> {
        let why = match (task.ask.question, *self) {
            (Question::Count, OfFormulas::Reference) => {
                "the engine reference tries every assignment in one go"
            }
            (Question::Count, _) => return Ok(()),
            (Question::All, _) => {
                "cubes are not listed in parts, so a list cannot be taken up again; count them instead"
            }
            _ => "a search for one model is not saved",
        };
        Err(Declined(why.into()))
    }

    /// A count is a sum of cubes.
    fn divides(&self, task: &Task<'_>) -> Result<(), Declined> {
        self.saves(task)
    }

    fn run(&self, task: &Task<'_>, sink: &mut dyn Sink, run: &Run) -> Answered {
        let formula = formula(task)?;
        let shared = run.is_saved() || run.threads.is_some_and(|threads| threads > 1);
        Ok(match (task.ask.question, *self) {
            _ if self.is_solver() => return self.model(formula, task, run, sink),
            (
                Question::Count,
                OfFormulas::Doublets | OfFormulas::Components | OfFormulas::Cubes,
            ) if shared => {
                return self.in_parts(formula, run);
            }
            (Question::Count, _) => self.cubes(formula, run, &mut |_| ControlFlow::Continue(())),
            (Question::First, _) => self.first(formula, run, sink),
            _ => self.cubes(formula, run, &mut |cube| sink.solution(&encode(cube))),
        })
    }
}
