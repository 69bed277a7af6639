//! The mapping between Sudoku and its exact cover problem, for every size.

use std::collections::HashSet;

use sudoku_cover::{Candidate, Cell, Constraint, Digit, Geometry, HouseKind, Matrix};

fn digit(value: u8) -> Digit {
    Digit::new(value).expect("a digit is not 0")
}

#[test]
fn r4c2_7_covers_the_published_items() {
    let matrix = Matrix::new(&Geometry::classic());
    let option = matrix.option(Candidate { cell: Cell::new(3, 1), digit: digit(7) });
    let items: Vec<usize> = matrix.problem().uses(option).iter().map(|used| used.item.index() + 1).collect();
    assert_eq!(items, [29, 115, 178, 277]);
    let names: Vec<&str> =
        matrix.problem().uses(option).iter().map(|used| matrix.problem().name(used.item)).collect();
    assert_eq!(names, ["r4c2", "r4#7", "c2#7", "b4#7"]);
}

#[test]
fn every_candidate_and_constraint_of_every_size_maps_both_ways() {
    for side in 1..=25 {
        let geometry = Geometry::of_side(side).expect("there is a board of this side");
        let matrix = Matrix::new(&geometry);
        let problem = matrix.problem();
        assert_eq!(problem.option_count(), side * side * side);
        assert_eq!((problem.item_count(), problem.primary_count()), (4 * side * side, 4 * side * side));
        for option in problem.options() {
            let candidate = matrix.candidate(option);
            assert_eq!(matrix.option(candidate), option);
            let held = |kind, number| Constraint::Holds { kind, number, digit: candidate.digit };
            let expected = [
                Constraint::Filled(candidate.cell),
                held(HouseKind::Row, candidate.cell.row()),
                held(HouseKind::Column, candidate.cell.column()),
                held(HouseKind::Box, geometry.box_number(candidate.cell)),
            ];
            let found: Vec<Constraint> =
                problem.uses(option).iter().map(|used| matrix.constraint(used.item)).collect();
            assert_eq!(found, expected, "{candidate} on a board of side {side}");
        }
        let mut constraints = HashSet::new();
        for item in problem.items() {
            let constraint = matrix.constraint(item);
            assert_eq!(matrix.item(constraint), item);
            assert!(constraints.insert(constraint), "{constraint:?} has two items");
        }
    }
}

#[test]
fn every_item_of_a_matrix_has_as_many_options_as_the_board_has_digits() {
    for (height, width) in [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (1, 7), (5, 5)] {
        let matrix = Matrix::new(&Geometry::boxes(height, width).expect("there is such a board"));
        let mut holders = vec![0; matrix.problem().item_count()];
        for option in matrix.problem().options() {
            for used in matrix.problem().uses(option) {
                holders[used.item.index()] += 1;
            }
        }
        assert!(holders.iter().all(|&count| count == height * width), "boxes of {height} by {width}");
    }
}
