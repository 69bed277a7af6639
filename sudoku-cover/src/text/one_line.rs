//! Puzzles in one line, in any format: alone, in a field of a table or in a string of an object.

use super::Format;
use super::blanks;
use super::fault::{Fault, ReadError, ReadErrorKind, digit_of, leftmost};
use super::form::{Forms, Whole};
use super::gaps;
use super::record::{Detail, Key, Record, SOLUTION};
use super::settings;
use super::shape::{Extent, Reading, Sizes, USUAL_SIDE, count_fault, illegal_character, read_as};
use super::symbols::{self, Symbols};
use super::token::{Cells, Unit, comment_after, without_comment};
use crate::model::geometry::{Digit, Geometry, MAX_SIDE, Values};
use crate::model::grid::Grid;

/// Returns the grid of a line that starts with N² plain symbols, and the text after them: nearly all lines of
/// large collections, read without examining characters outside ASCII.
fn compact_grid(bytes: &[u8], side: usize) -> Option<(Grid, &[u8])> {
    let (cells, rest) = bytes.split_at_checked(side * side)?;
    let ends = rest.first().is_none_or(|byte| b" \t,;#".contains(byte));
    if ends { Some((compact_cells(cells, side)?, rest)) } else { None }
}

/// Returns the record of such a line.
pub(super) fn compact_record(line: u64, bytes: &[u8], side: usize) -> Option<Record> {
    let (grid, rest) = compact_grid(bytes, side)?;
    let mut record = Record::at(line, grid, Format::Line);
    if !rest.is_empty() {
        record.say(Key::Comment, comment_after(&String::from_utf8_lossy(rest)));
    }
    Some(record)
}

/// Returns the grid of `side`² plain symbols.
// Two loops without a branch inside, which the compiler turns into a few vector instructions each.
pub(super) fn compact_cells(cells: &[u8], side: usize) -> Option<Grid> {
    let largest = u8::try_from(side).ok()?;
    let value = |byte: u8| byte.wrapping_sub(b'0');
    let is_symbol = |byte: u8| (value(byte) <= largest) | (byte == b'.') | (byte == b'_') | (byte == b'*');
    if !cells.iter().fold(true, |all, &byte| all & is_symbol(byte)) {
        return None;
    }
    let digit = |&byte: &u8| Digit::new(if value(byte) <= 9 { value(byte) } else { 0 });
    Some(Grid::from_digits(side, cells.iter().map(digit).collect()))
}

/// Returns the record of a line in a format of its own, one that is neither digits nor rows; `None` if it is
/// none of these.
pub(super) fn special(
    forms: Forms,
    line: u64,
    content: &str,
    side: Option<usize>,
    geometry: Option<&Geometry>,
) -> Option<Result<Record, Fault>> {
    let whole = Whole::new(line, content, side, geometry);
    let special = forms.iter().rev().find_map(|form| form.line(&whole));
    special.or_else(|| Some(Ok(Record::at(line, symbols::whole(content, side, None, None)?, Format::Line))))
}

/// What the text of one puzzle may be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Texts<'a> {
    pub(super) forms: Forms,
    /// The board of the puzzle, if it is known.
    pub(super) geometry: Option<&'a Geometry>,
    /// The symbols of the digits, if they are not to be recognized.
    pub(super) symbols: Option<&'a Symbols>,
}

/// Returns the record of a text that holds one puzzle in one line.
pub(super) fn read(texts: Texts<'_>, line: u64, text: &str) -> Result<Record, Fault> {
    read_of(texts, line, text, texts.geometry.and_then(settings::unusual_values))
}

