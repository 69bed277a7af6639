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
//!           | cage number cells                        another condition on a cage with a number, such as "rellik"
//!           | line cells                               the cells of a line, in order
//!           | "arrow" cells "=" cells                  the number in the circle is the sum of the digits on the arrow
//!           | pair cell cell                           a mark between two cells
//!           | "clone" cells "=" cells                  equal digits in the same places
//!           | "quad" cell "=" digits                   the digits are in the four cells of which this is top left
//!           | "little-killer" sum cell diagonal        the diagonal that begins at the cell comes to the sum
//!           | "sandwich" house "=" sum                 the digits between 1 and N come to the sum
//!           | clue house end "=" number                another clue outside of the board
//!           | "regions" regions                        regions in the place of the boxes
//!           | "values" digit "-" digit                 the digits of the board, from 0 or 1 on, at least as many as a house has cells
//!           | "grids" side cells                       grids of that side with these top left cells
//!           | "samurai"                                the five grids of a Samurai, on a board of side 21
//!           | "straights" [cells]                      runs of consecutive digits between blocked cells and these
//!           | open                                     a condition of the setter's own, as in [`Open`]
//! line      = the word of a line, and its number, as "whisper" and "lockout" and "modular" have one
//! pair      = the word of a mark, and a number after "difference" and "ratio"
//! house     = ("row" | "column") number
//! end       = "left" | "right" | "top" | "bottom"      the end of the row or column at which the clue is
//! diagonal  = "up-left" | "up-right" | "down-left" | "down-right"
//! cells     = cell { (" " | ",") cell }
//! cell      = "r" row "c" column                       counted from 1
//! regions   = N * N characters, row by row             cells with the same character form a region
//! ```
//!
//! The words of variants, kinds, lines, marks and clues are in the rows of the files below: a row is all that the
//! library, the command line, the API and the page know of a kind of rule. [`RuleKind::all`] lists them.

mod board;
mod cages;
mod catalogue;
mod cells;
mod error;
mod figures;
mod grids;
mod lines;
mod open;
mod open_kinds;
mod outside;
mod pairs;
mod places;
mod regions;
mod relations;
mod row;
mod sums;
mod text;
mod words;
mod written;

use std::fmt;

use super::relation::{Relation, Sum};
use super::{Cell, Digit, Geometry, Global, Values};
use crate::work::IsOver;

pub use board::Variant;
pub(super) use board::{BOXES_FOR_DISJOINT, GIVEN_OR_FOUND};
pub use cages::CageKind;
pub use catalogue::{RuleKind, RuleTheme, UnknownRuleKind};
pub use cells::CellsKind;
pub(crate) use cells::{Choice, SetLook};
pub(super) use error::refuse;
pub use error::{RuleError, RuleLineError, RuleTextError};
pub use figures::Figure;
pub use grids::Grids;
pub use lines::LineKind;
pub(crate) use lines::{End, Growth, Look};
pub use open::Open;
pub(crate) use open::{Automaton, Condition, InRegion, Join, Meaning, Pattern, Transition};
pub use open_kinds::OpenKind;
pub use outside::OutsideKind;
pub(crate) use outside::Sign;
pub use pairs::PairKind;
pub(crate) use pairs::PairLook;
pub use places::{Direction, Side};
pub use regions::Regions;
pub(super) use relations::MOST_STEPS;
use relations::Relations;
pub(crate) use row::Needs;
pub use written::RuleLine;

/// Where a rule is read: as a rule of the board, or within one of a setter's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Alone,
    Within,
}

/// What a rule requires, besides houses, peers and cages.
pub(super) struct Required {
    pub(super) relations: Vec<Relation>,
    /// Groups of cells that hold different digits.
    pub(super) apart: Vec<Vec<Cell>>,
    pub(super) globals: Vec<Global>,
}

/// A rule of a board. Displayed as the line of text from which it is read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A rule without cells of its own.
    Variant(Variant),
    /// Regions in place of the boxes.
    Regions(Regions),
    /// The digits of the board. With more than its side, houses hold each at most once.
    Values(Values),
    /// Overlapping grids in place of the rows, columns and boxes.
    Grids(Grids),
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
    /// A rule for the cells of a cage, with a number.
    Cage {
        /// The kind of the rule.
        kind: CageKind,
        /// The number.
        value: u32,
        /// The cells.
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
    /// A condition that the setter wrote.
    Open(Box<Open>),
}

