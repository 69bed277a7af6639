//! The parts of sentences: lists, houses in words, and the conclusion of a step.

use std::fmt;

use smallvec::SmallVec;

use crate::human::step::{HouseName, Step};
use crate::model::geometry::{Candidate, Cell, Digit, HouseKind};

/// A list with a word before its last entry: `2, 5 and 7`.
pub(super) struct List<'a, T> {
    entries: &'a [T],
    word: &'static str,
}

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, entry) in self.entries.iter().enumerate() {
            match self.entries.len() - place {
                _ if place == 0 => {}
                1 => write!(f, " {} ", self.word)?,
                _ => f.write_str(", ")?,
            }
            write!(f, "{entry}")?;
        }
        Ok(())
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

/// A house in words: `row 3`.
#[derive(Clone, Copy)]
pub(super) struct House(pub(super) HouseName);

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.kind, self.0.number + 1)
    }
}

/// Houses in words, those of one kind together: `rows 1 and 7 and box 4`.
pub(in crate::human::explain) struct Houses<'a>(pub(in crate::human::explain) &'a [HouseName]);

impl fmt::Display for Houses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, alike) in self.0.chunk_by(|one, next| one.kind == next.kind).enumerate() {
            let (kind, plural) = (alike[0].kind, plural(alike[0].kind, alike.len()));
            let numbers: SmallVec<[usize; 9]> = alike.iter().map(|house| house.number + 1).collect();
            write!(f, "{}{kind}{plural} {}", if place > 0 { " and " } else { "" }, all(&numbers))?;
        }
        Ok(())
    }
}

fn plural(kind: HouseKind, count: usize) -> &'static str {
    match kind {
        _ if count == 1 => "",
        HouseKind::Box => "es",
        _ => "s",
    }
}

/// No cell of some: `neither r1c1 nor r1c2`, `none of r1c1, r1c2 and r1c3`.
pub(super) struct NoneOf<'a>(pub(super) &'a [Cell]);

impl fmt::Display for NoneOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [one, other] => write!(f, "neither {one} nor {other}"),
            cells => write!(f, "none of {}", all(cells)),
        }
    }
}

/// Returns the verb that fits so many cells.
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

/// What a step places or eliminates: `r5c5 is 7`, `r1c1 and r1c2 cannot be 4 or 6; r2c5 cannot be 4`.
pub(in crate::human::explain) struct Conclusion<'a>(pub(in crate::human::explain) &'a Step);

impl fmt::Display for Conclusion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Candidate { cell, digit }) in self.0.placements.iter().enumerate() {
            write!(f, "{}{cell} is {digit}", if place > 0 { " and " } else { "" })?;
        }
        for (place, (cells, digits)) in losses(self.0).iter().enumerate() {
            write!(f, "{}{} cannot be {}", if place > 0 { "; " } else { "" }, all(cells), any(digits))?;
        }
        Ok(())
    }
}

/// Cells that lose the same digits, and these digits.
type Loss = (SmallVec<[Cell; 8]>, SmallVec<[Digit; 4]>);

/// Returns the eliminations, digits that leave the same cells together.
fn losses(step: &Step) -> Vec<Loss> {
    let mut losses: Vec<Loss> = Vec::new();
    for digit in lost_digits(step) {
        let mut cells: SmallVec<[Cell; 8]> =
            step.eliminations.iter().filter(|lost| lost.digit == digit).map(|lost| lost.cell).collect();
        cells.sort_unstable();
        match losses.iter_mut().find(|(same, _)| *same == cells) {
            Some((_, digits)) => digits.push(digit),
            None => losses.push((cells, [digit].into_iter().collect())),
        }
    }
    losses
}

/// Returns the eliminated digits in ascending order.
pub(super) fn lost_digits(step: &Step) -> SmallVec<[Digit; 4]> {
    let mut digits: SmallVec<[Digit; 4]> = step.eliminations.iter().map(|lost| lost.digit).collect();
    digits.sort_unstable();
    digits.dedup();
    digits
}
/// Returns the cells that lose candidates, in ascending order.
pub(super) fn losers(step: &Step) -> SmallVec<[Cell; 8]> {
    let mut cells: SmallVec<[Cell; 8]> = step.eliminations.iter().map(|lost| lost.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Writes that the cells which lose candidates see others: `r3c5 sees both and cannot be 9`.
pub(super) fn write_seeing(step: &Step, seen: impl fmt::Display, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (cells, digits) = (losers(step), lost_digits(step));
    if let [digit] = digits[..] {
        let sees = verb(cells.len(), "sees", "each see");
        return write!(f, "{} {sees} {seen} and cannot be {digit}.", all(&cells));
    }
    write!(f, "Cells that see {seen} cannot hold the same digit: {}.", Conclusion(step))
}

/// Returns the house of the link in words: `both in row 4`, or that the cells see each other.
pub(super) fn together(house: Option<HouseName>) -> String {
    match house {
        Some(house) => format!("both in {}", House(house)),
        None => "which see each other".to_owned(),
    }
}
