//! Monotone maps between partially ordered sets (document 003 §5).
//!
//! `format` reads the description, `expression` evaluates the orders in it, `draw` makes Hasse
//! diagrams. What a monotone map is says `puzzle_core::Monotone`.

mod draw;
mod expression;
mod format;

use puzzle_core::{
    Answer, Ask, Bound, Budget, ChoiceTable, Diagnostic, Failure, Finding, Json, Map, MapProblem,
    Monotone, Poset, Problem, Question, Side, json,
};
use puzzle_scene::text::TextOptions;
use puzzle_scene::{Frame, Scene};

use crate::family::{numbers_under, repeated_as_they_are};
use crate::shared::{LIMIT, UNIQUE};
use crate::{Description, Family, Known, Lowered, Reading, Showing, Source, Told};

/// The family.
pub static FAMILY: Family = Family {
    name: "monotone",
    about: "monotone maps between partially ordered sets: chains, lattices, products, covers",
    questions: &[Question::First, Question::All, Question::Count, Question::Unique],
    tables: &[&TABLE],
    ..Family::read_by(read)
};

static TABLE: ChoiceTable =
    ChoiceTable { heading: "Monotone maps", whose: "monotone maps", choices: &[UNIQUE, LIMIT] };

fn read(source: &Source) -> Result<Reading, Diagnostic> {
    let format::Written { name, from, to, known } = format::read(source)?;
    let problem = Problem::Monotone(MapProblem::new(from.clone(), to.clone()));
    let puzzle = MonotonePuzzle { name, from, to, problem, known };
    Ok(Reading { puzzle: Box::new(puzzle), warnings: Vec::new() })
}

/// The maps from one order to another.
#[derive(Debug)]
pub struct MonotonePuzzle {
    name: String,
    from: Side,
    to: Side,
    problem: Problem,
    known: Known,
}

impl MonotonePuzzle {
    /// The orders, unless one of them is too large to be written down.
    fn written(&self) -> Option<&Monotone> {
        match &self.problem {
            Problem::Monotone(maps) => maps.written(),
            _ => None,
        }
    }

    /// A map in words: `a→0 b→1`.
    fn in_words(&self, values: &[u32]) -> String {
        let Some(maps) = self.written() else { return String::new() };
        let name = |(x, &value): (&String, &u32)| {
            format!("{x}→{}", maps.to.names().get(value as usize).map_or("?", String::as_str))
        };
        let words: Vec<String> = maps.from.names().iter().zip(values).map(name).collect();
        words.join(" ")
    }

    /// A map as a picture: the diagram of the arguments with the values in it.
    fn draw_map(&self, values: &[u32]) -> Frame {
        let Some(problem) = self.written() else { return Frame::default() };
        let label = |x: u32| {
            let value = values.get(x as usize).and_then(|&v| problem.to.names().get(v as usize));
            value.cloned().unwrap_or_default()
        };
        draw::hasse(&problem.from, &label)
    }
}

/// Orders with more elements are not measured: it would take long.
const MEASURED: usize = 1024;

fn figures(what: &str, side: &Side) -> Vec<(String, String)> {
    let of = |figure: &str| format!("{what}, {figure}");
    let order = match side {
        Side::Order(order) => order,
        Side::Maps(maps) => {
            let text = format!(
                "maps of {} elements to {}, over {} of them",
                maps.from.len(),
                maps.to.len(),
                Poset::LARGEST
            );
            return vec![(of("elements"), text)];
        }
    };
    let levels: Vec<String> = order.levels().iter().map(ToString::to_string).collect();
    let mut figures = vec![
        (of("elements"), order.len().to_string()),
        (of("height"), order.levels().len().to_string()),
    ];
    if order.len() <= MEASURED {
        figures.push((of("width"), order.width().to_string()));
    }
    if levels.len() <= 100 {
        figures.push((of("levels"), levels.join(" ")));
    }
    if let Some(count) = order.automorphisms() {
        figures.push((of("automorphisms"), count.to_string()));
    }
    figures
}

