//! Writes puzzles in any format.

use std::io::{self, Write};

use super::compressed;
use super::format::Format;
use super::fpuzzles;
use super::frame::{PENCILMARKS, frame};
use super::hodoku;
use super::iss;
use super::json;
use super::killer;
use super::line::append_rows;
use super::link;
use super::loss::{Loss, all_rules, unusual_boxes, whole_rules};
use super::opensudoku::{self, Folders};
use super::record::{Detail, Key, Record, SOLUTION};
use super::settings::usual_values;
use super::shape::USUAL_SIDE;
use super::simple;
use super::sukaku;
use super::table::Columns;
use super::tags;
use crate::model::geometry::rules::{Rule, RuleError};
use crate::model::geometry::{Cell, Geometry, Values};
use crate::model::grid::{Grid, GridError};
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// The reason why a record cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format does not support grids of this side.
    #[error("expected a grid of side {} for {format}, found one of side {found}", sides(*.format))]
    Side {
        /// The format.
        format: Format,
        /// The side of the grid.
        found: usize,
    },
    /// The format cannot represent a cell without candidates.
    #[error(
        "expected a candidate in every cell for {format}, found none in {found}{}{}",
        if rules.is_none() { "" } else { "; it would not hold " },
        rules
    )]
    NoCandidate {
        /// The format.
        format: Format,
        /// The cell.
        found: Cell,
        /// The rules that may leave none, if the format does not hold them.
        rules: Loss,
    },
    /// The format supports usual digits alone, 1 to the side.
    #[error("expected the digits 1 to {side} for {format}, found {found}")]
    Values {
        /// The format.
        format: Format,
        /// The side of the grid.
        side: usize,
        /// The digits of the board.
        found: Values,
    },
    /// The format cannot represent given digits.
    #[error("expected a puzzle without given digits for {format}, found some")]
    Givens {
        /// The format.
        format: Format,
    },
    /// The compressed text is longer than the format is read.
    #[error("expected at most {} compressed characters for {format}, found {found}", compressed::LONGEST)]
    TooLong {
        /// The format.
        format: Format,
        /// The number of characters.
        found: usize,
    },
    /// A board of this size cannot have the rules of the record.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The board has another side than the grid.
    #[error(transparent)]
    Board(#[from] GridError),
    /// The output failed.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
}

/// Returns the smallest and the largest side of a format as text.
fn sides(format: Format) -> String {
    let [least, most] = format.capacity().sides;
    if least == most { most.to_string() } else { format!("{least} to {most}") }
}

