//! Peg solitaire: every known figure, every game replayed.

use puzzle::core::StopReason;
use puzzle::core::pegs::moves;
use puzzle::engines::pegs::first::Verdict;
use puzzle::engines::pegs::table::Reach;
use puzzle::{Failure, Options, Puzzle};

fn options() -> Options {
    Options::default()
}

fn named(name: &str) -> Puzzle {
    Puzzle::named(name).unwrap()
}

/// The game is replayed by the rules; its jumps and moves.
fn game(puzzle: &Puzzle, shortest: bool) -> (usize, usize) {
    let pegs = puzzle.pegs().unwrap();
    let found = if shortest { pegs.fewest_moves(&options()) } else { pegs.first(&options()) };
    let Verdict::Game(game) = found.unwrap().verdict else { panic!("there is a game") };
    pegs.verify(&game).unwrap();
    (game.len(), moves(&game))
}

#[test]
fn the_triangle_of_15_has_6816_games_and_the_figures_of_document_003() {
    let puzzle = named("pegs-triangle-15");
    let pegs = puzzle.pegs().unwrap();
    let (total, classes) = pegs.count_up_to_symmetry(&options()).unwrap();
    assert_eq!((total.games, classes), (6816_u32.into(), 3408_u32.into()));
    let memo = Options { engine: Some("memo".into()), ..options() };
    assert_eq!(pegs.count(&memo).unwrap().games, 6816_u32.into());

    let census = pegs.census(&options()).unwrap();
    assert_eq!((census.positions(), census.classes()), (3016, 1544));
    assert_eq!(census.maximal_games(), 568_630_u32.into());
    let classes: Vec<u64> = census.rows.iter().map(|row| row.classes).collect();
    assert_eq!(classes[..7], [1, 1, 4, 19, 62, 149, 268]);
    let finals: Vec<(&str, u64)> = census
        .finals
        .iter()
        .map(|(hole, games)| (pegs.description().hole_name(*hole), games.try_into().unwrap()))
        .collect();
    assert_eq!(finals, [("a", 6816), ("g", 3408), ("j", 3408), ("m", 16128)]);

    let (rows, _) = pegs.on_the_way(&options()).unwrap();
    assert_eq!(rows.iter().map(|row| row.positions).sum::<u64>(), 370);
    assert_eq!(game(&puzzle, false), (13, game(&puzzle, false).1));
}

#[test]
fn the_triangle_of_21_is_counted_alike_by_both_engines() {
    let puzzle = named("pegs-triangle-21");
    let pegs = puzzle.pegs().unwrap();
    let levels = pegs.count(&options()).unwrap().games;
    let memo = Options { engine: Some("memo".into()), ..options() };
    assert_eq!(pegs.count(&memo).unwrap().games, levels);
    assert_eq!(levels, 1_918_789_380_u32.into());
}

/// 32..1 pegs.
const ENGLISH: [u64; 32] = [
    1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229_614, 517_854, 1_022_224, 1_753_737,
    2_598_215, 3_312_423, 3_626_632, 3_413_313, 2_765_623, 1_930_324, 1_160_977, 600_372, 265_865,
    100_565, 32250, 8688, 1917, 348, 50, 7, 2,
];

#[test]
fn the_english_board_has_40861647040079968_games_from_centre_to_centre() {
    let puzzle = named("pegs-english-33");
    let total = puzzle.pegs().unwrap().count(&options()).unwrap();
    assert_eq!(total.games, 40_861_647_040_079_968_u64.into());
    assert_eq!(Some(&total.games), puzzle.description().known().solutions.as_ref());
    // Half of the levels are enough.
    assert_eq!(total.nodes, ENGLISH[..16].iter().sum::<u64>());
}

#[test]
fn every_level_of_the_english_board_has_its_known_size() {
    let puzzle = named("pegs-english-33");
    let pegs = puzzle.pegs().unwrap();
    let census = pegs.census(&options()).unwrap();
    let classes: Vec<u64> = census.rows.iter().map(|row| row.classes).collect();
    assert_eq!(classes, ENGLISH);
    assert_eq!((census.classes(), census.positions()), (23_475_688, 187_636_299));
    assert_eq!(census.maximal_games().to_string(), "577116156815309849672");
    let first_dead_end = census.rows.iter().position(|row| row.step.dead_ends > 0);
    assert_eq!(first_dead_end, Some(6));
    let finals: Vec<(&str, u64)> = census
        .finals
        .iter()
        .map(|(hole, games)| (pegs.description().hole_name(*hole), games.try_into().unwrap()))
        .collect();
    let (centre, side) = (40_861_647_040_079_968, 10_215_411_760_019_992);
    let expected = [("d1", side), ("a4", side), ("d4", centre), ("g4", side), ("d7", side)];
    assert_eq!(finals, expected);
}

