//! An automorphism of a grid, as a map of cells and digits, and in words.

use std::fmt;

use serde::{Serialize, Serializer};

use super::oriented::Blocks;
use crate::model::geometry::{Cell, Digit, MAX_SIDE};
use crate::model::grid::Grid;
use crate::model::symmetry;

/// An order of the rows and columns of a grid, or of the grid with rows and columns exchanged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrangement {
    pub(super) is_turned: bool,
    pub(super) rows: [u8; MAX_SIDE],
    pub(super) columns: [u8; MAX_SIDE],
}

/// An exchange of rows, columns, rows with columns, and digits that turns a grid into itself.
///
/// Displayed in words, such as `half turn, digits (1 9)(2 8)(3 7)(4 6)`. The numbers in parentheses are
/// cycles: the half turn maps each given 1 to a 9, and each 9 to a 1. Serialized with the images of the cells,
/// row by row, those of the digits, and these words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automorphism {
    shape: Blocks,
    /// If true, the cell in row r and column c is mapped to row `rows[c]` and column `columns[r]`, otherwise
    /// to row `rows[r]` and column `columns[c]`.
    is_transposed: bool,
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// By value of a digit from 1, its image, where it is known.
    digits: Vec<Option<Digit>>,
}

impl Automorphism {
    /// Returns the map between two arrangements of a grid that are equal up to a relabelling of digits.
    pub(super) fn between(shape: Blocks, grid: &Grid, from: &Arrangement, to: &Arrangement) -> Automorphism {
        let side = shape.side;
        let line_map = |from: &[u8; MAX_SIDE], to: &[u8; MAX_SIDE]| {
            let mut images = vec![0; side];
            for (&line, &image) in from.iter().zip(to).take(side) {
                images[usize::from(line)] = usize::from(image);
            }
            images
        };
        let rows = line_map(&from.rows, &to.rows);
        let columns = line_map(&from.columns, &to.columns);
        // Rows of a turned arrangement are columns of the grid.
        let (rows, columns) = if to.is_turned { (columns, rows) } else { (rows, columns) };
        let is_transposed = from.is_turned != to.is_turned;
        let digits = vec![None; side];
        let mut automorphism = Automorphism { shape, is_transposed, rows, columns, digits };
        for clue in grid.clues() {
            let image = automorphism.image(clue.cell).and_then(|image| grid.get(image));
            automorphism.digits[usize::from(clue.digit.value()) - 1] = image;
        }
        automorphism.complete_digits();
        automorphism
    }

    /// If one digit does not occur in the grid, it is its own image.
    fn complete_digits(&mut self) {
        let mut unknown = (0..self.digits.len()).filter(|&place| self.digits[place].is_none());
        if let (Some(place), None) = (unknown.next(), unknown.next()) {
            self.digits[place] = u8::try_from(place + 1).ok().and_then(Digit::new);
        }
    }

    /// Returns the image of a cell, or `None` for a cell outside the board.
    #[must_use]
    pub fn image(&self, cell: Cell) -> Option<Cell> {
        let (row, column) = (cell.row(), cell.column());
        if row >= self.shape.side || column >= self.shape.side {
            return None;
        }
        let (row, column) = self.image_at(row, column);
        Some(Cell::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?))
    }

    fn image_at(&self, row: usize, column: usize) -> (usize, usize) {
        let (row, column) = if self.is_transposed { (column, row) } else { (row, column) };
        (self.rows[row], self.columns[column])
    }

    /// Returns the image of a digit. `None` for a digit of which the givens do not determine the image, because
    /// it does not occur among them, and for one above the side of the board. If only one digit does not occur,
    /// it is its own image.
    #[must_use]
    pub fn digit_image(&self, digit: Digit) -> Option<Digit> {
        self.digits.get(usize::from(digit.value()) - 1).copied().flatten()
    }

    /// Returns true if rows are mapped to columns.
    #[must_use]
    pub fn is_transposed(&self) -> bool {
        self.is_transposed
    }

    /// Returns true if every cell is its own image.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.order() == 1
    }

    /// Returns the order: how many times the map must be applied until every cell is back in place.
    #[must_use]
    pub fn order(&self) -> u64 {
        let side = self.shape.side;
        let image = |place: usize| {
            let (row, column) = self.image_at(place / side, place % side);
            row * side + column
        };
        cycles(side * side, image).iter().fold(1, |order, cycle| lcm(order, cycle.len() as u64))
    }

    /// Returns what automorphisms are sorted by.
    pub(super) fn rank(&self) -> (u64, bool, Vec<usize>, Vec<usize>) {
        (self.order(), self.is_transposed, self.rows.clone(), self.columns.clone())
    }

    /// Returns the symmetry of the square that the cells are mapped by, if it is one, in words.
    fn square_map(&self) -> Option<&'static str> {
        symmetry::words_for(self.shape.side, |row, column| self.image_at(row, column))
    }
}

