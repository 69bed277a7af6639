//! KenKen puzzles: Latin squares in which the numbers of each cage have a given sum, difference, product or quotient.

use std::fmt;

use dlx_core::{ItemId, Limits, Mention, Problem, Search, Uniqueness};

use crate::geometry::{Geometry, Picture};
use crate::grids::Grid;
use crate::random::Random;
use crate::shape::Cell;
use crate::{InstanceError, Published, check_range, grid, primaries, secondaries};

/// The largest number of cells of a cage.
const LARGEST_CAGE: usize = 4;
/// The nodes within which a puzzle with larger cages must be found to have one solution.
const MOST_NODES: u64 = 10_000;

/// What the numbers of a cage are combined with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// One cell, whose number is given.
    Given,
    /// The sum of all numbers.
    Add,
    /// The difference of two numbers, the larger one first.
    Subtract,
    /// The product of all numbers.
    Multiply,
    /// The quotient of two numbers, the larger one first.
    Divide,
}

impl Operation {
    /// Returns the result for some numbers, or `None` if there is none.
    fn result(self, numbers: &[usize]) -> Option<usize> {
        match (self, numbers) {
            (Self::Given, &[number]) => Some(number),
            (Self::Add, _) => Some(numbers.iter().sum()),
            (Self::Multiply, _) => Some(numbers.iter().product()),
            (Self::Subtract, &[one, other]) => Some(one.abs_diff(other)),
            (Self::Divide, &[one, other]) => {
                let (high, low) = (one.max(other), one.min(other));
                high.is_multiple_of(low).then(|| high / low)
            }
            _ => None,
        }
    }
}

/// Writes the sign of the operation, which is nothing for a given number.
impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Given => "",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "x",
            Self::Divide => "/",
        })
    }
}

/// Cells whose numbers have a given result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The cells, in ascending order.
    pub cells: Vec<Cell>,
    /// What the numbers are combined with.
    pub operation: Operation,
    /// The result.
    pub result: usize,
}

/// A puzzle with one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    side: usize,
    cages: Vec<Cage>,
}

impl Puzzle {
    /// Returns a random puzzle with the numbers 1 to `side` in each row and column. The same seed gives the same
    /// puzzle on every machine.
    ///
    /// The solution is a Latin square that comes from the addition of numbers, with its rows, columns and numbers in
    /// random order. At first each cell is a cage. Then neighboring cages are joined in random order, up to 4 cells,
    /// where the puzzle keeps one solution and a search of 10,000 nodes proves it.
    ///
    /// # Errors
    /// If `side` is not within 2 to 9.
    pub fn random(side: usize, seed: u64) -> Result<Self, InstanceError> {
        check_range("the side of the square", side, 2, 9)?;
        let mut random = Random::new(seed);
        let [rows, columns, numbers] = [(); 3].map(|()| random.order(side));
        let number = |cell: &Cell| 1 + numbers[(rows[cell.row] + columns[cell.column]) % side];
        let given = |[row, column]: [usize; 2]| {
            let cell = Cell::new(row, column);
            Cage { cells: vec![cell], operation: Operation::Given, result: number(&cell) }
        };
        let mut puzzle = Self { side, cages: grid(side, side).map(given).collect() };
        let mut borders: Vec<[Cell; 2]> = grid(side, side)
            .flat_map(|[row, column]| [[row, column, row, column + 1], [row, column, row + 1, column]])
            .filter(|border| border.iter().all(|&at| at < side))
            .map(|[row, column, below, right]| [Cell::new(row, column), Cell::new(below, right)])
            .collect();
        random.shuffle(&mut borders);
        for border in borders {
            // Cages of all sizes up to the largest one are wanted.
            let most = 2 + random.index(LARGEST_CAGE - 1);
            let [one, other] =
                border.map(|cell| puzzle.cages.iter().position(|cage| cage.cells.contains(&cell)));
            let (Some(one), Some(other)) = (one, other) else { continue };
            if one == other || puzzle.cages[one].cells.len() + puzzle.cages[other].cells.len() > most {
                continue;
            }
            let mut joined = puzzle.clone();
            let mut cells = joined.cages.remove(one.max(other)).cells;
            cells.append(&mut joined.cages[one.min(other)].cells);
            cells.sort_unstable();
            let numbers: Vec<usize> = cells.iter().map(number).collect();
            let operations = [Operation::Divide, Operation::Subtract, Operation::Multiply, Operation::Add];
            let possible: Vec<(Operation, usize)> = operations
                .into_iter()
                .filter_map(|operation| Some((operation, operation.result(&numbers)?)))
                .collect();
            let (operation, result) = possible[random.index(possible.len())];
            joined.cages[one.min(other)] = Cage { cells, operation, result };
            let limits = &mut Limits::none().nodes(MOST_NODES);
            if matches!(Search::new(&problem(&joined)?).uniqueness(limits), Uniqueness::One(_)) {
                puzzle = joined;
            }
        }
        Ok(puzzle)
    }

