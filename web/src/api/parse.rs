//! Reads puzzles from text, and writes puzzles as text.

use serde::{Deserialize, Serialize};
use sudoku_cover::{Detail, Format, Geometry, Key, Marks, Pencilmarks, Picture, Reader, Record, Writer};

use super::read;
use crate::fault::Fault;
use crate::jobs::Stop;
use crate::reply;
use crate::routes::App;
use crate::wire::{self, BoardOut, Puzzle, PuzzleIn};

/// The largest number of puzzles returned from a text.
const MOST_PUZZLES: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextIn {
    text: String,
}

#[derive(Serialize)]
struct PuzzlesOut {
    puzzles: Vec<PuzzleOut>,
    /// True if the text has puzzles that are not in the answer.
    more: bool,
}

#[derive(Serialize)]
struct PuzzleOut {
    board: BoardOut,
    givens: Vec<u8>,
    placed: Option<Vec<u8>>,
    allowed: Option<Vec<Vec<u8>>>,
    notes: Option<Vec<Vec<u8>>>,
    title: String,
    format: &'static str,
    line: u64,
}

/// Reads a text in any format.
pub(crate) fn parse(_: &App, body: &[u8], stop: &Stop) -> Result<Vec<u8>, Fault> {
    let TextIn { text } = read(body)?;
    let mut puzzles = Vec::new();
    let mut more = false;
    for record in Reader::new(text.as_bytes()) {
        if puzzles.len() == MOST_PUZZLES || stop.is_over() {
            more = true;
            break;
        }
        match record {
            Ok(record) => puzzles.push(puzzle(&record)?),
            // Puzzles before an error are returned.
            Err(_) if !puzzles.is_empty() => more = true,
            Err(error) => return Err(error.into()),
        }
    }
    if puzzles.is_empty() {
        return Err(Fault::unprocessable("expected one puzzle, found none"));
    }
    Ok(reply::line(&PuzzlesOut { puzzles, more }))
}

fn puzzle(record: &Record) -> Result<PuzzleOut, Fault> {
    let geometry = Geometry::of_side(record.grid.side())?.with_rules(record.rules())?;
    let has_marks = record.marks().is_some();
    let notes = has_marks.then(|| record.candidates(&geometry)).transpose()?;
    let title = record.details().iter().find(|detail| detail.key == Key::Title);
    Ok(PuzzleOut {
        board: (&geometry).into(),
        givens: wire::digits(&record.grid),
        placed: (!record.placed().is_empty()).then(|| wire::placed(record)),
        allowed: record.allowed().map(wire::candidates),
        notes: notes.map(|notes| wire::open_candidates(&notes, &record.filled())),
        title: title.map_or_else(String::new, |detail| detail.text.clone()),
        format: record.format.name(),
        line: record.line,
    })
}

#[derive(Deserialize)]
struct ExportIn {
    format: String,
    #[serde(default)]
    title: String,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

#[derive(Serialize)]
struct TextOut {
    text: String,
    /// The parts of the puzzle that the format cannot represent.
    lost: Vec<&'static str>,
}

/// Writes the puzzle in a format.
pub(crate) fn export(_: &App, body: &[u8], _: &Stop) -> Result<Vec<u8>, Fault> {
    let ExportIn { format, title, puzzle } = read(body)?;
    let puzzle = Puzzle::try_from(puzzle)?;
    if format == "svg" {
        return Ok(reply::line(&TextOut { text: picture(&puzzle, &title)?, lost: Vec::new() }));
    }
    let format: Format = format.parse()?;
    let mut record = Record::new(puzzle.givens.clone());
    let placed = puzzle.placed();
    let rules = puzzle.geometry.rules().to_vec();
    let has_marks = puzzle.allowed.is_some() || puzzle.notes.is_some();
    if !placed.is_empty() || has_marks || !rules.is_empty() || !title.is_empty() {
        let marks = puzzle.notes.as_ref().map(|notes| noted(notes, &puzzle)).transpose()?;
        let more = record.more_mut();
        more.placed = placed;
        more.rules = rules;
        more.allowed = puzzle.allowed;
        more.marks = marks;
        if !title.is_empty() {
            // A line break in the title would end a line of the format.
            let text = title.split_whitespace().collect::<Vec<_>>().join(" ");
            more.details.push(Detail::new(Key::Title, &text));
        }
    }
    let mut writer = Writer::new(Vec::new(), format).with_geometry(&puzzle.geometry);
    let loss = writer.write(&record)?;
    let text = String::from_utf8_lossy(&writer.finish()?).into_owned();
    let losses = [
        (loss.placed, "placed digits"),
        (loss.candidates, "candidates"),
        (loss.details, "the title"),
        (!loss.rules.is_empty(), "the rules of the variant"),
    ];
    let lost = losses.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, name)| name).collect();
    Ok(reply::line(&TextOut { text, lost }))
}

/// Returns a picture of the puzzle.
fn picture(puzzle: &Puzzle, title: &str) -> Result<String, Fault> {
    let mut picture = Picture::new(&puzzle.geometry, &puzzle.givens)?.with_digits(&puzzle.filled)?;
    if let Some(notes) = &puzzle.notes {
        picture = picture.with_candidates(notes)?;
    }
    if !title.is_empty() {
        picture = picture.with_caption(title);
    }
    Ok(picture.to_svg())
}

/// Returns the notes, with all digits in cells without notes, because these are unknown.
fn noted(notes: &Pencilmarks, puzzle: &Puzzle) -> Result<Pencilmarks, Fault> {
    let mut marks = Pencilmarks::full(notes.side())?;
    for cell in puzzle.geometry.cells() {
        match puzzle.filled.get(cell) {
            Some(digit) => marks.set(cell, Marks::only(digit))?,
            None if !notes.get(cell).is_empty() => marks.set(cell, notes.get(cell))?,
            None => {}
        }
    }
    Ok(marks)
}
