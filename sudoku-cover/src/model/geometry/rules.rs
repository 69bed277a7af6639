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
//! rule      = variant
//!           | kind cells                               a property of each of these cells, or of all together
//!           | "killer" sum cells                       different digits that come to the sum
//!           | "sum" sum cells                          digits that come to the sum; a cell may be named twice
//!           | line cells                               the cells of a line, in order
//!           | "arrow" cells "=" cells                  the number in the circle is the sum of the digits on the arrow
//!           | pair cell cell                           a mark between two cells
//!           | "clone" cells "=" cells                  equal digits in the same places
//!           | "quad" cell "=" digits                   the digits are in the four cells of which this is top left
//!           | "little-killer" sum cell diagonal        the diagonal that begins at the cell comes to the sum
//!           | "sandwich" house "=" sum                 the digits between 1 and N come to the sum
//!           | ("x-sum" | "skyscraper" | "numbered-room") house end "=" number
//!           | "regions" regions                        regions in the place of the boxes
//! variant   = "x" | "falling-diagonal" | "rising-diagonal"  diagonals that hold every digit
//!           | "windoku" | "disjoint"                   more houses
//!           | "no-boxes"                               rows and columns alone
//!           | "anti-knight" | "anti-king"              equal digits are no knight's or king's move apart
//!           | "non-consecutive"                        cells side by side do not hold digits next to one another
//!           | "strict-kropki" | "strict-white" | "strict-black" | "strict-xv"
//!                                                      all marks of the kind are given
//! kind      = "even" | "odd" | "different" | "minimum" | "maximum" | "equality" | "counting-circles"
//!           | "row-indexer" | "column-indexer" | "box-indexer"
//! line      = "thermo" | "slow-thermo" | "whisper" difference | "renban" | "palindrome" | "zipper"
//!           | "region-sum" | "between" | "lockout" difference | "entropic" | "modular" number | "double-arrow"
//! pair      = "white" | "black" | "difference" number | "ratio" number | "x" | "v" | "greater"
//! house     = ("row" | "column") number
//! end       = "left" | "right" | "top" | "bottom"      the end of the row or column at which the clue is
//! diagonal  = "up-left" | "up-right" | "down-left" | "down-right"
//! cells     = cell { (" " | ",") cell }
//! cell      = "r" row "c" column                       counted from 1
//! regions   = N * N characters, row by row             cells with the same character form a region
//! ```
//!
//! `diagonal`, `hyper`, `disjoint-groups`, `antiknight`, `antiking` and `nonconsecutive` are accepted too,
//! and `cage` for `killer`.

use std::fmt;

use super::{Cell, Digit};
use crate::model::unexpected::Unexpected;

/// A rule without cells of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// Both diagonals are houses.
    Diagonal,
    /// The diagonal from the top left corner is a house.
    FallingDiagonal,
    /// The diagonal from the bottom left corner is a house.
    RisingDiagonal,
    /// The squares between the boxes are houses: four windows on the classic board.
    Windoku,
    /// The cells at the same position in their boxes form a house.
    Disjoint,
    /// Boxes are no houses.
    NoBoxes,
    /// Equal digits are not a knight's move apart.
    AntiKnight,
    /// Equal digits are not a king's move apart.
    AntiKing,
    /// Adjacent cells do not hold consecutive digits.
    NonConsecutive,
    /// The rules of [`StrictWhite`](Self::StrictWhite) and [`StrictBlack`](Self::StrictBlack) together.
    StrictKropki,
    /// Adjacent cells without a dot, white or black, do not hold consecutive digits.
    StrictWhite,
    /// Adjacent cells without a dot, white or black, do not hold two digits of which one is N times the other, where
    /// N is a number of a black dot on the board, or 2 if there are no black dots.
    StrictBlack,
    /// Adjacent cells without an X or V do not come to 10 or 5.
    StrictXv,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 13] = [
        Variant::Diagonal,
        Variant::FallingDiagonal,
        Variant::RisingDiagonal,
        Variant::Windoku,
        Variant::Disjoint,
        Variant::NoBoxes,
        Variant::AntiKnight,
        Variant::AntiKing,
        Variant::NonConsecutive,
        Variant::StrictKropki,
        Variant::StrictWhite,
        Variant::StrictBlack,
        Variant::StrictXv,
    ];

    /// Returns the word for the variant, such as `x` or `anti-knight`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Diagonal => "x",
            Variant::FallingDiagonal => "falling-diagonal",
            Variant::RisingDiagonal => "rising-diagonal",
            Variant::Windoku => "windoku",
            Variant::Disjoint => "disjoint",
            Variant::NoBoxes => "no-boxes",
            Variant::AntiKnight => "anti-knight",
            Variant::AntiKing => "anti-king",
            Variant::NonConsecutive => "non-consecutive",
            Variant::StrictKropki => "strict-kropki",
            Variant::StrictWhite => "strict-white",
            Variant::StrictBlack => "strict-black",
            Variant::StrictXv => "strict-xv",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A rule for a set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum CellsKind {
    /// Each cell holds an even digit.
    Even,
    /// Each cell holds an odd digit.
    Odd,
    /// All cells hold different digits.
    Different,
    /// Each cell holds a smaller digit than its neighbors that are not of the set.
    Minimum,
    /// Each cell holds a greater digit than its neighbors that are not of the set.
    Maximum,
    /// All cells hold different digits, as many even as odd ones, and as many low as high ones.
    Equality,
    /// Each digit of these cells is in as many of them as its value.
    CountingCircles,
    /// A cell of row R and column C holds the row in which the digit R is in column C.
    RowIndexer,
    /// A cell of row R and column C holds the column in which the digit C is in row R.
    ColumnIndexer,
    /// A cell of box B, at position P of it, holds the position at which the digit P is in box B. On a board without
    /// boxes and regions, the rule requires nothing.
    BoxIndexer,
}

