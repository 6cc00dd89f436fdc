//! Six-piece burrs by number: the searches whose figures are known, and burrs that are written as puzzles.
//!
//! The figures are those of Bill Cutler's analyses: 314 solid burrs of 25 notchable pieces and 119 979 of 369
//! pieces, mirror images apart. What takes long is `cargo xtask long burrs`.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

use puzzle::{Ask, Choices, Failure, Finding, Generated, Ignore, Puzzle, Question, Run};
use puzzle_core::apart::plan::Plan;

fn generated(chosen: &[(&str, &str)], run: &Run) -> Result<Generated, Failure> {
    let mut choices = Choices::none();
    chosen.iter().for_each(|(name, value)| choices.set(*name, *value));
    puzzle::generate("burr", &choices, run)
}

fn text(chosen: &[(&str, &str)]) -> String {
    let made = generated(chosen, &Run::default()).unwrap();
    assert!(made.complete);
    made.text.unwrap()
}

/// The burrs that were told of, as their numbers and what is said of each; and the totals.
fn searched(text: &str) -> (Vec<(Vec<u32>, &str)>, Vec<&str>) {
    let (burrs, totals): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.contains(": level"));
    let read = |line: &str| -> Vec<u32> {
        let (numbers, _) = line.split_once(':').unwrap();
        numbers.split(',').map(|number| number.parse().unwrap()).collect()
    };
    let burrs = burrs.into_iter().map(|line| (read(line), line)).collect();
    (burrs, totals)
}

#[test]
fn solid_notchable_burrs_are_314_of_25_pieces_and_179_with_mirror_images_the_same() {
    let found = text(&[("pieces", "notchable"), ("up-to", "turns")]);
    let (burrs, totals) = searched(&found);
    assert_eq!(totals, ["1063 assemblies, 314 come apart", "       1  257", "     1.2  57"]);
    assert_eq!(burrs.len(), 314);
    assert!(burrs.iter().all(|(_, line)| line.ends_with(", solid")));
    let pieces: BTreeSet<u32> = burrs.iter().flat_map(|(numbers, _)| numbers.clone()).collect();
    assert_eq!(pieces.len(), 25);
    let found = text(&[("pieces", "notchable"), ("count", "")]);
    assert_eq!(searched(&found).1[0], "588 assemblies, 179 come apart");
    // With only the pieces that are used, the same burrs.
    let list = pieces.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let again = text(&[("pieces", &list), ("up-to", "turns")]);
    assert_eq!(searched(&again).0.len(), 314);
}

#[test]
fn a_burr_that_was_found_is_written_and_has_the_levels_that_were_told() {
    let chosen = [("pieces", "notchable"), ("holes", "3"), ("min-level", "4"), ("best", "4")];
    let found = text(&chosen);
    let (burrs, totals) = searched(&found);
    assert_eq!(burrs.len(), 4, "{totals:?}");
    for (numbers, line) in burrs {
        let numbers = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let written = text(&[("numbers", &numbers)]);
        let puzzle = Puzzle::read("burr.puzzle", &written, None).unwrap();
        let answer = puzzle.ask(&Ask::new(Question::Apart), &Run::default(), &mut Ignore).unwrap();
        let Finding::Apart(found) = answer.finding else { panic!("no finding") };
        // Later levels depend on how the assembly lies, the first one does not.
        let level = line.split_once("level ").unwrap().1;
        let level: u32 = level.split(['.', ',']).next().unwrap().parse().unwrap();
        assert!(found.levels.keys().any(|levels| levels[0] == level), "{line} {found:?}");
    }
}

#[test]
fn unique_burrs_are_those_whose_pieces_come_apart_in_one_way_only() {
    let found = text(&[("pieces", "notchable"), ("unique", "")]);
    let (unique, totals) = searched(&found);
    assert_eq!(totals[0], "588 assemblies, 179 come apart");
    let unique: BTreeSet<Vec<u32>> = unique.into_iter().map(|(numbers, _)| numbers).collect();
    let all = text(&[("pieces", "notchable")]);
    let mut checked = [0, 0];
    // As the command finds it, with any engine of covers.
    for (numbers, _) in searched(&all).0.into_iter().step_by(7) {
        let list = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let puzzle = Puzzle::read("burr.puzzle", &text(&[("numbers", &list)]), None).unwrap();
        let answer = puzzle.ask(&Ask::new(Question::Apart), &Run::default(), &mut Ignore).unwrap();
        let Finding::Apart(found) = answer.finding else { panic!("no finding") };
        assert_eq!(found.solutions == 1, unique.contains(&numbers), "{list}: {}", found.solutions);
        checked[usize::from(found.solutions == 1)] += 1;
    }
    assert!(checked[0] > 0 && checked[1] > 0, "{checked:?}");
}