/// Like [`read`], of a puzzle that may have other digits than usual.
pub(super) fn read_of(
    texts: Texts<'_>,
    line: u64,
    text: &str,
    values: Option<Values>,
) -> Result<Record, Fault> {
    let Texts { forms, geometry, symbols } = texts;
    let side = geometry.map(Geometry::side);
    if let Some(grid) = symbols.and_then(|_| symbols::whole(text.trim(), side, symbols, values)) {
        return Ok(Record::at(line, grid, Format::Line));
    }
    let sizes = Sizes { fixed: side, started: None, is_in_block: false };
    let compact = side.or(Some(9)).filter(|side| (2..=9).contains(side) && values.is_none());
    if let Some(record) = compact.and_then(|side| compact_record(line, text.as_bytes(), side)) {
        return Ok(record);
    }
    if let Some(whole) = gaps::whole(line, text, geometry, values) {
        return whole.map_err(|ReadError { column, kind, .. }| Fault { column, kind });
    }
    let content = without_comment(text);
    if values.is_none()
        && let Some(special) = special(forms, line, content, side, geometry)
    {
        return special;
    }
    let rewritten = blanks::without_signs(content, sizes);
    let content = rewritten.as_deref().unwrap_or(content);
    let reading = read_as(content, sizes);
    match reading.extent {
        Some(Extent::Grid(side)) => grid(line, content, side, values, &reading),
        // There is nothing but one puzzle, so what might be a row is all of it.
        Some(Extent::Row(cells))
            if side_of(cells).is_some_and(|found| side.is_none_or(|side| side == found)) =>
        {
            grid(line, content, cells.isqrt(), values, &reading)
        }
        None if reading.cells == 1 && reading.is_one_token && side.is_none() && rewritten.is_none() => {
            grid(line, content, 1, values, &reading)
        }
        _ => Err(stray_fault(content, sizes, reading)),
    }
}

impl Detail {
    /// Returns the detail of a record that states a solution.
    #[must_use]
    pub fn of_solution(solution: &Grid) -> Detail {
        Detail::new(Key::Other(SOLUTION.to_owned()), &solution.to_line().to_string())
    }
}

impl Record {
    /// Returns the solution that the text states, if it states one. Cells may be blank in it.
    #[must_use]
    pub fn solution(&self) -> Option<Grid> {
        let is_solution = |detail: &&Detail| matches!(&detail.key, Key::Other(name) if name == SOLUTION);
        let detail = self.details().iter().find(is_solution)?;
        let side = self.grid.side();
        let board = Geometry::of_side(side).ok().filter(|_| side != USUAL_SIDE);
        let values = Some(self.grid.values()).filter(|&values| values != settings::usual_values(side));
        let found = match Grid::of_plain_line(&detail.text).filter(|_| values.is_none()) {
            Some(found) => found,
            None => {
                let texts = Texts { geometry: board.as_ref(), ..Texts::default() };
                read_of(texts, 0, &detail.text, values).ok()?.grid
            }
        };
        (found.side() == side).then_some(found)
    }
}

/// Returns the side of a grid of this number of cells, if there is one.
pub(super) fn side_of(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && (1..=MAX_SIDE).contains(&side)).then_some(side)
}

/// Returns the record of a line that is as long as a grid, whose digits may be others than usual.
pub(super) fn grid(
    line: u64,
    content: &str,
    side: usize,
    values: Option<Values>,
    reading: &Reading,
) -> Result<Record, Fault> {
    let values = values.unwrap_or_else(|| settings::usual_values(side));
    let mut digits = Vec::with_capacity(reading.cells);
    let mut end = 1;
    for cell in Cells::new(content, reading.unit).take(reading.cells) {
        end = cell.end;
        digits.push(digit_of(values, cell.value?).map_err(|kind| Fault::at(cell.column, kind))?);
    }
    let mut record =
        Record::at(line, Grid::from_digits_of(values, side, digits.into_boxed_slice()), Format::Line);
    if reading.unit == Unit::Symbols {
        let rest: String = content.chars().skip(end - 1).collect();
        record.say(Key::Comment, comment_after(&rest));
    }
    Ok(record)
}

/// Returns why a line is neither a row nor a whole puzzle.
pub(super) fn stray_fault(content: &str, sizes: Sizes, reading: Reading) -> Fault {
    let expected = sizes.grid_cells();
    let counted = count_fault(content, reading.unit, expected, reading.cells);
    match leftmost(illegal_character(content), reading.fault) {
        Some(fault) if reading.cells == expected => fault,
        fault => leftmost(fault, Some(counted))
            .unwrap_or_else(|| Fault::of_line(ReadErrorKind::count(expected, "cell", reading.cells))),
    }
}