impl CellsKind {
    /// All kinds.
    pub const ALL: [CellsKind; 10] = [
        CellsKind::Even,
        CellsKind::Odd,
        CellsKind::Different,
        CellsKind::Minimum,
        CellsKind::Maximum,
        CellsKind::Equality,
        CellsKind::CountingCircles,
        CellsKind::RowIndexer,
        CellsKind::ColumnIndexer,
        CellsKind::BoxIndexer,
    ];

    /// Returns the word for the kind, such as `even`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CellsKind::Even => "even",
            CellsKind::Odd => "odd",
            CellsKind::Different => "different",
            CellsKind::Minimum => "minimum",
            CellsKind::Maximum => "maximum",
            CellsKind::Equality => "equality",
            CellsKind::CountingCircles => "counting-circles",
            CellsKind::RowIndexer => "row-indexer",
            CellsKind::ColumnIndexer => "column-indexer",
            CellsKind::BoxIndexer => "box-indexer",
        }
    }
}

/// A rule for the cells of a line, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LineKind {
    /// Digits increase from the bulb, the first cell.
    Thermo,
    /// Digits do not decrease from the bulb, the first cell.
    SlowThermo,
    /// Digits next to each other differ by this number at least: 5 for a German whisper, 4 for a Dutch one.
    Whisper {
        /// The least difference.
        difference: u8,
    },
    /// The digits are different and consecutive, in any order.
    Renban,
    /// The line reads the same in both directions.
    Palindrome,
    /// Two cells at the same distance from the center have the same sum as any other two: the digit in the
    /// center, if there is one.
    Zipper,
    /// The digits of each part that lies in one box or region have the same sum. On a board without boxes and regions,
    /// the rule requires nothing.
    RegionSum,
    /// The other digits are between those of the ends.
    Between,
    /// The ends differ by this number at least, and no other digit is between them or equal to one.
    Lockout {
        /// The least difference.
        difference: u8,
    },
    /// Any three cells in a row hold a low, a middle and a high digit.
    Entropic,
    /// Any `modulus` cells in a row hold digits with different remainders.
    Modular {
        /// The number by which digits are divided.
        modulus: u8,
    },
    /// The sum of the ends is that of the other digits.
    DoubleArrow,
}

impl LineKind {
    /// Returns the word for the kind, such as `thermo`, without its number.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LineKind::Thermo => "thermo",
            LineKind::SlowThermo => "slow-thermo",
            LineKind::Whisper { .. } => "whisper",
            LineKind::Renban => "renban",
            LineKind::Palindrome => "palindrome",
            LineKind::Zipper => "zipper",
            LineKind::RegionSum => "region-sum",
            LineKind::Between => "between",
            LineKind::Lockout { .. } => "lockout",
            LineKind::Entropic => "entropic",
            LineKind::Modular { .. } => "modular",
            LineKind::DoubleArrow => "double-arrow",
        }
    }

    /// Returns the number of a kind that has one.
    pub(crate) const fn number(self) -> Option<u8> {
        match self {
            LineKind::Whisper { difference: number }
            | LineKind::Lockout { difference: number }
            | LineKind::Modular { modulus: number } => Some(number),
            _ => None,
        }
    }

    /// Returns the kind with this number in place of its own, if it has one.
    pub(crate) const fn with_number(self, number: u8) -> LineKind {
        match self {
            LineKind::Whisper { .. } => LineKind::Whisper { difference: number },
            LineKind::Lockout { .. } => LineKind::Lockout { difference: number },
            LineKind::Modular { .. } => LineKind::Modular { modulus: number },
            _ => self,
        }
    }
}

