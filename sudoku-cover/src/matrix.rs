//! Sudoku as an exact cover problem: candidates are options, constraints are items, in both directions.
//!
//! With side N, cells `k` numbered from 0 row by row, digits `d` from 1 and houses `h` from 0:
//!
//! | what | number, from 0 |
//! |---|---|
//! | item "cell `k` is filled" | `k` |
//! | item "row `h` has digit `d`" | `N² + N·h + d − 1` |
//! | item "column `h` has digit `d`" | `2N² + N·h + d − 1` |
//! | item "box `h` has digit `d`" | `3N² + N·h + d − 1` |
//! | option "cell `k` holds digit `d`" | `N·k + d − 1` |
//!
//! There are 4N² items, 324 for the classic, all primary, and N³ options of four items each. Counted from 1,
//! r4c2=7 of the classic covers the items 29, 115, 178 and 277.

use dlx_core::{ItemId, OptionId, Problem};

use crate::geometry::{Candidate, Cell, Digit, Geometry, HouseKind};

/// What an item demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The cell holds a digit.
    Filled(Cell),
    /// A house holds a digit.
    Holds {
        /// Row, column or box.
        kind: HouseKind,
        /// The number of the house among those of its kind, from 0.
        number: usize,
        /// The digit.
        digit: Digit,
    },
}

/// The exact cover problem of an empty board, and what its items and options mean.
#[derive(Clone, Debug)]
pub struct Matrix {
    geometry: Geometry,
    problem: Problem,
}

impl Matrix {
    /// The matrix of a board.
    ///
    /// # Complexity
    /// Linear in N³.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        Self { geometry: geometry.clone(), problem: build(geometry) }
    }

    /// The board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The problem. Items are named as in `r4c2`, `r4#7`, `c2#7` and `b4#7`.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The option of a candidate.
    ///
    /// # Panics
    /// If the cell or the digit is not of this board.
    #[must_use]
    pub fn option(&self, candidate: Candidate) -> OptionId {
        let side = self.geometry.side();
        let digit = digit_index(candidate.digit);
        assert!(digit < side, "digit {} is not of a board of side {side}", candidate.digit);
        OptionId::new(side * self.geometry.index(candidate.cell) + digit)
    }

    /// The candidate of an option.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn candidate(&self, option: OptionId) -> Candidate {
        let side = self.geometry.side();
        let cell = self.geometry.cell(option.index() / side).expect("the option is one of this problem");
        Candidate { cell, digit: digit(option.index() % side) }
    }

    /// The item of a constraint.
    ///
    /// # Panics
    /// If the cell, the house or the digit is not of this board.
    #[must_use]
    pub fn item(&self, constraint: Constraint) -> ItemId {
        let side = self.geometry.side();
        match constraint {
            Constraint::Filled(cell) => ItemId::new(self.geometry.index(cell)),
            Constraint::Holds { kind, number, digit } => {
                let digit = digit_index(digit);
                assert!(number < side && digit < side, "house {number} or its digit is not of this board");
                ItemId::new(side * side * block(kind) + side * number + digit)
            }
        }
    }

    /// The constraint of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn constraint(&self, item: ItemId) -> Constraint {
        let side = self.geometry.side();
        let within = item.index() % (side * side);
        let kind = match item.index() / (side * side) {
            0 => return Constraint::Filled(self.geometry.cell(within).expect("the cell is below N²")),
            1 => HouseKind::Row,
            2 => HouseKind::Column,
            3 => HouseKind::Box,
            _ => panic!("item {item} is not of a board of side {side}"),
        };
        Constraint::Holds { kind, number: within / side, digit: digit(within % side) }
    }
}

/// Which block of N² items the houses of a kind have.
fn block(kind: HouseKind) -> usize {
    match kind {
        HouseKind::Row => 1,
        HouseKind::Column => 2,
        HouseKind::Box => 3,
    }
}

fn digit_index(digit: Digit) -> usize {
    usize::from(digit.value()) - 1
}

fn digit(index: usize) -> Digit {
    u8::try_from(index + 1).ok().and_then(Digit::new).expect("a digit is at most 25")
}

fn build(geometry: &Geometry) -> Problem {
    let mut builder = Problem::builder();
    let cells = geometry.cells().map(|cell| cell.to_string());
    let houses = geometry.houses().iter().flat_map(|house| {
        let letter = match house.kind() {
            HouseKind::Row => 'r',
            HouseKind::Column => 'c',
            HouseKind::Box => 'b',
        };
        geometry.digits().map(move |digit| format!("{letter}{}#{digit}", house.number() + 1))
    });
    for name in cells.chain(houses) {
        builder.primary([name.as_str()]);
    }
    let squared = geometry.cell_count();
    let side = geometry.side();
    for (index, cell) in geometry.cells().enumerate() {
        for digit in 0..side {
            let houses = geometry.houses_of(cell);
            let held = houses.map(|house| squared * block(house.kind()) + side * house.number() + digit);
            builder.option([index, held[0], held[1], held[2]].map(ItemId::new));
        }
    }
    builder.build().expect("the names of cells and houses differ, and every option is made of declared items")
}
