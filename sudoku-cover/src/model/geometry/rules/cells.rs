//! Rules for sets of cells.

use super::error::{RuleError, refuse};
use super::lines::consecutive;
use super::relations::Relations;
use super::row::{Needs, Words, kinds};
use crate::model::geometry::{Cell, Digit, Geometry, House, HouseKind, Values};

/// A row of this family. In its sentence, `{cells}` stands for the cells of a rule.
#[derive(Debug)]
pub(crate) struct Set {
    pub(crate) words: Words,
    pub(crate) sentence: &'static str,
    /// Adds what it requires of the cells, besides parities.
    relation: fn(&mut Relations<'_>, &[Cell]) -> Result<(), RuleError>,
    /// The remainder of each digit after division by 2, if it requires one.
    pub(crate) parity: Option<u8>,
    pub(crate) look: SetLook,
    pub(crate) choice: Choice,
    /// True if f-puzzles lists the cells one by one.
    pub(crate) is_single_in_fpuzzles: bool,
}

/// How the cells are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SetLook {
    /// A square within each cell.
    Square,
    /// A circle in each cell, of a class of the style sheet.
    Circle(&'static str),
    /// The outline of a cage with this text in its corner.
    Cage(&'static str),
    /// A black cell, with a white digit if it holds one.
    Black,
    /// Chevrons to the other cells around each cell.
    Extreme { is_maximum: bool },
    /// Cells of this color, light and dark, with lines from the upper left corner of each: a path in SVG's commands.
    Sign { colors: [&'static str; 2], path: &'static [(char, f64, f64)] },
}

/// How cells are chosen on a full grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// This part of the cells that fit the rule alone, in thirds.
    Thirds(usize),
    /// Connected cells with different digits, as many as one of these numbers.
    Group([usize; 2]),
    /// Connected cells with different digits, which are not all in one house.
    Apart,
    /// Of some digits as many as their values.
    Counted,
}

impl Set {
    /// The fields that a row may leave out.
    const USUAL: Set = Set {
        words: Words::NONE,
        sentence: "",
        relation: |_, _| Ok(()),
        parity: None,
        look: SetLook::Square,
        choice: Choice::Thirds(2),
        is_single_in_fpuzzles: false,
    };
}

kinds! {
    /// A rule for a set of cells.
    CellsKind: Set {
        /// Each cell holds an even digit.
        Even = Set {
            words: Words::new("even", "Even cells", "the marked cells are even").elsewhere("even", ""),
            sentence: "{cells} are even",
            parity: Some(0),
            choice: Choice::Thirds(1),
            is_single_in_fpuzzles: true,
            ..Set::USUAL
        };
        /// Each cell holds an odd digit.
        Odd = Set {
            words: Words::new("odd", "Odd cells", "the marked cells are odd").elsewhere("odd", ""),
            sentence: "{cells} are odd",
            parity: Some(1),
            look: SetLook::Circle("parity"),
            choice: Choice::Thirds(1),
            is_single_in_fpuzzles: true,
            ..Set::USUAL
        };
        /// All cells hold different digits.
        Different = Set {
            words: Words::new("different", "Different digits", "the marked cells have different digits")
                .elsewhere("extraregion", "AllDifferent"),
            sentence: "{cells} have different digits",
            relation: different,
            look: SetLook::Cage(""),
            choice: Choice::Apart,
            ..Set::USUAL
        };
        /// Each cell holds a smaller digit than its neighbors that are not of the set.
        Minimum = Set {
            words: Words::new("minimum", "Minima", "the marked cells are less than the cells beside them")
                .elsewhere("minimum", ""),
            sentence: "{cells} are less than the cells beside them",
            relation: |relations, cells| extreme(relations, cells, |one, other| one < other),
            look: SetLook::Extreme { is_maximum: false },
            is_single_in_fpuzzles: true,
            ..Set::USUAL
        };
        /// Each cell holds a greater digit than its neighbors that are not of the set.
        Maximum = Set {
            words: Words::new("maximum", "Maxima", "the marked cells are greater than the cells beside them")
                .elsewhere("maximum", ""),
            sentence: "{cells} are greater than the cells beside them",
            relation: |relations, cells| extreme(relations, cells, |one, other| one > other),
            look: SetLook::Extreme { is_maximum: true },
            is_single_in_fpuzzles: true,
            ..Set::USUAL
        };
        /// All cells hold different digits, as many even as odd ones, and as many low as high ones.
        Equality = Set {
            words: Words::new(
                "equality", "Equality cages",
                "a cage has different digits, as many even as odd ones, and as many low as high ones",
            ).elsewhere("", "EqualityCage"),
            sentence: "{cells} have different digits, as many even as odd ones, and as many low as high ones",
            relation: equality,
            look: SetLook::Cage("="),
            choice: Choice::Group([4, 6]),
            ..Set::USUAL
        };
        /// Each digit of these cells is in as many of them as its value.
        CountingCircles = Set {
            words: Words::new(
                "counting-circles", "Counting circles",
                "a digit in the circles is in as many circles as its value",
            ).elsewhere("", "CountingCircles"),
            sentence: "each digit in the circles {cells} is in as many of them as its value",
            relation: counted,
            look: SetLook::Circle("counting"),
            choice: Choice::Counted,
            ..Set::USUAL
        };
        /// A cell of row R and column C holds the row in which the digit R is in column C.
        RowIndexer = Set {
            words: Words::new(
                "row-indexer", "Row indexers",
                "a 3 in a marked cell of row 5 says that row 3 of its column holds 5",
            ).elsewhere("rowindexer", "Indexing~R"),
            sentence: "in {cells}, a digit D in row R says that row D of the same column holds R",
            relation: |relations, cells| {
                index(relations, cells, |board, cell| board.line_of(cell, HouseKind::Column))
            },
            look: SetLook::Sign {
                colors: ["#d4e6fa", "#1f3550"],
                path: &[
                    ('M', 52.0, 16.0), ('L', 55.0, 12.0), ('L', 58.0, 16.0), ('M', 55.0, 12.0),
                    ('L', 55.0, 48.0), ('M', 52.0, 44.0), ('L', 55.0, 48.0), ('L', 58.0, 44.0),
                ],
            },
            ..Set::USUAL
        };
        /// A cell of row R and column C holds the column in which the digit C is in row R.
        ColumnIndexer = Set {
            words: Words::new(
                "column-indexer", "Column indexers",
                "a 3 in a marked cell of column 5 says that column 3 of its row holds 5",
            ).elsewhere("columnindexer", "Indexing~C"),
            sentence: "in {cells}, a digit D in column C says that column D of the same row holds C",
            relation: |relations, cells| {
                index(relations, cells, |board, cell| board.line_of(cell, HouseKind::Row))
            },
            look: SetLook::Sign {
                colors: ["#fbdcd8", "#52231d"],
                path: &[
                    ('M', 16.0, 52.0), ('L', 12.0, 55.0), ('L', 16.0, 58.0), ('M', 12.0, 55.0),
                    ('L', 48.0, 55.0), ('M', 44.0, 52.0), ('L', 48.0, 55.0), ('L', 44.0, 58.0),
                ],
            },
            ..Set::USUAL
        };
        /// A cell of box B, at position P of it, holds the position at which the digit P is in box B. On a board without
        /// boxes and regions, the rule requires nothing.
        BoxIndexer = Set {
            words: Words::new(
                "box-indexer", "Box indexers",
                "a 3 in a marked fifth cell of a box says that the third cell of the box holds 5",
            ).elsewhere("boxindexer", "").needs(Needs::Boxes),
            sentence: "in {cells}, a digit D in cell P of a box says that cell D of the box holds P",
            relation: |relations, cells| index(relations, cells, Geometry::box_of),
            look: SetLook::Sign {
                colors: ["#d8efd8", "#1d3f26"],
                path: &[
                    ('M', 47.0, 56.0), ('L', 47.0, 47.0), ('L', 56.0, 47.0), ('L', 56.0, 56.0),
                    ('L', 47.0, 56.0),
                ],
            },
            ..Set::USUAL
        };
        /// The cells are no part of the board, and hold no digits.
        Blocked = Set {
            words: Words::new("blocked", "Blocked cells", "the marked cells are no part of the board")
                .aliases(&["void"]),
            sentence: "{cells} are no part of the board",
            look: SetLook::Black,
            ..Set::USUAL
        };
        /// Between blocked cells and these, which hold digits too, the cells of a row or column hold consecutive digits in any
        /// order. There may be no such cells.
        Straights = Set {
            words: Words::new(
                "straights", "Straights",
                "between black cells, a row or column has consecutive digits in any order",
            ).aliases(&["str8ts"]),
            sentence: "between the black cells, {cells} among them, a row or column has consecutive digits in any order",
            relation: straights,
            look: SetLook::Black,
            ..Set::USUAL
        };
    }
}

impl CellsKind {
    /// Returns true if a rule of this kind may name no cells.
    pub(in crate::model::geometry) const fn may_be_empty(self) -> bool {
        matches!(self, CellsKind::Straights)
    }

    pub(super) fn add(self, relations: &mut Relations<'_>, cells: &[Cell]) -> Result<(), RuleError> {
        let row = self.row();
        if let Some(parity) = row.parity {
            relations.try_parity(cells, parity);
            if relations.is_nested {
                let step = |(): &(), _: usize, digit: u8| (digit % 2 == parity).then_some(());
                relations.read(cells, (), step, |()| true)?;
            }
        }
        (row.relation)(relations, cells)
    }
}

fn different(relations: &mut Relations<'_>, cells: &[Cell]) -> Result<(), RuleError> {
    let most = relations.values.count();
    if cells.len() > most {
        return refuse(format!("at most {most} different digits"), format!("{} cells", cells.len()));
    }
    relations.differ(cells);
    Ok(())
}

/// Each digit of the cells is in as many of them as its value.
fn counted(relations: &mut Relations<'_>, cells: &[Cell]) -> Result<(), RuleError> {
    let values = relations.values;
    values.digits().map(Digit::value).try_for_each(|digit| {
        let accepts = accepted_times(values, cells.len(), digit);
        let step = |&times: &u8, _: usize, other: u8| {
            let times = times + u8::from(other == digit);
            (times <= digit).then_some(times)
        };
        relations.read(cells, 0, step, |&times| accepts(times))
    })
}

/// Returns how often a digit may be in so many circles. The digits in circles come to their number, so that one without
/// which no others do is in some.
fn accepted_times(values: Values, circles: usize, digit: u8) -> impl Fn(u8) -> bool {
    let mut sums = vec![false; circles + 1];
    sums[0] = true;
    let others = values.digits().map(Digit::value).filter(|&other| other != digit).map(usize::from);
    for other in others {
        for sum in (other..sums.len()).rev() {
            sums[sum] |= sums[sum - other];
        }
    }
    let can_be_in = circles.checked_sub(digit.into()).is_some_and(|rest| sums[rest]);
    let can_be_out = sums[circles];
    move |times| if times == 0 { can_be_out || !can_be_in || digit == 0 } else { times == digit && can_be_in }
}

/// The cells between blocked cells and these hold consecutive digits.
fn straights(relations: &mut Relations<'_>, cells: &[Cell]) -> Result<(), RuleError> {
    let runs = relations.geometry.runs(cells);
    runs.iter().try_for_each(|run| consecutive(relations, run))
}

/// Each cell fits its neighbors that are not of the set.
fn extreme(relations: &mut Relations<'_>, cells: &[Cell], fits: fn(u8, u8) -> bool) -> Result<(), RuleError> {
    let geometry = relations.geometry;
    let pairs = cells.iter().flat_map(|&cell| geometry.neighbors(cell).map(move |other| [cell, other]));
    pairs.filter(|[_, other]| !cells.contains(other)).try_for_each(|pair| relations.pair(pair, fits))
}

fn equality(relations: &mut Relations<'_>, cells: &[Cell]) -> Result<(), RuleError> {
    different(relations, cells)?;
    let values = relations.values;
    let middle = |digit: u8| 2 * i16::from(digit) - i16::from(values.least()) - i16::from(values.greatest());
    let step = |&(parity, height): &(i16, i16), _: usize, digit: u8| {
        let parity = if digit.is_multiple_of(2) { parity + 1 } else { parity - 1 };
        // Of an odd number of digits, the middle one is neither low nor high.
        Some((parity, height + middle(digit).signum()))
    };
    relations.read(cells, (0_i16, 0_i16), step, |&ends| ends == (0, 0))
}

/// Requires of indexer cells that each holds `v` exactly if the `v`-th cell of a house of it holds the place of the cell
/// there. Without the house, there is no place to point at.
fn index(
    relations: &mut Relations<'_>,
    cells: &[Cell],
    house: fn(&Geometry, Cell) -> Option<&House>,
) -> Result<(), RuleError> {
    let geometry = relations.geometry;
    for &cell in cells {
        let Some(house) = house(geometry, cell) else { continue };
        let places = || (1..).zip(house.cells());
        let own: u8 = places().find(|(_, other)| **other == cell).map_or(0, |(place, _)| place);
        if house.cells().len() < relations.values.count() || relations.values.least() == 0 {
            let is_place = |digit: u8| (1..=house.cells().len()).contains(&usize::from(digit));
            relations.read(&[cell], (), |(): &(), _, digit| is_place(digit).then_some(()), |()| true)?;
        }
        for (value, &other) in places() {
            if other == cell {
                // A cell that points at itself holds its own place.
                let step = |(): &(), _: usize, digit: u8| (digit != value || digit == own).then_some(());
                relations.read(&[cell], (), step, |()| true)?;
            } else {
                relations.pair([cell, other], |one, other| (one == value) == (other == own))?;
            }
        }
    }
    Ok(())
}
