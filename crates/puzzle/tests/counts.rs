//! The known numbers of solutions, all and up to symmetry, and every solution checked from the
//! puzzle's own rules.

mod support;

use std::ops::ControlFlow;

use puzzle::{Puzzle, Recount, Run, StopReason};
use support::{Asking, Options, limited};

/// Counts once and compares both figures with what the catalogue knows.
fn agrees_with_the_catalogue(name: &str) {
    let puzzle = Puzzle::named(name).unwrap();
    let answer = puzzle.classified(&Options::default()).unwrap();
    assert_eq!(answer.stopped, None);
    let known = puzzle.description().known();
    assert_eq!(Some(&answer.solutions), known.solutions.as_ref(), "{name}");
    assert_eq!(answer.classes, known.classes, "{name}");
}

macro_rules! catalogue {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            agrees_with_the_catalogue($name);
        })*

        /// So that no entry is forgotten.
        #[test]
        fn every_entry_is_counted_or_known_to_be_too_long() {
            let counted = [$($name),*];
            for entry in puzzle::catalogue::ENTRIES {
                // Families with questions of their own have tests of their own.
                if Puzzle::named(entry.name).unwrap().covering().is_none() {
                    continue;
                }
                let too_long = entry.name == "hollow-pyramid";
                assert!(too_long != counted.contains(&entry.name), "{}", entry.name);
            }
        }
    };
}

catalogue! {
    the_bedlam_cube_has_19186_up_to_turns "bedlam-cube"
    aztec_pentominoes_are_impossible "aztec-pentominoes"
    aztec_tetrominoes_number_136_and_17 "aztec-tetrominoes"
    conways_puzzle_has_27456_and_572 "conway-5x5x5"
    slothouber_graatsma_has_one_up_to_symmetry "slothouber-graatsma"
    soma_with_twins_has_30480_and_635 "soma-twins"
    a_tray_with_a_rim_is_filled_in_56892_ways "tray-with-rim"
    twelve_bars_of_four_kinds_number_1331776 "burr-four-kinds"
    word_squares_number_507 "word-square-4"
    the_burr_artifactory_5_4_is_counted "burr-artifactory-5-4"
    the_burr_chinese_cross_is_counted "burr-chinese-cross"
    the_burr_cutler_305_is_counted "burr-cutler-305"
    the_burr_diabolical_is_counted "burr-diabolical"
    the_burr_double_cross_is_counted "burr-double-cross"
    the_burr_dubois_is_counted "burr-dubois"
    the_burr_hoffmann_is_counted "burr-hoffmann"
    the_burr_of_level_10_is_counted "burr-level-10"
    the_burr_loves_dozen_is_counted "burr-loves-dozen"
    the_burr_piston_is_counted "burr-piston"
    the_burr_six_way_is_counted "burr-six-way"
    the_burr_tenyo_brother_is_counted "burr-tenyo-brother"
    the_burr_with_two_holes_is_counted "burr-two-holes"
    the_burr_unique_10_is_counted "burr-unique-10"
    the_burr_yamato_is_counted "burr-yamato"
    dominoes_3x4_number_11_and_5 "dominoes-3x4"
    dominoes_8x8_number_12988816 "dominoes-8x8"
    dominoes_on_a_dodecahedron_number_125_and_5 "dominoes-dodecahedron"
    hexiamonds_fill_a_rhombus_in_156_ways "hexiamonds-rhombus"
    meteor_has_2098_and_1049 "meteor"
    n_pentacubes_number_192_and_4 "n-pentacubes-5x5x5"
    pentominoes_2x3x10_number_96_and_12 "pentominoes-2x3x10"
    pentominoes_2x5x6_number_2112_and_264 "pentominoes-2x5x6"
    pentominoes_3x20_number_8_and_2 "pentominoes-3x20"
    pentominoes_3x4x5_number_31520_and_3940 "pentominoes-3x4x5"
    pentominoes_4x15_number_1472_and_368 "pentominoes-4x15"
    pentominoes_5x12_number_4040_and_1010 "pentominoes-5x12"
    pentominoes_6x10_number_9356_and_2339 "pentominoes-6x10"
    pentominoes_at_the_boundary_number_8_and_2 "pentominoes-6x10-touching"
    pentominoes_around_a_hole_number_520_and_65 "pentominoes-8x8-hole"
    simple_has_12_and_3 "simple"
    soma_has_11520_and_240 "soma"
    sticks_number_1576 "sticks-3x3"
    sudoku_has_one "sudoku-example"
    tetracubes_number_11120_and_695 "tetracubes-2x4x4"
    tetrahexes_number_18_and_9 "tetrahexes-4x7"
    tetrominoes_cannot_fill_4x5 "tetrominoes-4x5"
    tetrominoes_on_a_torus_number_640 "tetrominoes-torus-4x5"
    tetrominoes_around_a_tube_number_140 "tetrominoes-tube-4x5"
    trigs_number_2 "trigs-1x2"
    twigs_number_192 "twigs-2x2"
    words_cross_in_1552_ways_388_up_to_symmetry "word-search-example"
    y_pentacubes_number_60672_and_1264 "y-pentacubes-5x5x5"
}

/// Counting it takes hours. What the count rests on is in the catalogue: the symmetries, the price lists and
/// what each part of the tree came to.
#[test]
fn the_count_of_the_hollow_pyramid_has_a_certificate_that_passes() {
    let puzzle = Puzzle::named("hollow-pyramid").unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../catalogue/hollow-pyramid.certificate");
    let certificate = std::fs::read(file).unwrap();
    let proved = puzzle.check_certificate(&certificate, Recount::default(), &Run::default());
    let proved = proved.expect("it is a certificate").unwrap();
    let known = puzzle.description().known();
    let count = known.solutions.as_ref().unwrap();
    assert!(proved.starts_with(&format!("{count} solutions: the whole tree in")), "{proved}");
    // No solution is its own image: then there are 24 in each class.
    assert_eq!(known.classes.as_ref().unwrap() * 24_u32, *count);
}