    /// Returns the number of rows, of columns and of numbers.
    #[must_use]
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the cages, which contain each cell once.
    #[must_use]
    pub fn cages(&self) -> &[Cage] {
        &self.cages
    }
}

/// Returns the problem of solving a puzzle.
///
/// The items are the cages, such as `00=12+` for the cage whose first cell is in row 0 and column 0; `r01`.. (row,
/// number) and `c01`.. (column, number); and the secondary items `v00`.. (row, column), whose colors are the numbers of
/// the cells. An option is a filling of a cage.
///
/// # Errors
/// None at present.
pub fn problem(puzzle: &Puzzle) -> Result<Problem, InstanceError> {
    let side = puzzle.side;
    let mut builder = Problem::builder();
    let name = |cage: &Cage| {
        let Cell { row, column, .. } = cage.cells[0];
        format!("{row}{column}={}{}", cage.result, cage.operation)
    };
    let cages = primaries(&mut builder, puzzle.cages.iter().map(name))?;
    let mut lines = |word: &'static str| {
        primaries(&mut builder, grid(side, side).map(|[line, number]| format!("{word}{line}{}", number + 1)))
    };
    let (in_row, in_column) = (lines("r")?, lines("c")?);
    let values = secondaries(&mut builder, grid(side, side).map(|[row, column]| format!("v{row}{column}")))?;
    let colors: Vec<String> = (1..=side).map(|number| number.to_string()).collect();
    for (&item, cage) in cages.iter().zip(&puzzle.cages) {
        let mut numbers = vec![1; cage.cells.len()];
        loop {
            let filled = || cage.cells.iter().zip(&numbers);
            let repeats = filled().enumerate().any(|(at, (cell, number))| {
                let mut before = filled().take(at);
                before.any(|(other, same)| {
                    same == number && (other.row == cell.row || other.column == cell.column)
                })
            });
            if !repeats && cage.operation.result(&numbers) == Some(cage.result) {
                let mut mentions: Vec<Mention<'_>> = vec![item.into()];
                for (cell, number) in filled() {
                    let used: [ItemId; 2] =
                        [in_row[cell.row * side + number - 1], in_column[cell.column * side + number - 1]];
                    mentions.extend(used.map(Mention::from));
                    let value = values[cell.row * side + cell.column];
                    mentions.push((value, colors[number - 1].as_str()).into());
                }
                builder.add_option(mentions)?;
            }
            // The next filling in lexicographic order.
            let Some(at) = numbers.iter().rposition(|&number| number < side) else { break };
            numbers[at] += 1;
            numbers[at + 1..].fill(1);
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the cages and the numbers of their cells.
#[must_use]
pub fn geometry(puzzle: &Puzzle) -> Geometry {
    let side = puzzle.side;
    Geometry::known(Picture::Packing(Grid::Cubes), [1, side, side], "cell=v<row><column>")
}

/// Returns 1: a puzzle is made with one solution.
#[must_use]
pub fn published(_puzzle: &Puzzle) -> Option<Published> {
    Some(Published { count: 1, source: "proved by a search when the puzzle was made" })
}
