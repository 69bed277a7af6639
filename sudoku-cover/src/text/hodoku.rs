//! The library lines of `HoDoKu`: `:0000:x:53+4.7....…:216::`.
//!
//! The fields, separated by colons, are: the number of a technique, optionally with a variant; the digits of
//! the step; the cells, with `+` before placed digits; the removed candidates; the candidates that the step
//! eliminates; those that it places; free text. A candidate is written as digit, row and column: `216` is a 2
//! in r1c6.

use super::Format;
use super::fault::{Fault, ReadErrorKind, digit_up_to};
use super::form::{Form, PuzzleWriter, Whole, each};
use super::format::{About, Part};
use super::loss::Loss;
use super::record::{Detail, Key, Record};
use super::write_error::WriteError;
use crate::model::geometry::{Candidate, Cell, Digit, Geometry};
use crate::model::pencilmarks::Pencilmarks;

/// The largest side whose digits, rows and columns are one character each.
pub(super) const LARGEST_SIDE: usize = 9;

/// The fields that describe an example step: field number, key of the detail, and the text of the field if
/// there is no step.
const STEP: [(usize, &str, &str); 5] = [
    (1, "hodoku technique", "0000"),
    (2, "hodoku candidates", "x"),
    (5, "hodoku eliminations", ""),
    (6, "hodoku placements", ""),
    (7, "hodoku extra", ""),
];

#[derive(Debug)]
pub(super) struct HodokuForm;

impl HodokuForm {
    pub(super) const ABOUT: About = About {
        name: "hodoku",
        sides: [2, 9],
        is_block: false,
        holds: &[Part::Placed, Part::Candidates],
        words: "HoDoKu's library lines",
        files: "`.txt`",
    };
}

impl Form for HodokuForm {
    fn format(&self) -> Format {
        Format::Hodoku
    }

    fn line(&self, line: &Whole<'_>) -> Option<Result<Record, Fault>> {
        is_library_line(line.content).then(|| read(line.number, line.content, line.side))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(write)
    }

    fn holds(&self, detail: &Detail) -> bool {
        matches!(&detail.key, Key::Other(name) if STEP.iter().any(|(_, step, _)| step == name))
    }
}

/// Returns true if the line starts with a colon, has six or seven of them, and has cells in the fourth field.
fn is_library_line(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(':')
        && matches!(text.matches(':').count(), 6 | 7)
        && text.split(':').nth(3).is_some_and(|cells| cells.len() >= 4 && !cells.contains(' '))
}

/// Returns the record of a library line. The side is found from the number of cells if `None`.
fn read(line: u64, text: &str, side: Option<usize>) -> Result<Record, Fault> {
    let mut column = 1;
    let mut fields = Vec::new();
    for field in text.split(':') {
        fields.push((column, field));
        column += field.chars().count() + 1;
    }
    let field = |number: usize| fields.get(number).copied().unwrap_or((column, ""));
    let (first, cells) = field(3);
    let cells = read_cells(first, cells)?;
    let found = cells.len();
    let side = side.or_else(|| (2..=LARGEST_SIDE).find(|side| side * side == found)).unwrap_or(LARGEST_SIDE);
    if found != side * side || side > LARGEST_SIDE {
        let end = first + field(3).1.chars().count();
        return Err(Fault::at(end, ReadErrorKind::count(side * side, "cell", found)));
    }
    let digit =
        |cell: &LibraryCell| digit_up_to(side, cell.value).map_err(|kind| Fault::at(cell.column, kind));
    let digits: Vec<Option<Digit>> = cells.iter().map(digit).collect::<Result<_, _>>()?;
    let mut record = Record::of_cells(line, &digits, |place| cells[place].is_placed, Format::Hodoku);
    let (first, deleted) = field(4);
    if !deleted.trim().is_empty() {
        record.more_mut().marks = Some(without(first, deleted, side)?);
    }
    for (number, name, default) in STEP {
        let text = field(number).1;
        if text != default {
            record.say(Key::Other(name.to_owned()), text);
        }
    }
    Ok(record)
}

/// The content of one cell.
struct LibraryCell {
    column: usize,
    /// The digit, 0 if blank.
    value: u32,
    is_placed: bool,
}

fn read_cells(first: usize, text: &str) -> Result<Vec<LibraryCell>, Fault> {
    let mut cells = Vec::new();
    let mut characters = (first..).zip(text.chars());
    while let Some((column, character)) = characters.next() {
        let is_placed = character == '+';
        let (column, digit) =
            if is_placed { characters.next().unwrap_or((column, '+')) } else { (column, character) };
        let value = match digit {
            '.' if !is_placed => Some(0),
            _ => digit.to_digit(10).filter(|&value| value > 0 || !is_placed),
        };
        let expected = if is_placed { "a digit from 1 to 9" } else { "a digit or a blank" };
        let value = value.ok_or_else(|| Fault::at(column, ReadErrorKind::found_char(expected, digit)))?;
        cells.push(LibraryCell { column, value, is_placed });
    }
    Ok(cells)
}

/// Returns all candidates except those of a list.
fn without(first: usize, list: &str, side: usize) -> Result<Pencilmarks, Fault> {
    let mut marks = Pencilmarks::full(side).unwrap_or_else(|_| unreachable!("the side is one of 1 to 9"));
    let mut column = first;
    for word in list.split(' ') {
        if !word.is_empty() {
            let candidate = candidate(word, side).ok_or_else(|| {
                Fault::at(column, ReadErrorKind::found_text("a candidate as digit, row and column", word))
            })?;
            marks.remove(candidate);
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

/// Appends the library line of a record.
fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
    let detail = |name: &str| {
        let found = record.details().iter().find(|detail| detail.key == Key::Other(name.to_owned()));
        // A colon or a line end in the text would end the field.
        found.map(|detail| detail.text.as_str()).filter(|text| !text.contains([':', '\n']))
    };
    let [technique, candidates, eliminations, placements, extra] =
        STEP.map(|(_, name, default)| (detail(name).unwrap_or(default), detail(name).is_some()));
    let mut line = format!(":{}:{}:", technique.0, candidates.0);
    let filled = record.filled();
    for (given, filled) in record.grid.digits().iter().zip(filled.digits()) {
        match (given, filled) {
            (Some(digit), _) => line += &digit.to_string(),
            (None, Some(digit)) => line += &format!("+{digit}"),
            (None, None) => line.push('.'),
        }
    }
    line.push(':');
    let mut removed = record.removed(geometry)?;
    removed.sort_by_key(|candidate| candidate.digit);
    let word = |Candidate { cell, digit }| format!("{digit}{}{}", cell.row() + 1, cell.column() + 1);
    line += &removed.into_iter().map(word).collect::<Vec<_>>().join(" ");
    line += &format!(":{}:{}", eliminations.0, placements.0);
    if [eliminations, placements, extra].into_iter().any(|(_, is_told)| is_told) {
        line += &format!(":{}", extra.0);
    }
    out.extend_from_slice(line.as_bytes());
    out.push(b'\n');
    Ok(Loss::default())
}
