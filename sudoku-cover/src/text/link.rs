//! Links to puzzles on the web, and the texts in them: f-puzzles, `SudokuPad`, the Interactive Sudoku Solver,
//! `SudokuWiki`, `sudoku.coach` and others that have the cells in the link.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::Value;

use super::Format;
use super::compressed;
use super::draft::Draft;
use super::fault::{Fault, ReadErrorKind};
use super::form::{Form, PuzzleWriter, Whole, each};
use super::format::{About, Part};
use super::fpuzzles;
use super::iss;
use super::loss::Loss;
use super::record::{Detail, Record};
use super::scl;
use super::solo;
use super::write_error::WriteError;
use super::written::{board_of, shown_candidates};
use crate::model::geometry::{Cell, Digit, Geometry, MAX_SIDE};
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// What a link may contain unescaped.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_').remove(b'~');

const SUDOKU_WIKI: &str = "https://www.sudokuwiki.org/sudoku.htm?bd=";
/// The beginning of a state of `SudokuWiki`.
const STATE: &str = "S9B";
/// The number of cells of a state.
const CELLS: usize = 81;

/// The parameters that hold a puzzle.
const PARAMETERS: [&str; 7] = ["load", "q", "bd", "puzzleid", "s", "puzzle", "p"];

/// The links of all programs, compressed puzzles of f-puzzles and `SudokuPad`, and the game IDs of Solo.
#[derive(Debug)]
pub(super) struct LinkForm;

impl LinkForm {
    pub(super) const ABOUT: About = About {
        name: "link",
        sides: [9, 9],
        is_block: false,
        holds: &[Part::Placed, Part::Candidates],
        words: "a link to SudokuWiki, S9B too; those of sudoku.coach and the Interactive Sudoku Solver are read,\n\
         and game IDs of Solo: 3x3:c9_1b...",
        files: "a link",
    };
}

impl Form for LinkForm {
    fn format(&self) -> Format {
        Format::Link
    }

    fn line(&self, line: &Whole<'_>) -> Option<Result<Record, Fault>> {
        let (column, word) = line.word?;
        read(line.number, word, line.side).or_else(|| solo::read(line.number, column, word, line.side))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(|record, geometry, out| {
            let has_state = !record.placed().is_empty() || record.has_marks();
            let candidates =
                has_state.then(|| shown_candidates(record, geometry, Format::Link)).transpose()?;
            out.extend_from_slice(sudokuwiki(record, candidates.as_ref()).as_bytes());
            out.push(b'\n');
            Ok(Loss::default())
        })
    }
}

#[derive(Debug)]
pub(super) struct FPuzzlesForm;

impl FPuzzlesForm {
    pub(super) const ABOUT: About = About {
        name: "fpuzzles",
        sides: [1, MAX_SIDE],
        is_block: false,
        holds: &[Part::Placed, Part::Allowed, Part::Decoration, Part::Rules],
        words: "compressed JSON of f-puzzles; its links and its JSON are read",
        files: "a line, a link, `.json`",
    };
}

impl Form for FPuzzlesForm {
    fn format(&self) -> Format {
        Format::FPuzzles
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(|record, geometry, out| write_fpuzzles(record, geometry, Format::FPuzzles, out))
    }

    fn holds(&self, detail: &Detail) -> bool {
        fpuzzles::holds(detail)
    }

    fn first_without_candidates(&self, record: &Record, board: &Geometry) -> Option<Cell> {
        fpuzzles::first_without_candidates(record, board)
    }
}

/// A link with the object of f-puzzles.
#[derive(Debug)]
pub(super) struct SudokuPadForm;

impl SudokuPadForm {
    pub(super) const ABOUT: About = About {
        name: "sudokupad",
        sides: [1, MAX_SIDE],
        is_block: false,
        holds: &[Part::Placed, Part::Allowed, Part::Decoration, Part::Rules],
        words: "a link to SudokuPad; those with fpuzzles or scl are read",
        files: "a link",
    };
}

impl Form for SudokuPadForm {
    fn format(&self) -> Format {
        Format::SudokuPad
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(|record, geometry, out| write_fpuzzles(record, geometry, Format::SudokuPad, out))
    }

