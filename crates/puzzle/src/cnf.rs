//! Asking about formulas.

use std::borrow::Cow;
use std::ops::ControlFlow;

use puzzle_core::{BigUint, Cnf, StopReason};
use puzzle_engines::cnf::{self, SOLVERS, components, cubes, doublets, single};
use puzzle_families::{Form, nearest};

use crate::confirm::compare;
use crate::{Answer, Failure, Options, Puzzle, Restriction};

/// What a formula can be asked.
pub struct CnfQuestions<'a> {
    formula: Cow<'a, Cnf>,
}

/// Formulas of so many clauses are better left to CaDiCaL, if it is there.
const LARGE: usize = 1000;
/// The engine `doublets` takes a copy of all clauses, 64 bits for 64 of them, at every level.
const MOST_CLAUSES: usize = 1 << 20;
/// The engine `components` goes as deep as there are variables.
const DEEPEST: u32 = 500_000;

impl Puzzle {
    /// The questions about a formula, if that is what the puzzle is.
    ///
    /// ```
    /// use puzzle::{Options, Puzzle};
    /// let puzzle = Puzzle::read("example", "(1 -2) (1 2 3) (-1 2 3)", None).unwrap();
    /// let answer = puzzle.cnf().unwrap().count(&Options::default()).unwrap();
    /// assert_eq!(answer.solutions, 4_u32.into());
    /// ```
    pub fn cnf(&self) -> Option<CnfQuestions<'_>> {
        match self.description().form() {
            Form::Cnf(puzzle) => Some(CnfQuestions { formula: Cow::Borrowed(puzzle.formula()) }),
            _ => None,
        }
    }
}

