//! The rules of variants: what a board requires besides its rows, columns and boxes.
//!
//! A [`Rule`] is a value that [`Geometry::with_rules`](super::Geometry::with_rules) adds to a board, and a
//! line of text. The solver, the explainer and the generator respect the rules of the board.
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
//! One rule a line; empty lines and text after a `#` are ignored. Words are in lower or upper case.
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
//! `diagonal`, `hyper`, `disjoint-groups`, `antiknight`, `antiking` and `nonconsecutive` are accepted too,
//! and `cage` for `killer`.

use std::fmt;

use super::Cell;
use crate::model::unexpected::Unexpected;

/// A rule without cells of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// Both diagonals are houses.
    Diagonal,
    /// The squares between the boxes are houses: four windows on the classic board.
    Windoku,
    /// The cells at the same position in their boxes form a house.
    Disjoint,
    /// Equal digits are not a knight's move apart.
    AntiKnight,
    /// Equal digits are not a king's move apart.
    AntiKing,
    /// Adjacent cells do not hold consecutive digits.
    NonConsecutive,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 6] = [
        Variant::Diagonal,
        Variant::Windoku,
        Variant::Disjoint,
        Variant::AntiKnight,
        Variant::AntiKing,
        Variant::NonConsecutive,
    ];

    /// Returns the word for the variant, such as `x` or `anti-knight`.
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

/// A rule of a board. Displayed as the line of text from which it is read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A rule without cells of its own.
    Variant(Variant),
    /// Regions in place of the boxes.
    Regions(Regions),
    /// These cells hold even digits.
    Even(Vec<Cell>),
    /// These cells hold odd digits.
    Odd(Vec<Cell>),
    /// These cells hold different digits with this sum.
    Killer {
        /// The sum of the digits.
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

/// The regions of a board: a character for each cell, row by row. Their sizes are checked when they are added
/// to a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Regions {
    pub(super) characters: Vec<char>,
}

impl Regions {
    /// Returns the regions that this text draws: all its characters except white space, row by row.
    #[must_use]
    pub fn of_text(text: &str) -> Regions {
        Regions { characters: text.chars().filter(|character| !character.is_whitespace()).collect() }
    }

    /// Returns the side of the board with this number of cells, if there is one.
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

/// The reason why a board cannot have a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct RuleError(#[from] Unexpected);
