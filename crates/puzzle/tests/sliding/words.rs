//! What is said of answers, to people and to programs, and solutions that are checked.

use std::ops::ControlFlow;

use puzzle::scene::text::TextOptions;
use puzzle::{Ask, Puzzle, Question, Run};
use puzzle_core::{Control, Json, json};
use puzzle_families::Showing;

/// The solutions and what is told, as text, and the fields.
fn told(name: &str, ask: &Ask) -> (String, Json) {
    let puzzle = Puzzle::named(name).unwrap();
    let showing = Showing { ask, number: None, note: None, text: TextOptions::default() };
    let mut text = String::new();
    let mut sink = |solution: &[u32]| {
        text += &puzzle.description().words(solution, &showing);
        ControlFlow::Continue(())
    };
    let answer = puzzle.ask(ask, &Run::default(), &mut sink).unwrap();
    let told = puzzle.description().tell(ask, &answer, TextOptions::default());
    (text + &told.text, told.fields.into())
}

#[test]
fn a_solution_is_told_in_boards_and_words() {
    let plain = Ask::new(Question::First).with("style", 4);
    let (text, _) = told("knuth-example", &plain.clone().with("moves", ""));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (5, "1: blocks 3a and 3b right 3"));
    assert_eq!(lines[4], "4 moves of style 4");
    let (boards, fields) = told("knuth-example", &plain.clone().with("hint", 1));
    assert!(boards.starts_with("start:\n          \n 1-1-1    \n"), "{boards}");
    assert!(boards.contains("\n1: blocks 3a and 3b right 3\n") && !boards.contains("\n2: "));
    assert_eq!((&fields["style"], &fields["distance"]), (&json!(4), &json!(4)));
    assert_eq!(told("knuth-example", &plain.with("distance", "")).0, "4\n");
}

#[test]
fn levels_and_the_furthest_configuration_are_told_with_their_numbers() {
    let ask = Ask::new(Question::Levels).with("style", 5);
    let (text, fields) = told("knuth-example", &ask);
    assert!(text.starts_with("0 1\n1 ") && text.ends_with("\n2457\n"), "{text}");
    assert_eq!((&fields["count"], &fields["distance"]), (&json!("2457"), &json!(2)));
    let levels = fields["configurations"].as_array().unwrap();
    assert_eq!(text.lines().count(), levels.len() + 1);
    assert_eq!(fields["eccentricity"], json!(levels.len() - 1));
    let ask = Ask::new(Question::Furthest).with("levels", "").with("distance", "").with("style", 5);
    let (text, fields) = told("knuth-example", &ask);
    assert!(text.contains("\n2\n2457 configurations, the furthest at "), "{text}");
    assert_eq!((&fields["total"], fields["furthest"].is_string()), (&json!(2457), true));
    let ask = Ask::new(Question::First).with("count-shortest", "").with("distance", "");
    let (text, fields) = told("eight-puzzle", &ask);
    assert_eq!(text.lines().next(), Some("31"));
    assert_eq!(text, format!("31\n{} shortest solutions\n", fields["count"].as_str().unwrap()));
}

#[test]
fn a_goal_that_cannot_be_reached_and_a_run_that_was_stopped_are_told() {
    let hopeless = Puzzle::read("hopeless", "1 x 3\n1 = 1\n2 = 1\n12\n21\n", None).unwrap();
    let ask = Ask::new(Question::First);
    let answer = hopeless.ask(&ask, &Run::default(), &mut puzzle_core::Ignore).unwrap();
    assert_eq!((answer.nodes, answer.is_complete()), (3, true));
    let told = hopeless.description().tell(&ask, &answer, TextOptions::default());
    assert_eq!(told.text, "");
    assert_eq!(told.why.as_deref(), Some("the goal cannot be reached"));
    assert_eq!(
        (&told.fields["distance"], &told.fields["configurations"]),
        (&Json::Null, &json!([1, 1, 1]))
    );
    let mut control = Control::default();
    control.budget.nodes = Some(1000);
    let eight = Puzzle::named("eight-puzzle").unwrap();
    let answer = eight.ask(&ask, &Run::default().under(control), &mut puzzle_core::Ignore).unwrap();
    let told = eight.description().tell(&ask, &answer, TextOptions::default());
    assert!(told.text.is_empty());
    assert!(told.closing.unwrap().starts_with("stopped: node limit, after "));
}

/// One solution of the example, as numbers and as it is written.
fn solved() -> (Puzzle, Vec<u32>, Json) {
    let puzzle = Puzzle::named("knuth-example").unwrap();
    let ask = Ask::new(Question::First).with("style", 5);
    let mut found = Vec::new();
    let mut sink = |solution: &[u32]| {
        found = solution.to_vec();
        ControlFlow::Continue(())
    };
    puzzle.ask(&ask, &Run::default(), &mut sink).unwrap();
    let fields = puzzle.description().fields(&ask, &found).into();
    (puzzle, found, fields)
}

#[test]
fn a_solution_is_checked_from_the_rules_and_a_wrong_one_is_refused() {
    let (puzzle, solution, fields) = solved();
    let description = puzzle.description();
    assert_eq!(description.check(&solution), Ok(()));
    assert_eq!(description.read_solution(&fields), Ok(Some(solution.clone())));
    assert_eq!(description.read_solution(&json!({})), Ok(None));
    assert_eq!(description.frames(&Ask::new(Question::First), &solution).len(), 3);
    let blocks = (solution.len() - 1) / 3;
    for cut in 0..solution.len() {
        assert!(description.check(&solution[..cut]).is_err(), "{cut}");
    }
    for (at, number) in [(0, 6), (0, 0), (1, 24), (1 + blocks, 999), (1 + blocks, 24)] {
        let mut wrong = solution.clone();
        wrong[at] = number;
        assert!(description.check(&wrong).is_err(), "{at} {number}");
    }
    let wrong = |change: &dyn Fn(&mut Json)| {
        let mut fields = fields.clone();
        change(&mut fields);
        description.read_solution(&fields)
    };
    assert!(wrong(&|f| f["style"] = json!(0)).is_err(), "several blocks move");
    assert!(wrong(&|f| f["start"] = json!("z")).is_err());
    assert!(wrong(&|f| f["moves"][0]["blocks"] = json!(["none"])).is_err());
    assert!(wrong(&|f| f["moves"][0]["steps"] = json!(["across"])).is_err());
    assert!(wrong(&|f| f["moves"][0] = json!({})).is_err());
    let short = wrong(&|f| f["moves"] = json!([])).unwrap().unwrap();
    assert_eq!(description.check(&short), Err("the last configuration is no goal".into()));
    assert!(description.check_together(&[solution.clone(), solution.clone()]).is_some());
    assert_eq!(description.check_together(&[solution, short]), None);
}

#[test]
fn choices_are_checked_before_anything_is_searched() {
    let puzzle = Puzzle::named("klotski").unwrap();
    for (name, value) in [("style", "6"), ("hint", "x"), ("animate", "-1"), ("compatible", "a")] {
        assert!(puzzle.check(&Ask::new(Question::First).with(name, value)).is_err(), "{name}");
    }
    assert!(puzzle.check(&Ask::new(Question::All)).is_err());
    assert!(puzzle.check(&Ask::new(Question::First).with("style", 5).with("levels", "")).is_ok());
}
