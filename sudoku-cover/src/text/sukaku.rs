//! A grid of candidates in one line. Each cell has N places; the place of a digit contains that digit if it
//! is a candidate, otherwise a blank: 729 characters for the classic board. Above side 9 a place is two
//! characters wide.
//!
//! This form has no givens. A single candidate is read by the rule of [`marked`](super::marked).

use super::Format;
use super::fault::{Fault, ReadErrorKind};
use super::form::{Form, PuzzleWriter, Whole, each};
use super::format::{About, Part};
use super::loss::Loss;
use super::marked::{self, Group};
use super::record::{Key, Record};
use super::settings;
use super::shape::USUAL_SIDE;
use super::token::{Tokens, comment_after};
use super::write_error::WriteError;
use super::written::shown_candidates;
use crate::model::geometry::{Geometry, MAX_SIDE};
use crate::model::pencilmarks::{Marks, Pencilmarks};

#[derive(Debug)]
pub(super) struct SukakuForm;

impl SukakuForm {
    pub(super) const ABOUT: About = About {
        name: "729",
        sides: [4, MAX_SIDE],
        is_block: false,
        holds: &[Part::Candidates],
        words: "N x N x N characters, one for each candidate",
        files: "`.txt`",
    };
}

impl Form for SukakuForm {
    fn format(&self) -> Format {
        Format::Candidates
    }

    fn line(&self, line: &Whole<'_>) -> Option<Result<Record, Fault>> {
        let first = Tokens::new(line.content).next()?;
        let side = side_of(first.text.len(), line.side)?;
        let record = read(line.number, first.column, first.text, &settings::board(line.geometry, side)?);
        // A short line may as well be a puzzle with missing cells, or one of side 8.
        let has_all = |allowed: &Pencilmarks| allowed.marks().iter().all(|marks| !marks.is_empty());
        let is_whole = |record: &Record| line.side.is_some() || record.allowed().is_some_and(has_all);
        if side < USUAL_SIDE && !record.as_ref().is_ok_and(is_whole) {
            return None;
        }
        let rest = line.content.trim_start().get(first.text.len()..).unwrap_or_default();
        Some(record.map(|mut record| {
            record.say(Key::Comment, comment_after(rest));
            record
        }))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(write)
    }
}

/// Returns the side of the grid whose candidates are `length` characters.
fn side_of(length: usize, fixed: Option<usize>) -> Option<usize> {
    let fits = |&side: &usize| side.pow(3) * width(side) == length;
    match fixed {
        // Up to side 2 every such line could also be in another format.
        Some(side) => Some(side).filter(|side| *side > 2).filter(fits),
        // Between side 3 and side 9 no other line is as long.
        None => (4..=MAX_SIDE).find(fits),
    }
}

fn width(side: usize) -> usize {
    if side > 9 { 2 } else { 1 }
}

/// Returns the record of a line of candidates that begins in this column.
fn read(line: u64, column: usize, text: &str, geometry: &Geometry) -> Result<Record, Fault> {
    let width = width(geometry.side());
    let mut places = (column..).zip(text.chars());
    let mut groups = Vec::with_capacity(geometry.cell_count());
    for _ in geometry.cells() {
        let mut marks = Marks::none();
        for digit in geometry.digits() {
            let (mut value, mut last) = (0, (column, ' '));
            let candidate = u32::from(digit.value());
            let other = |(column, found): (usize, char)| {
                Fault::at(column, ReadErrorKind::found_char(format!("{digit} or a blank"), found))
            };
            for place in places.by_ref().take(width) {
                let figure = if "._*".contains(place.1) { Some(0) } else { place.1.to_digit(10) };
                value = 10 * value + figure.ok_or_else(|| other(place))?;
                last = place;
                if value > candidate {
                    return Err(other(place));
                }
            }
            if value == candidate {
                marks = marks.with(digit);
            } else if value != 0 {
                return Err(other(last));
            }
        }
        groups.push(Group::Open(marks));
    }
    let mut record = marked::record(line, geometry, &groups, false);
    record.format = Format::Candidates;
    Ok(record)
}

/// Appends the line of a record.
fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
    // Shorter lines are recognized by a candidate in every cell.
    if geometry.side() < USUAL_SIDE {
        shown_candidates(record, geometry, Format::Candidates)?;
    }
    for &marks in record.candidates(geometry)?.marks() {
        for digit in geometry.digits() {
            let value = if marks.contains(digit) { digit.value() } else { 0 };
            if width(geometry.side()) == 2 {
                out.extend([b'0' + value / 10, b'0' + value % 10]);
            } else {
                out.push(if value == 0 { b'.' } else { b'0' + value });
            }
        }
    }
    out.push(b'\n');
    Ok(Loss::default())
}