/// Writes puzzles in a format.
///
/// ```
/// use sudoku_cover::{Format, Reader, Writer};
///
/// let input = ":0000:x:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:216::";
/// let mut writer = Writer::new(Vec::new(), Format::SimpleSudoku);
/// for record in Reader::new(input.as_bytes()) {
///     writer.write(&record?)?;
/// }
/// let text = String::from_utf8(writer.finish()?)?;
/// assert!(text.ends_with("I024\nE05002\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
    format: Format,
    geometry: Option<Geometry>,
    /// The board of the last record, if no board was set.
    last_board: Option<Geometry>,
    bytes: Vec<u8>,
    count: u64,
    columns: Option<Columns>,
    folders: Folders,
    /// All rows, because their number is written before them.
    counted: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Returns a writer for this format. Boxes are as close to square as possible, and puzzles have only their own rules.
    pub fn new(output: W, format: Format) -> Writer<W> {
        Writer {
            output,
            format,
            geometry: None,
            last_board: None,
            bytes: Vec::new(),
            count: 0,
            columns: None,
            folders: Folders::default(),
            counted: Vec::new(),
        }
    }

    /// Returns the writer for grids of this board only. Its rules are those of every puzzle.
    #[must_use]
    pub fn with_geometry(self, geometry: &Geometry) -> Writer<W> {
        Writer { geometry: Some(geometry.clone()), ..self }
    }

    /// Writes a record, and returns the parts of it and of its board that the format cannot represent. In [`Poj`](Format::Poj)
    /// nothing is written before [`finish`](Self::finish), because the number of puzzles comes first.
    ///
    /// # Errors
    /// [`WriteError`] if the format cannot represent the record at all, of which nothing is written then, or
    /// if the output failed.
    pub fn write(&mut self, record: &Record) -> Result<Loss, WriteError> {
        let side = record.grid.side();
        if self.geometry.is_none() && self.last_board.as_ref().is_none_or(|board| board.side() != side) {
            self.last_board = Geometry::of_side(side).ok();
        }
        let fixed = self.geometry.take();
        let usual = self.last_board.take();
        let written = match fixed.as_ref().or(usual.as_ref()) {
            Some(geometry) => self.write_on(record, geometry),
            None => Err(GridError::Side { found: side }.into()),
        };
        (self.geometry, self.last_board) = (fixed, usual);
        written
    }

    /// Writes a record as [`write`](Self::write) does, on this board, whose rules are added to those of the record.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_on(&mut self, record: &Record, geometry: &Geometry) -> Result<Loss, WriteError> {
        let (format, side) = (self.format, record.grid.side());
        let [least, most] = format.capacity().sides;
        if side < least || side > most {
            return Err(WriteError::Side { format, found: side });
        }
        GridError::check_side(side, geometry.side())?;
        let named = all_rules(record, geometry).find_map(|rule| match rule {
            Rule::Values(values) => Some(*values),
            _ => None,
        });
        let found = named.unwrap_or(record.grid.values());
        let has_any_digits = matches!(format, Format::Line | Format::Grid | Format::Json | Format::Iss);
        if found != usual_values(side) && !has_any_digits {
            return Err(WriteError::Values { format, side, found });
        }
        self.bytes.clear();
        let out = &mut self.bytes;
        if self.count > 0 && format.capacity().is_block {
            out.push(b'\n');
        }
        let (holds_allowed, holds_marks) = match format {
            Format::Iss => (true, false),
            Format::FPuzzles | Format::SudokuPad => (true, true),
            _ => (false, false),
        };
        let of_allowed = record.allowed().filter(|_| holds_allowed);
        let of_allowed = of_allowed.and_then(|allowed| emptied(&record.grid, allowed, geometry));
        let of_marks = record.marks().filter(|_| holds_marks);
        let of_marks = of_marks.and_then(|marks| emptied(&record.filled(), marks, geometry));
        // There, no notes are all notes.
        let of_both = (format == Format::OpenSudoku && record.has_marks())
            .then(|| emptied(&record.filled(), &opensudoku::notes(record), geometry));
        // Elsewhere, a given is the only candidate of its cell.
        let of_given = forbidden(record)
            .filter(|_| format.capacity().has_candidates && ![Format::Iss, Format::Json].contains(&format));
        if let Some(found) = of_allowed.or(of_marks).or(of_both.flatten()).or(of_given) {
            return Err(WriteError::NoCandidate { format, found, rules: Loss::default() });
        }
        let mut loss = loss(record, geometry, format);
        match format {
            Format::Line => write_line(record, out),
            Format::Grid => write_grid(record, geometry, out)?,
            Format::Digits => append_rows(&record.grid, side * side, b'0', out),
            Format::Csv => {
                let columns = self.columns.get_or_insert_with(|| Columns::new(record, out));
                let (has_placed, has_details) = columns.write(record, out);
                (loss.placed, loss.details) = (!has_placed, !has_details);
            }
            Format::Sdk => {
                loss.details = tags::write(record, out);
                append_rows(&record.grid, side, b'.', out);
            }
            Format::Sdx => loss.candidates = write_sdx(record, geometry, out)?,
            Format::SimpleSudoku => simple::write(record, geometry, out)?,
            Format::Hodoku => hodoku::write(record, geometry, out)?,
            Format::Pencilmarks => {
                let candidates = shown_candidates(record, geometry, format)?;
                let cell = |&marks: &Marks| format!(" {}", group(marks, side));
                let cells: Vec<String> = candidates.marks().iter().map(cell).collect();
                out.extend_from_slice(frame(&cells, geometry, &PENCILMARKS).as_bytes());
            }
            Format::Candidates => {
                // Shorter lines are recognized by a candidate in every cell.
                if side < USUAL_SIDE {
                    shown_candidates(record, geometry, format)?;
                }
                sukaku::write(record, geometry, out)?;
            }
            Format::Poj => append_rows(&record.grid, side, b'0', &mut self.counted),
            Format::OpenSudoku => self.folders.write(record, out),
            Format::Json => json::write(record, &whole_rules(record, geometry), out),
            Format::Iss => {
                loss.rules = iss::write(record, &board_of(record, geometry)?, out);
                loss.candidates = record.marks().is_some();
            }
            Format::FPuzzles | Format::SudokuPad => {
                let (object, lost) = fpuzzles::write(record, &board_of(record, geometry)?);
                let payload = compressed::compress(&object.to_string());
                let payload = payload.map_err(|found| WriteError::TooLong { format, found })?;
                let text = if format == Format::FPuzzles { payload } else { link::sudokupad(&payload) };
                out.extend_from_slice(text.as_bytes());
                out.push(b'\n');
                loss.rules = lost;
            }
            Format::Killer => {
                if record.grid.clue_count() > 0 {
                    return Err(WriteError::Givens { format });
                }
                loss.rules = killer::write(&board_of(record, geometry)?, out);
            }
            Format::Link => {
                let has_state = !record.placed().is_empty() || record.has_marks();
                let candidates = has_state.then(|| shown_candidates(record, geometry, format)).transpose()?;
                out.extend_from_slice(link::sudokuwiki(record, candidates.as_ref()).as_bytes());
                out.push(b'\n');
            }
        }
        self.output.write_all(&self.bytes)?;
        self.count += 1;
        Ok(loss)
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// An error of the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Writes the end of the text, and returns the output.
    ///
    /// # Errors
    /// An error of the output.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.bytes.clear();
        match self.format {
            Format::Poj => {
                writeln!(self.bytes, "{}", self.count)?;
                self.bytes.append(&mut self.counted);
            }
            Format::OpenSudoku => self.folders.finish(&mut self.bytes),
            _ => {}
        }
        self.output.write_all(&self.bytes)?;
        Ok(self.output)
    }
}

