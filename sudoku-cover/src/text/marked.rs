//! Rows of candidates: pencilmark grids and `.sdx`.
//!
//! A row has N groups between separators. Up to side 9 a group is a run of ascending digits, above it numbers
//! with slashes between them, as in `7/10/12`. `u` before a digit marks it as placed.
//!
//! If any digit is marked as placed, single digits are givens. Otherwise a given cannot be distinguished from
//! the last candidate of its cell. As in `HoDoKu`, it is read as a candidate if a peer has the same
//! candidate, and otherwise as a given.

use super::Format;
use super::fault::{Fault, ReadErrorKind, digit_up_to};
use super::form::{Form, PuzzleWriter, Whole, each};
use super::format::{About, Part};
use super::frame::{PENCILMARKS, frame};
use super::loss::Loss;
use super::record::Record;
use super::settings;
use super::token::{Token, Tokens};
use super::write_error::WriteError;
use super::written::shown_candidates;
use crate::model::geometry::{Cell, Digit, Geometry, MAX_SIDE};
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// The largest side for which a group is a run of digits.
const LARGEST_RUN_SIDE: usize = 9;

/// The content of a group.
#[derive(Clone, Copy, Debug)]
pub(super) enum Group {
    /// Candidates. A single one may be a given digit or the last candidate of its cell.
    Open(Marks),
    Placed(Digit),
}

#[derive(Debug)]
pub(super) struct SdxForm;

impl SdxForm {
    pub(super) const ABOUT: About = About {
        name: "sdx",
        sides: [4, 9],
        is_block: true,
        holds: &[Part::Placed, Part::Candidates],
        words: "givens, placed digits after u, candidates",
        files: "`.sdx`",
    };
}

impl Form for SdxForm {
    fn format(&self) -> Format {
        Format::Sdx
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(write_sdx)
    }
}

#[derive(Debug)]
pub(super) struct PencilmarksForm;

impl PencilmarksForm {
    pub(super) const ABOUT: About = About {
        name: "pm",
        sides: [4, MAX_SIDE],
        is_block: true,
        holds: &[Part::Candidates],
        words: "pencilmarks: rows of candidates",
        files: "`.txt`",
    };
}

impl Form for PencilmarksForm {
    fn format(&self) -> Format {
        Format::Pencilmarks
    }

    /// Returns the puzzle of a line with all groups of a grid.
    fn line(&self, line: &Whole<'_>) -> Option<Result<Record, Fault>> {
        let count = Tokens::new(line.content).count();
        // With fewer cells, the groups may be those of a row.
        let side = line.side.or_else(|| [6, 7, 8, 9].into_iter().find(|side| side * side == count))?;
        if count != side * side || count == 1 {
            return None;
        }
        let all = all_groups(line.content, side)?;
        Some(Ok(record(line.number, &settings::board(line.geometry, side)?, &all, false)))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(write_pencilmarks)
    }
}

/// How errors in a group are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// None is accepted, because the line may be in another format.
    Strict,
    /// Accepts digits in any order, and marks around them such as `*`, `-`, `@` and letters, which show
    /// steps.
    Lenient,
}

/// Returns the groups of a line with N groups for a grid of this side; `None` if each of them is a single
/// digit.
pub(super) fn groups(content: &str, side: usize) -> Option<Vec<Group>> {
    if Tokens::new(content).take(side + 1).count() == side { all_groups(content, side) } else { None }
}

/// Returns the groups of a line with any number of them; `None` if each of them is a single digit.
fn all_groups(content: &str, side: usize) -> Option<Vec<Group>> {
    let is_run_side = side <= LARGEST_RUN_SIDE;
    let is_telling =
        |text: &str| text.starts_with('u') || text.len() > 1 && (is_run_side || text.contains('/'));
    let tokens = || Tokens::new(content).map(|token| token.text);
    if !tokens().any(is_telling) {
        return None;
    }
    tokens().map(|text| group(text, side, Strictness::Strict).ok()).collect()
}

/// Returns the groups of a line, or the error of the first wrong one.
pub(super) fn lenient_groups(content: &str, side: usize) -> Result<Vec<Group>, Fault> {
    let group = |token: Token<'_>| {
        group(token.text, side, Strictness::Lenient).map_err(|kind| Fault::at(token.column, kind))
    };
    Tokens::new(content).take(MAX_SIDE + 1).map(group).collect()
}

