//! Squares, hexagons and triangles: the counts of the documents and of the literature.

use crate::common::{PENTOMINOES, count_placements, cuboid, drawn, group_order, shape_counts};
use puzzle_lattice::{Grid, Hexagon, Motions, Region, Shape, Square, Triangle, walk};

#[test]
fn there_are_12_free_18_one_sided_and_63_fixed_pentominoes() {
    assert_eq!(shape_counts(&Square, 6, Motions::RotateReflect), [1, 1, 2, 5, 12, 35]);
    assert_eq!(shape_counts(&Square, 5, Motions::Rotate), [1, 1, 2, 7, 18]);
    assert_eq!(shape_counts(&Square, 5, Motions::Translate), [1, 2, 6, 19, 63]);
}

#[test]
fn the_drawn_pentominoes_are_all_the_shapes_of_five_squares() {
    let all = Square.all_shapes(5, Motions::RotateReflect).unwrap();
    let mut drawn: Vec<Shape> = PENTOMINOES
        .iter()
        .map(|(_, text)| Square.canonical(&drawn(&Square, text), Motions::RotateReflect))
        .collect();
    drawn.sort();
    assert_eq!(all, drawn);
}

#[test]
fn each_pentomino_has_its_published_number_of_embeddings_in_6x10() {
    let board = cuboid(&Square, [1, 6, 10]);
    let counts = PENTOMINOES.map(|(_, text)| {
        count_placements(&Square, &drawn(&Square, text), Motions::RotateReflect, &board)
    });
    assert_eq!(counts, [256, 56, 248, 248, 304, 128, 152, 128, 128, 32, 248, 128]);
}

#[test]
fn a_board_is_numbered_by_rows() {
    let board = cuboid(&Square, [1, 6, 10]);
    assert_eq!(board.index(Square.cell_at(0, 2, 3)), Some(23));
    assert_eq!(board.index(Square.cell_at(0, 6, 0)), None);
}

#[test]
fn rectangles_have_4_symmetries_squares_8_and_a_row_of_cells_2() {
    assert_eq!(group_order(&Square, &cuboid(&Square, [1, 6, 10])), (4, 2));
    assert_eq!(group_order(&Square, &cuboid(&Square, [1, 8, 8])), (8, 4));
    // Flipping a single row is also a half turn, so nothing about it is improper.
    assert_eq!(group_order(&Square, &cuboid(&Square, [1, 1, 4])), (2, 2));
}

#[test]
fn there_are_1_1_3_7_22_free_polyhexes() {
    assert_eq!(shape_counts(&Hexagon, 5, Motions::RotateReflect), [1, 1, 3, 7, 22]);
    assert_eq!(shape_counts(&Hexagon, 4, Motions::Rotate), [1, 1, 3, 10]);
}

#[test]
fn meteor_has_2596_placements_and_a_board_group_of_two() {
    let walks = [
        "E E E SE",
        "SE SW W SW",
        "W W SW SE",
        "E E SW SE",
        "NW W NW SE SW",
        "E E NE W",
        "NW NE NE W",
        "NE SE E NE",
        "SE SE E SE",
        "E NW NW NW",
    ];
    let board = cuboid(&Hexagon, [1, 10, 5]);
    let counts = walks.map(|steps| {
        let cells = walk(&Hexagon, Hexagon.cell_at(0, 0, 0), steps).unwrap();
        assert_eq!(cells.len(), 5);
        let piece = Shape::new(&Hexagon, cells);
        count_placements(&Hexagon, &piece, Motions::RotateReflect, &board)
    });
    assert_eq!(counts.iter().sum::<usize>(), 2596);
    assert_eq!(counts[5], 298);
    assert_eq!(group_order(&Hexagon, &board), (2, 2));
    let half_turn = &Hexagon.region_symmetries(&board).elements[1];
    assert!((0..50).zip(&half_turn.cells).all(|(i, &image)| image == 49 - i));
}

#[test]
fn there_are_1_1_1_3_4_12_free_polyiamonds() {
    assert_eq!(shape_counts(&Triangle, 6, Motions::RotateReflect), [1, 1, 1, 3, 4, 12]);
    assert_eq!(shape_counts(&Triangle, 6, Motions::Rotate), [1, 1, 1, 4, 6, 19]);
    assert_eq!(shape_counts(&Triangle, 3, Motions::Translate), [2, 3, 6]);
}

#[test]
fn a_translated_triangle_does_not_turn_over() {
    let board = cuboid(&Triangle, [1, 2, 3]);
    let up = Shape::new(&Triangle, [Triangle.cell_at(0, 0, 0)]);
    assert_eq!(count_placements(&Triangle, &up, Motions::Translate, &board), 3);
    assert_eq!(count_placements(&Triangle, &up, Motions::Rotate, &board), 6);
}

#[test]
fn a_hexagon_of_triangles_has_12_symmetries_half_of_them_turns() {
    let ring = (0..2).flat_map(|row| (0..3).map(move |column| (row, column)));
    let board = Region::new(&Triangle, ring.map(|(row, column)| Triangle.cell_at(0, row, column)));
    assert_eq!(board.len(), 6);
    assert_eq!(group_order(&Triangle, &board), (12, 6));
}
