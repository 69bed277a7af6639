//! A picture as lines of text, for terminals.
//!
//! Without candidates a cell is a digit, with a `_` before it if it is not given. With candidates each digit has its
//! own place in the cell, and a sign after it says what it is in a step: `*` shows it, `-` is eliminated. Then a given
//! digit stands as `[5]`, a found one as `(5)`, and one that the step places as `<5>`.

use std::fmt::Write;

use anstyle::{AnsiColor, Effects, Style};

use super::Picture;
use super::frame::Frame;
use super::marking::{Marking, Part};
use super::style::Ink;
use crate::geometry::{Candidate, Cell, Digit};

/// Lines of a box by the directions in which they go: up 1, down 2, left 4, right 8.
const JUNCTIONS: [char; 16] =
    [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

const GIVEN: Style = Style::new().effects(Effects::BOLD);
const FOUND: Style = AnsiColor::Red.on_default();
const PLACED: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
const SHOWN: Style = AnsiColor::Green.on_default();
const GONE: Style = AnsiColor::Red.on_default();
const PLAIN: Style = Style::new();

pub(super) fn lines(picture: &Picture<'_>, ink: Ink) -> String {
    let side = picture.geometry.side();
    let columns = (1..=side).find(|columns| columns * columns >= side).unwrap_or(1);
    let has_candidates = picture.candidates.is_some() || picture.step.is_some();
    let rows = if has_candidates { side.div_ceil(columns) } else { 1 };
    let digit = if side > 9 { 2 } else { 1 };
    let width = if has_candidates { (columns * (digit + 1) + 1).max(digit + 2) } else { digit + 2 };
    let board = Board {
        picture,
        marking: Marking::of(picture),
        frame: Frame::new(picture.geometry),
        has_candidates,
        ink,
        columns,
        rows,
        digit,
        width,
    };
    board.lines()
}

struct Board<'a> {
    picture: &'a Picture<'a>,
    marking: Marking,
    frame: Frame,
    has_candidates: bool,
    ink: Ink,
    /// Candidates side by side and one above the other.
    columns: usize,
    rows: usize,
    /// Letters of the largest digit.
    digit: usize,
    /// Letters of a cell.
    width: usize,
}

impl Board<'_> {
    fn lines(&self) -> String {
        let side = self.picture.geometry.side();
        let digits = self.picture.digits();
        let mut out = String::new();
        let margin = if self.picture.has_labels { self.digit + 1 } else { 0 };
        if self.picture.has_labels {
            let numbers = (1..=side).map(|number| format!(" {number:^width$}", width = self.width));
            let line: String = std::iter::once(" ".repeat(margin)).chain(numbers).collect();
            out.push_str(line.trim_end());
            out.push('\n');
        }
        for row in 0..=side {
            let border = self.border(row);
            if self.has_candidates || border.contains('─') {
                let line = format!("{}{border}", " ".repeat(margin));
                out.push_str(line.trim_end());
                out.push('\n');
            }
            if row == side {
                break;
            }
            for line in 0..self.rows {
                if self.picture.has_labels {
                    let label = if line == self.rows / 2 { (row + 1).to_string() } else { String::new() };
                    write!(out, "{label:>width$} ", width = self.digit).expect("a string takes everything");
                }
                for column in 0..=side {
                    out.push(if self.frame.is_left(row, column) { '│' } else { ' ' });
                    if column < side
                        && let Some(cell) = self.picture.geometry.cell(row * side + column)
                    {
                        self.cell(cell, digits.get(cell), line, &mut out);
                    }
                }
                out.push('\n');
            }
        }
        if let Some(caption) = self.picture.caption() {
            out.push_str(&caption);
            out.push('\n');
        }
        out
    }

    /// The line above a row, or below the last one.
    fn border(&self, row: usize) -> String {
        let side = self.picture.geometry.side();
        let above = |column: usize| column < side && self.frame.is_above(row, column);
        let beside = |row: usize, column: usize| row < side && self.frame.is_left(row, column);
        let mut line = String::new();
        for column in 0..=side {
            let up = row > 0 && beside(row - 1, column);
            let left = column > 0 && above(column - 1);
            let arms = [up, beside(row, column), left, above(column)];
            let junction = arms.into_iter().zip([1, 2, 4, 8]).filter(|(is_there, _)| *is_there);
            line.push(JUNCTIONS[junction.map(|(_, bit)| bit).sum::<usize>()]);
            if column < side {
                line.extend(std::iter::repeat_n(if above(column) { '─' } else { ' ' }, self.width));
            }
        }
        line
    }

    fn cell(&self, cell: Cell, digit: Option<Digit>, line: usize, out: &mut String) {
        let is_given = self.picture.given.get(cell).is_some();
        let placed = self.marking.placed(cell).map(|candidate| candidate.digit).filter(|_| digit.is_none());
        if !self.has_candidates {
            let words = digit.map_or_else(|| ".".to_owned(), |digit| digit.to_string());
            let sign = if digit.is_some() && !is_given { '_' } else { ' ' };
            let style = if digit.is_none() { PLAIN } else { style_of(is_given) };
            out.push_str(&" ".repeat(self.digit - words.len()));
            self.put(&format!("{sign}{words}"), style, out);
            out.push(' ');
            return;
        }
        let Some(shown) = digit.or(placed) else {
            out.push(' ');
            let first = line * self.columns;
            for place in first..first + self.columns {
                self.candidate(cell, place, out);
            }
            out.push_str(&" ".repeat(self.width - 1 - self.columns * (self.digit + 1)));
            return;
        };
        if line != self.rows / 2 {
            out.push_str(&" ".repeat(self.width));
            return;
        }
        let (open, close, style) = match (placed, is_given) {
            (Some(_), _) => ('<', '>', PLACED),
            (None, true) => ('[', ']', GIVEN),
            (None, false) => ('(', ')', FOUND),
        };
        let words = format!("{open}{shown}{close}");
        let before = (self.width - words.len()) / 2;
        out.push_str(&" ".repeat(before));
        self.put(&words, style, out);
        out.push_str(&" ".repeat(self.width - words.len() - before));
    }

    /// The candidate at this place of the cell, counted from zero.
    fn candidate(&self, cell: Cell, place: usize, out: &mut String) {
        let digit = u8::try_from(place + 1).ok().and_then(Digit::new);
        let digit = digit.filter(|digit| usize::from(digit.value()) <= self.picture.geometry.side());
        let part = digit.and_then(|digit| self.marking.parts.get(&Candidate { cell, digit }));
        let is_there = |digit| self.picture.candidates.is_some_and(|marks| marks.get(cell).contains(digit));
        let Some(digit) = digit.filter(|&digit| is_there(digit) || part.is_some()) else {
            out.push_str(&" ".repeat(self.digit + 1));
            return;
        };
        let (sign, style) = match part {
            None => (' ', PLAIN),
            Some(Part::Eliminated) => ('-', GONE),
            Some(Part::Placed) => ('!', PLACED),
            Some(Part::Trail | Part::Shown | Part::Fin | Part::Set(_)) => ('*', SHOWN),
        };
        out.push_str(&" ".repeat(self.digit - digit.to_string().len()));
        self.put(&format!("{digit}{sign}"), style, out);
    }

    fn put(&self, words: &str, style: Style, out: &mut String) {
        let written = match self.ink {
            Ink::Plain => write!(out, "{words}"),
            Ink::Ansi => write!(out, "{style}{words}{style:#}"),
        };
        written.expect("a string takes everything");
    }
}

fn style_of(is_given: bool) -> Style {
    if is_given { GIVEN } else { FOUND }
}
