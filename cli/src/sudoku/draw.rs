//! A solution drawn as a grid, the found digits told from the given ones.

use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};
use sudoku_cover::{Cell, Geometry, Grid};

/// How a found digit looks different from a given one, which is always plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Red,
    /// A `_` before it.
    Marked,
}

/// A solution and the puzzle that it solves.
pub(super) struct Drawing<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) puzzle: &'a Grid,
    pub(super) solution: &'a Grid,
    pub(super) found: Found,
}

const RED: Style = AnsiColor::Red.on_default();

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let border = self.border();
        let side = self.geometry.side();
        for row in 0..side {
            if row % self.frame().0 == 0 {
                writeln!(f, "{border}")?;
            }
            for column in 0..side {
                if column % self.frame().1 == 0 {
                    f.write_str(if column == 0 { "|" } else { " |" })?;
                }
                self.cell(f, row, column)?;
            }
            f.write_str(" |\n")?;
        }
        writeln!(f, "{border}")
    }
}

impl Drawing<'_> {
    /// Columns of text that the largest digit takes.
    fn width(&self) -> usize {
        if self.geometry.side() > 9 { 2 } else { 1 }
    }

    /// Rows and columns of the frames: of the boxes, and where there are regions, of the board.
    fn frame(&self) -> (usize, usize) {
        let geometry = self.geometry;
        if geometry.has_regions() {
            (geometry.side(), geometry.side())
        } else {
            (geometry.box_height(), geometry.box_width())
        }
    }

    fn border(&self) -> String {
        let (side, box_width) = (self.geometry.side(), self.frame().1);
        let mut border = String::from("+");
        for _ in 0..side / box_width {
            border.extend(std::iter::repeat_n('-', box_width * (self.width() + 1) + 1));
            border.push('+');
        }
        border
    }

    fn cell(&self, f: &mut fmt::Formatter<'_>, row: usize, column: usize) -> fmt::Result {
        let cell = self.geometry.cell(row * self.geometry.side() + column).expect("the cell is on the board");
        let digit = self.solution.get(cell).map_or_else(|| ".".to_owned(), |digit| digit.to_string());
        let padding = self.width() - digit.len();
        f.write_str(&" ".repeat(padding))?;
        if self.puzzle.get(cell).is_some() {
            write!(f, " {digit}")
        } else {
            match self.found {
                Found::Red => write!(f, " {RED}{digit}{RED:#}"),
                Found::Marked => write!(f, "_{digit}"),
            }
        }
    }
}

/// The cells in which another solution differs, such as `r1c1=5 r1c2=3`.
pub(super) fn differences(geometry: &Geometry, one: &Grid, other: &Grid) -> String {
    let differs = |cell: &Cell| one.get(*cell) != other.get(*cell);
    let mut list = String::new();
    for cell in geometry.cells().filter(differs) {
        if let Some(digit) = other.get(cell) {
            let gap = if list.is_empty() { "" } else { " " };
            write!(list, "{gap}{cell}={digit}").expect("a string takes any text");
        }
    }
    list
}
