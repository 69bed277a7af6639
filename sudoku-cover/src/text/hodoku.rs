//! The library lines of `HoDoKu`: `:0000:x:53+4.7....…:216::`.
//!
//! Fields stand between colons: the number of a technique, with a variant perhaps; the candidates that it is about;
//! the cells, `+` before a digit that was placed; the candidates that are gone; those that the step removes; those
//! that it places; anything. A candidate is its digit, row and column, `216` for a 2 in r1c6.

use super::fault::{Expected, Fault, ReadErrorKind, shown};
use super::format::Format;
use super::record::{Detail, Key, Record};
use crate::model::geometry::{Candidate, Cell, Digit, Geometry};
use crate::model::grid::{Grid, GridError};
use crate::model::pencilmarks::Pencilmarks;

/// The largest side whose digits, rows and columns are one character each.
pub(super) const LARGEST_SIDE: usize = 9;

/// The fields that say what the line is an example of, by the names that they have as details.
const STEP: [(usize, &str); 5] = [
    (1, "hodoku technique"),
    (2, "hodoku candidates"),
    (5, "hodoku eliminations"),
    (6, "hodoku placements"),
    (7, "hodoku extra"),
];

/// What stands in the fields of a line without a step.
fn default_field(field: usize) -> &'static str {
    match field {
        1 => "0000",
        2 => "x",
        _ => "",
    }
}

/// Whether a line is one of these: it begins with a colon and has six or seven.
pub(super) fn is_library_line(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(':')
        && matches!(text.matches(':').count(), 6 | 7)
        && text.split(':').nth(3).is_some_and(|cells| cells.len() >= 4 && !cells.contains(' '))
}

/// The record of such a line, of grids of this side if it is told.
pub(super) fn read(line: u64, text: &str, side: Option<usize>) -> Result<Record, Fault> {
    let mut column = 1;
    let mut fields = Vec::new();
    for field in text.split(':') {
        fields.push((column, field));
        column += field.chars().count() + 1;
    }
    let field = |number: usize| fields.get(number).copied().unwrap_or((column, ""));
    let (first, cells) = field(3);
    let (digits, placed) = read_cells(first, cells)?;
    let found = digits.len();
    let expected = match side {
        Some(side) => side,
        None => [4, 6, 9].into_iter().find(|side| side * side == found).unwrap_or(LARGEST_SIDE),
    };
    if found != expected * expected || expected > LARGEST_SIDE {
        let kind = ReadErrorKind::CellCount { expected: expected * expected, found };
        return Err(Fault::at(first + cells.chars().count(), kind));
    }
    let large = digits.iter().map(|&(_, value)| value).chain(placed.iter().map(|&(_, value)| value));
    if let Some(value) = large.max().filter(|&value| usize::from(value) > expected) {
        let kind = ReadErrorKind::DigitAboveSide { found: value.into(), side: expected };
        let place = cells.chars().position(|character| character.to_digit(10) == Some(value.into()));
        return Err(Fault::at(first + place.unwrap_or(0), kind));
    }
    let given = digits.iter().map(|&(_, value)| Digit::new(value)).collect();
    let mut record = Record::at(line, Grid::from_digits(expected, given), Format::Hodoku);
    let side = u8::try_from(expected).unwrap_or(u8::MAX);
    let cell = |place: usize| u8::try_from(place).map(|place| Cell::new(place / side, place % side));
    let placed = placed
        .iter()
        .filter_map(|&(place, value)| Some(Candidate { cell: cell(place).ok()?, digit: Digit::new(value)? }));
    let placed: Vec<Candidate> = placed.collect();
    if !placed.is_empty() {
        record.more_mut().placed = placed;
    }
    let (first, deleted) = field(4);
    if !deleted.trim().is_empty() {
        record.more_mut().marks = Some(without(first, deleted, expected)?);
    }
    for (number, name) in STEP {
        let text = field(number).1;
        if text != default_field(number) {
            record.say(Key::Other(name.to_owned()), text);
        }
    }
    Ok(record)
}

/// What a line says about its cells: for each its given digit or 0, and the placed digits with the place of their
/// cell.
type CellDigits = (Vec<(usize, u8)>, Vec<(usize, u8)>);

