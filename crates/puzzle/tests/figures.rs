//! The documents' figures: aspects, embeddings and total sizes, full and restricted.

use puzzle::scene::text::TextOptions;
use puzzle::{Ask, Ignore, Puzzle, Question, Run};

fn figures(name: &str, restriction: &str) -> (usize, usize, usize) {
    let puzzle = Puzzle::named(name).unwrap();
    let ask = Ask::default().with("restrict", restriction);
    let (cover, _) = puzzle.lowered_cover(&ask).unwrap();
    let abstract_puzzle = &cover.puzzle;
    let aspects = abstract_puzzle.aspects().len();
    (aspects, abstract_puzzle.embedding_count(), abstract_puzzle.total_size())
}

/// Slides 004, "Aspects and Embeddings". They print 57 as the full total size of the simple
/// puzzle; the definition gives 6 x 2 + 7 x 3 + 8 x 4 = 65, and the other thirteen sizes agree.
#[test]
fn the_slides_table_of_aspects_embeddings_and_total_sizes_comes_out() {
    let table = [
        ("simple", "C", 9, (21, 65), (15, 41)),
        ("meteor", "5", 60, (2596, 15576), (2447, 14682)),
        ("pentominoes-6x10", "P", 72, (2056, 12336), (1828, 10968)),
        ("pentominoes-3x4x5", "P", 72, (2440, 14640), (2062, 12372)),
        ("y-pentacubes-5x5x5", "62", 125, (960, 4800), (891, 4455)),
        ("n-pentacubes-5x5x5", "62", 125, (960, 4800), (891, 4455)),
        ("hollow-pyramid", "O", 125, (5632, 28160), (4850, 24250)),
    ];
    for (name, piece, aspects, full, restricted) in table {
        assert_eq!(figures(name, "none"), (aspects, full.0, full.1), "{name}");
        let expected = (aspects, restricted.0, restricted.1);
        assert_eq!(figures(name, piece), expected, "{name}");
        assert_eq!(figures(name, "auto"), expected, "{name}");
    }
}

fn per_piece(name: &str) -> Vec<(String, usize)> {
    let puzzle = Puzzle::named(name).unwrap();
    let all: Vec<u32> = (0..puzzle.cover().unwrap().puzzle.embedding_count() as u32).collect();
    puzzle.covering().unwrap().per_piece(&all)
}

#[test]
fn the_pentominoes_have_table_1s_embeddings_in_the_6_x_10_box() {
    let listed: Vec<String> = per_piece("pentominoes-6x10")
        .iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    assert_eq!(
        listed.join(", "),
        "F 256, I 56, L 248, N 248, P 304, T 128, U 152, V 128, W 128, X 32, Y 248, Z 128"
    );
}

#[test]
fn the_pyramids_pieces_have_the_known_numbers_of_placements() {
    let mut counts: Vec<usize> =
        per_piece("hollow-pyramid").into_iter().map(|(_, count)| count).collect();
    counts.sort_unstable();
    let expected = [
        34, 36, 60, 60, 60, 60, 108, 108, 120, 120, 144, 150, 168, 168, 204, 204, 216, 216, 216,
        252, 264, 360, 504, 816, 984,
    ];
    assert_eq!(counts, expected);
}

#[test]
fn every_piece_at_the_boundary_leaves_1284_embeddings() {
    assert_eq!(figures("pentominoes-6x10-touching", "none").1, 1284);
}

#[test]
fn the_dodecahedron_has_30_embeddings_and_120_symmetries() {
    assert_eq!(figures("dominoes-dodecahedron", "none"), (12, 30, 60));
    let puzzle = Puzzle::named("dominoes-dodecahedron").unwrap();
    assert_eq!(puzzle.cover().unwrap().symmetries.order(), 120);
}

#[test]
fn embeddings_are_numbered_as_in_figure_4_and_keep_their_numbers_when_restricted() {
    let puzzle = Puzzle::named("simple").unwrap();
    let cells = |number| puzzle.covering().unwrap().placed(number).unwrap().cells.join("");
    let listed: Vec<String> = (0..21).map(cells).collect();
    let figure_4 = [
        "0", "1", "2", "3", "4", "5", "01", "03", "12", "14", "25", "34", "45", "013", "014",
        "034", "124", "125", "134", "145", "245",
    ];
    assert_eq!(listed, figure_4);
    let (restricted, _) = puzzle.lowered_cover(&Ask::default().with("restrict", "C")).unwrap();
    let numbers: Vec<u32> =
        restricted.puzzle.embedding_ids().map(|e| restricted.puzzle.number(e)).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 18, 20]);
}

#[test]
fn a_wrong_restriction_is_refused_with_the_reason() {
    let puzzle = Puzzle::named("simple").unwrap();
    let refuse = |text: &str| {
        let ask = Ask::new(Question::Count).with("restrict", text);
        puzzle.ask(&ask, &Run::default(), &mut Ignore).unwrap_err().to_string()
    };
    assert_eq!(refuse("D"), "there is no piece and no cell `D` to restrict (near: 0 or 1 or 2)");
    assert_eq!(refuse("C=99"), "there is no embedding 99");
    assert_eq!(refuse("C=3"), "embedding 3 does not cover `C`");
    assert_eq!(refuse("C=x"), "`C=x` is no value of `restrict`: `x` is no number");
}

/// Document 000, Figure 7: eleven nodes, a cross for each conflict, three smiles.
#[test]
fn the_search_tree_of_figure_7_is_drawn() {
    let puzzle = Puzzle::named("simple").unwrap();
    let ask = Ask::new(Question::Tree).with("restrict", "C").with("order", "0,3,1,4,2,5");
    let answer =
        puzzle.ask(&ask.with("explain-tree", "100"), &Run::default(), &mut Ignore).unwrap();
    let told =
        puzzle.description().tell(&Ask::new(Question::Tree), &answer, TextOptions::default());
    let [frame] = &told.frames[..] else { panic!("one picture") };
    let cells = &frame.layers[0].cells;
    let tags: Vec<&str> =
        cells.iter().map(|cell| cell.label.as_str()).filter(|label| !label.is_empty()).collect();
    let (conflicts, smiles) = (told.text.matches('✗').count(), told.text.matches('☺').count());
    assert_eq!((conflicts, smiles, tags.len()), (13, 3, 10 + 13));
    // Every node shows nine aspects, every branch is two lines; a cross is two bars, a smile 16 discs.
    assert_eq!(frame.links.len(), 2 * tags.len());
    assert_eq!(cells.len(), 11 * 9 + 8 + tags.len() + 2 * conflicts + 16 * smiles);
    for label in ["0", "6", "7", "18", "20"] {
        assert!(tags.contains(&label), "{label}");
    }
}