fn group(text: &str, side: usize, strictness: Strictness) -> Result<Group, ReadErrorKind> {
    if let Some(digit) = text.strip_prefix('u') {
        let placed = digit_up_to(side, digit.parse().map_err(|_| other(digit))?)?;
        return placed.map(Group::Placed).ok_or_else(|| other(digit));
    }
    let text = match strictness {
        Strictness::Strict => text,
        Strictness::Lenient => text.trim_matches(|character: char| !character.is_ascii_digit()),
    };
    let mut marks = Marks::none();
    let mut last = None;
    let mut add = |found: u32| {
        let digit = digit_up_to(side, found)?.ok_or_else(|| other(text))?;
        if marks.contains(digit) {
            return Err(ReadErrorKind::unexpected("each candidate of a cell once", format!("{digit} twice")));
        }
        if strictness == Strictness::Strict && last.is_some_and(|last| last > digit) {
            return Err(other(text));
        }
        (marks, last) = (marks.with(digit), Some(digit));
        Ok(())
    };
    if side > LARGEST_RUN_SIDE {
        text.split('/').try_for_each(|number| add(number.parse().map_err(|_| other(text))?))?;
    } else {
        let mut digits = text.chars().map(|character| character.to_digit(10).filter(|&digit| digit > 0));
        digits.try_for_each(|digit| add(digit.ok_or_else(|| other(text))?))?;
    }
    if marks.is_empty() { Err(other(text)) } else { Ok(Group::Open(marks)) }
}

fn other(text: &str) -> ReadErrorKind {
    ReadErrorKind::found_text("a group of candidates", text)
}

/// Returns the record of all groups of a grid, row by row.
pub(super) fn record(line: u64, geometry: &Geometry, groups: &[Group], is_sdx: bool) -> Record {
    let is_sdx = is_sdx || groups.iter().any(|group| matches!(group, Group::Placed(_)));
    let set = |group: &Group| match *group {
        Group::Open(marks) => marks,
        Group::Placed(digit) => Marks::only(digit),
    };
    let sets: Vec<Marks> = groups.iter().map(set).collect();
    let digit = |(cell, group): (Cell, &Group)| match *group {
        Group::Placed(digit) => Some(digit),
        Group::Open(marks) => marks.single().filter(|&digit| {
            let is_rival = |&peer: &Cell| sets[geometry.index(peer)].contains(digit);
            is_sdx || !geometry.peers(cell).iter().any(is_rival)
        }),
    };
    let digits: Vec<Option<Digit>> = geometry.cells().zip(groups).map(digit).collect();
    let is_placed = |cell: usize| matches!(groups[cell], Group::Placed(_));
    let format = if is_sdx { Format::Sdx } else { Format::Pencilmarks };
    let mut record = Record::of_cells(line, &digits, is_placed, format);
    let more = record.more_mut();
    *(if is_sdx { &mut more.marks } else { &mut more.allowed }) =
        Some(Pencilmarks::from_marks(geometry.side(), sets.into()));
    record
}

/// Returns candidates as one word: a run of digits, or above side 9 numbers with slashes.
fn joined(marks: Marks, side: usize) -> String {
    let digits: Vec<String> = marks.digits().map(|digit| digit.to_string()).collect();
    digits.join(if side > 9 { "/" } else { "" })
}

/// Appends the rows of a record. A blank cell with a single candidate would be read as given, so it is
/// written as placed.
fn write_sdx(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
    let side = geometry.side();
    let candidates = shown_candidates(record, geometry, Format::Sdx)?;
    let filled = record.filled();
    let mut has_open_single = false;
    for (place, &marks) in candidates.marks().iter().enumerate() {
        if place % side > 0 {
            out.push(b' ');
        }
        if record.grid.digits()[place].is_none() && marks.count() == 1 {
            has_open_single |= filled.digits()[place].is_none();
            out.push(b'u');
        }
        out.extend_from_slice(joined(marks, side).as_bytes());
        if place % side + 1 == side {
            out.push(b'\n');
        }
    }
    Ok(Loss { candidates: has_open_single, ..Loss::default() })
}

/// Appends the candidates of all cells, in a frame.
fn write_pencilmarks(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
    let candidates = shown_candidates(record, geometry, Format::Pencilmarks)?;
    let cell = |&marks: &Marks| format!(" {}", joined(marks, geometry.side()));
    let cells: Vec<String> = candidates.marks().iter().map(cell).collect();
    out.extend_from_slice(frame(&cells, geometry, &PENCILMARKS).as_bytes());
    Ok(Loss::default())
}
