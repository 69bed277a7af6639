//! Canonical forms: equal for all equivalent grids, and with the known numbers of automorphisms.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use dlx_core::{Limits, Stopped};
use sudoku_cover::{CanonError, Canonizer, Cell, Digit, Generator, Geometry, Grid, Solver, Wish};

fn board(side: usize) -> Geometry {
    Geometry::of_side(side).expect("there is such a board")
}

/// Returns a number below `count`, from a simple generator (D. Lehmer, 1951).
fn below(state: &mut u64, count: usize) -> usize {
    *state = *state * 48_271 % 2_147_483_647;
    usize::try_from(*state).expect("it fits") % count
}

fn shuffled(count: usize, state: &mut u64) -> Vec<usize> {
    let mut list: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        list.swap(last, below(state, last + 1));
    }
    list
}

/// Returns an order of lines that keeps the lines of each band together.
fn lines(side: usize, size: usize, state: &mut u64) -> Vec<usize> {
    let bands = shuffled(side / size, state);
    bands
        .iter()
        .flat_map(|band| shuffled(size, state).into_iter().map(move |line| band * size + line))
        .collect()
}

/// Returns an equivalent grid.
fn transformed(grid: &Grid, geometry: &Geometry, state: &mut u64) -> Grid {
    let side = geometry.side();
    let rows = lines(side, geometry.box_height(), state);
    let columns = lines(side, geometry.box_width(), state);
    let digits = shuffled(side, state);
    let is_turned = geometry.box_height() == geometry.box_width() && below(state, 2) == 1;
    let mut other = Grid::empty(side).expect("the side is that of a board");
    for cell in geometry.cells() {
        let place = |index: usize| u8::try_from(index).expect("a board is small");
        let (row, column) = (place(rows[cell.row()]), place(columns[cell.column()]));
        let from = if is_turned { Cell::new(column, row) } else { Cell::new(row, column) };
        let digit =
            grid.get(from).and_then(|digit| Digit::new(place(digits[usize::from(digit.value()) - 1] + 1)));
        other.set(cell, digit).expect("the cell and the digit are of the board");
    }
    other
}

#[test]
fn equivalent_grids_have_the_same_form() {
    let mut state = 1;
    for (geometry, count) in [
        (board(4), 10),
        (board(6), 10),
        (Geometry::boxes(3, 2).expect("there is such a board"), 5),
        (board(8), 3),
        (board(5), 3),
        (board(9), 12),
    ] {
        let mut canonizer = Canonizer::new(&geometry).expect("it is small enough");
        let mut generator = Generator::new(&geometry, 2);
        for number in 0..count {
            for wish in [Wish::Minimal, Wish::Clues(geometry.cell_count())] {
                let grid = generator.puzzle(number, wish, Limits::none).expect("nothing stops it").puzzle;
                let form = canonizer.canonical(&grid, &mut Limits::none()).expect("it is one of the board");
                assert_eq!(form.grid.clue_count(), grid.clue_count());
                assert_eq!(
                    canonizer.canonical(&form.grid, &mut Limits::none()).expect("it is one of the board"),
                    form
                );
                for _ in 0..4 {
                    let other = transformed(&grid, &geometry, &mut state);
                    assert_eq!(
                        canonizer.canonical(&other, &mut Limits::none()).expect("it is one of the board"),
                        form
                    );
                }
            }
        }
    }
}

#[test]
fn different_puzzles_have_different_forms() {
    let mut canonizer = Canonizer::new(&Geometry::classic()).expect("it is small enough");
    let mut generator = Generator::new(&Geometry::classic(), 9);
    let mut forms: Vec<String> = (0..30)
        .map(|number| generator.puzzle(number, Wish::Minimal, Limits::none).expect("nothing stops it"))
        .map(|made| {
            canonizer
                .canonical(&made.puzzle, &mut Limits::none())
                .expect("it is one of the board")
                .grid
                .to_line()
                .to_string()
        })
        .collect();
    forms.sort();
    forms.dedup();
    assert_eq!(forms.len(), 30);
}