fn lcm(one: u64, other: u64) -> u64 {
    let (mut divisor, mut rest) = (one, other);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    one / divisor * other
}

/// Returns the cycles of a permutation of the numbers below `count`, fixed points included.
fn cycles(count: usize, image: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut is_seen = vec![false; count];
    let mut cycles = Vec::new();
    for first in 0..count {
        let mut cycle = Vec::new();
        let mut next = first;
        while !is_seen[next] {
            is_seen[next] = true;
            cycle.push(next);
            next = image(next);
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// Writes the cycles of at least two numbers, counted from 1, after a word. Writes nothing for the identity.
fn write_cycles(
    f: &mut fmt::Formatter<'_>,
    words: [&str; 2],
    count: usize,
    image: impl Fn(usize) -> usize,
) -> fmt::Result {
    let cycles = cycles(count, image);
    let moved: Vec<&Vec<usize>> = cycles.iter().filter(|cycle| cycle.len() > 1).collect();
    if moved.is_empty() {
        return Ok(());
    }
    write!(f, "{}{} ", words[0], words[1])?;
    for cycle in moved {
        let numbers: Vec<String> = cycle.iter().map(|number| (number + 1).to_string()).collect();
        write!(f, "({})", numbers.join(" "))?;
    }
    Ok(())
}

/// Writes a permutation of rows or columns: by whole blocks where it keeps the order of the lines of each.
fn write_lines(
    f: &mut fmt::Formatter<'_>,
    comma: &str,
    [lines, blocks]: [&str; 2],
    images: &[usize],
    size: usize,
) -> fmt::Result {
    let is_by_blocks = size > 1 && images.iter().enumerate().all(|(line, image)| image % size == line % size);
    if is_by_blocks {
        write_cycles(f, [comma, blocks], images.len() / size, |block| images[block * size] / size)
    } else {
        write_cycles(f, [comma, lines], images.len(), |line| images[line])
    }
}

/// An automorphism as it is serialized.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct Written<'a> {
    /// How many times it must be applied until all cells are back in place.
    #[cfg_attr(feature = "schema", schema(minimum = 2))]
    order: u64,
    /// The images of the cells, row by row.
    cells: Vec<Cell>,
    /// The images of the digits, from 1; null where the givens do not determine one.
    digits: &'a [Option<Digit>],
    /// The automorphism in words.
    text: String,
}

impl Serialize for Automorphism {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines = || (0..).take(self.shape.side);
        let cells = lines().flat_map(|row| lines().map(move |column| Cell::new(row, column)));
        let cells = cells.filter_map(|cell| self.image(cell)).collect();
        let written = Written { order: self.order(), cells, digits: &self.digits, text: self.to_string() };
        written.serialize(serializer)
    }
}

with_schema_of!(Automorphism, Written<'_>);

impl fmt::Display for Automorphism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(words) = self.square_map() {
            f.write_str(words)?;
        } else {
            f.write_str(if self.is_transposed { "transposition" } else { "" })?;
            let comma = if self.is_transposed { ", then " } else { "" };
            write_lines(f, comma, ["rows", "bands"], &self.rows, self.shape.height)?;
            let has_rows = self.rows.iter().enumerate().any(|(line, &image)| line != image);
            let comma = if has_rows { ", " } else { comma };
            write_lines(f, comma, ["columns", "stacks"], &self.columns, self.shape.width)?;
        }
        let image = |place: usize| match self.digits[place] {
            Some(digit) => usize::from(digit.value()) - 1,
            None => place,
        };
        write_cycles(f, [", ", "digits"], self.digits.len(), image)
    }
}
