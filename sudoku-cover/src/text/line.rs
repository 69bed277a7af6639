//! A grid in one line.

use std::fmt;

use crate::model::geometry::{Digit, Values};
use crate::model::grid::Grid;

/// The largest side of usual grids of which every digit is one character.
pub(super) const LARGEST_COMPACT_SIDE: usize = 9;

/// A grid displayed in one line, returned by [`Grid::to_line`].
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    grid: &'a Grid,
}

impl Grid {
    /// Returns the grid as one line, which a [`Reader`](super::Reader) for its board reads back: with digits up to 9
    /// one character for each cell with `.` for blank cells, with others numbers between commas with 0 for blank
    /// cells, or `.` if 0 is a digit. A cell that is no part of the board is `#`.
    ///
    /// ```
    /// # use sudoku_cover::{Cell, Digit, Grid};
    /// let mut grid = Grid::empty(4)?;
    /// grid.set(Cell::new(0, 1), Digit::new(3))?;
    /// assert_eq!(grid.to_line().to_string(), ".3..............");
    /// # Ok::<(), sudoku_cover::GridError>(())
    /// ```
    pub fn to_line(&self) -> Line<'_> {
        Line { grid: self }
    }
}

impl Line<'_> {
    /// Appends the line to the bytes, in the same form as it is displayed.
    ///
    /// ```
    /// # use sudoku_cover::Grid;
    /// let mut bytes = b"blank: ".to_vec();
    /// Grid::empty(2)?.to_line().append_to(&mut bytes);
    /// assert_eq!(bytes, b"blank: ....");
    /// # Ok::<(), sudoku_cover::GridError>(())
    /// ```
    pub fn append_to(&self, bytes: &mut Vec<u8>) {
        let (grid, start) = (self.grid, bytes.len());
        append_digits(grid.values(), grid.digits().iter().copied(), bytes);
        if grid.blocked().is_empty() {
            return;
        }
        if is_compact(grid.values()) {
            for (byte, _) in bytes[start..].iter_mut().zip(grid.blocked()).filter(|(_, is)| **is) {
                *byte = BLOCKED;
            }
            return;
        }
        let fields: Vec<u8> = bytes.split_off(start);
        let fields = fields.split(|&byte| byte == b',').zip(grid.blocked());
        let fields = fields.map(|(field, &is_blocked)| if is_blocked { &[BLOCKED][..] } else { field });
        bytes.extend(fields.collect::<Vec<_>>().join(&b','));
    }
}

/// The character of a cell that is no part of the board.
const BLOCKED: u8 = b'#';

/// Returns true if each of these digits is one character.
fn is_compact(values: Values) -> bool {
    usize::from(values.greatest()) <= LARGEST_COMPACT_SIDE
}

/// Appends the line of a grid with these digits, whose cells may hold some values.
pub(crate) fn append_digits(
    values: Values,
    digits: impl ExactSizeIterator<Item = Option<Digit>>,
    bytes: &mut Vec<u8>,
) {
    if is_compact(values) {
        bytes.extend(digits.map(|digit| symbol(digit, b'.')));
        return;
    }
    for (place, digit) in digits.enumerate() {
        if place > 0 {
            bytes.push(b',');
        }
        let Some(value) = digit.map(Digit::value).or((values.least() > 0).then_some(0)) else {
            bytes.push(b'.');
            continue;
        };
        if value >= 10 {
            bytes.push(b'0' + value / 10);
        }
        bytes.push(b'0' + value % 10);
    }
}

/// Returns the character of a digit up to 9, or that of a blank cell.
pub(super) fn symbol(digit: Option<Digit>, blank: u8) -> u8 {
    digit.map_or(blank, |digit| b'0' + digit.value())
}

/// Appends a grid of digits up to 9, in lines of `cells` cells.
pub(super) fn append_rows(grid: &Grid, cells: usize, blank: u8, bytes: &mut Vec<u8>) {
    for row in grid.digits().chunks(cells) {
        bytes.extend(row.iter().map(|&digit| symbol(digit, blank)));
        bytes.push(b'\n');
    }
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = Vec::new();
        self.append_to(&mut bytes);
        f.write_str(std::str::from_utf8(&bytes).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::geometry::{Cell, Digit};
    use crate::model::grid::Grid;

    #[test]
    fn numbers_of_one_and_two_digits_stand_between_commas() {
        let mut grid = Grid::empty(11).unwrap();
        for (column, value) in [(0, 10), (2, 9), (10, 11)] {
            grid.set(Cell::new(0, column), Digit::new(value)).unwrap();
        }
        let expected = format!("10,0,9,0,0,0,0,0,0,0,11{}", ",0".repeat(110));
        assert_eq!(grid.to_line().to_string(), expected);
    }
}
