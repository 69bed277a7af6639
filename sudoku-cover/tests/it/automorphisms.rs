//! The automorphisms of grids: those that trying all exchanges finds, and those by which puzzles were made.

use std::collections::BTreeSet;

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::{Automorphism, Canonizer, Cell, Digit, Generator, Geometry, Grid, Solver, Wish};

/// The image of a row and a column, counted from zero, on the board of side 9.
type Map = fn(usize, usize) -> (usize, usize);

/// Maps of the cells with their words and the images of the digits 1 to 9.
const MAPS: [(&str, Map, [u8; 9]); 5] = [
    ("half turn, digits (1 9)(2 8)(3 7)(4 6)", |r, c| (8 - r, 8 - c), [9, 8, 7, 6, 5, 4, 3, 2, 1]),
    ("reflection in the main diagonal, digits (1 2)(3 4)(5 6)", |r, c| (c, r), [2, 1, 4, 3, 6, 5, 7, 8, 9]),
    (
        "reflection in the antidiagonal, digits (4 5)(6 7)(8 9)",
        |r, c| (8 - c, 8 - r),
        [1, 2, 3, 5, 4, 7, 6, 9, 8],
    ),
    ("quarter turn clockwise, digits (1 2 3 4)(5 6 7 8)", |r, c| (c, 8 - r), [2, 3, 4, 1, 6, 7, 8, 5, 9]),
    ("bands (1 2 3), digits (1 2 3)(4 5 6)(7 8 9)", |r, c| ((r + 3) % 9, c), [2, 3, 1, 5, 6, 4, 8, 9, 7]),
];

fn digit(value: u8) -> Digit {
    Digit::new(value).expect("it is a digit")
}

fn cell(row: usize, column: usize) -> Cell {
    let line = |line: usize| u8::try_from(line).expect("a board is small");
    Cell::new(line(row), line(column))
}

/// Returns a number below `count`, from a simple generator (D. Lehmer, 1951).
fn below(state: &mut u64, count: usize) -> usize {
    *state = *state * 48_271 % 2_147_483_647;
    usize::try_from(*state).expect("it fits") % count
}

/// Returns the grid with a digit in a cell, and with all images of both.
fn with_images(grid: &Grid, at: (usize, usize), value: u8, map: Map, digits: [u8; 9]) -> Option<Grid> {
    let (mut grid, mut at, mut value) = (grid.clone(), at, value);
    loop {
        match grid.get(cell(at.0, at.1)) {
            Some(known) if known == digit(value) => return Some(grid),
            Some(_) => return None,
            None => grid.set(cell(at.0, at.1), Some(digit(value))).expect("the cell is one of the board"),
        }
        (at, value) = (map(at.0, at.1), digits[usize::from(value) - 1]);
    }
}

/// Returns a puzzle with one solution, which the map turns into itself, and the solution.
fn puzzle(map: Map, digits: [u8; 9], state: &mut u64) -> (Grid, Grid) {
    let mut solver = Solver::new(&Geometry::classic());
    loop {
        let mut grid = Grid::empty(9).expect("there is such a grid");
        for _ in 0..400 {
            let at = (below(state, 9), below(state, 9));
            let value = u8::try_from(below(state, 9) + 1).expect("it is small");
            let Some(next) = with_images(&grid, at, value, map, digits) else { continue };
            if solver.load(&next).is_err() {
                continue;
            }
            match solver.uniqueness(&mut Limits::none()) {
                Uniqueness::One(solution) => return (next, solution),
                Uniqueness::None => {}
                _ => grid = next,
            }
        }
    }
}

/// Returns the cells' images, row by row.
fn images(geometry: &Geometry, automorphism: &Automorphism) -> Vec<Cell> {
    geometry.cells().map(|cell| automorphism.image(cell).expect("the cell is one of the board")).collect()
}

/// Returns all orders of lines that keep the lines of each band together.
fn orders(side: usize, size: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..side {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                let unused: Vec<usize> = (0..side).filter(|line| !order.contains(line)).collect();
                unused.into_iter().map(move |line| [&order[..], &[line]].concat())
            })
            .collect();
    }
    orders.retain(|order| {
        order.chunks(size).all(|band| band.iter().all(|&line| line / size == band[0] / size))
    });
    orders
}

/// Returns true if there is a relabelling of the digits with which the map turns the grid into itself.
fn is_preserved(geometry: &Geometry, grid: &Grid, images: &[Cell]) -> bool {
    let pairs: Vec<_> =
        geometry.cells().map(|cell| (grid.get(cell), grid.get(images[geometry.index(cell)]))).collect();
    pairs.iter().all(|(from, to)| {
        from.is_some() == to.is_some() && pairs.iter().all(|(other, image)| (from == other) == (to == image))
    })
}

