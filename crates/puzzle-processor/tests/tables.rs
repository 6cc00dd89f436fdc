//! Document 000: Tables 2 and 3, the partition of equation (32), the procedures of §4.11, the three
//! solutions, and the listing of Appendix C.

mod common;

use common::{compiled, pentominoes, restricted, run, simple};
use puzzle_core::{Order, PuzzleBuilder};
use puzzle_processor::compile::explain;
use puzzle_processor::forms::code;
use puzzle_processor::{Options, Overlap, compile};

/// Static IF, then dynamic IF, IF true, IF false, MF, SOLVE.
fn columns(order: &str, overlap: Overlap) -> [u64; 6] {
    let (solutions, text, run) = run(&compiled(&restricted(), order, overlap, false).program);
    assert_eq!(solutions.len(), 3);
    assert_eq!((text.frees, text.calls), (text.tests, 15));
    [text.tests, run.tests, run.tests_true, run.tests_false, run.frees, run.calls]
}

#[test]
fn tables_2_and_3_come_out_to_the_digit() {
    for overlap in [Overlap::Greedy, Overlap::Best] {
        assert_eq!(columns("0,3,1,4,2,5", overlap), [28, 47, 27, 20, 27, 10]);
        assert_eq!(columns("A,B,C", overlap), [24, 154, 107, 47, 107, 37]);
    }
    assert_eq!(columns("0,3,1,4,2,5", Overlap::Off), [41, 79, 47, 32, 47, 10]);
    assert_eq!(columns("A,B,C", Overlap::Off), [41, 275, 208, 67, 208, 37]);
}

#[test]
fn the_restricted_simple_puzzle_has_the_three_solutions_of_the_report() {
    for skip in [false, true] {
        let compiled = compiled(&restricted(), "0,3,1,4,2,5", Overlap::Greedy, skip);
        assert_eq!(run(&compiled.program).0, ["0 18 10", "6 3 20", "7 1 20"]);
    }
    let full = compiled(&simple(), "0,3,1,4,2,5", Overlap::Greedy, true);
    assert_eq!(run(&full.program).0.len(), 12);
}

/// Appendix C, with two distances mended: instruction 72 is printed `I 5 6`, which loses every
/// solution, and instruction 65 `I 7 5`, which jumps over `M 2` and is not noticed in a full run,
/// because piece B is always free there.
const APPENDIX_C: &str = "
    I 0 13  I 6 2  C 11  M 6  I 7 7  I 1 2  C 7  M 1  I 3 2  C 4  M 3  M 7  M 0  R
    I 3 15  I 6 2  C 13  M 6  I 4 9  I 7 2  C 9  M 7  I 1 4  I 8 2  C 5  M 8  M 1  M 4  M 3  R
    I 1 13  I 6 2  C 11  M 6  I 7 7  I 2 2  C 7  M 2  I 4 2  C 4  M 4  M 7  M 1  R
    I 4 15  I 6 2  C 13  M 6  I 5 9  I 7 2  C 9  M 7  I 2 4  I 8 2  C 5  M 8  M 2  M 5  M 4  R
    I 2 10  I 6 2  C 8  M 6  I 7 4  I 5 2  C 4  M 5  M 7  M 2  R
    I 5 5  I 6 2  C 3  M 6  M 5  R
    S  R";

#[test]
fn the_listing_of_appendix_c_is_reproduced_line_for_line() {
    for overlap in [Overlap::Greedy, Overlap::Best] {
        let compiled = compiled(&restricted(), "0,3,1,4,2,5", overlap, false);
        assert_eq!(compiled.program.len(), 79);
        let expected = code::read(APPENDIX_C).unwrap();
        assert_eq!(expected.len(), 79);
        let listing = code::write(&compiled.program, &code::Style::PLAIN);
        let lines: Vec<&str> = listing.lines().collect();
        for (i, instruction) in expected.instructions().iter().enumerate() {
            let (number, text) = lines[i].split_once(':').unwrap();
            assert_eq!(
                (number.trim(), text.trim()),
                (&*(i + 1).to_string(), &*instruction.to_string())
            );
        }
        assert_eq!(run(&expected).0, ["@3 @25 @67", "@7 @17 @55", "@10 @33 @55"]);
    }
}

#[test]
fn the_explanation_shows_the_partition_and_the_procedures() {
    let full = simple();
    let order = Order::parse("0,3,1,4,2,5", &full).unwrap();
    let text = explain(&full, &compile(&full, &order, &Options::default()).unwrap());
    let expected = "\
a  members of E_a
0  {0, A}, {0, 1, B}, {0, 3, B}, {0, 1, 3, C}, {0, 1, 4, C}, {0, 3, 4, C}
3  {3, A}, {3, 4, B}, {1, 3, 4, C}
1  {1, A}, {1, 2, B}, {1, 4, B}, {1, 2, 4, C}, {1, 2, 5, C}, {1, 4, 5, C}
4  {4, A}, {4, 5, B}, {2, 4, 5, C}
2  {2, A}, {2, 5, B}
5  {5, A}
empty: A, B, C
surely covered by then, no procedure: A, B, C
";
    assert!(text.starts_with(expected), "{text}");
    let puzzle = restricted();
    let text = explain(&puzzle, &compiled(&puzzle, "0,3,1,4,2,5", Overlap::Greedy, false));
    let expected = "
procedure  deals with
Solve_0    embeddings 0, 6, 7
Solve_3    embeddings 3, 11, 18
Solve_1    embeddings 1, 8, 9
Solve_4    embeddings 4, 12, 20
Solve_2    embeddings 2, 10
Solve_5    embedding 5
Solve_ZZ   a solution

79 instructions
";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn procedures_of_pieces_are_omitted_after_the_cells_and_of_cells_after_the_pieces() {
    let puzzle = pentominoes(5, 12);
    for order in
        [Order::reading(&puzzle), Order::parse("F I L N P T U V W X Y Z", &puzzle).unwrap()]
    {
        let compiled = compile(&puzzle, &order, &Options::default()).unwrap();
        let left = compiled.bodies.iter().filter(|body| body.head.placements.is_empty());
        assert_eq!(left.count(), 0, "{}", order.name());
        assert!(compiled.covered.iter().filter(|covered| **covered).count() >= 12);
    }
}

#[test]
fn a_piece_that_could_be_left_over_keeps_a_check_procedure() {
    // Two cells, a domino and a spare piece: nothing says that the spare one is placed.
    let mut builder = PuzzleBuilder::new();
    let [a, b, domino, mono] =
        ["0", "1", "D", "M"].map(|name| builder.aspect(name, puzzle_core::Demand::One));
    builder.embedding([a, b, domino]);
    builder.embedding([a, mono]);
    builder.embedding([b, mono]);
    let puzzle = builder.build().unwrap();
    let compiled = compile(&puzzle, &Order::reading(&puzzle), &Options::default()).unwrap();
    assert_eq!(compiled.covered, [false; 4]);
    assert_eq!(run(&compiled.program).0, Vec::<String>::new());
}
