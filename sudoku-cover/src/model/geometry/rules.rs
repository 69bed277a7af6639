//! The rules of variants: what a board demands beside its rows, columns and boxes.
//!
//! A [`Rule`] is a value that [`Geometry::with_rules`](super::Geometry::with_rules) puts on a board, and a line of
//! text. All that takes a board then keeps to it: the solver, the explainer, the generator.
//!
//! ```
//! use sudoku_cover::{Geometry, Rule};
//!
//! let rules: Vec<Rule> = vec!["x".parse()?, "killer 3 r1c1 r1c2".parse()?];
//! let board = Geometry::classic().with_rules(&rules)?;
//! assert_eq!(board.houses().last().map(ToString::to_string).as_deref(), Some("diagonal 2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The text
//!
//! One rule a line; empty lines, and what follows a `#`, mean nothing. Words are in small or capital letters.
//!
//! ```text
//! rule    = variant
//!         | ("even" | "odd") cells            these cells hold even digits, or odd ones
//!         | "killer" sum cells                these cells hold different digits that come to the sum
//!         | "regions" regions                 regions in the place of the boxes
//! variant = "x"                               both diagonals hold every digit
//!         | "windoku"                         and the squares between the boxes
//!         | "disjoint"                        and the cells that have the same place in their boxes
//!         | "anti-knight" | "anti-king"       equal digits are no knight's or king's move apart
//!         | "non-consecutive"                 cells side by side do not hold digits next to one another
//! cells   = cell { (" " | ",") cell }
//! cell    = "r" row "c" column                counted from 1
//! regions = N * N characters, row by row      cells with the same character form a region; spaces mean nothing
//! ```
//!
//! `diagonal`, `hyper`, `disjoint-groups`, `antiknight`, `antiking` and `nonconsecutive` are understood too, and
//! `cage` for `killer`.

use std::fmt;

use super::Cell;

/// A rule without cells of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// Both diagonals are houses.
    Diagonal,
    /// The squares between the boxes are houses: four windows on the classic board.
    Windoku,
    /// The cells that have the same place in their boxes form a house.
    Disjoint,
    /// Equal digits are not a knight's move apart.
    AntiKnight,
    /// Equal digits are not a king's move apart.
    AntiKing,
    /// Cells side by side do not hold digits next to one another.
    NonConsecutive,
}

impl Variant {
    /// All of them.
    pub const ALL: [Variant; 6] = [
        Variant::Diagonal,
        Variant::Windoku,
        Variant::Disjoint,
        Variant::AntiKnight,
        Variant::AntiKing,
        Variant::NonConsecutive,
    ];

    /// The word for it, such as `x` or `anti-knight`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Diagonal => "x",
            Variant::Windoku => "windoku",
            Variant::Disjoint => "disjoint",
            Variant::AntiKnight => "anti-knight",
            Variant::AntiKing => "anti-king",
            Variant::NonConsecutive => "non-consecutive",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Something that a board demands. Shown as the line of text that it is read from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A rule without cells of its own.
    Variant(Variant),
    /// Regions in the place of the boxes.
    Regions(Regions),
    /// These cells hold even digits.
    Even(Vec<Cell>),
    /// These cells hold odd digits.
    Odd(Vec<Cell>),
    /// These cells hold different digits that come to the sum.
    Killer {
        /// What the digits come to.
        sum: u32,
        /// The cells.
        cells: Vec<Cell>,
    },
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, cells) = match self {
            Rule::Variant(variant) => return variant.fmt(f),
            Rule::Regions(regions) => return write!(f, "regions {regions}"),
            Rule::Even(cells) => ("even".to_owned(), cells),
            Rule::Odd(cells) => ("odd".to_owned(), cells),
            Rule::Killer { sum, cells } => (format!("killer {sum}"), cells),
        };
        f.write_str(&word)?;
        cells.iter().try_for_each(|cell| write!(f, " {cell}"))
    }
}