/// Writes words, each after a space.
fn spaced<T: fmt::Display>(f: &mut fmt::Formatter<'_>, words: &[T]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(f, " {word}"))
}

impl Rule {
    /// Returns the kind of the rule.
    #[must_use]
    pub fn kind(&self) -> RuleKind {
        match self {
            Rule::Variant(variant) => RuleKind::Whole(*variant),
            Rule::Regions(_) => RuleKind::Figure(Figure::Regions),
            Rule::Values(_) => RuleKind::Figure(Figure::Values),
            Rule::Grids(_) => RuleKind::Figure(Figure::Grids),
            Rule::Cells { kind, .. } => RuleKind::Cells(*kind),
            Rule::Killer { .. } => RuleKind::Figure(Figure::Killer),
            Rule::Sum { .. } => RuleKind::Figure(Figure::Sum),
            Rule::Cage { kind, .. } => RuleKind::Cage(*kind),
            Rule::Line { kind, .. } => RuleKind::Line(*kind),
            Rule::Arrow { .. } => RuleKind::Figure(Figure::Arrow),
            Rule::Pair { kind, .. } => RuleKind::Pair(*kind),
            Rule::Clone { .. } => RuleKind::Figure(Figure::Clone),
            Rule::Quadruple { .. } => RuleKind::Figure(Figure::Quadruple),
            Rule::LittleKiller { .. } => RuleKind::Figure(Figure::LittleKiller),
            Rule::Outside { kind, .. } => RuleKind::Outside(*kind),
            Rule::Open(open) => RuleKind::Open(open.kind()),
        }
    }

    /// Returns its cells; none if it is a rule of the whole board, or of a row or column.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        match self {
            Rule::Variant(_) | Rule::Regions(_) | Rule::Values(_) | Rule::Grids(_) | Rule::Outside { .. } => {
                Vec::new()
            }
            Rule::Cells { cells, .. }
            | Rule::Line { cells, .. }
            | Rule::Cage { cells, .. }
            | Rule::Killer { cells, .. }
            | Rule::Sum { cells, .. } => cells.clone(),
            Rule::Pair { cells, .. } => cells.to_vec(),
            Rule::Arrow { circle: first, cells: second } | Rule::Clone { first, second } => {
                [&first[..], second].concat()
            }
            Rule::Quadruple { corner, .. } => corner.square().to_vec(),
            Rule::LittleKiller { first, .. } => vec![*first],
            Rule::Open(open) => open.cells(),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Line { kind, .. } => kind.fmt(f)?,
            Rule::Pair { kind, .. } => kind.fmt(f)?,
            Rule::Open(open) => return open.fmt(f),
            other => f.write_str(other.kind().words().word)?,
        }
        match self {
            Rule::Variant(_) | Rule::Open(_) => Ok(()),
            Rule::Regions(regions) => write!(f, " {regions}"),
            Rule::Values(values) => write!(f, " {values}"),
            Rule::Grids(grids) => write!(f, " {grids}"),
            Rule::Cells { cells, .. } | Rule::Line { cells, .. } => spaced(f, cells),
            Rule::Killer { sum, cells } | Rule::Sum { sum, cells } => {
                write!(f, " {sum}")?;
                spaced(f, cells)
            }
            Rule::Cage { value, cells, .. } => {
                write!(f, " {value}")?;
                spaced(f, cells)
            }
            Rule::Pair { cells, .. } => spaced(f, cells),
            Rule::Arrow { circle: first, cells: second } | Rule::Clone { first, second } => {
                spaced(f, first)?;
                f.write_str(" =")?;
                spaced(f, second)
            }
            Rule::Quadruple { corner, digits } => {
                write!(f, " {corner} =")?;
                spaced(f, digits)
            }
            Rule::LittleKiller { sum, first, direction } => write!(f, " {sum} {first} {}", direction.name()),
            Rule::Outside { kind, side, number, value } => {
                write!(f, " {} {}", side.house(), number + 1)?;
                if !kind.row().has_no_end {
                    write!(f, " {}", side.name())?;
                }
                write!(f, " = {value}")
            }
        }
    }
}

