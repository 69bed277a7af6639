//! Reads puzzles from text, and writes puzzles as text.

use serde::{Deserialize, Serialize};
use sudoku_cover::{
    Decoration, Detail, Format, Geometry, Key, LeftOut, Loss, Marks, Pencilmarks, Picture, Reader, Record,
    Writer,
};
use utoipa::ToSchema;

use crate::Api;
use crate::decoration::{DecorationIn, DecorationOut};
use crate::fault::Fault;
use crate::stop::Stop;
use crate::wire::{self, BoardOut, Puzzle, PuzzleIn};

/// The largest number of puzzles returned from a text.
const MOST_PUZZLES: usize = 100;

/// A text with puzzles.
#[derive(Deserialize, ToSchema)]
#[schema(as = Text)]
#[serde(deny_unknown_fields)]
pub(super) struct TextIn {
    /// Puzzles in any format.
    text: String,
}

/// The puzzles of a text.
#[derive(Serialize, ToSchema)]
#[schema(as = Puzzles)]
pub(super) struct PuzzlesOut {
    puzzles: Vec<PuzzleOut>,
    /// True if the text has puzzles that are not in the answer.
    more: bool,
}

/// A puzzle of a text.
#[derive(Serialize, ToSchema)]
#[schema(as = ReadPuzzle)]
struct PuzzleOut {
    board: BoardOut,
    /// The givens, row by row.
    givens: Vec<i8>,
    /// The placed digits, row by row; other cells are blank.
    #[schema(required)]
    placed: Option<Vec<i8>>,
    /// For each cell, the candidates that the puzzle itself allows.
    #[schema(required)]
    allowed: Option<Vec<Vec<u8>>>,
    /// For each cell without a digit, the candidates that are left.
    #[schema(required)]
    notes: Option<Vec<Vec<u8>>>,
    title: String,
    author: String,
    /// The rules in words, as the text has them.
    ruleset: String,
    /// The solution that the text states, row by row; cells where it states none are blank.
    #[schema(required)]
    solution: Option<Vec<i8>>,
    #[serde(flatten)]
    decoration: DecorationOut,
    /// What the text has besides and has no meaning here. Without it this may be another puzzle.
    left_out: Vec<LeftOutOut>,
    /// The format that was recognized, such as `hodoku`.
    format: &'static str,
    /// The line at which the puzzle begins.
    line: u64,
}

/// Parts of a text that have no meaning here.
#[derive(Serialize, ToSchema)]
#[schema(as = LeftOut)]
struct LeftOutOut {
    /// One of them, such as `line`.
    what: &'static str,
    count: usize,
    /// The number and the word, such as `3 lines`.
    text: String,
}

impl From<&LeftOut> for LeftOutOut {
    fn from(left_out: &LeftOut) -> Self {
        Self { what: left_out.what, count: left_out.count, text: left_out.to_string() }
    }
}

/// Reads a text in any format.
pub(super) fn parse(_: &Api, TextIn { text }: TextIn, stop: &Stop) -> Result<PuzzlesOut, Fault> {
    let mut puzzles = Vec::new();
    let mut more = false;
    for record in Reader::new(text.as_bytes()).with_rules_below() {
        if puzzles.len() == MOST_PUZZLES || stop.is_over() {
            more = true;
            break;
        }
        match record {
            Ok(record) => puzzles.push(puzzle(&record, stop)?),
            // Puzzles before an error are returned.
            Err(_) if !puzzles.is_empty() => more = true,
            Err(error) => return Err(error.into()),
        }
    }
    if puzzles.is_empty() {
        return Err(Fault::unprocessable("expected one puzzle, found none"));
    }
    Ok(PuzzlesOut { puzzles, more })
}

fn puzzle(record: &Record, stop: &Stop) -> Result<PuzzleOut, Fault> {
    let geometry =
        Geometry::of_side(record.grid.side())?.with_rules_within(record.rules(), &mut stop.limits())?;
    let has_marks = record.marks().is_some();
    let notes = has_marks.then(|| record.candidates(&geometry)).transpose()?;
    let word = |key: Key| {
        let detail = record.details().iter().find(|detail| detail.key == key);
        detail.map_or_else(String::new, |detail| detail.text.clone())
    };
    Ok(PuzzleOut {
        board: (&geometry).into(),
        givens: wire::digits(&record.grid),
        placed: (!record.placed().is_empty()).then(|| wire::placed(record)),
        allowed: record.allowed().map(wire::candidates),
        notes: notes.map(|notes| wire::open_candidates(&notes, &record.filled())),
        title: word(Key::Title),
        author: word(Key::Author),
        ruleset: word(Key::Description),
        solution: record.solution().map(|solution| wire::digits(&solution)),
        decoration: DecorationOut::of(record.decoration(), &geometry),
        left_out: record.left_out().iter().map(Into::into).collect(),
        format: record.format.name(),
        line: record.line,
    })
}