/// Which cells of a board form regions: a character for each cell, row by row. Whether they are of the right sizes is
/// known when they are put on a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    pub(super) characters: Vec<char>,
}

impl Regions {
    /// The regions that this text draws: all its characters but white space, row by row.
    #[must_use]
    pub fn of_text(text: &str) -> Regions {
        Regions { characters: text.chars().filter(|character| !character.is_whitespace()).collect() }
    }

    /// The side of the board that has so many cells, if there is one.
    #[must_use]
    pub fn side(&self) -> Option<usize> {
        let side = self.characters.len().isqrt();
        (side > 0 && side * side == self.characters.len()).then_some(side)
    }
}

impl fmt::Display for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.characters.iter().try_for_each(|character| write!(f, "{character}"))
    }
}

/// Why a board cannot have a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// The variant has a meaning for square boxes alone.
    #[error("{variant} expects square boxes of 2 rows or more, found boxes of {height} rows of {width}")]
    Boxes {
        /// The variant.
        variant: Variant,
        /// Rows of a box.
        height: usize,
        /// Columns of a box.
        width: usize,
    },
    /// The cells that have the same place in their boxes, where there are no boxes that are no lines.
    #[error("{0} expects boxes of several rows and columns, found none")]
    NoBoxes(Variant),
    /// The board has regions already.
    #[error("regions once expected, found twice")]
    SecondRegions,
    /// There are not as many characters as the board has cells.
    #[error("regions of {expected} cells expected for a board of side {side}, found {found}")]
    RegionCells {
        /// The side of the board.
        side: usize,
        /// Its cells.
        expected: usize,
        /// The characters that were found.
        found: usize,
    },
    /// A region has not as many cells as there are digits.
    #[error("region {name} has {found} cells, the first {cell}; {expected} expected")]
    RegionSize {
        /// Its character.
        name: char,
        /// Its first cell.
        cell: Cell,
        /// The side of the board.
        expected: usize,
        /// Its cells.
        found: usize,
    },
    /// A cell that the board does not have.
    #[error("cells of a board of side {side} expected, {cell} found")]
    Outside {
        /// The cell.
        cell: Cell,
        /// The side of the board.
        side: usize,
    },
    /// A rule has a cell twice.
    #[error("{cell} stands twice in the rule; once expected")]
    Repeated {
        /// The cell.
        cell: Cell,
    },
    /// A rule that needs cells has none.
    #[error("cells such as r1c1 expected, none found")]
    NoCells,
    /// A cell is to be both even and odd.
    #[error("{cell} is to be even and odd")]
    EvenAndOdd {
        /// The cell.
        cell: Cell,
    },
    /// A cell lies in two cages.
    #[error("{cell} lies in cage {first} and in cage {second}; one expected")]
    Overlap {
        /// The cell.
        cell: Cell,
        /// The number of the cage that has it, from 1.
        first: usize,
        /// The number of the cage that was to have it too.
        second: usize,
    },
    /// There are not so many different digits.
    #[error("a cage of at most {side} cells expected, {found} found")]
    LargeCage {
        /// The side of the board.
        side: usize,
        /// The cells of the cage.
        found: usize,
    },
    /// No digits come to the sum.
    #[error("{cells} different digits up to {side} come to {least} to {most}; sum {found} found")]
    Sum {
        /// The cells of the cage.
        cells: usize,
        /// The side of the board.
        side: usize,
        /// The least sum of so many digits.
        least: u32,
        /// The largest sum of so many digits.
        most: u32,
        /// The sum that was asked for.
        found: u32,
    },
    /// Too many sets of digits come to the sum: each is an option of the exact cover problem.
    #[error(
        "cages with at most {most} sets of digits altogether expected; with {cells} digits of sum {sum} there are more"
    )]
    Combinations {
        /// The cells of the cage.
        cells: usize,
        /// Its sum.
        sum: u32,
        /// The most sets of digits that all cages together may have.
        most: usize,
    },
}
