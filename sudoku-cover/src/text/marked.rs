//! Rows of candidates: pencilmark grids and `.sdx`.
//!
//! A row has N groups between separators. Up to side 9 a group is a run of ascending digits, above it numbers with
//! slashes between them, as in `7/10/12`. `u` before a digit says that it was placed.
//!
//! Where a digit was placed that way, single digits are given. Everywhere else there is no telling a given digit from
//! one that is the last candidate of its cell; as `HoDoKu` does, it is taken for the latter if a peer has it as well.

use super::fault::{Fault, ReadErrorKind, digit_up_to};
use super::format::Format;
use super::record::Record;
use super::token::{Token, Tokens};
use crate::model::geometry::{Cell, Digit, Geometry, MAX_SIDE};
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// The largest side whose groups are runs of digits.
const LARGEST_RUN_SIDE: usize = 9;

/// What a group says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Group {
    /// These candidates are left. Of a single one it is not said whether it is more than that.
    Open(Marks),
    Placed(Digit),
}

/// Which slips are forgiven in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// None: the line may as well be something else.
    Strict,
    /// Digits in any order, and signs such as `*`, `-`, `@` and letters beside them, with which steps are shown.
    Lenient,
}

/// The groups of a line with N of them for a grid of this side, if it holds any that say more than a digit.
pub(super) fn groups(content: &str, side: usize) -> Option<Vec<Group>> {
    if Tokens::new(content).take(side + 1).count() == side { all_groups(content, side) } else { None }
}

/// The groups of a line with any number of them, if it holds any that say more than a digit.
pub(super) fn all_groups(content: &str, side: usize) -> Option<Vec<Group>> {
    let is_run_side = side <= LARGEST_RUN_SIDE;
    let is_telling =
        |text: &str| text.starts_with('u') || text.len() > 1 && (is_run_side || text.contains('/'));
    let tokens = || Tokens::new(content).map(|token| token.text);
    if !tokens().any(is_telling) {
        return None;
    }
    tokens().map(|text| group(text, side, Strictness::Strict).ok()).collect()
}

/// The groups of a line, with what is wrong with the first wrong one.
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

/// The record of all groups of a grid, row by row.
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