/// A puzzle, and the format in which it is written.
#[derive(Deserialize, ToSchema)]
#[schema(as = ExportWish)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportIn {
    /// A format that the request `formats` names, or `svg` for a picture.
    format: String,
    /// The title of the puzzle.
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    /// The rules in words.
    #[serde(default)]
    ruleset: String,
    /// The solution that the puzzle states, row by row.
    #[serde(default)]
    solution: Option<Vec<i8>>,
    #[serde(flatten)]
    decoration: DecorationIn,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

/// A puzzle in a format.
#[derive(Serialize, ToSchema)]
#[schema(as = Written)]
pub(super) struct TextOut {
    text: String,
    /// The parts of the puzzle that the format leaves out, such as `some candidates`.
    lost: Vec<String>,
}

/// Writes the puzzle in a format.
pub(super) fn export(_: &Api, wish: ExportIn, stop: &Stop) -> Result<TextOut, Fault> {
    let ExportIn { format, title, author, ruleset, solution, decoration, puzzle } = wish;
    let mut puzzle = Puzzle::of(puzzle, stop)?;
    let mut decoration = decoration.of(&puzzle.geometry)?;
    let solution = solution.map(|solution| wire::grid(&puzzle.geometry, &solution)).transpose()?;
    if format == "svg" {
        return picture(&puzzle, &title, &decoration);
    }
    let format: Format = format.parse()?;
    let mut is_noted = false;
    if puzzle.notes.is_none() && format.has_candidates() && !format.has_decoration() {
        // Such a format has one kind of notes, which are candidates: cells without notes get all of theirs.
        puzzle.notes = decoration.corner.take().or_else(|| decoration.centre.take());
        is_noted = puzzle.notes.is_some();
    }
    let geometry = puzzle.geometry.clone();
    let mut writer = Writer::new(Vec::new(), format).with_geometry(&geometry);
    let mut record = record(puzzle, &title)?;
    let words = [(Key::Author, author), (Key::Description, ruleset)].into_iter();
    let words = words.filter(|(_, text)| !text.is_empty()).map(|(key, text)| Detail::new(key, &text));
    let solution = solution.as_ref().map(Detail::of_solution);
    let details: Vec<Detail> = words.chain(solution).collect();
    if !decoration.is_empty() {
        record.more_mut().decoration = decoration;
    }
    if !details.is_empty() {
        record.more_mut().details.extend(details);
    }
    let mut loss = writer.write(&record)?;
    loss.noted |= is_noted;
    let text = String::from_utf8_lossy(&writer.finish()?).into_owned();
    Ok(TextOut { text, lost: loss.parts() })
}

/// Returns the puzzle with all its parts.
pub(super) fn record(puzzle: Puzzle, title: &str) -> Result<Record, Fault> {
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
    Ok(record)
}

/// Returns a picture of the puzzle.
fn picture(puzzle: &Puzzle, title: &str, decoration: &Decoration) -> Result<TextOut, Fault> {
    let mut picture = Picture::new(&puzzle.geometry, &puzzle.givens)?.with_digits(&puzzle.filled)?;
    if !decoration.is_empty() {
        picture = picture.with_decoration(decoration)?.with_fog();
    }
    // Notes are what is left of the candidates that the puzzle allows.
    if let Some(notes) = puzzle.notes.as_ref().or(puzzle.allowed.as_ref()) {
        picture = picture.with_candidates(notes)?;
    }
    if !title.is_empty() {
        picture = picture.with_caption(title);
    }
    let is_lost = puzzle.allowed.is_some() && puzzle.notes.is_some();
    let undrawn = Loss::of_rules(picture.undrawn_rules().cloned().collect());
    let mut lost = undrawn.parts();
    lost.extend(is_lost.then(|| "the candidates that the puzzle allows".to_owned()));
    Ok(TextOut { text: picture.to_svg(), lost })
}

/// Returns the notes, with all digits in cells without notes, because these are unknown.
fn noted(notes: &Pencilmarks, puzzle: &Puzzle) -> Result<Pencilmarks, Fault> {
    let mut marks = Pencilmarks::of_board(&puzzle.geometry);
    for cell in puzzle.geometry.cells() {
        match puzzle.filled.get(cell) {
            Some(digit) => marks.set(cell, Marks::only(digit))?,
            None if !notes.get(cell).is_empty() => marks.set(cell, notes.get(cell))?,
            None => {}
        }
    }
    Ok(marks)
}
