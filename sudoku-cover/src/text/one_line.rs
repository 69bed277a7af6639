//! Puzzles in one line, in any format: alone, in a field of a table or in a string of an object.

use super::blanks;
use super::fault::{Fault, ReadErrorKind, digit_up_to, leftmost};
use super::format::Format;
use super::hodoku;
use super::killer;
use super::link;
use super::marked;
use super::record::{Key, Record};
use super::settings;
use super::shape::{Extent, Reading, Sizes, count_fault, illegal_character, read_as};
use super::sukaku;
use super::token::{Cells, Tokens, Unit, without_comment};
use crate::model::geometry::{Digit, Geometry};
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

/// Returns the text after the cells of a line, without the mark before it.
pub(super) fn comment_after(rest: &str) -> &str {
    rest.trim_start_matches([' ', '\t', ',', ';', '#']).trim_end()
}

/// Returns the record of a line in a format of its own, one that is neither digits nor rows; `None` if it is
/// none of these.
pub(super) fn special(
    line: u64,
    content: &str,
    side: Option<usize>,
    geometry: Option<&Geometry>,
) -> Option<Result<Record, Fault>> {
    if hodoku::is_library_line(content) {
        return Some(hodoku::read(line, content, side));
    }
    let board = |side| settings::board(geometry, side);
    let word = content.trim();
    if !word.contains(char::is_whitespace) && word.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        let column = 1 + content.chars().count() - content.trim_start().chars().count();
        let found = link::read(line, word, side).or_else(|| killer::read(line, column, word, side));
        if found.is_some() {
            return found;
        }
    }
    let mut tokens = Tokens::new(content);
    let first = tokens.next()?;
    if let Some(side) = sukaku::side_of(first.text.len(), side) {
        let record = sukaku::read(line, first.column, first.text, &board(side)?);
        // A short line may as well be a puzzle with missing cells.
        if record.is_ok() || side >= 9 {
            let rest = content.trim_start().get(first.text.len()..).unwrap_or_default();
            return Some(record.map(|mut record| {
                record.say(Key::Comment, comment_after(rest));
                record
            }));
        }
    }
    let count = 1 + tokens.count();
    let side = side.or_else(|| [6, 9].into_iter().find(|side| side * side == count))?;
    if count == side * side && count > 1 {
        let all = marked::all_groups(content, side)?;
        return Some(Ok(marked::record(line, &board(side)?, &all, false)));
    }
    None
}

/// Returns the record of a text that holds one puzzle in one line.
pub(super) fn read(line: u64, text: &str, geometry: Option<&Geometry>) -> Result<Record, Fault> {
    let side = geometry.map(Geometry::side);
    let sizes = Sizes { fixed: side, started: None, is_in_block: false };
    let compact = side.or(Some(9)).filter(|side| (2..=9).contains(side));
    if let Some(record) = compact.and_then(|side| compact_record(line, text.as_bytes(), side)) {
        return Ok(record);
    }
    let content = without_comment(text);
    if let Some(special) = special(line, content, side, geometry) {
        return special;
    }
    let rewritten = blanks::without_signs(content, sizes);
    let content = rewritten.as_deref().unwrap_or(content);
    let reading = read_as(content, sizes);
    match reading.extent {
        Some(Extent::Grid(side)) => grid(line, content, side, &reading),
        // A board of side 1 has one row.
        Some(Extent::Row(1)) => grid(line, content, 1, &reading),
        _ => Err(stray_fault(content, sizes, reading)),
    }
}

/// Returns the record of a line that is as long as a grid.
pub(super) fn grid(line: u64, content: &str, side: usize, reading: &Reading) -> Result<Record, Fault> {
    let mut digits = Vec::with_capacity(reading.cells);
    let mut end = 1;
    for cell in Cells::new(content, reading.unit).take(reading.cells) {
        end = cell.end;
        digits.push(digit_up_to(side, cell.value?).map_err(|kind| Fault::at(cell.column, kind))?);
    }
    let mut record = Record::at(line, Grid::from_digits(side, digits.into_boxed_slice()), Format::Line);
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