#[test]
fn on_the_english_board_13428122_positions_are_on_the_way_to_the_centre() {
    let puzzle = named("pegs-english-33");
    let (rows, _) = puzzle.pegs().unwrap().on_the_way(&options()).unwrap();
    assert_eq!(rows.iter().map(|row| row.positions).sum::<u64>(), 13_428_122);
    assert_eq!(rows.iter().map(|row| row.classes).sum::<u64>(), 1_679_072);
}

#[test]
fn the_central_game_takes_18_moves() {
    assert_eq!(game(&named("pegs-english-33"), true), (31, 18));
}

#[test]
fn a_game_is_found_on_every_board_of_the_catalogue_that_has_one() {
    assert_eq!(game(&named("pegs-english-33"), false).0, 31);
    assert_eq!(game(&named("pegs-french-37"), false).0, 35);
    assert_eq!(game(&named("pegs-wiegleb-45"), false).0, 43);
}

#[test]
fn the_diamonds_have_no_game_and_it_is_proved_without_search() {
    for name in ["pegs-diamond-25", "pegs-diamond-41"] {
        let puzzle = named(name);
        let pegs = puzzle.pegs().unwrap();
        let found = pegs.first(&options()).unwrap();
        assert!(!matches!(found.verdict, Verdict::Game(_)), "{name}");
    }
    let puzzle = named("pegs-diamond-41");
    let why = puzzle.pegs().unwrap().impossible().unwrap();
    assert!(why.starts_with("no one-peg finish is possible from here, because"), "{why}");
    // Every pair of the small diamond is out of reach by class or by weight.
    let puzzle = named("pegs-diamond-25");
    let table = puzzle.pegs().unwrap().table(0, &options()).unwrap();
    assert!(table.iter().flatten().all(|reach| reach.decided() == Some(false)));
}

#[test]
fn on_the_french_board_64_pairs_of_vacancy_and_last_peg_are_possible() {
    let puzzle = named("pegs-french-37");
    let table = puzzle.pegs().unwrap().table(50_000_000, &options()).unwrap();
    let number = |wanted: Reach| table.iter().flatten().filter(|&&reach| reach == wanted).count();
    assert_eq!((number(Reach::Yes), number(Reach::NoByClass)), (64, 1305));
}

#[test]
fn numbers_of_games_for_every_pair_agree_with_the_games_from_each_vacancy() {
    let puzzle = named("pegs-triangle-15");
    let pegs = puzzle.pegs().unwrap();
    let table = pegs.count_table(&options()).unwrap();
    for (vacancy, row) in table.iter().enumerate() {
        for (last, games) in row.iter().enumerate() {
            let name = |hole: usize| pegs.description().hole_name(hole as u8);
            let (start, goal) =
                (format!("all but {}", name(vacancy)), format!("only {}", name(last)));
            let pair = pegs.with(Some(&start), Some(&goal)).unwrap();
            assert_eq!(pair.count(&options()).unwrap().games, *games);
            // Games turn round.
            assert_eq!(*games, table[last][vacancy]);
        }
    }
}

#[test]
fn limits_and_bad_questions_are_told() {
    let puzzle = named("pegs-english-33");
    let pegs = puzzle.pegs().unwrap();
    let mut control = puzzle::core::Control::default();
    control.budget.nodes = Some(1000);
    let limited = Options { control: control.into(), ..options() };
    let stopped = Failure::Stopped(StopReason::NodeLimit);
    assert_eq!(pegs.count(&limited).unwrap_err(), stopped);
    assert_eq!(pegs.census(&limited).unwrap_err(), stopped);
    let unknown = Options { engine: Some("cells".into()), ..options() };
    assert!(matches!(pegs.count(&unknown), Err(Failure::Usage(_))));
    assert!(matches!(pegs.with(Some("all but z9"), None), Err(Failure::Usage(_))));
}
