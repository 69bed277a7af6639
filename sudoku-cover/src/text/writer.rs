//! Puzzles written in any format, one after the other.

use std::fmt;
use std::io::{self, Write};

use super::format::Format;
use super::hodoku;
use super::json;
use super::opensudoku::{self, Folders};
use super::record::{Detail, Key, Record};
use super::simple;
use super::sukaku;
use super::table::Columns;
use super::tags;
use crate::model::geometry::{Cell, Digit, Geometry, MAX_SIDE};
use crate::model::grid::GridError;
use crate::model::pencilmarks::{Marks, Pencilmarks};

/// Why a record cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format has no room for grids of this side.
    #[error("a grid of side {} expected for {format}, one of side {found} found", Sides(*.format))]
    Side {
        /// The format.
        format: Format,
        /// The side of the grid.
        found: usize,
    },
    /// The format cannot say that a cell has no candidate.
    #[error("a cell with a candidate expected for {format}, {found} has none")]
    NoCandidate {
        /// The format.
        format: Format,
        /// The cell.
        found: Cell,
    },
    /// The board has another side than the grid.
    #[error(transparent)]
    Board(#[from] GridError),
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

struct Sides(Format);

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match sides(self.0) {
            (least, most) if least == most => most.fmt(f),
            (least, most) => write!(f, "{least} to {most}"),
        }
    }
}

/// The smallest and the largest side of a format.
fn sides(format: Format) -> (usize, usize) {
    match format {
        Format::SimpleSudoku | Format::Poj | Format::OpenSudoku => (9, 9),
        // A line with a single cell is not taken for one of these.
        Format::Hodoku => (2, 9),
        Format::Digits | Format::Sdk | Format::Sdx => (1, 9),
        Format::Line
        | Format::Grid
        | Format::Csv
        | Format::Pencilmarks
        | Format::Candidates
        | Format::Json => (1, MAX_SIDE),
    }
}

/// What a record holds that the format has no room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// Which digits were placed, beside the given ones. In forms that show candidates they are still there as such.
    pub placed: bool,
    /// Candidates that are allowed or left.
    pub candidates: bool,
    /// Something that is said about the puzzle.
    pub details: bool,
}

impl Loss {
    /// Whether nothing is lost.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Loss::default()
    }
}

