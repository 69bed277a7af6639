//! A picture as lines of text, for terminals. Each piece of text has its cell and its role, so that it can be
//! colored; no color is needed to distinguish them.
//!
//! Without candidates a cell is a digit, with a `_` before it if it is not given. With candidates each digit
//! has its own place in the cell, and a sign after it shows its role in a step: `*` is part of the pattern,
//! `-` is eliminated. Then a given digit is written `[5]`, a found one `(5)`, and one that the step places
//! `<5>`. Digits that contradict each other have a `!` beside them.
//!
//! Blocked cells are filled, or blank between the grids of a board with several.
//!
//! A compact picture up to side 9 has the candidates of a cell in two lines, with a dot in the place of each
//! missing one, and no space for signs.

use std::fmt::Write;

use anstyle::{AnsiColor, Effects, Style};

use super::Picture;
use super::frame::Frame;
use super::marking::{Marking, StepRole, Tint};
use super::style::Ink;
use crate::model::geometry::{Candidate, Cell, Digit};

/// Lines of a box by the directions in which they go: up 1, down 2, left 4, right 8.
const JUNCTIONS: [char; 16] =
    [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

/// The role of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mark {
    /// A border, a blank, or a candidate.
    Plain,
    /// A digit that is given.
    Given,
    /// Another digit.
    Found,
    /// A digit in conflict with others.
    Conflict,
    /// A digit that the step places.
    Placed,
    /// A candidate of the pattern.
    Shown,
    /// A candidate that the step eliminates.
    Eliminated,
}

impl Mark {
    fn style(self) -> Style {
        match self {
            Mark::Plain => Style::new(),
            Mark::Given => Style::new().effects(Effects::BOLD),
            Mark::Found | Mark::Eliminated => AnsiColor::Red.on_default(),
            Mark::Conflict => AnsiColor::Red.on_default().effects(Effects::BOLD),
            Mark::Placed => AnsiColor::Green.on_default().effects(Effects::BOLD),
            Mark::Shown => AnsiColor::Green.on_default(),
        }
    }
}

/// A part of a line of a picture in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The cell that it belongs to, if any.
    pub cell: Option<Cell>,
    /// Its role.
    pub mark: Mark,
}