impl fmt::Display for LineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.number().map_or(Ok(()), |number| write!(f, " {number}"))
    }
}

/// A mark between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PairKind {
    /// The digits differ by this number: a white dot, which stands for 1 without a number.
    Difference(u8),
    /// One digit is this number times the other: a black dot, which stands for 2 without a number.
    Ratio(u8),
    /// The sum is 10.
    X,
    /// The sum is 5.
    V,
    /// The first digit is greater than the second.
    Greater,
}

impl PairKind {
    /// Returns true if the digits of the first cell and the second one fit the mark.
    pub(crate) fn fits(self, first: u8, second: u8) -> bool {
        let (one, other) = (u16::from(first), u16::from(second));
        match self {
            PairKind::Difference(number) => first.abs_diff(second) == number,
            PairKind::Ratio(number) => one == u16::from(number) * other || other == u16::from(number) * one,
            PairKind::X => one + other == 10,
            PairKind::V => one + other == 5,
            PairKind::Greater => first > second,
        }
    }
}

impl fmt::Display for PairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PairKind::Difference(1) => f.write_str("white"),
            PairKind::Difference(number) => write!(f, "difference {number}"),
            PairKind::Ratio(2) => f.write_str("black"),
            PairKind::Ratio(number) => write!(f, "ratio {number}"),
            PairKind::X => f.write_str("x"),
            PairKind::V => f.write_str("v"),
            PairKind::Greater => f.write_str("greater"),
        }
    }
}

/// A clue for a row or column, written outside of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum OutsideKind {
    /// The sum of the digits between the least and the greatest digit. The end has no meaning.
    Sandwich,
    /// The sum of the first X digits from the end, where X is the first of them.
    XSum,
    /// The number of digits that are greater than all digits before them, from the end.
    Skyscraper,
    /// The digit in the X-th cell from the end, where X is the digit in the first.
    NumberedRoom,
}

impl OutsideKind {
    /// All kinds.
    pub const ALL: [OutsideKind; 4] =
        [OutsideKind::Sandwich, OutsideKind::XSum, OutsideKind::Skyscraper, OutsideKind::NumberedRoom];

    /// Returns the word for the kind, such as `sandwich`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OutsideKind::Sandwich => "sandwich",
            OutsideKind::XSum => "x-sum",
            OutsideKind::Skyscraper => "skyscraper",
            OutsideKind::NumberedRoom => "numbered-room",
        }
    }
}

/// A side of the board, from which a row or a column is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// A row, from its first cell.
    Left,
    /// A row, from its last cell.
    Right,
    /// A column, from its first cell.
    Top,
    /// A column, from its last cell.
    Bottom,
}

impl Side {
    /// All sides.
    pub const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];

    /// Returns the word for the side, such as `left`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
            Side::Top => "top",
            Side::Bottom => "bottom",
        }
    }

    /// Returns `row` or `column`.
    #[must_use]
    pub const fn house(self) -> &'static str {
        match self {
            Side::Left | Side::Right => "row",
            Side::Top | Side::Bottom => "column",
        }
    }
}