/// Shown as `placed digits, candidates`.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all =
            [(self.placed, "placed digits"), (self.candidates, "candidates"), (self.details, "details")];
        let lost: Vec<&str> =
            all.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, words)| words).collect();
        f.write_str(&lost.join(", "))
    }
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
    /// By side, the board of a record, if none is told.
    boards: Vec<Option<Geometry>>,
    bytes: Vec<u8>,
    count: u64,
    columns: Option<Columns>,
    folders: Folders,
    /// All rows, as their number stands before them.
    counted: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// A writer of this format, for boards with boxes as close to square as can be.
    pub fn new(output: W, format: Format) -> Writer<W> {
        Writer {
            output,
            format,
            geometry: None,
            boards: Vec::new(),
            bytes: Vec::new(),
            count: 0,
            columns: None,
            folders: Folders::default(),
            counted: Vec::new(),
        }
    }

    /// The same writer for grids of this board only.
    #[must_use]
    pub fn with_geometry(self, geometry: &Geometry) -> Writer<W> {
        Writer { geometry: Some(geometry.clone()), ..self }
    }

    /// Writes a record, and says what of it the format has no room for. In [`Poj`](Format::Poj) nothing is written
    /// before the end, as the number of puzzles stands in front.
    ///
    /// # Errors
    /// A record that the format cannot hold at all, of which nothing is written, or an output that failed.
    pub fn write(&mut self, record: &Record) -> Result<Loss, WriteError> {
        let (format, side) = (self.format, record.grid.side());
        let (least, most) = sides(format);
        if side < least || side > most {
            return Err(WriteError::Side { format, found: side });
        }
        let geometry = board(&self.geometry, &mut self.boards, side)?;
        if geometry.side() != side {
            return Err(GridError::OtherSide { expected: side, found: geometry.side() }.into());
        }
        self.bytes.clear();
        let out = &mut self.bytes;
        if self.count > 0 && is_block(format) {
            out.push(b'\n');
        }
        let mut loss = loss(record, format);
        match format {
            Format::Line => {
                record.grid.to_line().append_to(out);
                let comments: Vec<String> = comments(record).collect();
                if !comments.is_empty() {
                    out.extend_from_slice(b" # ");
                    out.extend_from_slice(comments.join("; ").as_bytes());
                }
                out.push(b'\n');
            }
            Format::Grid => {
                for comment in comments(record) {
                    out.extend_from_slice(format!("# {comment}\n").as_bytes());
                }
                let text =
                    |digit: Option<Digit>| digit.map_or_else(|| ".".to_owned(), |digit| digit.to_string());
                let cells: Vec<String> = record.grid.digits().iter().map(|&digit| text(digit)).collect();
                frame(&cells, geometry, &GRID, out);
            }
            Format::Digits => {
                out.extend(record.grid.digits().iter().map(|digit| b'0' + digit.map_or(0, Digit::value)));
                out.push(b'\n');
            }
            Format::Csv => {
                let columns = self.columns.take().unwrap_or_else(|| Columns::new(record, out));
                let (has_placed, has_details) = columns.write(record, out);
                (loss.placed, loss.details) = (!has_placed, !has_details);
                self.columns = Some(columns);
            }
            Format::Sdk => {
                loss.details = tags::write(record, out);
                for row in record.grid.digits().chunks(side) {
                    out.extend(row.iter().map(|digit| digit.map_or(b'.', |digit| b'0' + digit.value())));
                    out.push(b'\n');
                }
            }
            Format::Sdx => loss.candidates = write_sdx(record, geometry, out)?,
            Format::SimpleSudoku => simple::write(record, geometry, out)?,
            Format::Hodoku => hodoku::write(record, geometry, out)?,
            Format::Pencilmarks => {
                let candidates = shown_candidates(record, geometry, format)?;
                let cells: Vec<String> = candidates.marks().iter().map(|&marks| group(marks, side)).collect();
                frame(&cells, geometry, &PENCILMARKS, out);
            }
            Format::Candidates => sukaku::write(record, geometry, out)?,
            Format::Poj => {
                for row in record.grid.digits().chunks(side) {
                    self.counted.extend(row.iter().map(|digit| b'0' + digit.map_or(0, Digit::value)));
                    self.counted.push(b'\n');
                }
            }
            Format::OpenSudoku => {
                let mut text = String::new();
                self.folders.write(record, &mut text);
                out.extend_from_slice(text.as_bytes());
            }
            Format::Json => json::write(record, geometry, out),
        }
        self.output.write_all(&self.bytes)?;
        self.count += 1;
        Ok(loss)
    }

    /// Brings out what was written.
    ///
    /// # Errors
    /// An output that failed.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Writes what stands after the last record, and gives the output back.
    ///
    /// # Errors
    /// An output that failed.
    pub fn finish(mut self) -> Result<W, WriteError> {
        match self.format {
            Format::Poj => {
                writeln!(self.output, "{}", self.count)?;
                self.output.write_all(&self.counted)?;
            }
            Format::OpenSudoku => {
                let mut text = String::new();
                self.folders.finish(&mut text);
                self.output.write_all(text.as_bytes())?;
            }
            _ => {}
        }
        Ok(self.output)
    }
}

fn board<'a>(
    told: &'a Option<Geometry>,
    boards: &'a mut Vec<Option<Geometry>>,
    side: usize,
) -> Result<&'a Geometry, WriteError> {
    if let Some(geometry) = told {
        return Ok(geometry);
    }
    if boards.len() <= side {
        boards.resize_with(side + 1, || None);
    }
    if boards[side].is_none() {
        boards[side] = Some(Geometry::of_side(side).map_err(|_| GridError::Side { found: side })?);
    }
    boards[side].as_ref().ok_or(WriteError::Board(GridError::Side { found: side }))
}

/// Whether a record has several lines, so that a blank line keeps it from the next.
fn is_block(format: Format) -> bool {
    matches!(format, Format::Grid | Format::Sdk | Format::Sdx | Format::SimpleSudoku | Format::Pencilmarks)
}

