//! Reasons as lists of sentences, each with the cells and houses that it names.
//!
//! A sentence is written from the step alone, without the board, so it says no more than the technique has proved.

use std::fmt::{self, Write};

use serde::Serialize;

use crate::human::parts::HouseName;
use crate::model::geometry::{Candidate, Cell, Digit};

/// How a sentence speaks of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// It is true, or would be under the assumption of the proof.
    Holds,
    /// It is false, or would be under the assumption of the proof.
    Excluded,
    /// It is one of several possibilities.
    Possible,
}

/// A candidate of which a sentence speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mention {
    /// The candidate.
    #[serde(flatten)]
    pub candidate: Candidate,
    /// How the sentence speaks of it.
    pub role: Role,
}

/// A sentence of a reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sentence {
    /// Its number, if it is a step of a proof or a case.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub number: Option<usize>,
    /// The sentence without its number.
    pub text: String,
    /// The cells that it names, none twice.
    pub cells: Vec<Cell>,
    /// The houses that it names, none twice.
    pub houses: Vec<HouseName>,
    /// The candidates of which it speaks, none twice.
    pub candidates: Vec<Mention>,
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{number}. {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// The reason for a step. Displayed as one or more English sentences; of chains as numbered steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Reason {
    /// The sentences in their order.
    pub sentences: Vec<Sentence>,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, sentence) in self.sentences.iter().enumerate() {
            write!(f, "{}{sentence}", if place > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// Writes a reason sentence by sentence.
#[derive(Debug, Default)]
pub(super) struct Teller {
    sentences: Vec<Sentence>,
    open: Sentence,
    /// The digits that the open sentence names, none twice.
    digits: Vec<Digit>,
}

impl Teller {
    /// Begins a numbered sentence.
    pub(super) fn number(&mut self, number: usize) {
        self.open.number = Some(number);
    }

    /// Remembers that the sentence speaks of these digits in these cells, unless it is remembered that it does.
    pub(super) fn speak(&mut self, role: Role, cells: &[Cell], digits: &[Digit]) {
        for &cell in cells {
            for &digit in digits {
                let candidate = Candidate { cell, digit };
                if self.open.candidates.iter().all(|known| known.candidate != candidate) {
                    self.open.candidates.push(Mention { candidate, role });
                }
            }
        }
    }

    /// Ends the sentence with this mark.
    ///
    /// A sentence that names one digit speaks of it in all cells that it names. With several digits, the parts of the
    /// sentence tell which of them they mean in which cells.
    pub(super) fn end(&mut self, mark: char) {
        if let [digit] = std::mem::take(&mut self.digits)[..] {
            let cells = std::mem::take(&mut self.open.cells);
            self.speak(Role::Possible, &cells, &[digit]);
            self.open.cells = cells;
        }
        self.open.text.push(mark);
        self.sentences.push(std::mem::take(&mut self.open));
    }

    /// Returns the reason.
    pub(super) fn finish(self) -> Reason {
        Reason { sentences: self.sentences }
    }

    fn write(&mut self, part: impl fmt::Display) {
        // Writing to a string does not fail.
        let _: fmt::Result = write!(self.open.text, "{part}");
    }
}

/// A part of a sentence.
pub(super) trait Say {
    /// Writes the part and remembers the cells and houses in it.
    fn say(&self, to: &mut Teller);
}

/// Writes parts of a sentence one after the other.
macro_rules! say {
    ($to:expr, $($part:expr),+ $(,)?) => {{ $($crate::human::pattern::reason::Say::say(&$part, $to);)+ }};
}

/// Writes parts of a sentence one after the other, and its full stop.
macro_rules! tell {
    ($to:expr, $($part:expr),+ $(,)?) => {{
        $crate::human::pattern::reason::say!($to, $($part),+);
        $to.end('.');
    }};
}

pub(super) use {say, tell};

macro_rules! plain {
    ($($kind:ty),*) => {$(
        impl Say for $kind {
            fn say(&self, to: &mut Teller) {
                to.write(self);
            }
        }
    )*};
}

plain!(str, String, usize, i32);

impl<T: Say + ?Sized> Say for &T {
    fn say(&self, to: &mut Teller) {
        (**self).say(to);
    }
}

impl Say for Cell {
    fn say(&self, to: &mut Teller) {
        to.write(self);
        if !to.open.cells.contains(self) {
            to.open.cells.push(*self);
        }
    }
}

impl Say for Digit {
    fn say(&self, to: &mut Teller) {
        to.write(self);
        if !to.digits.contains(self) {
            to.digits.push(*self);
        }
    }
}

impl Say for HouseName {
    fn say(&self, to: &mut Teller) {
        Houses(&[*self]).say(to);
    }
}

/// A list with a word before its last entry: `2, 5 and 7`.
pub(super) struct List<'a, T> {
    entries: &'a [T],
    word: &'static str,
}

impl<T: Say> Say for List<'_, T> {
    fn say(&self, to: &mut Teller) {
        for (place, entry) in self.entries.iter().enumerate() {
            match self.entries.len() - place {
                _ if place == 0 => {}
                1 => say!(to, " ", self.word, " "),
                _ => say!(to, ", "),
            }
            say!(to, entry);
        }
    }
}

/// Returns all entries as a list: `r1c1, r1c2 and r4c5`.
pub(super) fn all<T>(entries: &[T]) -> List<'_, T> {
    List { entries, word: "and" }
}

/// Returns the entries as a choice: `r1c1, r1c2 or r4c5`.
pub(super) fn any<T>(entries: &[T]) -> List<'_, T> {
    List { entries, word: "or" }
}

/// Houses in words, those of one kind together: `rows 1 and 7 and box 4`.
pub(super) struct Houses<'a>(pub(super) &'a [HouseName]);

impl Say for Houses<'_> {
    fn say(&self, to: &mut Teller) {
        to.write(crate::human::parts::InWords(self.0));
        for house in self.0 {
            if !to.open.houses.contains(house) {
                to.open.houses.push(*house);
            }
        }
    }
}

/// No cell of some: `neither r1c1 nor r1c2`, `none of r1c1, r1c2 and r1c3`.
pub(super) struct NoneOf<'a>(pub(super) &'a [Cell]);

impl Say for NoneOf<'_> {
    fn say(&self, to: &mut Teller) {
        match self.0 {
            [one, other] => say!(to, "neither ", one, " nor ", other),
            cells => say!(to, "none of ", all(cells)),
        }
    }
}

/// Returns the verb that fits this many cells.
pub(super) fn verb<'a>(count: usize, one: &'a str, several: &'a str) -> &'a str {
    if count == 1 { one } else { several }
}

/// Returns a small number as a word.
pub(super) fn number(count: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Returns `both` for two, `all` otherwise.
pub(super) fn both_or_all(count: usize) -> &'static str {
    if count == 2 { "both" } else { "all" }
}

/// How the ends of a link of one digit exclude each other: `both in row 4`, or that the cells see each other.
pub(super) struct Together(pub(super) Option<HouseName>);

impl Say for Together {
    fn say(&self, to: &mut Teller) {
        match self.0 {
            Some(house) => say!(to, "both in ", house),
            None => say!(to, "which see each other"),
        }
    }
}

/// Returns a part of a sentence as text.
pub(super) fn in_words(part: &impl Say) -> String {
    let mut to = Teller::default();
    part.say(&mut to);
    to.open.text
}