/// One solution was found by `restarts`, before there were prices.
#[test]
fn the_hollow_pyramid_has_a_solution_that_keeps_the_rules() {
    let puzzle = Puzzle::named("hollow-pyramid").unwrap();
    let solution = puzzle.description().known().solution.clone().unwrap();
    assert_eq!(solution.len(), 25);
    puzzle.covering().unwrap().check(&solution).unwrap();
    let ids: Vec<_> = solution.iter().map(|&n| puzzle_core::EmbeddingId(n)).collect();
    puzzle_core::verify(&puzzle.cover().unwrap().puzzle, &ids).unwrap();
}

/// Published counts of boxes filled with different pentominoes, not all of them used.
#[test]
fn pentominoes_used_at_most_once_fill_small_boxes_in_the_published_number_of_ways() {
    let published = [
        (3, 10, 145_u32),
        (3, 15, 201),
        (4, 10, 2085),
        (5, 5, 107),
        (5, 6, 541),
        (5, 7, 1396),
        (5, 8, 3408),
        (5, 9, 5902),
        (5, 10, 6951),
    ];
    for (rows, columns, classes) in published {
        let text = format!(
            "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [{rows}, {columns}]\n\
             [[piece]]\nall = 5\ncount = \"0..1\"\n"
        );
        let puzzle = Puzzle::read("some pentominoes", &text, None).unwrap();
        let answer = puzzle.classified(&Options::default()).unwrap();
        assert_eq!(answer.classes, Some(classes.into()), "{rows} x {columns}");
    }
}

#[test]
fn bijections_number_n_factorial() {
    for (n, factorial) in [(1, 1_u32), (4, 24), (7, 5040)] {
        let puzzle = Puzzle::named(&format!("bijection-{n}")).unwrap();
        let answer = puzzle.counted(&Options::default()).unwrap();
        assert_eq!(answer.solutions, factorial.into());
    }
}

#[test]
fn dominoes_on_large_boards_are_counted_exactly() {
    let count = |name: &str| {
        let answer = Puzzle::named(name).unwrap().counted(&Options::default()).unwrap();
        (answer.solutions.to_string(), answer.engine)
    };
    assert_eq!(count("dominoes-8x8").0, "12988816");
    // Kasteleyn 1961, Temperley and Fisher 1961.
    let sixteen = "2444888770250892795802079170816";
    assert_eq!(count("dominoes-16x16"), (sixteen.into(), "dp".into()));
    assert_eq!(count("dominoes-3x3").0, "0");
}

/// More states than a trial keeps, and more solutions than any search would visit. The figure is that of
/// an independent program that goes cell by cell.
#[test]
fn trominoes_on_12x12_are_counted_where_a_search_would_never_end() {
    let text = "family = \"packing\"\ngrid = \"square\"\n[box]\nrectangle = [12, 12]\n\
                [[piece]]\nall = 3\ncount = \"any\"\n";
    let puzzle = Puzzle::read("trominoes", text, None).unwrap();
    let answer = puzzle.counted(&Options::default()).unwrap();
    assert_eq!(answer.solutions.to_string(), "17735061025562799941630");
    assert_eq!(answer.engine, "dp");
    assert!(answer.reasons.iter().any(|reason| reason.contains("before that")));
}

#[test]
fn both_engines_and_the_restricted_puzzle_agree_on_the_simple_puzzle() {
    let puzzle = Puzzle::named("simple").unwrap();
    for engine in ["cells", "reference"] {
        let mut options = Options { engine: Some(engine.into()), ..Options::default() };
        assert_eq!(puzzle.counted(&options).unwrap().solutions, 12_u32.into());
        options.restriction = Some("C");
        let answer = puzzle.counted(&options).unwrap();
        assert_eq!((answer.solutions, answer.restricted), (3_u32.into(), true));
        let mut found = Vec::new();
        let visit = |numbers: &[u32]| {
            found.push(numbers.to_vec());
            ControlFlow::Continue(())
        };
        puzzle.solve(&options, visit).unwrap();
        found.sort();
        assert_eq!(found, [[0, 10, 18], [1, 7, 20], [3, 6, 20]]);
    }
}

#[test]
fn restricting_to_rotations_leaves_every_3x4x5_solution_twice() {
    let puzzle = Puzzle::named("pentominoes-2x3x10").unwrap();
    let options = Options { restriction: Some("P"), ..Options::default() };
    assert_eq!(puzzle.counted(&options).unwrap().solutions, (2 * 12_u32).into());
}

#[test]
fn every_reported_solution_keeps_the_puzzles_rules() {
    for name in
        ["dominoes-dodecahedron", "meteor", "pentominoes-3x20", "soma", "hexiamonds-rhombus"]
    {
        let puzzle = Puzzle::named(name).unwrap();
        let mut seen = 0;
        let visit = |numbers: &[u32]| {
            puzzle.covering().unwrap().check(numbers).unwrap();
            seen += 1;
            if seen == 200 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        puzzle.solve(&Options::default(), visit).unwrap();
        assert!(seen > 0);
    }
}

#[test]
fn a_node_limit_stops_with_its_reason_and_a_lower_bound() {
    let puzzle = Puzzle::named("pentominoes-6x10").unwrap();
    let answer = puzzle.counted(&limited(20_000)).unwrap();
    assert_eq!(answer.stopped, Some(StopReason::NodeLimit));
    assert!(answer.solutions < 9356_u32.into());
}