fn loss(record: &Record, format: Format) -> Loss {
    let holds = |detail: &Detail| match format {
        Format::Line | Format::Grid => detail.key == Key::Comment,
        Format::Hodoku => hodoku::holds(detail),
        Format::OpenSudoku => opensudoku::holds(detail),
        Format::Json => true,
        _ => false,
    };
    let holds_placed = matches!(
        format,
        Format::Sdx | Format::SimpleSudoku | Format::Hodoku | Format::OpenSudoku | Format::Json
    );
    let holds_candidates = holds_placed || matches!(format, Format::Pencilmarks | Format::Candidates);
    Loss {
        placed: !holds_placed && !record.placed().is_empty(),
        candidates: !holds_candidates && record.has_marks(),
        details: !record.details().iter().all(holds) || format != Format::Json && !record.rules().is_empty(),
    }
}

/// The comments, each in one line.
fn comments(record: &Record) -> impl Iterator<Item = String> + '_ {
    let comments = record.details().iter().filter(|detail| detail.key == Key::Comment);
    comments.map(|detail| detail.text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The candidates of a record for a format that cannot say that there are none.
fn shown_candidates(record: &Record, geometry: &Geometry, format: Format) -> Result<Pencilmarks, WriteError> {
    let candidates = record.candidates(geometry)?;
    match geometry.cells().find(|&cell| candidates.get(cell).is_empty()) {
        Some(found) => Err(WriteError::NoCandidate { format, found }),
        None => Ok(candidates),
    }
}

/// Candidates as one word: a run of digits, or above side 9 numbers with slashes.
fn group(marks: Marks, side: usize) -> String {
    let digits: Vec<String> = marks.digits().map(|digit| digit.to_string()).collect();
    digits.join(if side > 9 { "/" } else { "" })
}

/// A cell that is open and has one candidate would be read as given. It is written as placed; answers whether there
/// was one.
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

/// The corners of the frame around cells, and of the lines between bands.
struct BoxDrawing {
    top: [char; 3],
    middle: [char; 3],
    bottom: [char; 3],
    is_aligned_left: bool,
}

const GRID: BoxDrawing = BoxDrawing {
    top: ['+', '+', '+'],
    middle: ['+', '+', '+'],
    bottom: ['+', '+', '+'],
    is_aligned_left: false,
};

const PENCILMARKS: BoxDrawing = BoxDrawing {
    top: ['.', '.', '.'],
    middle: [':', '+', ':'],
    bottom: ['\'', '\'', '\''],
    is_aligned_left: true,
};

/// Appends cells in a frame, with a line around every box unless boxes add nothing, or regions stand in their place.
fn frame(cells: &[String], geometry: &Geometry, frame: &BoxDrawing, out: &mut Vec<u8>) {
    let side = geometry.side();
    let is_whole = geometry.has_idle_boxes() || geometry.has_regions();
    let (height, box_width) =
        if is_whole { (side, side) } else { (geometry.box_height(), geometry.box_width()) };
    let widths: Vec<usize> = (0..side)
        .map(|column| cells.iter().skip(column).step_by(side).map(String::len).max().unwrap_or(1))
        .collect();
    // A grid of equal columns is easier to look at.
    let widest = widths.iter().copied().max().unwrap_or(1);
    let width = |column: usize| if frame.is_aligned_left { widths[column] } else { widest };
    let border = |corners: [char; 3]| {
        let stacks = (0..side).step_by(box_width).map(|first| {
            let inside: usize = (first..first + box_width).map(|column| width(column) + 1).sum();
            "-".repeat(inside + 1)
        });
        let between = corners[1].to_string();
        format!("{}{}{}\n", corners[0], stacks.collect::<Vec<_>>().join(&between), corners[2])
    };
    let mut text = border(frame.top);
    for (row, cells) in cells.chunks(side).enumerate() {
        if row > 0 && row % height == 0 {
            text += &border(frame.middle);
        }
        for (column, cell) in cells.iter().enumerate() {
            if column % box_width == 0 {
                text += if column == 0 { "|" } else { " |" };
            }
            let padding = " ".repeat(width(column) - cell.len());
            text += &if frame.is_aligned_left {
                format!(" {cell}{padding}")
            } else {
                format!(" {padding}{cell}")
            };
        }
        text += " |\n";
    }
    text += &border(frame.bottom);
    out.extend_from_slice(text.as_bytes());
}
