//! Clues outside of the board: sums, numbers and digits of a row or column.

use super::cages::between_extremes;
use super::error::{RuleError, refuse};
use super::places::Side;
use super::relations::Relations;
use super::row::{Words, kinds};
use crate::model::geometry::{Cell, Global};

/// A row of this family. In its sentence, `{line}`, `{end}` and `{value}` stand for those of a rule.
#[derive(Debug)]
pub(crate) struct Clue {
    pub(crate) words: Words,
    pub(crate) sentence: &'static str,
    /// Adds what it requires of the cells, from the clue on, with its number.
    relation: fn(&mut Relations<'_>, &[Cell], u32) -> Result<(), RuleError>,
    pub(crate) look: Sign,
    /// True if the clue has the same meaning at both ends.
    pub(crate) has_no_end: bool,
    /// True if the number counts cells.
    pub(crate) is_count: bool,
    /// The least number that the Interactive Sudoku Solver reads.
    pub(crate) least_in_iss: u32,
}

/// What is drawn beside the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// A slice above and one below.
    Slices,
    /// A letter sigma.
    Sigma,
    /// Houses of increasing heights.
    Heights,
    /// Houses of which the last is the lowest.
    Lowered,
    /// A room around the digit.
    Room,
    /// A number sign.
    Number,
}