impl CnfQuestions<'_> {
    /// The same formula, with models counted once that agree on these variables.
    pub fn project(self, onto: &[u32]) -> Result<Self, Failure> {
        let most = self.formula.variables();
        match onto.iter().find(|&&variable| variable == 0 || variable > most) {
            Some(variable) => Err(Failure::Usage(format!("there is no variable {variable}"))),
            None => {
                let formula = self.formula.into_owned().project(onto.to_vec());
                Ok(CnfQuestions { formula: Cow::Owned(formula) })
            }
        }
    }

    /// The formula that is asked about.
    pub fn formula(&self) -> &Cnf {
        &self.formula
    }

    /// Counts the models.
    pub fn count(&self, options: &Options) -> Result<Answer, Failure> {
        plain(options)?;
        let formula = &*self.formula;
        let small = self.is_small();
        // Where clauses are many a plain search is short; where they are few, parts fall apart.
        let dense = formula.clauses().len() >= 3 * formula.variables() as usize;
        let engine = match engine(options)? {
            Some(name) if SOLVERS.contains(&name) => {
                return Err(Failure::Declined(format!(
                    "{name} finds one model, it does not count"
                )));
            }
            Some(name) => name,
            None if small && dense => "doublets",
            None if formula.variables() > DEEPEST => "cubes",
            None => "components",
        };
        if engine != "components" {
            let mut nothing = |_: &[i32], _: &BigUint| ControlFlow::Continue(());
            return self.list(options, engine, &mut nothing);
        }
        if formula.variables() > DEEPEST {
            let message = format!("the engine components takes up to {DEEPEST} variables");
            return Err(Failure::Declined(message));
        }
        let reasons =
            vec!["components: parts that share no variable multiply; each is counted once".into()];
        let (solutions, nodes, stopped) = match components::count(formula, &options.control) {
            Ok((count, nodes)) => (count, nodes, None),
            Err(reason) => (BigUint::ZERO, options.control.progress.nodes(), Some(reason)),
        };
        Ok(answer(solutions, nodes, stopped, engine, reasons))
    }

    /// Whether the paper's engine takes it.
    fn is_small(&self) -> bool {
        let formula = &self.formula;
        formula.variables() <= doublets::WIDEST
            && formula.clauses().len() <= MOST_CLAUSES
            && formula.projection().is_none()
    }

    /// Whether two unlike engines take the formula.
    pub fn may_confirm(&self) -> Result<(), Failure> {
        match self.is_small() || self.formula.variables() <= DEEPEST {
            true => Ok(()),
            false => Err(Failure::Declined(format!(
                "formulas of over {DEEPEST} variables are counted by one engine only"
            ))),
        }
    }

    /// Repeats a complete count with an engine unlike the first one: cubes that are listed against
    /// parts that are multiplied. [`Failure::Disagreement`] if the figures differ. The answer may be
    /// incomplete: then nothing is confirmed.
    pub fn confirm(&self, options: &Options, first: &Answer) -> Result<Answer, Failure> {
        self.may_confirm()?;
        let engine = match first.engine.as_str() {
            "components" if self.is_small() => "doublets",
            "components" => "cubes",
            _ => "components",
        };
        let again = Options { engine: Some(engine.into()), ..options.clone() };
        let mut second = self.count(&again)?;
        second.reasons.iter_mut().for_each(|reason| *reason = format!("confirmed: {reason}"));
        compare(first, second)
    }

    /// Hands every cube to `visit`, with the number of models it stands for. Cubes are disjoint and
    /// together cover exactly the models.
    pub fn cubes(
        &self,
        options: &Options,
        visit: &mut dyn FnMut(&[i32], &BigUint) -> ControlFlow<()>,
    ) -> Result<Answer, Failure> {
        plain(options)?;
        let engine = match engine(options)? {
            Some(name @ ("doublets" | "cubes")) => name,
            Some(_) => {
                return Err(Failure::Declined("cubes are listed by doublets or by cubes".into()));
            }
            None if self.is_small() => "doublets",
            None => "cubes",
        };
        self.list(options, engine, visit)
    }

    fn list(
        &self,
        options: &Options,
        engine: &'static str,
        visit: &mut dyn FnMut(&[i32], &BigUint) -> ControlFlow<()>,
    ) -> Result<Answer, Failure> {
        let formula = &*self.formula;
        let mut sum = BigUint::ZERO;
        let mut take = |cube: &[i32]| {
            let weight = formula.weight(cube);
            sum += &weight;
            visit(cube, &weight)
        };
        let (ended, reason) = match engine {
            "doublets" => {
                if !self.is_small() {
                    let message = format!(
                        "the engine doublets takes up to {} variables, {MOST_CLAUSES} clauses and \
                         no projection",
                        doublets::WIDEST
                    );
                    return Err(Failure::Declined(message));
                }
                let ended = doublets::search(formula, &options.control, &mut take);
                (ended, "doublets: clauses as bit patterns, clauses of two first")
            }
            _ => {
                let ended = cubes::search(formula, &options.control, &mut take);
                (ended, "cubes: conflict-driven search that never blocks a model")
            }
        };
        Ok(answer(sum, ended.nodes, ended.stopped, engine, vec![reason.into()]))
    }

    /// One model, every variable set; `None` if there is none. `proof` gets a proof of that in the
    /// DRAT format.
    pub fn model(
        &self,
        options: &Options,
        proof: Option<single::Proof<'_>>,
    ) -> Result<(Option<Vec<i32>>, Answer), Failure> {
        plain(options)?;
        let (name, reason) = match engine(options)? {
            Some(name) if SOLVERS.contains(&name) => (name, "asked for".into()),
            Some(_) => {
                let solvers = SOLVERS.join(" or ");
                let message = format!("one model is found by {solvers}; or use --limit 1");
                return Err(Failure::Declined(message));
            }
            None if cfg!(feature = "cadical") && self.formula.clauses().len() >= LARGE => {
                ("cadical", format!("{LARGE} clauses or more"))
            }
            None => ("batsat", "a small formula, or no other solver built in".into()),
        };
        let reasons = vec![format!("{name}: a SAT solver, for one model ({reason})")];
        let found = match name {
            #[cfg(feature = "cadical")]
            "cadical" => single::cadical::solve(&self.formula, &options.control, proof),
            _ => single::batsat::solve(&self.formula, &options.control, proof),
        };
        let conflicts = options.control.progress.nodes();
        let (model, count, stopped) = match found {
            single::Found::Model(model) => (Some(model), 1_u32, Some(StopReason::Satisfied)),
            single::Found::Nothing => (None, 0, None),
            single::Found::Stopped(reason) => (None, 0, Some(reason)),
        };
        Ok((model, answer(count.into(), conflicts, stopped, name, reasons)))
    }
}

fn answer(
    solutions: BigUint,
    nodes: u64,
    stopped: Option<StopReason>,
    engine: &str,
    reasons: Vec<String>,
) -> Answer {
    let (engine, order) = (engine.into(), "dynamic".into());
    Answer { solutions, classes: None, nodes, stopped, engine, order, restricted: false, reasons }
}

/// Refuses what makes no sense for formulas.
fn plain(options: &Options) -> Result<(), Failure> {
    if options.order.is_some() || options.restriction != Restriction::None {
        return Err(Failure::Usage(
            "orders of aspects and restrictions are for exact covers".into(),
        ));
    }
    if options.checkpoint.is_some() || options.resume.is_some() {
        return Err(Failure::Usage("runs about formulas are not saved".into()));
    }
    Ok(())
}

fn engine(options: &Options) -> Result<Option<&'static str>, Failure> {
    let Some(name) = options.engine.as_deref() else { return Ok(None) };
    cnf::NAMES.iter().copied().find(|known| *known == name).map(Some).ok_or_else(|| {
        let hint = nearest::hint(name, cnf::NAMES.iter().copied());
        Failure::Usage(format!("there is no engine `{name}` for formulas: {hint}"))
    })
}
