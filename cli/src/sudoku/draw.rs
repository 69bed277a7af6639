//! A solution drawn as a grid, the found digits told from the given ones.

use std::fmt;

use anstyle::{AnsiColor, Style};
use sudoku_cover::{Candidate, Geometry, Grid};

/// How a found digit looks different from a given one, which is always plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Red,
    /// A `_` before it.
    Marked,
}

/// A solution and the puzzle that it solves.
pub(super) struct Drawing<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) puzzle: &'a Grid,
    pub(super) solution: &'a Grid,
    pub(super) found: Found,
}

const RED: Style = AnsiColor::Red.on_default();

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let frame = self.solution.to_frame(self.puzzle, self.geometry).map_err(|_| fmt::Error)?;
        if self.found == Found::Marked {
            return f.write_str(&frame);
        }
        let mut parts = frame.split('_');
        f.write_str(parts.next().unwrap_or_default())?;
        for part in parts {
            let end = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
            let (digit, rest) = part.split_at(end);
            write!(f, " {RED}{digit}{RED:#}{rest}")?;
        }
        Ok(())
    }
}

/// The cells in which another solution differs, such as `r1c1=5 r1c2=3`.
pub(super) fn differences(one: &Grid, other: &Grid) -> String {
    let differs = |candidate: &Candidate| one.get(candidate.cell) != Some(candidate.digit);
    other.clues().filter(differs).map(|candidate| candidate.to_string()).collect::<Vec<_>>().join(" ")
}