kinds! {
    /// A clue for a row or column, written outside of the board.
    OutsideKind: Clue {
        /// The sum of the digits between the least and the greatest digit. The end has no meaning.
        Sandwich = Clue {
            words: Words::new(
                "sandwich", "Sandwiches",
                "the digits between the least and the greatest of a row or column have the sum beside it",
            ).elsewhere("sandwichsum", "Sandwich"),
            sentence: "the digits between the least and the greatest of {line} have the sum {value}",
            relation: |relations, cells, value| {
                // With more digits than cells, a row may lack the least and the greatest of the board.
                if cells.len() < relations.values.count() {
                    return between_extremes(relations, cells, value);
                }
                let ends = [relations.values.least(), relations.values.greatest()];
                // The number of ends passed, and what is left of the sum.
                let step = |&(passed, left): &(u8, u32), _: usize, digit: u8| match (
                    ends.contains(&digit),
                    passed,
                ) {
                    (true, _) => Some((passed + 1, left)).filter(|&(passed, left)| passed < 2 || left == 0),
                    (false, 1) => Some((1, left.checked_sub(u32::from(digit))?)),
                    (false, _) => Some((passed, left)),
                };
                relations.read(cells, (0_u8, value), step, |&(passed, left)| passed == 2 && left == 0)
            },
            look: Sign::Slices,
            has_no_end: true,
            is_count: false,
            least_in_iss: 0,
        };
        /// The sum of the first X digits from the end, where X is the first of them.
        XSum = Clue {
            words: Words::new(
                "x-sum", "X-sums",
                "the first X digits have the sum beside their row or column, where X is the first digit",
            ).elsewhere("xsum", "XSum"),
            sentence: "the first X digits of {end} have the sum {value}, where X is the first digit",
            relation: |relations, cells, value| {
                let step = |&(count, left): &(u8, u32), place: usize, digit: u8| {
                    let count = if place == 0 { digit } else { count };
                    if count == 0 {
                        return Some((0, left));
                    }
                    let left = left.checked_sub(u32::from(digit))?;
                    let count = count - 1;
                    (count > 0 || left == 0).then_some((count, left))
                };
                relations.read(cells, (0_u8, value), step, |&ends| ends == (0, 0))
            },
            look: Sign::Sigma,
            has_no_end: false,
            is_count: false,
            least_in_iss: 1,
        };
        /// The number of digits that are greater than all digits before them, from the end.
        Skyscraper = Clue {
            words: Words::new(
                "skyscraper", "Skyscrapers",
                "the number beside a row or column is the number of digits that are greater than all before them",
            ).elsewhere("skyscraper", "Skyscraper"),
            sentence: "{value} digits of {end} are greater than all before them",
            relation: |relations, cells, value| {
                // Of height 0, nothing is seen.
                let step = |&(highest, left): &(u8, u32), _: usize, digit: u8| {
                    if digit > highest { Some((digit, left.checked_sub(1)?)) } else { Some((highest, left)) }
                };
                relations.read(cells, (0_u8, value), step, |&(_, left)| left == 0)
            },
            look: Sign::Heights,
            has_no_end: false,
            is_count: true,
            least_in_iss: 1,
        };
        /// The first digit that is less than one before it, from the end.
        HiddenSkyscraper = Clue {
            words: Words::new(
                "hidden-skyscraper", "Hidden skyscrapers",
                "the number beside a row or column is the first digit that has a greater one before it",
            ).elsewhere("", "HiddenSkyscraper"),
            sentence: "the first digit of {end} that has a greater one before it is {value}",
            relation: |relations, cells, value| {
                // The highest digit so far, and nothing above it once one was hidden.
                let step = |&(highest, is_found): &(u8, bool), _: usize, digit: u8| match digit < highest {
                    _ if is_found => Some((0, true)),
                    true => (u32::from(digit) == value).then_some((0, true)),
                    false => Some((digit, false)),
                };
                relations.read(cells, (0_u8, false), step, |&(_, is_found)| is_found)
            },
            look: Sign::Lowered,
            has_no_end: false,
            is_count: false,
            least_in_iss: 0,
        };
        /// The digit in the X-th cell from the end, where X is the digit in the first.
        NumberedRoom = Clue {
            words: Words::new(
                "numbered-room", "Numbered rooms",
                "the number beside a row or column is its digit in place X, where X is the first digit",
            ).elsewhere("numberedroom", "NumberedRoom"),
            sentence: "the digit of {end} in place X is {value}, where X is the first digit",
            relation: |relations, cells, value| {
                let Some(wanted) = relations.values.digit(value) else {
                    let (least, greatest) = (relations.values.least(), relations.values.greatest());
                    return refuse(format!("a digit of {least} to {greatest}"), value);
                };
                let step = |&room: &u8, place: usize, digit: u8| {
                    let room = if place == 0 { digit } else { room };
                    let is_room = usize::from(room) == place + 1;
                    let is_there = (1..=cells.len()).contains(&usize::from(room));
                    (is_there && (!is_room || digit == wanted.value())).then_some(room)
                };
                relations.read(cells, 0_u8, step, |_| true)
            },
            look: Sign::Room,
            has_no_end: false,
            is_count: false,
            least_in_iss: 0,
        };
        /// The rank of the row or column, read as a number from the end, among all rows and columns from both ends.
        FullRank = Clue {
            words: Words::new(
                "full-rank", "Full rank",
                "rows and columns, read as numbers, have the rank beside them, from the lowest, from both ends",
            ).elsewhere("", "FullRank"),
            sentence: "{end}, read as a number, has rank {value} of all rows and columns from both ends",
            relation: |relations, cells, value| {
                let (count, most) = (relations.values.count(), 4 * cells.len());
                if count > cells.len() {
                    return refuse(format!("{} digits for full-rank", cells.len()), count);
                }
                match usize::try_from(value) {
                    Ok(rank) if (1..=most).contains(&rank) => {
                        relations.require(Global::Rank { cells: cells.to_vec(), rank });
                        Ok(())
                    }
                    _ => refuse(format!("a rank of 1 to {most}"), value),
                }
            },
            look: Sign::Number,
            has_no_end: false,
            is_count: false,
            least_in_iss: 1,
        };
    }
}

impl OutsideKind {
    pub(super) fn add(
        self,
        relations: &mut Relations<'_>,
        from: Side,
        number: u8,
        value: u32,
    ) -> Result<(), RuleError> {
        let side = relations.side;
        if number >= side {
            return refuse(format!("a {} of 1 to {side}", from.house()), number + 1);
        }
        let cells = relations.geometry.line_from(from, number);
        if cells.is_empty() {
            return refuse(
                format!("a {} with cells", from.house()),
                format!("{}, which is blocked", number + 1),
            );
        }
        (self.row().relation)(relations, &cells, value)
    }
}