/// Returns the number of solutions of the board with its first row in order, and their canonical forms with
/// automorphisms.
fn forms(geometry: &Geometry) -> (usize, BTreeMap<String, u128>) {
    let mut row = Grid::empty(geometry.side()).expect("the side is that of a board");
    for (cell, digit) in geometry.cells().zip(geometry.digits()) {
        row.set(cell, Some(digit)).expect("the cell and the digit are of the board");
    }
    let mut solver = Solver::new(geometry);
    solver.load(&row).expect("it is a row");
    let mut canonizer = Canonizer::new(geometry).expect("it is small enough");
    let (mut count, mut forms) = (0, BTreeMap::new());
    for grid in solver.solutions() {
        let form = canonizer.canonical(&grid, &mut Limits::none()).expect("it is one of the board");
        count += 1;
        forms.insert(form.grid.to_line().to_string(), form.automorphisms);
    }
    (count, forms)
}

#[test]
fn there_are_two_different_grids_of_side_four() {
    // 288 grids, 12 with the first row in order (OEIS A107739); two classes (OEIS A109741). The number of
    // grids of a class with this row is the number of exchanges, 2 * 8 * 8, divided by its automorphisms.
    let (count, forms) = forms(&board(4));
    assert_eq!((count, forms.len()), (12, 2));
    assert_eq!(forms.values().map(|automorphisms| 2 * 8 * 8 / automorphisms).sum::<u128>(), 12);
}

#[test]
fn the_49_classes_of_side_six_add_up_to_all_grids() {
    // 28200960 grids (F. Jarvis, "Sudoku enumeration problems"), 6! of them for each with the first row in order.
    // 49 classes under exchanges of digits, bands, rows of a band, stacks and columns of a stack.
    let (count, forms) = forms(&board(6));
    assert_eq!((count, forms.len()), (28_200_960 / 720, 49));
    let exchanges = 72 * 48;
    assert!(forms.values().all(|automorphisms| exchanges % automorphisms == 0));
    let grids: u128 = forms.values().map(|automorphisms| exchanges / automorphisms).sum();
    assert_eq!(grids, 39_168);
}

#[test]
fn the_most_canonical_grid_has_648_automorphisms() {
    // The "most canonical" grid of the Sudoku Players' Forums; no classic grid has more automorphisms.
    let grid: Grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
        .parse()
        .expect("it is a grid");
    let mut canonizer = Canonizer::new(&Geometry::classic()).expect("it is small enough");
    let form = canonizer.canonical(&grid, &mut Limits::none()).expect("it is one of the board");
    assert_eq!((form.grid, form.automorphisms), (grid, 648));
}

#[test]
fn grids_with_blank_lines_have_all_their_automorphisms() {
    let mut canonizer = Canonizer::new(&Geometry::classic()).expect("it is small enough");
    let mut grid = Grid::empty(9).expect("there is such a grid");
    // All exchanges.
    assert_eq!(
        canonizer.canonical(&grid, &mut Limits::none()).expect("it fits").automorphisms,
        2 * 6_u128.pow(8)
    );
    // The exchanges that keep one of the 81 cells in place.
    grid.set(Cell::new(4, 7), Digit::new(3)).expect("the cell is one of the grid");
    let form = canonizer.canonical(&grid, &mut Limits::none()).expect("it fits");
    assert_eq!(form.automorphisms, 2 * 6_u128.pow(8) / 81);
    assert_eq!(form.grid.to_line().to_string(), format!("{}1", ".".repeat(80)));
    // Two different givens in one row of a box: 81 * 2 ordered places, and the digits may be exchanged.
    grid.set(Cell::new(4, 6), Digit::new(5)).expect("the cell is one of the grid");
    assert_eq!(
        canonizer.canonical(&grid, &mut Limits::none()).expect("it fits").automorphisms,
        6_u128.pow(8) / 81 * 2 / 2
    );
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let error = Canonizer::new(&board(16)).expect_err("it is too large").to_string();
    assert!(error.ends_with("arrangements of the columns for a canonical form, found 7962624"), "{error}");
    assert!(Canonizer::new(&board(12)).is_ok());
    let mut canonizer = Canonizer::new(&board(4)).expect("it is small enough");
    assert!(
        canonizer.canonical(&Grid::empty(9).expect("there is such a grid"), &mut Limits::none()).is_err()
    );
}

#[test]
fn a_search_that_is_stopped_at_once_returns_no_form() {
    let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        .parse()
        .expect("it is a grid");
    let mut canonizer = Canonizer::new(&board(9)).expect("its forms are found");
    let mut limits = Limits::none().ask(1, |_| ControlFlow::Break(()));
    assert_eq!(canonizer.canonical(&puzzle, &mut limits), Err(CanonError::Stopped(Stopped::Asked)));
}
