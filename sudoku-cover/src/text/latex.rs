//! The environment `sudoku` of the LaTeX package of that name: rows such as `|2|5| | |3| |9| |1|.`, with nothing between two
//! bars for a blank cell.
//!
//! Whatever is outside of the environment is read as lines, or ignored if the format was requested, so that a whole document
//! can be read.

use super::Format;
use super::document::{Document, Place};
use super::fault::{Fault, ReadError, ReadErrorKind};
use super::form::{Form, PuzzleWriter, Settings, Start, each};
use super::format::About;
use super::loss::Loss;
use super::record::{Outcomes, Record};
use super::shape::USUAL_SIDE;
use super::write_error::WriteError;
use crate::model::geometry::{Digit, Geometry};
use crate::model::grid::Grid;

const CELLS: usize = USUAL_SIDE * USUAL_SIDE;
/// More bytes than any row has.
const LONGEST_LINE: usize = 200;

#[derive(Debug)]
pub(super) struct LatexForm;

impl LatexForm {
    pub(super) const ABOUT: About = About {
        name: "latex",
        sides: [USUAL_SIDE, USUAL_SIDE],
        is_block: true,
        holds: &[],
        words: "the environment sudoku of the LaTeX package of that name",
        files: "`.tex`",
    };
}

impl Form for LatexForm {
    fn format(&self) -> Format {
        Format::Latex
    }

    fn begins_with(&self, start: &Start<'_>) -> bool {
        is_begin(start.content())
    }

    fn document(&self, settings: &Settings) -> Option<Box<dyn Document>> {
        let is_alone = settings.format == Some(Format::Latex);
        let start = Place::line_start(1);
        Some(Box::new(Latex { is_alone, line: Vec::new(), start, cells: None, error: None, is_over: false }))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(write)
    }
}

fn is_begin(line: &[u8]) -> bool {
    line.starts_with(br"\begin{sudoku}") || line.starts_with(br"\begin{sudoku-block}")
}

fn write(record: &Record, _: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
    out.extend_from_slice(b"\\begin{sudoku}\n");
    for row in record.grid.digits().chunks(USUAL_SIDE) {
        let cells = row.iter().map(|digit| digit.map_or_else(|| " ".to_owned(), |digit| digit.to_string()));
        out.extend_from_slice(format!("|{}|.\n", cells.collect::<Vec<_>>().join("|")).as_bytes());
    }
    out.extend_from_slice(b"\\end{sudoku}\n");
    Ok(Loss::default())
}

/// A text with such environments.
#[derive(Debug)]
struct Latex {
    /// True if nothing else is read.
    is_alone: bool,
    /// The first bytes of the current line, and its start.
    line: Vec<u8>,
    start: Place,
    /// The cells of the current environment, and the line at which it begins.
    cells: Option<(Vec<Option<Digit>>, u64)>,
    /// The first error of the environment.
    error: Option<ReadError>,
    is_over: bool,
}

impl Latex {
    fn end_line(&mut self, out: &mut Outcomes) {
        let line = std::mem::take(&mut self.line);
        let text = String::from_utf8_lossy(&line);
        let content = text.split('%').next().unwrap_or_default().trim();
        let Some((cells, first)) = &mut self.cells else {
            self.cells = is_begin(content.as_bytes()).then(|| (Vec::new(), self.start.line));
            return;
        };
        if content.starts_with(r"\end{sudoku") {
            let (cells, first) = (std::mem::take(cells), *first);
            let count = cells.len();
            let grid = (count == CELLS).then(|| Grid::from_digits(USUAL_SIDE, cells.into()));
            let record = grid.map(|grid| Record::at(first, grid, Format::Latex));
            let too_few = || self.start.error(ReadErrorKind::count(CELLS, "cell", count));
            out.push_back(self.error.take().map_or_else(|| record.ok_or_else(too_few), Err));
            self.cells = None;
            self.is_over = !self.is_alone;
        } else if !content.is_empty() {
            match row(content) {
                Ok(row) => cells.extend(row),
                Err(fault) => drop(self.error.get_or_insert(fault.in_line(self.start.line))),
            }
        }
    }
}

/// Returns the cells of a row, between the first bar and the last one, after which a dot may stand.
fn row(text: &str) -> Result<Vec<Option<Digit>>, Fault> {
    let rest = text.trim_end_matches(['.', ' ']);
    let cells = rest.strip_prefix('|').and_then(|rest| rest.strip_suffix('|'));
    let cells = cells.ok_or_else(|| {
        Fault::of_line(ReadErrorKind::found_text("cells between bars, such as |2|5| |", text))
    })?;
    let cell = |text: &str| match text.trim() {
        "" => Ok(None),
        digit => {
            let found = digit.parse().ok().filter(|value| (1..=9).contains(value)).and_then(Digit::new);
            found
                .map(Some)
                .ok_or_else(|| Fault::of_line(ReadErrorKind::found_text("a digit of 1 to 9", digit)))
        }
    };
    let cells: Vec<Option<Digit>> = cells.split('|').map(cell).collect::<Result<_, _>>()?;
    match cells.len() {
        USUAL_SIDE => Ok(cells),
        count => Err(Fault::of_line(ReadErrorKind::count(USUAL_SIDE, "cell", count))),
    }
}

impl Document for Latex {
    fn byte(&mut self, byte: u8, place: Place, out: &mut Outcomes) {
        if self.line.is_empty() {
            self.start = Place::line_start(place.line);
        }
        match byte {
            b'\n' | b'\r' => self.end_line(out),
            _ if self.line.len() < LONGEST_LINE => self.line.push(byte),
            _ => {}
        }
    }

    fn finish(&mut self, place: Place, out: &mut Outcomes) {
        self.end_line(out);
        if self.cells.is_some() {
            out.push_back(Err(
                place.error(ReadErrorKind::unexpected(r"`\end{sudoku}`", "the end of the input"))
            ));
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
