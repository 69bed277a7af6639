//! The formats of plain rows: a line, a grid in a frame, and the rows of POJ 2676 after the number of puzzles.

use super::Format;
use super::form::{Form, PuzzleWriter, each};
use super::format::{About, Part};
use super::frame::{GRID, frame};
use super::line::append_rows;
use super::loss::Loss;
use super::record::{Detail, Key, Record};
use super::symbols::Symbols;
use super::write_error::WriteError;
use super::written::comments;
use crate::model::geometry::{Geometry, MAX_SIDE};

#[derive(Debug)]
pub(super) struct LineForm;

impl LineForm {
    pub(super) const ABOUT: About = About {
        name: "line",
        sides: [1, MAX_SIDE],
        is_block: false,
        holds: &[Part::Values, Part::Gaps],
        words: "N x N characters, or above side 9 numbers with commas; a comment after #",
        files: "`.txt`, `.sdm`",
    };
}

impl Form for LineForm {
    fn format(&self) -> Format {
        Format::Line
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(write_line)
    }

    fn writer_with(&self, symbols: &Symbols) -> Option<Box<dyn PuzzleWriter>> {
        Some(Box::new(InSymbols { symbols: symbols.clone(), is_line: true }))
    }

    fn holds(&self, detail: &Detail) -> bool {
        detail.key == Key::Comment
    }
}

/// Writes lines or grids with symbols in place of numbers.
#[derive(Debug)]
struct InSymbols {
    symbols: Symbols,
    is_line: bool,
}

impl PuzzleWriter for InSymbols {
    fn write(&mut self, record: &Record, board: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
        match self.symbols.line(&record.grid) {
            Some(line) if self.is_line => {
                out.extend_from_slice(line.as_bytes());
                end_line(record, out);
            }
            Some(line) => {
                let cells: Vec<String> = line.chars().map(|symbol| format!(" {symbol}")).collect();
                write_comments(record, out);
                out.extend_from_slice(frame(&cells, board, &GRID).as_bytes());
            }
            None if self.is_line => return write_line(record, board, out),
            None => return write_grid(record, board, out),
        }
        Ok(Loss::default())
    }
}

fn write_line(record: &Record, _: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
    record.grid.to_line().append_to(out);
    end_line(record, out);
    Ok(Loss::default())
}

/// Appends the comments of a record and the end of its line.
fn end_line(record: &Record, out: &mut Vec<u8>) {
    let comments: Vec<String> = comments(record).collect();
    if !comments.is_empty() {
        out.extend_from_slice(b" # ");
        out.extend_from_slice(comments.join("; ").as_bytes());
    }
    out.push(b'\n');
}

#[derive(Debug)]
pub(super) struct GridForm;

impl GridForm {
    pub(super) const ABOUT: About = About {
        name: "grid",
        sides: [1, MAX_SIDE],
        is_block: true,
        holds: &[Part::Values, Part::Gaps],
        words: "rows in a frame; any frame or none is read",
        files: "`.txt`",
    };
}

impl Form for GridForm {
    fn format(&self) -> Format {
        Format::Grid
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(write_grid)
    }

    fn writer_with(&self, symbols: &Symbols) -> Option<Box<dyn PuzzleWriter>> {
        Some(Box::new(InSymbols { symbols: symbols.clone(), is_line: false }))
    }

    fn holds(&self, detail: &Detail) -> bool {
        detail.key == Key::Comment
    }
}

fn write_comments(record: &Record, out: &mut Vec<u8>) {
    for comment in comments(record) {
        out.extend_from_slice(format!("# {comment}\n").as_bytes());
    }
}

fn write_grid(record: &Record, board: &Geometry, out: &mut Vec<u8>) -> Result<Loss, WriteError> {
    write_comments(record, out);
    let grid = &record.grid;
    if grid.blocked().is_empty() {
        out.extend_from_slice(record.grid.to_frame(&record.grid, board)?.as_bytes());
        return Ok(Loss::default());
    }
    // A frame has no place for gaps.
    let line = grid.to_line().to_string();
    let rows: Vec<String> = if line.contains(',') {
        line.split(',').collect::<Vec<_>>().chunks(grid.side()).map(|row| row.join(",")).collect()
    } else {
        line.as_bytes().chunks(grid.side()).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
    };
    rows.iter().for_each(|row| out.extend_from_slice(format!("{row}\n").as_bytes()));
    Ok(Loss::default())
}

#[derive(Debug)]
pub(super) struct PojForm;

impl PojForm {
    pub(super) const ABOUT: About = About {
        name: "poj",
        sides: [9, 9],
        is_block: false,
        holds: &[],
        words: "the number of puzzles, then rows of nine digits",
        files: "`.txt`",
    };
}

impl Form for PojForm {
    fn format(&self) -> Format {
        Format::Poj
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        Box::<Counted>::default()
    }
}

/// All rows, because their number is written before them.
#[derive(Debug, Default)]
struct Counted(Vec<u8>);

impl PuzzleWriter for Counted {
    fn write(&mut self, record: &Record, _: &Geometry, _: &mut Vec<u8>) -> Result<Loss, WriteError> {
        append_rows(&record.grid, record.grid.side(), b'0', &mut self.0);
        Ok(Loss::default())
    }

    fn finish(&mut self, count: u64, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{count}\n").as_bytes());
        out.append(&mut self.0);
    }
}
