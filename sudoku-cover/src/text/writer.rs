//! Writes puzzles in any format.

use std::io::{self, Write};

use super::form::{Form, PuzzleWriter};
use super::format::Part;
use super::gaps::rule_of;
use super::loss::{Loss, all_rules, parts_of, unusual_boxes};
use super::record::Record;
use super::settings::usual_values;
use super::symbols::Symbols;
use super::write_error::WriteError;
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::{CellsKind, Rule};
use crate::model::grid::GridError;

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
    form: &'static dyn Form,
    puzzles: Box<dyn PuzzleWriter>,
    geometry: Option<Geometry>,
    /// The board of the last record, if no board was set.
    last_board: Option<Geometry>,
    bytes: Vec<u8>,
    count: u64,
}

impl<W: Write> Writer<W> {
    pub(super) fn of_form(output: W, form: &'static dyn Form) -> Writer<W> {
        let puzzles = form.writer();
        Writer { output, form, puzzles, geometry: None, last_board: None, bytes: Vec::new(), count: 0 }
    }

    /// Returns the writer for grids of this board only. Its rules are those of every puzzle.
    #[must_use]
    pub fn with_geometry(self, geometry: &Geometry) -> Writer<W> {
        Writer { geometry: Some(geometry.clone()), ..self }
    }

    /// Returns the writer that writes digits as these symbols, where the format is `line`, `grid`, `csv` or `json` and a grid has
    /// no other digits. Other formats have numbers alone.
    #[must_use]
    pub fn with_symbols(self, symbols: &Symbols) -> Writer<W> {
        match self.form.writer_with(symbols) {
            Some(puzzles) => Writer { puzzles, ..self },
            None => self,
        }
    }

    /// Writes a record, and returns the parts of it and of its board that the format cannot represent. In
    /// [`Poj`](super::Format::Poj) nothing is written before [`finish`](Self::finish), because the number of puzzles comes
    /// first.
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
        let (format, side) = (self.form.format(), record.grid.side());
        let [least, most] = format.sides();
        if side < least || side > most {
            return Err(WriteError::Side { format, found: side });
        }
        GridError::check_side(side, geometry.side())?;
        let gapped = with_gaps(record, geometry, format.holds(Part::Gaps))?;
        let record = gapped.as_ref().unwrap_or(record);
        let named = all_rules(record, geometry).find_map(|rule| match rule {
            Rule::Values(values) => Some(*values),
            _ => None,
        });
        let found = named.unwrap_or(record.grid.values());
        let gaps = record.grid.blocked();
        // The digits of several grids are those of their side.
        let usual = match (!gaps.is_empty()).then(|| rule_of(gaps, side)) {
            Some(Rule::Grids(grids)) => usual_values(grids.side()),
            _ => usual_values(side),
        };
        if found != usual && found != usual_values(side) && !format.holds(Part::Values) {
            return Err(WriteError::Values { format, side, found });
        }
        if let Some(found) = self.form.first_without_candidates(record, geometry) {
            return Err(WriteError::NoCandidate { format, found, rules: Loss::default() });
        }
        self.bytes.clear();
        if self.count > 0 && format.is_block() {
            self.bytes.push(b'\n');
        }
        let mut loss = self.general_loss(record, geometry);
        loss.add(self.puzzles.write(record, geometry, &mut self.bytes)?);
        self.output.write_all(&self.bytes)?;
        self.count += 1;
        Ok(loss)
    }

    /// Returns the parts of a record on a board that the format never holds.
    fn general_loss(&self, record: &Record, geometry: &Geometry) -> Loss {
        let format = self.form.format();
        let mut loss = Loss::of_details(record.details().iter().filter(|detail| !self.form.holds(detail)));
        loss.placed = !format.holds(Part::Placed) && !record.placed().is_empty();
        loss.candidates = !format.holds(Part::Candidates)
            && (record.allowed().is_some() && !format.holds(Part::Allowed)
                || record.marks().is_some() && !format.holds(Part::Decoration));
        if !format.holds(Part::Decoration)
            && let Some(decoration) = record.decoration()
        {
            loss.decoration = parts_of(decoration);
        }
        if !format.holds(Part::Rules) {
            // What gaps tell is not lost.
            let told = record.grid.blocked();
            let told = (!told.is_empty()).then(|| rule_of(told, record.grid.side()));
            let is_lost = |rule: &&Rule| {
                let is_told = matches!(rule, Rule::Cells { kind: CellsKind::Blocked, .. }) && told.is_some();
                !is_told && told.as_ref() != Some(*rule)
            };
            loss.rules = all_rules(record, geometry).filter(is_lost).cloned().collect();
            loss.boxes = unusual_boxes(record, geometry);
        }
        loss
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
        self.puzzles.finish(self.count, &mut self.bytes);
        self.output.write_all(&self.bytes)?;
        Ok(self.output)
    }
}

/// Returns the record with the blocked cells of its board as gaps, where the format has these, and otherwise without; `None`
/// if it is so already.
fn with_gaps(record: &Record, geometry: &Geometry, has_gaps: bool) -> Result<Option<Record>, WriteError> {
    if !has_gaps {
        let bare = || Record { grid: record.grid.clone().with_blocked(&[]), ..record.clone() };
        return Ok((!record.grid.blocked().is_empty()).then(bare));
    }
    let is_of_shape =
        |rule: &&Rule| matches!(rule, Rule::Grids(_) | Rule::Cells { kind: CellsKind::Blocked, .. });
    let rules: Vec<Rule> = all_rules(record, geometry).filter(is_of_shape).cloned().collect();
    if rules.is_empty() {
        return Ok(None);
    }
    let plain = Geometry::of_side(record.grid.side()).ok();
    let Some(board) = plain.and_then(|plain| plain.with_rules(&rules).ok()) else { return Ok(None) };
    if let Some(clue) = record.grid.clues().find(|clue| board.is_blocked(clue.cell)) {
        return Err(GridError::Blocked { cell: clue.cell, found: clue.digit }.into());
    }
    Ok(Some(Record { grid: record.grid.clone().with_blocked(board.blocked()), ..record.clone() }))
}