/// Returns the lines of the picture, and the caption.
pub(super) fn lines(picture: &Picture<'_>, ink: Ink) -> String {
    let mut out = String::new();
    for line in pieces(picture) {
        let mut text = String::new();
        for Piece { text: words, mark, .. } in line {
            let style = mark.style();
            let written = match ink {
                Ink::Ansi if mark != Mark::Plain => write!(text, "{style}{words}{style:#}"),
                Ink::Plain | Ink::Ansi => write!(text, "{words}"),
            };
            written.expect("a string takes everything");
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    if let Some(caption) = picture.caption() {
        out.push_str(&caption);
        out.push('\n');
    }
    out
}

/// Returns the lines of the picture without the caption.
pub(super) fn pieces(picture: &Picture<'_>) -> Vec<Vec<Piece>> {
    let has_candidates = picture.candidates.is_some() || picture.step.is_some();
    let values = picture.geometry.values();
    let (count, is_wide) = (values.count(), values.greatest() > 9);
    let digit = if is_wide { 2 } else { 1 };
    let is_dense = picture.is_compact && has_candidates && !is_wide;
    let square = (1..=count).find(|columns| columns * columns >= count).unwrap_or(1);
    let (columns, sign) = if is_dense { (count.div_ceil(2), 0) } else { (square, 1) };
    let rows = if has_candidates { count.div_ceil(columns) } else { 1 };
    let width = match (has_candidates, picture.is_compact) {
        (true, _) => (columns * (digit + sign) + 1 + usize::from(is_dense)).max(digit + 2),
        (false, true) => digit + 1,
        (false, false) => digit + 2,
    };
    let board = Board {
        picture,
        marking: Marking::of(picture),
        frame: Frame::new(picture.geometry),
        has_candidates,
        is_dense,
        columns,
        rows,
        digit,
        sign,
        width,
    };
    board.lines()
}

struct Board<'a> {
    picture: &'a Picture<'a>,
    marking: Marking,
    frame: Frame,
    has_candidates: bool,
    /// True if candidates are in two lines.
    is_dense: bool,
    /// Number of candidates side by side and one above the other.
    columns: usize,
    rows: usize,
    /// Width of the largest digit in characters.
    digit: usize,
    /// Width of the sign of a candidate in characters.
    sign: usize,
    /// Width of a cell in characters.
    width: usize,
}

impl Board<'_> {
    fn lines(&self) -> Vec<Vec<Piece>> {
        let [rows, columns] = self.picture.geometry.extent();
        let digits = self.picture.digits();
        let mut lines = Vec::new();
        let margin = if self.picture.has_labels { self.digit + 1 } else { 0 };
        if self.picture.has_labels {
            let numbers = (1..=columns).map(|number| format!(" {number:^width$}", width = self.width));
            let line: String = std::iter::once(" ".repeat(margin)).chain(numbers).collect();
            lines.push(vec![plain(line)]);
        }
        for row in 0..=rows {
            let border = self.border(row);
            let is_outer = row == 0 || row == rows;
            let is_shown = match self.picture.is_compact {
                true => !is_outer && border.contains('─'),
                false => self.has_candidates || border.contains('─'),
            };
            if is_shown {
                lines.push(vec![plain(format!("{}{border}", " ".repeat(margin)))]);
            }
            if row == rows {
                break;
            }
            for line in 0..self.rows {
                let mut pieces = Vec::new();
                if self.picture.has_labels {
                    let label = if line == self.rows / 2 { (row + 1).to_string() } else { String::new() };
                    pieces.push(plain(format!("{label:>width$} ", width = self.digit)));
                }
                for column in 0..=columns {
                    pieces.push(plain(if self.frame.is_left(row, column) { "│" } else { " " }.to_owned()));
                    if column < columns
                        && let Some(cell) = self.cell_at(row, column)
                    {
                        self.cell(cell, digits.get(cell), line, &mut pieces);
                    }
                }
                lines.push(pieces);
            }
        }
        lines
    }

    fn cell_at(&self, row: usize, column: usize) -> Option<Cell> {
        self.picture.geometry.cell(row * self.picture.geometry.side() + column)
    }

    /// Returns the line above a row, or below the last one.
    fn border(&self, row: usize) -> String {
        let [rows, columns] = self.picture.geometry.extent();
        let above = |column: usize| column < columns && self.frame.is_above(row, column);
        let beside = |row: usize, column: usize| row < rows && self.frame.is_left(row, column);
        let mut line = String::new();
        for column in 0..=columns {
            let up = row > 0 && beside(row - 1, column);
            let left = column > 0 && above(column - 1);
            let arms = [up, beside(row, column), left, above(column)];
            let junction = arms.into_iter().zip([1, 2, 4, 8]).filter(|(is_there, _)| *is_there);
            line.push(JUNCTIONS[junction.map(|(_, bit)| bit).sum::<usize>()]);
            if column < columns {
                line.extend(std::iter::repeat_n(if above(column) { '─' } else { ' ' }, self.width));
            }
        }
        line
    }

    fn cell(&self, cell: Cell, digit: Option<Digit>, line: usize, out: &mut Vec<Piece>) {
        let mut put = |text: String, mark| out.push(Piece { text, cell: Some(cell), mark });
        if self.picture.geometry.is_blocked(cell) {
            let filling = if self.picture.geometry.grids().is_some() { " " } else { "█" };
            put(filling.repeat(self.width), Mark::Plain);
            return;
        }
        let is_given = self.picture.given.get(cell).is_some();
        let is_conflict = digit.is_some() && self.marking.tints.get(&cell) == Some(&Tint::Conflict);
        let placed = self.marking.placed(cell).map(|candidate| candidate.digit).filter(|_| digit.is_none());
        if !self.has_candidates {
            let words = digit.map_or_else(|| ".".to_owned(), |digit| digit.to_string());
            let (sign, mark) = match (digit, is_given) {
                _ if is_conflict => ('!', Mark::Conflict),
                (None, _) => (' ', Mark::Plain),
                (Some(_), true) => (' ', Mark::Given),
                (Some(_), false) => ('_', Mark::Found),
            };
            put(format!("{}{sign}{words}", " ".repeat(self.digit - words.len())), mark);
            put(" ".repeat(self.width - self.digit - 1), Mark::Plain);
            return;
        }
        let Some(shown) = digit.or(placed) else {
            if self.is_dense && !self.has_any_candidate(cell) {
                let dot = if line == self.rows / 2 { "." } else { "" };
                put(format!("{dot:^width$}", width = self.width), Mark::Plain);
                return;
            }
            put(" ".to_owned(), Mark::Plain);
            let first = line * self.columns;
            for place in first..first + self.columns {
                let (text, mark) = self.candidate(cell, place);
                put(text, mark);
            }
            put(" ".repeat(self.width - 1 - self.columns * (self.digit + self.sign)), Mark::Plain);
            return;
        };
        if line != self.rows / 2 {
            put(" ".repeat(self.width), Mark::Plain);
            return;
        }
        let (open, close, mark) = match (placed, is_given) {
            _ if is_conflict => ('!', '!', Mark::Conflict),
            (Some(_), _) => ('<', '>', Mark::Placed),
            (None, true) => ('[', ']', Mark::Given),
            (None, false) => ('(', ')', Mark::Found),
        };
        let words = format!("{open}{shown}{close}");
        let before = (self.width - words.len()) / 2;
        let after = self.width - words.len() - before;
        put(" ".repeat(before), Mark::Plain);
        put(words, mark);
        put(" ".repeat(after), Mark::Plain);
    }

    /// Returns the candidate at this place of the cell, counted from zero.
    fn candidate(&self, cell: Cell, place: usize) -> (String, Mark) {
        let digit = self.picture.geometry.values().at(place);
        let part = digit.and_then(|digit| self.marking.parts.get(&Candidate { cell, digit }));
        let is_there = |digit| self.picture.candidates.is_some_and(|marks| marks.get(cell).contains(digit));
        let Some(digit) = digit.filter(|&digit| is_there(digit) || part.is_some()) else {
            let is_place = self.is_dense && digit.is_some();
            let text = if is_place { "·".to_owned() } else { " ".repeat(self.digit + self.sign) };
            return (text, Mark::Plain);
        };
        let (sign, mark) = match part {
            None => (' ', Mark::Plain),
            Some(StepRole::Eliminated) => ('-', Mark::Eliminated),
            Some(StepRole::Placed) => ('!', Mark::Placed),
            Some(StepRole::Trail | StepRole::Shown | StepRole::Fin | StepRole::Set(_)) => ('*', Mark::Shown),
        };
        let mut text = format!("{}{digit}{sign}", " ".repeat(self.digit - digit.to_string().len()));
        text.truncate(self.digit + self.sign);
        (text, mark)
    }

    /// Returns true if the cell has candidates, or has a part of the step.
    fn has_any_candidate(&self, cell: Cell) -> bool {
        self.picture.candidates.is_some_and(|marks| !marks.get(cell).is_empty())
            || self.marking.parts.keys().any(|candidate| candidate.cell == cell)
    }
}

fn plain(text: String) -> Piece {
    Piece { text, cell: None, mark: Mark::Plain }
}