fn read_cells(first: usize, cells: &str) -> Result<CellDigits, Fault> {
    let (mut digits, mut placed) = (Vec::new(), Vec::new());
    let mut is_placed = false;
    for (column, character) in (first..).zip(cells.chars()) {
        let illegal = || Fault::at(column, ReadErrorKind::IllegalCharacter { found: character });
        match character {
            '+' if !is_placed => is_placed = true,
            '.' if !is_placed => digits.push((digits.len(), 0)),
            '0'..='9' => {
                let value = character.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).unwrap_or(0);
                if std::mem::replace(&mut is_placed, false) {
                    if value == 0 {
                        return Err(illegal());
                    }
                    placed.push((digits.len(), value));
                    digits.push((digits.len(), 0));
                } else {
                    digits.push((digits.len(), value));
                }
            }
            _ => return Err(illegal()),
        }
    }
    if is_placed {
        return Err(Fault::at(
            first + cells.chars().count() - 1,
            ReadErrorKind::IllegalCharacter { found: '+' },
        ));
    }
    Ok((digits, placed))
}

/// All candidates but those of a list.
fn without(first: usize, list: &str, side: usize) -> Result<Pencilmarks, Fault> {
    let mut marks = Pencilmarks::full(side).unwrap_or_else(|_| unreachable!("the side is one of 1 to 9"));
    let mut column = first;
    for word in list.split(' ') {
        if !word.is_empty() {
            let candidate = candidate(word, side).ok_or_else(|| {
                let expected = Expected::LibraryCandidate;
                Fault::at(column, ReadErrorKind::OtherName { expected, found: shown(word) })
            })?;
            let left = marks.get(candidate.cell).without(candidate.digit);
            marks.set(candidate.cell, left).unwrap_or_else(|_| unreachable!("the cell is one of the grid"));
        }
        column += word.chars().count() + 1;
    }
    Ok(marks)
}

fn candidate(word: &str, side: usize) -> Option<Candidate> {
    let number = |byte: u8| byte.checked_sub(b'0').filter(|&value| (1..=side).contains(&usize::from(value)));
    let &[digit, row, column] = word.as_bytes() else { return None };
    let cell = Cell::new(number(row)? - 1, number(column)? - 1);
    Some(Candidate { cell, digit: Digit::new(number(digit)?)? })
}

/// Appends the line of a record.
pub(super) fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Result<(), GridError> {
    let detail = |field: usize| {
        let named = STEP.iter().find(|(number, _)| *number == field).map_or("", |(_, name)| name);
        let found = record.details().iter().find(|detail| detail.key == Key::Other(named.to_owned()));
        // A colon or a line end would be more than a field.
        found.map(|detail| detail.text.as_str()).filter(|text| !text.contains([':', '\n']))
    };
    let field = |field| detail(field).unwrap_or(default_field(field));
    let mut line = format!(":{}:{}:", field(1), field(2));
    let filled = record.filled();
    for (given, filled) in record.grid.digits().iter().zip(filled.digits()) {
        match (given, filled) {
            (Some(digit), _) => line += &digit.to_string(),
            (None, Some(digit)) => line += &format!("+{digit}"),
            (None, None) => line.push('.'),
        }
    }
    line.push(':');
    line += &removed(record, geometry)?;
    line += &format!(":{}:{}", field(5), field(6));
    if [5, 6, 7].into_iter().any(|number| detail(number).is_some()) {
        line += &format!(":{}", field(7));
    }
    out.extend_from_slice(line.as_bytes());
    out.push(b'\n');
    Ok(())
}

/// The candidates that the digits imply and the record has not.
fn removed(record: &Record, geometry: &Geometry) -> Result<String, GridError> {
    if !record.has_marks() {
        return Ok(String::new());
    }
    let filled = record.filled();
    let implied = Pencilmarks::implied(&filled, geometry)?;
    let left = record.candidates(geometry)?;
    let mut words = Vec::new();
    for digit in geometry.digits() {
        for cell in geometry.cells().filter(|&cell| filled.get(cell).is_none()) {
            if implied.get(cell).contains(digit) && !left.get(cell).contains(digit) {
                words.push(format!("{digit}{}{}", cell.row() + 1, cell.column() + 1));
            }
        }
    }
    Ok(words.join(" "))
}

/// Whether a detail is written.
pub(super) fn holds(detail: &Detail) -> bool {
    matches!(&detail.key, Key::Other(name) if STEP.iter().any(|(_, step)| step == name))
}