    fn holds(&self, detail: &Detail) -> bool {
        fpuzzles::holds(detail)
    }

    fn first_without_candidates(&self, record: &Record, board: &Geometry) -> Option<Cell> {
        fpuzzles::first_without_candidates(record, board)
    }
}

/// Appends the compressed object of a record, or the link with it. A link may have an object of `SudokuPad` instead, which holds
/// drawings anywhere, but hardly any rules.
fn write_fpuzzles(
    record: &Record,
    geometry: &Geometry,
    format: Format,
    out: &mut Vec<u8>,
) -> Result<Loss, WriteError> {
    let board = board_of(record, geometry)?;
    let (mut object, mut loss) = fpuzzles::write(record, &board);
    let mut prefix = "fpuzzles";
    if format == Format::SudokuPad && !loss.decoration.is_empty() {
        let (other, lost) = scl::write(record, &board);
        if lost.is_none() {
            (object, loss, prefix) = (other, lost, "scl");
        }
    }
    let payload = compressed::compress(&object.to_string());
    let payload = payload.map_err(|found| WriteError::TooLong { format, found })?;
    let text = if format == Format::FPuzzles { payload } else { sudokupad(prefix, &payload) };
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
    Ok(loss)
}

/// Returns the record of a link or a compressed puzzle; `None` if the text is neither.
fn read(line: u64, text: &str, side: Option<usize>) -> Option<Result<Record, Fault>> {
    if let Some((scheme, rest)) = text.split_once("://") {
        let is_scheme = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphabetic());
        return is_scheme.then(|| read_link(line, rest, side));
    }
    read_payload(line, text, side)
}

/// Returns the record of a compressed puzzle, which may have the prefix that tells its form.
fn read_payload(line: u64, text: &str, side: Option<usize>) -> Option<Result<Record, Fault>> {
    let stripped = |prefixes: &[&str]| prefixes.iter().find_map(|prefix| text.strip_prefix(prefix));
    let is_compressed = |text: &&str| !text.is_empty() && text.bytes().all(compressed::is_digit);
    if let Some(payload) = stripped(&["scl", "ctc"]).filter(|text| text.len() > 40).filter(is_compressed) {
        let text = compressed::decompress(payload).map_err(Fault::of_line);
        return Some(text.and_then(|text| scl::read(line, &text, side)));
    }
    let payload = stripped(&["fpuzzles", "fpuz"]).filter(is_compressed);
    let payload = payload.or_else(|| Some(text).filter(|text| compressed::is_object(text)))?;
    Some(read_fpuzzles(line, payload, side))
}

/// Returns the record of a compressed object of f-puzzles.
fn read_fpuzzles(line: u64, payload: &str, side: Option<usize>) -> Result<Record, Fault> {
    let text = compressed::decompress(payload).map_err(Fault::of_line)?;
    match serde_json::from_str(&text) {
        Ok(Value::Object(object)) => fpuzzles::read(line, &object, side),
        Ok(_) => Err(Fault::of_line(ReadErrorKind::found_text("an object", &text))),
        Err(error) => Err(Fault::of_line(ReadErrorKind::syntax(Format::FPuzzles, error))),
    }
}

/// Returns the record of a link without its scheme.
fn read_link(line: u64, text: &str, side: Option<usize>) -> Result<Record, Fault> {
    for part in parts(text) {
        if part.starts_with('.') && iss::is_beginning(part.as_bytes()) {
            let draft = iss::read(&part, side).map_err(|(_, kind)| Fault::of_line(kind))?;
            return Ok(Record { format: Format::Link, ..draft.record(line, Format::Link) });
        }
        if let Some(record) = read_payload(line, &part, side) {
            return record;
        }
        if let Some(numbers) = numbers_of(&part) {
            return read_numbers(line, &numbers, side);
        }
        let is_cell = |byte: u8| byte.is_ascii_digit() || b"._-*".contains(&byte);
        if part.bytes().all(is_cell) && [16, 36, 81].contains(&part.len()) {
            return read_cells(line, &part, side);
        }
    }
    let expected = if parts(text).iter().any(|part| part.starts_with(STATE)) {
        "81 numbers of two characters after S9B"
    } else {
        "a link that holds a puzzle; that of a puzzle on a server cannot be read"
    };
    Err(Fault::of_line(ReadErrorKind::found_text(expected, text)))
}