/// Checks that the automorphisms are the exchanges of rows, columns, and rows with columns that preserve the
/// grid.
fn check_by_trying_all(geometry: &Geometry, grid: &Grid) {
    let side = geometry.side();
    let (rows, columns) = (orders(side, geometry.box_height()), orders(side, geometry.box_width()));
    let mut expected = BTreeSet::new();
    for rows in &rows {
        for columns in &columns {
            for is_transposed in [false, true] {
                if is_transposed && geometry.box_height() != geometry.box_width() {
                    continue;
                }
                let image = |from: Cell| match is_transposed {
                    false => cell(rows[from.row()], columns[from.column()]),
                    true => cell(rows[from.column()], columns[from.row()]),
                };
                let images: Vec<Cell> = geometry.cells().map(image).collect();
                if is_preserved(geometry, grid, &images) {
                    expected.insert(images);
                }
            }
        }
    }
    let mut canonizer = Canonizer::new(geometry).expect("it is small enough");
    let (form, found) = canonizer.automorphisms(grid, &mut Limits::none()).expect("nothing stops it");
    assert_eq!(form.automorphisms, expected.len() as u128, "{}", grid.to_line());
    match found {
        Some(found) => {
            assert!(found[0].is_identity() && found.len() == expected.len());
            let found: BTreeSet<_> = found.iter().map(|found| images(geometry, found)).collect();
            assert_eq!(found, expected, "{}", grid.to_line());
        }
        None => assert!(expected.len() > 1000),
    }
}

#[test]
fn automorphisms_are_the_exchanges_that_preserve_a_grid() {
    let mut state = 5;
    for side in [4, 6] {
        let geometry = Geometry::of_side(side).expect("there is such a board");
        // Few givens leave blank lines, which may be exchanged.
        for clues in 0..9 {
            for _ in 0..(if side == 4 { 6 } else { 1 }) {
                let mut grid = Grid::empty(side).expect("there is such a grid");
                for _ in 0..clues {
                    let value = u8::try_from(below(&mut state, 3) + 1).expect("it is small");
                    let at = cell(below(&mut state, side), below(&mut state, side));
                    grid.set(at, Some(digit(value))).expect("the cell is one of the board");
                }
                check_by_trying_all(&geometry, &grid);
            }
        }
        let mut generator = Generator::new(&geometry, 3);
        for number in 0..4 {
            let full = Wish::Clues(geometry.cell_count());
            let made = generator.puzzle(number, full, Limits::none).expect("nothing stops it");
            check_by_trying_all(&geometry, &made.puzzle);
        }
    }
}

#[test]
fn puzzles_made_symmetric_have_the_automorphism_by_which_they_were_made() {
    let geometry = Geometry::classic();
    let mut canonizer = Canonizer::new(&geometry).expect("it is small enough");
    let mut state = 1;
    for (words, map, digits) in MAPS {
        for _ in 0..3 {
            let (puzzle, solution) = puzzle(map, digits, &mut state);
            for grid in [&puzzle, &solution] {
                let (form, found) = canonizer.automorphisms(grid, &mut Limits::none()).expect("it fits");
                let found = found.expect("a puzzle with one solution has at most 648");
                assert_eq!(form.automorphisms, found.len() as u128);
                let own = found.iter().find(|found| found.to_string() == words);
                let own = own.unwrap_or_else(|| panic!("{words} of {}", grid.to_line()));
                for from in geometry.cells() {
                    let (row, column) = map(from.row(), from.column());
                    assert_eq!(own.image(from), Some(cell(row, column)));
                }
                for (from, to) in (1..).zip(digits) {
                    assert_eq!(own.digit_image(digit(from)), Some(digit(to)));
                }
                assert!(found.iter().all(|found| is_preserved(&geometry, grid, &images(&geometry, found))));
            }
        }
    }
}

#[test]
fn the_648_automorphisms_of_the_most_canonical_grid_are_distinct() {
    // The grid of the Sudoku Players' Forums with the most automorphisms.
    let grid: Grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
        .parse()
        .expect("it is a grid");
    let geometry = Geometry::classic();
    let mut canonizer = Canonizer::new(&geometry).expect("it is small enough");
    let (_, found) = canonizer.automorphisms(&grid, &mut Limits::none()).expect("it fits");
    let found: BTreeSet<_> = found.into_iter().flatten().map(|found| images(&geometry, &found)).collect();
    assert!(found.len() == 648 && found.iter().all(|images| is_preserved(&geometry, &grid, images)));
}
