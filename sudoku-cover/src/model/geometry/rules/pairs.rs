//! Marks between two cells.

use std::fmt;
use std::mem::discriminant;

use super::lines::LineKind;
use super::row::{Words, kinds};

/// A row of this family. In its sentence, `{one}`, `{other}` and `{number}` stand for those of a rule.
#[derive(Debug)]
pub(crate) struct Pair {
    /// Of a kind with a number, the word stands for the usual one.
    pub(crate) words: Words,
    /// The word before another number, if the kind has one.
    pub(crate) numbered: &'static str,
    pub(crate) sentence: &'static str,
    /// Returns true for digits of the first cell and the second that fit the mark, which has the number.
    fits: fn(u16, u16, u16) -> bool,
    /// The sum, and what says so, if it is one.
    pub(crate) sum: Option<(u32, &'static str)>,
    pub(crate) look: PairLook,
    /// The kinds that are drawn together with this one; none if another one has it.
    pub(crate) drawn: &'static [PairKind],
    /// The value of a mark in f-puzzles, if the kind of its member has several.
    pub(crate) fpuzzles_value: &'static str,
    /// The constraint of cells that are not adjacent in the Interactive Sudoku Solver, if it has one.
    pub(crate) apart_in_iss: &'static str,
    /// The line from the second cell to the first one that requires the same, for formats that have no such mark.
    pub(crate) as_line: Option<LineKind>,
}

/// How a mark is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairLook {
    /// A dot of a class of the style sheet, with the number if it is not the usual one.
    Dot(&'static str),
    Letter(&'static str),
    /// A sign that points at the second cell.
    Inequality,
}

impl Pair {
    /// The fields that a row may leave out.
    const USUAL: Pair = Pair {
        words: Words::NONE,
        numbered: "",
        sentence: "",
        fits: |_, _, _| true,
        sum: None,
        look: PairLook::Inequality,
        drawn: &[],
        fpuzzles_value: "",
        apart_in_iss: "",
        as_line: None,
    };
}

/// What the marks of both letters require, which are drawn together.
const XV: Words =
    Words::new("", "XV", "the digits beside an X come to 10, and those beside a V to 5").drawn_as(&["xv"]);

kinds! {
    /// A mark between two cells.
    numbered PairKind: Pair {
        /// The digits differ by this number: a white dot, which stands for 1 without a number.
        Difference(1) = Pair {
            words: Words::new("white", "White dots", "the digits beside a white dot differ by 1")
                .elsewhere("difference", "WhiteDot"),
            numbered: "difference",
            sentence: "{one} and {other} differ by {number}",
            fits: |one, other, number| one.abs_diff(other) == number,
            look: PairLook::Dot("white"),
            drawn: &[PairKind::Difference(1)],
            apart_in_iss: "Renban",
            ..Pair::USUAL
        };
        /// One digit is this number times the other: a black dot, which stands for 2 without a number.
        Ratio(2) = Pair {
            words: Words::new("black", "Black dots", "one digit beside a black dot is the double of the other")
                .elsewhere("ratio", "BlackDot"),
            numbered: "ratio",
            sentence: "one of {one} and {other} is {number} times the other",
            fits: |one, other, number| one == number * other || other == number * one,
            look: PairLook::Dot("black"),
            drawn: &[PairKind::Ratio(2)],
            ..Pair::USUAL
        };
        /// The sum is 10.
        X = Pair {
            words: Words { word: "x", ..XV.elsewhere("xv", "X") },
            sentence: "{one} + {other} is 10",
            fits: |one, other, _| one + other == 10,
            sum: Some((10, "the X says")),
            look: PairLook::Letter("X"),
            drawn: &[PairKind::X, PairKind::V],
            fpuzzles_value: "X",
            apart_in_iss: "Sum~10",
            ..Pair::USUAL
        };
        /// The sum is 5.
        V = Pair {
            words: Words { word: "v", ..XV.elsewhere("xv", "V") },
            sentence: "{one} + {other} is 5",
            fits: |one, other, _| one + other == 5,
            sum: Some((5, "the V says")),
            look: PairLook::Letter("V"),
            fpuzzles_value: "V",
            apart_in_iss: "Sum~5",
            ..Pair::USUAL
        };
        /// The first digit is greater than the second.
        Greater = Pair {
            words: Words::new("greater", "Greater than", "the sign between two cells points at the smaller digit")
                .elsewhere("", "GreaterThan"),
            sentence: "{one} is greater than {other}",
            fits: |one, other, _| one > other,
            drawn: &[PairKind::Greater],
            as_line: Some(LineKind::Thermo),
            ..Pair::USUAL
        };
    }
}

impl PairKind {
    /// Returns true if the digits of the first cell and the second one fit the mark.
    pub(crate) fn fits(self, first: u8, second: u8) -> bool {
        (self.row().fits)(first.into(), second.into(), self.number().unwrap_or(0).into())
    }

    /// Returns true if the order of the cells has a meaning.
    pub(crate) fn is_directed(self) -> bool {
        self.row().look == PairLook::Inequality
    }

    /// Returns true if both are dots, or both are letters, or both are signs.
    pub(crate) fn resembles(self, other: PairKind) -> bool {
        discriminant(&self.row().look) == discriminant(&other.row().look)
    }

    /// Returns the number, if it is not the usual one.
    pub(crate) fn unusual_number(self) -> Option<u8> {
        self.number().filter(|_| !PairKind::ALL.contains(&self))
    }
}

impl fmt::Display for PairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unusual_number() {
            None => f.write_str(self.row().words.word),
            Some(number) => write!(f, "{} {number}", self.row().numbered),
        }
    }
}