fn diagram(what: &str, side: &Side) -> Frame {
    let frame = match side {
        Side::Order(order) => draw::hasse(order, &|x| order.names()[x as usize].clone()),
        Side::Maps(_) => Frame { notes: vec!["too large to be drawn".into()], ..Frame::default() },
    };
    Frame { caption: what.into(), ..frame }
}

impl Description for MonotonePuzzle {
    fn family(&self) -> &'static str {
        "monotone"
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn figures(&self) -> Vec<(String, String)> {
        [figures("from", &self.from), figures("to", &self.to)].concat()
    }

    fn known(&self) -> &Known {
        &self.known
    }

    fn draw(&self) -> Scene {
        let mut frames = vec![diagram("from", &self.from)];
        if self.from != self.to {
            frames.push(diagram("to", &self.to));
        }
        Scene { title: self.name.clone(), frames }
    }

    fn lower(&self, _: &Ask, _: &Budget) -> Result<Lowered<'_>, Failure> {
        Ok(Lowered::whole(&self.problem))
    }

    fn noun(&self, _: &Ask) -> (&'static str, &'static str) {
        ("map", "maps")
    }

    fn frames(&self, _: &Ask, solution: &[u32]) -> Vec<Frame> {
        vec![self.draw_map(solution)]
    }

    fn words(&self, solution: &[u32], _: &Showing<'_>) -> String {
        self.in_words(solution) + "\n"
    }

    fn fields(&self, _: &Ask, solution: &[u32]) -> Map<String, Json> {
        let words = self.in_words(solution).into();
        Map::from_iter([("values".into(), json!(solution)), ("picture".into(), words)])
    }

    fn read_solution(&self, fields: &Json) -> Result<Option<Vec<u32>>, String> {
        numbers_under(fields, "values")
    }

    fn check(&self, solution: &[u32]) -> Result<(), String> {
        match self.written() {
            Some(maps) => maps.check(solution),
            None => Err("an order is too large to be written down".into()),
        }
    }

    fn check_together(&self, solutions: &[Vec<u32>]) -> Option<String> {
        repeated_as_they_are(solutions)
    }

    fn tell(&self, _: &Ask, answer: &Answer, _: TextOptions) -> Told {
        match &answer.finding {
            Finding::AtLeast(bound) => tell_bound(bound),
            _ => Told::default(),
        }
    }
}