/// The direction of a diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the row above and the column to the left.
    UpLeft,
    /// To the row above and the column to the right.
    UpRight,
    /// To the row below and the column to the left.
    DownLeft,
    /// To the row below and the column to the right.
    DownRight,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] =
        [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];

    /// Returns the words for the direction, such as `up-left`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::UpLeft => "up-left",
            Direction::UpRight => "up-right",
            Direction::DownLeft => "down-left",
            Direction::DownRight => "down-right",
        }
    }

    /// Returns the number of rows down and of columns to the right from a cell to the next.
    pub(crate) const fn step(self) -> (i8, i8) {
        match self {
            Direction::UpLeft => (-1, -1),
            Direction::UpRight => (-1, 1),
            Direction::DownLeft => (1, -1),
            Direction::DownRight => (1, 1),
        }
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
    /// A rule for a set of cells.
    Cells {
        /// The kind of the rule.
        kind: CellsKind,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// These cells hold different digits with this sum.
    Killer {
        /// The sum of the digits.
        sum: u32,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// The digits of these cells have this sum.
    Sum {
        /// The sum of the digits.
        sum: u32,
        /// The cells. One that is named several times counts as often.
        cells: Vec<Cell>,
    },
    /// A rule for the cells of a line.
    Line {
        /// The kind of the rule.
        kind: LineKind,
        /// The cells in the order of the line.
        cells: Vec<Cell>,
    },
    /// The number in the circle is the sum of the digits on the arrow.
    Arrow {
        /// The cell of the circle, or those of a pill, which hold the digits of a decimal number.
        circle: Vec<Cell>,
        /// The cells of the arrow.
        cells: Vec<Cell>,
    },
    /// A mark between two cells.
    Pair {
        /// The kind of the mark.
        kind: PairKind,
        /// The cells.
        cells: [Cell; 2],
    },
    /// Two groups of cells hold the same digits in the same order.
    Clone {
        /// The cells of the first group.
        first: Vec<Cell>,
        /// The cells of the second group.
        second: Vec<Cell>,
    },
    /// Digits around a corner of four cells, each at least as often as it is named.
    Quadruple {
        /// The top left cell of the four.
        corner: Cell,
        /// The digits.
        digits: Vec<Digit>,
    },
    /// The sum of a diagonal.
    LittleKiller {
        /// The sum of the digits.
        sum: u32,
        /// The first cell, at the edge of the board.
        first: Cell,
        /// The direction from the first cell to the others.
        direction: Direction,
    },
    /// A clue outside of the board.
    Outside {
        /// The kind of the clue.
        kind: OutsideKind,
        /// The side of the clue.
        side: Side,
        /// The number of the row or column, from 0.
        number: u8,
        /// The number outside.
        value: u32,
    },
}

/// Writes words, each after a space.
fn spaced<T: fmt::Display>(f: &mut fmt::Formatter<'_>, words: &[T]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(f, " {word}"))
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Variant(variant) => variant.fmt(f),
            Rule::Regions(regions) => write!(f, "regions {regions}"),
            Rule::Cells { kind, cells } => {
                f.write_str(kind.name())?;
                spaced(f, cells)
            }
            Rule::Killer { sum, cells } => {
                write!(f, "killer {sum}")?;
                spaced(f, cells)
            }
            Rule::Sum { sum, cells } => {
                write!(f, "sum {sum}")?;
                spaced(f, cells)
            }
            Rule::Line { kind, cells } => {
                kind.fmt(f)?;
                spaced(f, cells)
            }
            Rule::Arrow { circle, cells } => {
                f.write_str("arrow")?;
                spaced(f, circle)?;
                f.write_str(" =")?;
                spaced(f, cells)
            }
            Rule::Pair { kind, cells } => {
                kind.fmt(f)?;
                spaced(f, cells)
            }
            Rule::Clone { first, second } => {
                f.write_str("clone")?;
                spaced(f, first)?;
                f.write_str(" =")?;
                spaced(f, second)
            }
            Rule::Quadruple { corner, digits } => {
                write!(f, "quad {corner} =")?;
                spaced(f, digits)
            }
            Rule::LittleKiller { sum, first, direction } => {
                write!(f, "little-killer {sum} {first} {}", direction.name())
            }
            Rule::Outside { kind, side, number, value } => {
                write!(f, "{} {} {}", kind.name(), side.house(), number + 1)?;
                if *kind != OutsideKind::Sandwich {
                    write!(f, " {}", side.name())?;
                }
                write!(f, " = {value}")
            }
        }
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
#[error("{unexpected}")]
pub struct RuleError {
    unexpected: Unexpected,
    is_too_large: bool,
}

impl From<Unexpected> for RuleError {
    fn from(unexpected: Unexpected) -> RuleError {
        RuleError { unexpected, is_too_large: false }
    }
}

impl RuleError {
    /// Returns the error for rules that allow more combinations of digits than a board may have.
    pub(super) fn too_large(expected: impl Into<String>, found: impl fmt::Display) -> RuleError {
        RuleError { unexpected: Unexpected::new(expected, found), is_too_large: true }
    }

    /// Returns true if the rule is right, but with it the board would exceed its limit of size.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.is_too_large
    }
}