#[test]
fn a_search_is_stopped_saved_and_resumed_and_finds_the_same() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("burrs");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let chosen = [("pieces", "notchable"), ("holes", "1"), ("unique", ""), ("best", "50")];
    let whole = text(&chosen);
    let file = folder.join("run");
    let mut rounds = 0;
    let last = loop {
        rounds += 1;
        let mut control = puzzle::Control::default();
        control.budget.nodes = Some(4000);
        let run = Run {
            control: control.into(),
            threads: Some(2),
            checkpoint: Some(file.clone()),
            resume: Some(file.clone()).filter(|_| rounds > 1),
            ..Run::default()
        };
        let made = generated(&chosen, &run).unwrap();
        if made.complete {
            break made.text.unwrap();
        }
        assert!(rounds < 500, "it makes no progress");
    };
    assert!(rounds > 2, "{rounds}");
    assert_eq!(last, whole);
}

#[test]
fn the_catalogues_burrs_of_our_own_have_the_levels_that_the_search_told() {
    for (name, assemblies, apart, best) in
        [("burr-level-10", 56, 36, vec![10]), ("burr-two-holes", 1, 1, vec![3])]
    {
        let puzzle = Puzzle::named(name).unwrap();
        let answer = puzzle.ask(&Ask::new(Question::Apart), &Run::default(), &mut Ignore).unwrap();
        let Finding::Apart(found) = answer.finding else { panic!("no finding") };
        assert_eq!((found.assemblies, found.solutions), (assemblies, apart), "{name}");
        assert_eq!(found.best(), Some(&best), "{name}");
    }
}

#[test]
fn of_a_tray_with_pieces_to_choose_from_the_sets_with_one_solution_are_told() {
    // Two of the three rows in any order, or the square and a row: the square goes to either end.
    let text = "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [2, 3]\n\
        [[piece]]\nname = \"A\"\ndrawing = \"###\"\ncount = \"0..2\"\n\
        [[piece]]\nname = \"B\"\ndrawing = \"\"\"\n##\n##\n\"\"\"\ncount = \"0..1\"\n\
        [[piece]]\nname = \"C\"\ndrawing = \"##\"\ncount = \"0..3\"\n";
    let puzzle = Puzzle::read("tray.puzzle", text, None).unwrap();
    let mut sets = Vec::new();
    let mut take = |numbers: &[u32]| {
        let plan = Plan::read(numbers).unwrap();
        let words = puzzle.description().covering().unwrap();
        let names = plan.assembly.iter().map(|&n| words.placed(n).unwrap().piece);
        let mut names: Vec<String> = names.collect();
        names.sort();
        sets.push(names.concat());
        ControlFlow::Continue(())
    };
    let ask = Ask::new(Question::Apart).with("unique", "");
    let answer = puzzle.ask(&ask, &Run::default(), &mut take).unwrap();
    let Finding::Apart(found) = answer.finding else { panic!("no finding") };
    sets.sort();
    // Up to symmetry: AA, BC, and CCC in two ways.
    assert_eq!((found.assemblies, found.solutions), (4, 4));
    assert_eq!(sets, ["AA", "BC"]);
}

#[test]
fn what_is_no_burr_is_refused() {
    let refused = |chosen: &[(&str, &str)]| match generated(chosen, &Run::default()) {
        Err(Failure::Usage(message)) => message,
        other => panic!("{other:?}"),
    };
    assert!(refused(&[("numbers", "1,2,3")]).contains("six pieces, not 3"));
    assert!(refused(&[("numbers", "4096,1,1,1,1,1")]).contains("falls apart"));
    assert!(refused(&[("pieces", "5000")]).contains("from 1 to 4096"));
    assert!(refused(&[("pieces", "notchable"), ("length", "7")]).contains("even"));
    assert!(refused(&[]).contains("--pieces notchable"));
}

#[test]
#[ignore = "takes some seconds of an optimised build: cargo xtask long burrs"]
fn solid_burrs_are_119979_of_369_pieces() {
    let begun = std::time::Instant::now();
    let found = text(&[("pieces", "general"), ("up-to", "turns"), ("best", "1000000")]);
    let (burrs, totals) = searched(&found);
    println!("{totals:?} in {:.1} s", begun.elapsed().as_secs_f64());
    assert_eq!((totals[0], burrs.len()), ("50122724 assemblies, 119979 come apart", 119_979));
    let pieces: BTreeSet<u32> = burrs.iter().flat_map(|(numbers, _)| numbers.clone()).collect();
    assert_eq!(pieces.len(), 369);
}

#[test]
#[ignore = "takes minutes of an optimised build: cargo xtask long burrs"]
fn notchable_burrs_with_holes_are_13354991_and_of_level_10_at_most() {
    let begun = std::time::Instant::now();
    let found = text(&[
        ("pieces", "notchable"),
        ("holes", "32"),
        ("length", "10"),
        ("level", ""),
        ("best", "3"),
    ]);
    let (burrs, totals) = searched(&found);
    println!("{totals:?} in {:.1} s", begun.elapsed().as_secs_f64());
    assert!(totals[0].starts_with("13354991 assemblies"));
    let levels: Vec<bool> = burrs.iter().map(|(_, line)| line.contains("level 10,")).collect();
    assert_eq!(levels, [true, true, false]);
}