impl Geometry {
    /// Returns what a rule with this number requires. `rules` are those of the board.
    pub(super) fn required_by(
        &self,
        number: usize,
        rule: &Rule,
        rules: &[Rule],
        is_over: IsOver<'_>,
    ) -> Result<Required, RuleError> {
        let mut relations = Relations::new(self, number, is_over);
        relations.add(rule, rules)?;
        // Variables have no peers.
        let (with_variables, apart): (Vec<_>, Vec<_>) = std::mem::take(&mut relations.apart)
            .into_iter()
            .partition(|group| group.iter().any(|cell| cell.is_variable()));
        relations.apart = apart;
        for group in with_variables {
            relations.all_pairs(&group, |one, other| one != other)?;
        }
        Ok(Required { relations: relations.found, apart: relations.apart, globals: relations.globals })
    }

    /// Returns the relation of a sum of digits times factors, unless it always holds or has too many combinations.
    /// If all factors are 1 and the cells see each other, it also knows that their digits differ.
    pub(super) fn sum_relation(
        &self,
        terms: &[(Cell, i64)],
        total: i64,
        is_over: IsOver<'_>,
    ) -> Option<Relation> {
        let mut relations = Relations::new(self, self.rules().len(), is_over);
        let cells: Vec<Cell> = terms.iter().map(|&(cell, _)| cell).collect();
        let is_cage =
            terms.iter().all(|&(_, factor)| factor == 1) && relations.groups_apart(terms.to_vec()).len() == 1;
        let added = match u32::try_from(total) {
            Ok(sum) if is_cage => relations.cage(&cells, sum),
            _ => relations.total(terms, total),
        };
        added.ok().and_then(|()| relations.found.pop())
    }

    /// Returns the sum of terms, in groups of cells that see each other.
    pub(super) fn sum_in_groups(&self, terms: Vec<(Cell, i64)>, total: i64, is_over: IsOver<'_>) -> Sum {
        let relations = Relations::new(self, self.rules().len(), is_over);
        Sum { groups: relations.groups_apart(terms), total }
    }

    /// Returns true if the board can have the rule, and the rule requires something that these digits meet. Where some
    /// are unknown, they must not break it; that is tried in the order in which the rule reads its cells.
    pub(crate) fn meets(&self, rule: &Rule, digits: &dyn Fn(Cell) -> Option<u8>) -> bool {
        let mut relations = Relations::trial(self, digits);
        relations.add(rule, std::slice::from_ref(rule)).is_ok() && relations.is_met()
    }
}

impl Relations<'_> {
    fn add(&mut self, rule: &Rule, rules: &[Rule]) -> Result<(), RuleError> {
        match rule {
            Rule::Variant(variant) => variant.add(self, rules),
            Rule::Regions(_) | Rule::Values(_) | Rule::Grids(_) => Ok(()),
            Rule::Killer { sum, cells } => {
                if self.is_trial() || !self.geometry.is_cage(self.rule) {
                    self.differ(cells);
                }
                self.cage(cells, *sum)
            }
            Rule::Sum { sum, cells } => self.sum(cells, *sum),
            Rule::Cells { kind, cells } => kind.add(self, cells),
            Rule::Cage { kind, value, cells } => kind.add(self, cells, *value),
            Rule::Line { kind, cells } => kind.add(self, cells),
            Rule::Arrow { circle, cells } => self.arrow(circle, cells),
            Rule::Pair { kind, cells } => self.pair(*cells, |one, other| kind.fits(one, other)),
            Rule::Clone { first, second } => {
                if first.len() != second.len() {
                    return refuse(format!("{} cells in the second group", first.len()), second.len());
                }
                let mut pairs = first.iter().zip(second);
                pairs.try_for_each(|(&one, &other)| self.pair([one, other], |one, other| one == other))
            }
            Rule::Quadruple { corner, digits } => {
                let start: Vec<u8> = digits.iter().map(|digit| digit.value()).collect();
                let step = |left: &Vec<u8>, _: usize, digit: u8| {
                    let mut left = left.clone();
                    if let Some(place) = left.iter().position(|&other| other == digit) {
                        left.remove(place);
                    }
                    Some(left)
                };
                self.read(&corner.square(), start, step, Vec::is_empty)
            }
            Rule::LittleKiller { sum, first, direction } => {
                let cells = self.geometry.diagonal_from(*first, *direction);
                self.sum(&cells, *sum)
            }
            Rule::Outside { kind, side, number, value } => kind.add(self, *side, *number, *value),
            Rule::Open(open) => open.add(self),
        }
    }
}
