//! Nonograms through the facade: the paper's example, the catalogue's answers, new puzzles.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use proptest::prelude::*;
use puzzle::scene::text::TextOptions;
use puzzle::{Answer, Ask, Choices, Failure, Puzzle, Question, Run};
use puzzle_core::lines::{Difficulty, Lines, LinesFinding, Picture};
use puzzle_core::{Budget, Control, Finding, Ignore, Problem, StopReason};
use puzzle_engines::lines::reference;
use puzzle_engines::meta::{self, Strategy};
use puzzle_families::catalogue::ENTRIES;
use puzzle_families::nonogram::generate::{Made, Model, NotMade, Scatter, make};
use puzzle_families::nonogram::{Inks, Nonogram};
use puzzle_families::{Description, Generator, Source};

fn ask(puzzle: &Puzzle, ask: &Ask) -> Answer {
    puzzle.ask(ask, &Run::default(), &mut Ignore).unwrap()
}

fn finding(answer: &Answer) -> &LinesFinding {
    match &answer.finding {
        Finding::Lines(found) => found,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_papers_example_has_the_two_solutions_that_the_paper_shows() {
    let puzzle = Puzzle::named("nonogram-richards").unwrap();
    let all = Ask::new(Question::All);
    let mut found = Vec::new();
    let mut sink = |solution: &[u32]| {
        puzzle.description().check(solution).unwrap();
        let fields = puzzle.description().fields(&all, solution);
        let rows: Vec<&str> =
            fields["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        found.push(rows.join("/"));
        ControlFlow::Continue(())
    };
    puzzle.ask(&all, &Run::default(), &mut sink).unwrap();
    found.sort();
    assert_eq!(found, [".##../#..../#..##/##..#/.###.", "..##./.#.../#..##/##..#/###.."]);
    let answer = ask(&puzzle, &Ask::new(Question::Unique));
    let told =
        puzzle.description().tell(&Ask::new(Question::Unique), &answer, TextOptions::default());
    assert!(
        told.text.starts_with("several solutions; these two differ in 6 cells, marked ! and ?")
    );
    assert_eq!(told.fields["differing"].as_array().unwrap().len(), 6);
    assert_eq!(
        (&told.fields["unique"], &told.fields["answer"]),
        (&false.into(), &"several".into())
    );
}

#[test]
fn every_nonogram_of_the_catalogue_has_as_many_solutions_as_it_says() {
    let mut hard = 0;
    for entry in ENTRIES {
        let puzzle = Puzzle::named(entry.name).unwrap();
        if puzzle.family().name != "nonogram" {
            continue;
        }
        let description = puzzle.description();
        let known = description.known().solutions.clone();
        let count = ask(&puzzle, &Ask::new(Question::Count));
        assert_eq!((Some(count.solutions), count.stopped), (known, None), "{}", entry.name);
        let proof = ask(&puzzle, &Ask::new(Question::Unique));
        let found = finding(&proof);
        assert_eq!(proof.stopped, None);
        assert!(found.solutions.iter().all(|solution| description.check(solution).is_ok()));
        match &found.solutions[..] {
            [_] => {}
            [first, second] => assert_ne!(first, second),
            other => panic!("{}: {} solutions", entry.name, other.len()),
        }
        hard += usize::from(found.effort.difficulty() != Difficulty::Lines);
    }
    assert!(hard >= 4, "only {hard} need more than lines");
}

#[test]
fn reasons_and_difficulty_are_told_in_words() {
    let key = Puzzle::named("nonogram-key").unwrap();
    let tell = |ask: &Ask| {
        let answer = key.ask(ask, &Run::default(), &mut Ignore).unwrap();
        key.description().tell(ask, &answer, TextOptions::default())
    };
    let told = tell(&Ask::new(Question::Explain).with("reasons", "3,8"));
    assert_eq!(told.text, "row 3: the 10 must cover columns 7 to 13\n");
    let told = tell(&Ask::new(Question::First).with("difficulty", ""));
    assert_eq!(told.remarks, ["solved line by line; 91 lines looked at"]);
    assert_eq!(told.fields["difficulty"]["stage"], "lines");
    let nowhere = Ask::new(Question::Explain).with("reasons", "8,1");
    let refused = key.ask(&nowhere, &Run::default(), &mut Ignore).unwrap_err();
    assert_eq!(refused, Failure::Usage("there is no cell 8,1".into()));
    let badly = Ask::new(Question::Explain).with("reasons", "x");
    assert!(matches!(key.ask(&badly, &Run::default(), &mut Ignore), Err(Failure::Usage(_))));
}

#[test]
fn a_count_stops_at_its_limit() {
    let ones = Puzzle::named("nonogram-ones").unwrap();
    let answer = ask(&ones, &Ask::new(Question::Count).with("limit", 1000));
    assert_eq!((answer.solutions, answer.stopped), (1000_u32.into(), Some(StopReason::Satisfied)));
    let all = ask(&ones, &Ask::new(Question::Count));
    assert_eq!((all.solutions, all.stopped), (479_001_600_u32.into(), None));
}

/// A random picture of so many rows and columns, percent and colours.
fn scattered(height: usize, width: usize, percent: u64, colours: u8) -> Scatter {
    Scatter { width, height, colours, per_thousand: 10 * percent }
}

fn generate(model: &Model, seed: u64) -> Result<Made, NotMade> {
    make(model, seed, &Strategy, &Run::default())
}

fn count(picture: &Picture) -> puzzle_core::BigUint {
    let problem = Problem::Lines(Lines::of(picture).unwrap());
    let ask = Ask::new(Question::Count);
    meta::answer(&problem, &ask, &Run::default(), &mut Ignore).unwrap().solutions
}

#[test]
fn generated_puzzles_have_one_solution_and_the_same_seed_gives_the_same() {
    let model = Model::Random(scattered(10, 12, 60, 2));
    for seed in 1..6 {
        let made = generate(&model, seed).unwrap();
        assert_eq!(Ok(&made), generate(&model, seed).as_ref());
        assert_eq!(count(&made.picture), 1_u32.into(), "{seed}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn small_generated_puzzles_have_one_solution_by_brute_force(
        height in 1_usize..6, width in 1_usize..6, percent in 1_u64..100, colours in 1_u8..3,
        seed in any::<u64>(),
    ) {
        let wanted = scattered(height, width, percent, colours);
        let made = generate(&Model::Random(wanted), seed).unwrap();
        let solutions = reference::solutions(&Lines::of(&made.picture).unwrap());
        prop_assert_eq!(solutions, vec![made.picture.clone()]);
        // From a picture as well: the same picture, since it needs no change.
        let again = generate(&Model::Picture(made.picture.clone()), 1);
        prop_assert_eq!(again.map(|again| again.changed), Ok(0));
    }

    #[test]
    fn puzzles_from_any_small_picture_have_one_solution_by_brute_force(
        width in 1_usize..6, cells in prop::collection::vec(0_u8..3, 1..25), seed in any::<u64>(),
    ) {
        let width = width.min(cells.len());
        let height = cells.len() / width;
        let picture = Picture { width, height, cells: cells[..width * height].to_vec() };
        let made = generate(&Model::Picture(picture.clone()), seed).unwrap();
        prop_assert_eq!(made.changed, made.picture.differing(&picture).len());
        let solutions = reference::solutions(&Lines::of(&made.picture).unwrap());
        prop_assert_eq!(solutions, vec![made.picture]);
    }
}

/// Sizes, densities and colours that must succeed. A look at a picture is what the generator's
/// time goes into, so looks are bounded here, not seconds.
#[test]
fn every_usual_size_and_density_succeeds_within_a_few_thousand_looks_and_keeps_its_density() {
    let thirty = [30, 36, 42, 48, 54, 60, 66, 70].map(|percent| (30, 30, percent, 1));
    let sizes = [20, 35, 50].into_iter();
    let others = sizes.flat_map(|size| [40, 50, 60].map(|percent| (size, size, percent, 1)));
    let coloured = [(30, 30, 42, 2), (20, 30, 35, 4), (15, 15, 50, 9)];
    let odd = [(1, 40, 50, 1), (2, 40, 50, 1), (30, 30, 1, 1), (30, 30, 99, 1), (10, 10, 10, 1)];
    let all = thirty.into_iter().chain(others).chain(coloured).chain(odd);
    for (height, width, percent, colours) in all {
        let wanted = scattered(height, width, percent, colours);
        for seed in 1..=3 {
            let made = make(&Model::Random(wanted), seed, &Strategy, &looks(5000));
            let what = format!("{height}x{width}, {percent} %, {colours} colours, seed {seed}");
            let made = made.unwrap_or_else(|why| panic!("{what}: {why:?}"));
            let coloured = made.picture.cells.iter().filter(|&&colour| colour != 0).count();
            let strayed = coloured.abs_diff(wanted.coloured());
            assert!(strayed <= (height * width / 50).max(1), "{what}: strayed by {strayed}");
            assert!(coloured > 0, "{what}");
            assert_eq!(count(&made.picture), 1_u32.into(), "{what}");
        }
    }
}

/// A run of so many looks at pictures.
fn looks(nodes: u64) -> Run {
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    Run::default().under(Control { budget, ..Control::default() })
}

#[test]
fn a_limit_of_looks_and_an_interrupt_stop_a_generator_with_their_reason() {
    let model = Model::Random(scattered(40, 40, 30, 1));
    let stopped = make(&model, 1, &Strategy, &looks(2));
    assert_eq!(stopped, Err(NotMade::Stopped(StopReason::NodeLimit)));
    let run = Run::default();
    run.control.budget.interrupt.store(true, Ordering::Relaxed);
    let stopped = make(&model, 1, &Strategy, &run);
    assert_eq!(stopped, Err(NotMade::Stopped(StopReason::Interrupted)));
}

#[test]
fn a_picture_with_one_solution_is_left_as_it_is() {
    let puzzle = Puzzle::named("nonogram-tree").unwrap();
    let goal = puzzle.description().known().solution.clone().unwrap();
    let answer = ask(&puzzle, &Ask::new(Question::Unique));
    assert_eq!(finding(&answer).solutions, std::slice::from_ref(&goal));
    let numbers = puzzle.description().numbers();
    let side = |name: &str| numbers[name].as_u64().unwrap() as usize;
    let cells = goal.iter().map(|&colour| colour as u8).collect();
    let goal = Picture { width: side("width"), height: side("height"), cells };
    let made = generate(&Model::Picture(goal.clone()), 1).unwrap();
    assert_eq!((made.picture, made.changed), (goal, 0));
}

#[test]
fn a_picture_with_several_solutions_is_changed_in_few_cells() {
    let mut picture = Picture::blank(6, 6);
    for i in 0..6 {
        picture.cells[i * 6 + i] = 1;
    }
    let diagonal = picture.clone();
    let made = generate(&Model::Picture(picture), 4).unwrap();
    assert!(made.changed > 0 && made.changed < 25, "{}", made.changed);
    // Each change is needed: the first colour of any one cell brings other solutions back.
    for cell in made.picture.differing(&diagonal) {
        let mut back = made.picture.clone();
        back.cells[cell] = diagonal.cells[cell];
        assert!(count(&back) > 1_u32.into());
    }
}

/// What the generator of the family makes of these choices.
fn generated(chosen: &[(&str, &str)], run: &Run) -> (Option<String>, Vec<String>) {
    let mut choices = Choices::none();
    chosen.iter().for_each(|(name, value)| choices.set(*name, *value));
    let generator: &dyn Generator = puzzle_families::find("nonogram").unwrap().generator.unwrap();
    let open = |name: &str| match puzzle_families::catalogue::find(name) {
        Some(text) => Ok(Source::text(name, text)),
        None => Err(Failure::Usage(format!("there is no {name}"))),
    };
    let made = generator.generate(&choices, &open, &Strategy, run).unwrap();
    (made.text, made.remarks)
}

#[test]
fn the_family_makes_puzzles_of_what_is_chosen() {
    let (text, remarks) = generated(&[("size", "8x8"), ("seed", "3")], &Run::default());
    let text = text.unwrap();
    assert!(text.starts_with("width 8\nheight 8\n\nrows\n2,1,1\n4,2\n4\n2,4\n"), "{text}");
    assert!(
        text.ends_with(
            "goal \"0110010111110011000111101100111101000100011101101011110001100010\"\n"
        )
    );
    assert_eq!(remarks, ["seed 3; 0 cells repainted to leave one solution"]);
    let from = [("picture", "nonogram-richards"), ("seed", "1"), ("no-goal", "")];
    let (text, remarks) = generated(&from, &Run::default());
    let text = text.unwrap();
    assert!(text.starts_with("title \"The nonogram of document 003\"\nwidth 5\n"), "{text}");
    assert!(!text.contains("goal"));
    assert_eq!(remarks, ["seed 1; 1 cell repainted to leave one solution"]);
    let coloured = [("size", "9x11"), ("colors", "3"), ("seed", "5"), ("to", "xml"), ("name", "N")];
    let (text, _) = generated(&coloured, &Run::default());
    let made = Puzzle::read("made", &text.unwrap(), None).unwrap();
    assert_eq!((made.description().name(), made.family().name), ("N", "nonogram"));
    assert_eq!(ask(&made, &Ask::new(Question::Count)).solutions, 1_u32.into());
    let hard = [("size", "40x40"), ("density", "30"), ("seed", "1")];
    let (text, remarks) = generated(&hard, &looks(3));
    assert_eq!(text, None);
    assert_eq!(remarks[0], "stopped: node limit; no puzzle yet with seed 1");
}

#[test]
fn a_puzzle_is_written_in_two_forms_and_read_again() {
    let picture = Picture { width: 3, height: 2, cells: vec![0, 1, 1, 1, 0, 0] };
    let puzzle = Nonogram::of_picture("p", picture, Inks::black()).unwrap();
    for form in ["non", "xml"] {
        let again = Puzzle::read("again", &puzzle.export(form).unwrap(), None).unwrap();
        let read = again.description();
        assert_eq!((read.name(), &read.known().solution), ("p", &puzzle.known().solution));
    }
    assert!(puzzle.export("dlx").is_err());
}

#[test]
fn a_second_engine_confirms_a_count() {
    let confirm = Ask { confirm: true, ..Ask::new(Question::Count) };
    // A permutation of seven: 5040 pictures, counted along a frontier and then one by one.
    let ones = "row 1\n".repeat(7) + &"col 1\n".repeat(7);
    let ones = Puzzle::read("ones", &ones, None).unwrap();
    let named = |name| Puzzle::named(name).unwrap();
    for (puzzle, engines) in [
        (named("nonogram-richards"), ["lines", "sat"]),
        (named("nonogram-key"), ["lines", "sat"]),
        (named("nonogram-stain"), ["lines", "sat"]),
        (ones, ["frontier", "lines"]),
    ] {
        let first = ask(&puzzle, &confirm);
        let second = first.confirmed.as_ref().unwrap();
        assert_eq!([first.engine.as_str(), second.engine.as_str()], engines);
        assert_eq!((&second.solutions, second.stopped), (&first.solutions, None));
    }
}