/// Returns the numbers of a state of `SudokuWiki`: `S9B` and two characters of base 36 for each cell.
fn numbers_of(part: &str) -> Option<Vec<u32>> {
    let cells = part.strip_prefix(STATE).filter(|cells| cells.len() == 2 * CELLS && cells.is_ascii())?;
    let number = |place: usize| u32::from_str_radix(&cells[2 * place..2 * place + 2], 36).ok();
    (0..CELLS).map(number).collect()
}

/// Returns the record of a number for each cell: 1 to 9 a given, 10 to 18 a placed digit, and 18 more than the set of
/// candidates, of which 1 is the lowest bit.
fn read_numbers(line: u64, numbers: &[u32], side: Option<usize>) -> Result<Record, Fault> {
    let mut draft = Draft::new(9, side).map_err(Fault::of_line)?;
    for (index, &number) in numbers.iter().enumerate() {
        match number {
            0 => {}
            1..=9 => draft.give(index, draft.digit(number).map_err(Fault::of_line)?),
            10..=18 => draft.place(index, draft.digit(number - 9).map_err(Fault::of_line)?),
            19..=529 => {
                let is_left = |value: &u8| (number - 18) >> (value - 1) & 1 == 1;
                draft.mark(index, (1..=9).filter(is_left).filter_map(Digit::new).collect());
            }
            found => return Err(Fault::unexpected("numbers up to 529 after S9B", found)),
        }
    }
    Ok(draft.record(line, Format::Link))
}

/// Returns the record of a character for each cell, of which all but the digits from 1 are blank.
fn read_cells(line: u64, cells: &str, side: Option<usize>) -> Result<Record, Fault> {
    let mut draft = Draft::new(cells.len().isqrt(), side).map_err(Fault::of_line)?;
    for (index, value) in cells.chars().map(|cell| cell.to_digit(10).unwrap_or(0)).enumerate() {
        if value > 0 {
            draft.give(index, draft.digit(value).map_err(Fault::of_line)?);
        }
    }
    Ok(draft.record(line, Format::Link))
}

/// Returns the parts of a link that may be a puzzle: the parameters, and the path from each of its parts on.
fn parts(text: &str) -> Vec<String> {
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let parameters = query.split('&').filter_map(|parameter| parameter.split_once('='));
    let known = parameters.filter(|(name, _)| PARAMETERS.contains(name));
    let mut parts: Vec<String> = known.map(|(_, value)| decoded(value)).collect();
    // A compressed puzzle may contain slashes.
    parts.extend(path.match_indices('/').map(|(start, _)| decoded(&path[start + 1..])));
    parts.extend(path.split('/').skip(1).map(decoded));
    parts.push(decoded(query));
    parts
}

/// Returns the link of a compressed object for `SudokuPad`, after the prefix that tells its form.
fn sudokupad(prefix: &str, payload: &str) -> String {
    format!("https://sudokupad.app/{prefix}{}", utf8_percent_encode(payload, ESCAPED))
}

/// Returns the link of 81 cells for `SudokuWiki`: their digits, or with these candidates the numbers of the state.
fn sudokuwiki(record: &Record, candidates: Option<&Pencilmarks>) -> String {
    let Some(candidates) = candidates else {
        let cells = record.grid.to_line().to_string().replace('.', "0");
        return format!("{SUDOKU_WIKI}{cells}");
    };
    let filled = record.filled();
    let number = |(index, marks): (usize, &Marks)| match (record.grid.digits()[index], filled.digits()[index])
    {
        (Some(given), _) => u32::from(given.value()),
        (None, Some(placed)) => 9 + u32::from(placed.value()),
        (None, None) => 18 + marks.digits().map(|digit| 1 << (digit.value() - 1)).sum::<u32>(),
    };
    let numbers = candidates.marks().iter().enumerate().map(number);
    let digits = numbers.flat_map(|number| [number / 36, number % 36]);
    let cells: String = digits.filter_map(|digit| char::from_digit(digit, 36)).collect();
    format!("{SUDOKU_WIKI}{STATE}{cells}")
}