/// A lower bound in words: how many maps there are at least, and why.
fn tell_bound(bound: &Bound) -> Told {
    let (base, exponent, power) = (&bound.base, &bound.exponent, bound.power_of_two());
    let mut told = Told { closing: Some(String::new()), ..Told::default() };
    told.fields.insert("count".into(), Json::Null);
    told.fields.insert("at_least".into(), format!("{base}^{exponent}").into());
    told.fields.insert("at_least_power_of_two".into(), power.to_string().into());
    let (rounded, alone) = match *base == 2_u32.into() {
        true => (String::new(), String::new()),
        false => (format!(", over 2^{power}"), format!(" (two values alone give 2^{exponent})")),
    };
    told.text = format!("at least {base}^{exponent}{rounded}\n");
    told.remarks.push(format!(
        "too many to be counted: {exponent} incomparable elements can each go to any of {base} \
         values, whatever the others do{alone}"
    ));
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Reading, Diagnostic> {
        FAMILY.read(&Source::text("test", format!("family = \"monotone\"\n{body}")))
    }

    fn problem(reading: &Reading) -> MapProblem {
        let lowered = reading.puzzle.lower(&Ask::new(Question::Count), &Budget::default()).unwrap();
        let Problem::Monotone(maps) = lowered.problem.into_owned() else { panic!() };
        maps
    }

    fn sizes(body: &str) -> (usize, usize) {
        let reading = read(body).unwrap_or_else(|error| panic!("{}", error.message));
        let MapProblem::Written(maps) = problem(&reading) else { panic!() };
        (maps.from.len(), maps.to.len())
    }

    #[test]
    fn expressions_have_the_sizes_they_should() {
        for (expression, size) in [
            ("chain 3", 3),
            ("antichain 4", 4),
            ("boolean 3", 8),
            ("boolean 0", 1),
            ("chain 2 * chain 3", 6),
            ("chain 2 + chain 3 * chain 2", 8),
            ("(chain 2 + chain 3) * chain 2", 10),
            ("dual chain 5", 5),
            ("dual dual (chain 5)", 5),
            ("chain 2 -> chain 2", 3),
            ("chain 2 -> chain 2 -> chain 2", 6),
            ("(chain 2 -> chain 2) -> chain 2 -> chain 2", 10),
            ("boolean 4 -> chain 2", 168),
        ] {
            let body = format!("from = \"{expression}\"\nto = \"chain 2\"\n");
            assert_eq!(sizes(&body).0, size, "{expression}");
        }
    }

    #[test]
    fn orders_by_their_covers_and_by_name() {
        let body = "from = \"N * N\"\nto = \"M\"\n[poset.N]\ncovers = [\"a < c\", \"b < c\", \
                    \"b < d\"]\n[poset.M]\nis = \"dual N + E\"\n[poset.E]\ncovers = []\n\
                    elements = [\"x\", \"y\"]\n";
        assert_eq!(sizes(body), (16, 6));
    }

    #[test]
    fn an_order_of_maps_that_is_too_large_is_kept_as_its_parts() {
        let d2 = "((chain 2 -> chain 2) -> chain 2 -> chain 2)";
        let reading = read(&format!("from = \"{d2} -> {d2}\"\nto = \"chain 2\"\n")).unwrap();
        let MapProblem::Vast { from: Side::Maps(maps), .. } = problem(&reading) else { panic!() };
        assert_eq!((maps.from.len(), maps.to.len()), (10, 10));
    }

    #[test]
    fn every_mistake_gets_its_own_complaint_with_place_and_hint() {
        let to = "to = \"chain 2\"\n";
        let bodies = [
            String::new(),
            "from = \"chain 2\"\n".into(),
            format!("from = 3\n{to}"),
            format!("from = \"chain\"\n{to}"),
            format!("from = \"chain x\"\n{to}"),
            format!("from = \"chain 99999\"\n{to}"),
            format!("from = \"boolean 40\"\n{to}"),
            format!("from = \"chain 2 chain 3\"\n{to}"),
            format!("from = \"(chain 2\"\n{to}"),
            format!("from = \"chain 2 * \"\n{to}"),
            format!("from = \"chain 2 & chain 3\"\n{to}"),
            format!("from = \"chian 2\"\n{to}"),
            format!("from = \"{}chain 2{}\"\n{to}", "(".repeat(80), ")".repeat(80)),
            format!("from = \"(boolean 4 -> boolean 4) * chain 2\"\n{to}"),
            format!("from = \"boolean 12{}\"\n{to}", " * chain 1".repeat(40)),
            format!("from = \"P\"\n{to}[poset.P]\ncovers = [\"a < b\", \"b < c < a\"]\n"),
            format!("from = \"P\"\n{to}[poset.P]\ncovers = [\"a < a\"]\n"),
            format!("from = \"P\"\n{to}[poset.P]\ncovers = [\"a b < c\"]\n"),
            format!("from = \"P\"\n{to}[poset.P]\ncovers = [\"a <\"]\n"),
            format!("from = \"P\"\n{to}[poset.P]\nis = \"Q\"\n[poset.Q]\nis = \"P * P\"\n"),
            format!("from = \"P\"\n{to}[poset.P]\ncover = [\"a < b\"]\n"),
            format!("from = \"chain 2\"\n{to}[poset.P]\nis = \"chain\"\n"),
            format!("from = \"chain 2\"\n{to}[poset.\"P Q\"]\nis = \"chain 2\"\n"),
            (0..1000).fold(format!("from = \"P0\"\n{to}"), |text, i| {
                format!("{text}[poset.P{i}]\nis = \"P{}\"\n", i + 1)
            }),
        ];
        let complaint = |body: &String| {
            let text = format!("family = \"monotone\"\n{body}");
            let error = read(body).err().unwrap_or_else(|| panic!("{body} is wrong"));
            error.render("test", &text)
        };
        let all: Vec<String> = bodies.iter().map(complaint).collect();
        insta::assert_snapshot!(all.join("\n"));
    }
}