/// Returns the board with the rules of the record.
fn board_of(record: &Record, geometry: &Geometry) -> Result<Geometry, RuleError> {
    let rules = record.rules().iter().filter(|rule| !geometry.rules().contains(rule));
    geometry.clone().with_rules(&rules.cloned().collect::<Vec<_>>())
}

/// Returns what the format cannot hold of a record on a board, but for the rules of formats that hold rules.
fn loss(record: &Record, geometry: &Geometry, format: Format) -> Loss {
    let holds = |detail: &Detail| match format {
        Format::Line | Format::Grid => detail.key == Key::Comment,
        Format::Hodoku => hodoku::holds(detail),
        Format::OpenSudoku => opensudoku::holds(detail),
        Format::Json => true,
        Format::FPuzzles | Format::SudokuPad => match &detail.key {
            Key::Title | Key::Author | Key::Description => true,
            Key::Other(name) => name == SOLUTION,
            _ => false,
        },
        _ => false,
    };
    let capacity = format.capacity();
    let (rules, boxes) = if capacity.has_rules {
        (Vec::new(), None)
    } else {
        (all_rules(record, geometry).cloned().collect(), unusual_boxes(record, geometry))
    };
    Loss {
        placed: !capacity.has_placed && !record.placed().is_empty(),
        candidates: !capacity.has_candidates && record.has_marks(),
        details: !record.details().iter().all(holds),
        rules,
        boxes,
    }
}

fn write_line(record: &Record, out: &mut Vec<u8>) {
    record.grid.to_line().append_to(out);
    let comments: Vec<String> = comments(record).collect();
    if !comments.is_empty() {
        out.extend_from_slice(b" # ");
        out.extend_from_slice(comments.join("; ").as_bytes());
    }
    out.push(b'\n');
}

fn write_grid(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Result<(), GridError> {
    for comment in comments(record) {
        out.extend_from_slice(format!("# {comment}\n").as_bytes());
    }
    out.extend_from_slice(record.grid.to_frame(&record.grid, geometry)?.as_bytes());
    Ok(())
}

/// Returns the comments, each as one line.
fn comments(record: &Record) -> impl Iterator<Item = String> + '_ {
    let comments = record.details().iter().filter(|detail| detail.key == Key::Comment);
    comments.map(|detail| detail.text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the candidates of a record, for a format that cannot represent a cell without any.
fn shown_candidates(record: &Record, geometry: &Geometry, format: Format) -> Result<Pencilmarks, WriteError> {
    let candidates = record.candidates(geometry)?;
    match geometry.cells().find(|&cell| candidates.get(cell).is_empty()) {
        Some(found) => {
            let rules = Loss::of_rules(all_rules(record, geometry).cloned().collect());
            Err(WriteError::NoCandidate { format, found, rules })
        }
        None => Ok(candidates),
    }
}

/// Returns the first blank cell without candidates.
fn emptied(grid: &Grid, marks: &Pencilmarks, geometry: &Geometry) -> Option<Cell> {
    geometry.cells().find(|&cell| grid.get(cell).is_none() && marks.get(cell).is_empty())
}

/// Returns the first cell whose given is not among the candidates that the puzzle allows there.
fn forbidden(record: &Record) -> Option<Cell> {
    let allowed = record.allowed()?;
    record.grid.clues().find(|clue| !allowed.get(clue.cell).contains(clue.digit)).map(|clue| clue.cell)
}

/// Returns candidates as one word: a run of digits, or above side 9 numbers with slashes.
fn group(marks: Marks, side: usize) -> String {
    let digits: Vec<String> = marks.digits().map(|digit| digit.to_string()).collect();
    digits.join(if side > 9 { "/" } else { "" })
}

/// Appends the rows of a record. A blank cell with a single candidate would be read as given, so it is
/// written as placed; returns true if there was one.
fn write_sdx(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Result<bool, WriteError> {
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
        out.extend_from_slice(group(marks, side).as_bytes());
        if place % side + 1 == side {
            out.push(b'\n');
        }
    }
    Ok(has_open_single)
}
