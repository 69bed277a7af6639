//! What rules require of the whole board, or of too many cells for a relation.

use super::rules::Variant;
use super::{Cell, Geometry};

/// A requirement that is no relation. Of the searches, only that on the board knows these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Global {
    /// There are cells with one of these digits, which are bits of their ranks; they are connected along rows and columns,
    /// and as many as the size says.
    Connected { digits: u32, size: Option<usize> },
    /// The digits of a row or column from one end, read as a number, have this rank among those of all rows and columns from
    /// both ends: one more than the number of those that are less.
    Rank { cells: Vec<Cell>, rank: usize },
    /// No two rows or columns, each from either end, are equal.
    DifferentNumbers,
    /// The cells of a loop consist of parts of which each has this sum.
    SumLoop { cells: Vec<Cell>, sum: u8 },
}

impl Global {
    /// Returns the cells that it is about: all, unless it names some.
    pub(crate) fn cells(&self, geometry: &Geometry) -> Vec<Cell> {
        match self {
            Global::Rank { cells, .. } | Global::SumLoop { cells, .. } => cells.clone(),
            Global::Connected { .. } | Global::DifferentNumbers => geometry.cells().collect(),
        }
    }

    /// Returns true if a full grid meets it.
    pub(crate) fn holds(&self, geometry: &Geometry, digit: &dyn Fn(Cell) -> u8) -> bool {
        let number = |cells: &[Cell]| cells.iter().map(|&cell| digit(cell)).collect::<Vec<u8>>();
        match self {
            Global::Connected { digits, size } => {
                let least = geometry.values().least();
                let is_in = |cell: Cell| digits >> (digit(cell) - least) & 1 == 1;
                let cells: Vec<Cell> = geometry.cells().filter(|&cell| is_in(cell)).collect();
                let mut reached: Vec<Cell> = cells.iter().copied().take(1).collect();
                let mut next = 0;
                while let Some(&cell) = reached.get(next) {
                    next += 1;
                    for other in geometry.neighbors(cell).filter(|&cell| is_in(cell)) {
                        if !reached.contains(&other) {
                            reached.push(other);
                        }
                    }
                }
                !cells.is_empty()
                    && reached.len() == cells.len()
                    && size.is_none_or(|size| size == cells.len())
            }
            Global::Rank { cells, rank } => {
                let (own, others) = (number(cells), geometry.ranked_lines());
                let others: Vec<Vec<u8>> = others.iter().map(|cells| number(cells)).collect();
                let less = others.iter().filter(|&other| *other < own).count();
                let equal = others.iter().filter(|&other| *other == own).count();
                less + 1 == *rank && (equal == 1 || geometry.has(Variant::AnyRankTies))
            }
            Global::DifferentNumbers => {
                let mut numbers: Vec<Vec<u8>> =
                    geometry.ranked_lines().iter().map(|cells| number(cells)).collect();
                numbers.sort_unstable();
                numbers.windows(2).all(|pair| pair[0] != pair[1])
            }
            Global::SumLoop { cells, sum } => (0..cells.len()).any(|first| {
                let mut part = 0_u8;
                let mut cells = cells[first..].iter().chain(&cells[..first]);
                let fits = cells.all(|&cell| {
                    part = part.saturating_add(digit(cell));
                    part = if part == *sum { 0 } else { part };
                    part < *sum
                });
                fits && part == 0
            }),
        }
    }
}

impl Geometry {
    /// Returns the cells of all rows and columns, from each end.
    pub(crate) fn ranked_lines(&self) -> Vec<Vec<Cell>> {
        let side = self.side_byte();
        let line = |is_row: bool, number: u8, is_reversed: bool| {
            let place = |place: u8| if is_reversed { side - 1 - place } else { place };
            let cell = |at: u8| if is_row { Cell::new(number, at) } else { Cell::new(at, number) };
            (0..side).map(|at| cell(place(at))).collect()
        };
        let ends = [(true, false), (true, true), (false, false), (false, true)];
        (0..side)
            .flat_map(|number| ends.map(|(is_row, is_reversed)| line(is_row, number, is_reversed)))
            .collect()
    }
}
