//! What is printed for programs is what the schema says, in every family.

#[path = "every/mod.rs"]
mod every;

use boon::{Compiler, SchemaIndex, Schemas};
use every::{EVERY, puzzle, text};
use serde_json::Value;

/// The schema that the command prints, for one kind of object.
struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    fn of(kind: &str) -> Self {
        let output = puzzle(&["schema"]);
        let schema: Value = serde_json::from_slice(&output.stdout).unwrap();
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("urn:puzzle-processor:answers:1", schema).unwrap();
        let place = format!("urn:puzzle-processor:answers:1#{kind}");
        let index = compiler.compile(&place, &mut schemas).unwrap();
        Schema { schemas, index }
    }

    /// What is wrong with an object.
    fn wrong(&self, json: &Value) -> Option<String> {
        self.schemas.validate(json, self.index).err().map(|error| format!("{error:#}"))
    }

    fn check(&self, json: &Value, what: &str) {
        if let Some(wrong) = self.wrong(json) {
            panic!("{what}: {wrong}\n{json}");
        }
    }
}

fn json(arguments: &[&str]) -> Value {
    let output = puzzle(arguments);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", text(&output.stderr)))
}

#[test]
fn answers_of_every_family_are_as_the_schema_says() {
    let (answer, whole) = (Schema::of("/$defs/answer"), Schema::of(""));
    for example in EVERY {
        for words in [
            &["solve", "--json"][..],
            &["solve", "--json", "--limit", "2"],
            &["solve", "--json", "--unique"],
            &["solve", "--json", "--difficulty"],
            &["count", "--json"],
            &["count", "--json", "--up-to", "symmetry"],
            &["count", "--json", "--levels"],
        ] {
            for name in [Some(example.puzzle), example.hopeless].into_iter().flatten() {
                let typed = [words, &[name][..]].concat();
                let told = json(&typed);
                // Not every family has every word.
                if told.get("error").is_none() {
                    answer.check(&told, &typed.join(" "));
                }
                whole.check(&told, &typed.join(" "));
            }
        }
    }
}

#[test]
fn solutions_have_moves_or_a_grid_or_values_and_nothing_that_is_not_documented() {
    let line = Schema::of("/$defs/line");
    for example in EVERY {
        let output = puzzle(&["solve", "--ndjson", example.puzzle]);
        let lines: Vec<Value> =
            text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (solution, totals) = (&lines[0], &lines[1]);
        line.check(solution, example.family);
        assert!(line.wrong(totals).is_some(), "{}: totals are no solution", example.family);
        let known = ["grid", "grids", "moves", "pieces", "values", "literals", "lit"];
        assert!(known.iter().any(|field| solution.get(field).is_some()), "{solution}");
    }
}

#[test]
fn what_other_verbs_print_and_errors_are_as_the_schema_says() {
    let all: Vec<&str> = EVERY.iter().map(|example| example.puzzle).collect();
    for (kind, words) in
        [("answers", &["count", "--json", "no-such-puzzle"][..]), ("answers", &["check", "--json"])]
    {
        let typed = [words, &all].concat();
        Schema::of(&format!("/$defs/{kind}")).check(&json(&typed), &words.join(" "));
    }
    for (kind, words) in [
        ("catalogue", &["list", "--json"][..]),
        ("engines", &["engines", "--json"]),
        ("refusal", &["count", "--json", "no-such-puzzle"]),
        ("refusal", &["count", "--json", "tests/bad/short.cnf"]),
        ("refusal", &["count", "--json", "--no-such-option", "soma"]),
    ] {
        Schema::of(&format!("/$defs/{kind}")).check(&json(words), &words.join(" "));
    }
    let (shown, checked) = (Schema::of("/$defs/shown"), Schema::of("/$defs/checked"));
    for name in all {
        shown.check(&json(&["show", "--json", name]), name);
        checked.check(&json(&["check", "--json", name]), name);
    }
}

#[test]
fn the_schema_refuses_what_it_does_not_know() {
    let line = Schema::of("/$defs/line");
    let solution: Value =
        serde_json::from_str(r#"{"number":1,"picture":"x","grid":[["a",null]]}"#).unwrap();
    line.check(&solution, "a solution");
    for (field, value) in [("grid", "x"), ("moves", "up"), ("unheard-of", "1"), ("number", "1")] {
        let mut wrong = solution.clone();
        wrong[field] = value.into();
        assert!(line.wrong(&wrong).is_some(), "{field}");
    }
}
