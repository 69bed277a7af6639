//! Interprets the lines of a stream, one after another.
//!
//! A line is a row, which is passed to [`Rows`], a whole puzzle, which ends the rows before it, or neither,
//! which is a bad record by itself. In addition the parser handles the number of puzzles with which a stream
//! may start, comments about the puzzle below them, and framed grids, which are held back until it is known
//! that no further lines belong to them.

use std::mem;

use super::Format;
use super::blanks::{self, Blanks};
use super::fault::{Fault, ReadError, ReadErrorKind, counted};
use super::form::{Settings, Start};
use super::gaps::{self, Gaps};
use super::line::LARGEST_COMPACT_SIDE;
use super::marked;
use super::one_line::{self, compact_record};
use super::recognize::document_format;
use super::record::{Key, Outcomes, Record};
use super::rows::{Row, Rows};
use super::shape::{Extent, LineKind, Reading, Sizes, USUAL_SIDE, illegal_character, line_kind, read_as};
use super::simple;
use super::source::{LONGEST_LINE, SourceLine};
use super::symbols;
use super::tags;
use super::token::Tokens;
use crate::model::geometry::rules::Rule;
use crate::model::geometry::{Digit, MAX_SIDE, Values};
use crate::model::grid::Grid;

/// The greatest number of digits of a number of puzzles: one less than a row of nine.
const LONGEST_COUNT: usize = 8;

/// The greatest number of bytes of comments that are kept for a puzzle.
const LONGEST_COMMENTS: usize = 16 * 1024;

/// The greatest number of bytes of a title.
const LONGEST_TITLE: usize = 200;

/// What a line leaves for the next one.
enum Kept {
    /// A line of text below it may be a title.
    Gap,
    /// A title above it stays one, and a line of text below it may be one if it may be one itself.
    Title,
    Nothing,
}

/// The state of the number of puzzles with which the stream may start.
#[derive(Debug)]
enum Count {
    /// No line so far had cells.
    Open,
    /// A number alone in the first line. It is the count if a row of nine digits follows, with or without
    /// blank lines between.
    Lone {
        line: u64,
        text: String,
        has_gap: bool,
    },
    Promised {
        line: u64,
        count: u64,
    },
    None,
}

/// The state between two lines.
#[derive(Debug)]
pub(super) struct Parser {
    fixed_side: Option<usize>,
    settings: Settings,
    rows: Rows,
    count: Count,
    /// The comments above the next record or inside it, and their number of bytes.
    comments: Vec<String>,
    comment_bytes: usize,
    /// The comment of the current line. It belongs to the records after those of this line.
    comment: Option<String>,
    /// True if the next grid has a frame of stars and dashes, as in Simple Sudoku.
    is_starred: bool,
    /// The digits of the next puzzle, named in a line above it, and the number of that line.
    named: Option<(u64, Values)>,
    /// A puzzle that further lines may belong to.
    held: Option<Record>,
    /// True if these lines are about cells, or another framed grid.
    is_held_for_notes: bool,
    /// True if rules are ignored after a bad record, up to the next one.
    skips_rules: bool,
    /// True if the last puzzle was released before it was known whether rules follow.
    is_released: bool,
    /// Lines that are no part of any puzzle.
    stray: Option<Stray>,
    /// True if lines about cells are ignored after a bad one, up to the next line of another kind.
    skips_notes: bool,
    section: Section,
    /// Lines that are rows of a puzzle with gaps, or may be.
    gaps: Gaps,
    /// How the rows of the grid in progress write blank cells, if not in the usual ways.
    blanks: Option<Blanks>,
    /// A line of text that is the title of the grid whose rows are directly below it, and an error otherwise.
    title: Option<Title>,
    /// True if the line above is blank, or there is none, so that a line of text may be a title.
    has_gap_above: bool,
    /// The records of the current line, before comments are added.
    fresh: Outcomes,
}

/// A line of text above a grid, and the error that it is if there is no grid.
#[derive(Debug)]
struct Title {
    line: u64,
    text: String,
    fault: Fault,
    /// The comments above it and beside it.
    comments: Vec<String>,
}

/// Lines in succession that are no part of any puzzle: one bad record.
#[derive(Debug)]
struct Stray {
    line: u64,
    fault: Fault,
    /// The number of lines below the first one.
    further: u64,
    last: u64,
}

/// The section of a `.sdk` file.
#[derive(Debug, PartialEq, Eq)]
enum Section {
    /// No section has begun.
    None,
    Puzzle,
    /// An ignored section.
    Other,
}

impl Parser {
    pub(super) fn new(settings: Settings) -> Parser {
        let fixed_side = settings.side();
        let is_sdx = settings.format == Some(Format::Sdx);
        Parser {
            fixed_side,
            rows: Rows::new(fixed_side, settings.geometry.clone(), is_sdx, settings.symbols.clone()),
            settings,
            count: Count::Open,
            comments: Vec::new(),
            comment_bytes: 0,
            comment: None,
            is_starred: false,
            named: None,
            held: None,
            is_held_for_notes: false,
            skips_rules: false,
            is_released: false,
            stray: None,
            skips_notes: false,
            section: Section::None,
            gaps: Gaps::default(),
            blanks: None,
            title: None,
            has_gap_above: true,
            fresh: Outcomes::new(),
        }
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns true if no count stands or may stand at the start, so that a line can be read by itself.
    fn is_settled(&self) -> bool {
        matches!(self.count, Count::Open | Count::None) && self.section != Section::Other
    }

    /// Returns the side of grids whose lines of N² symbols may be read with
    /// [`compact_cells`](one_line::compact_cells), independently of earlier lines; `None` if there is no such
    /// side, or a grid is in progress.
    pub(super) fn side_between_grids(&self) -> Option<usize> {
        let is_free = self.held.is_none() || self.settings.has_rules_below && !self.is_held_for_notes;
        let is_between = self.is_settled() && self.rows.is_empty() && is_free;
        let has_more = !self.comments.is_empty()
            || self.title.is_some()
            || self.stray.is_some()
            || !self.gaps.is_empty();
        self.compact_side().filter(|_| is_between && !has_more)
    }

    /// Returns the digits of the next puzzle, if they are not the usual ones.
    fn values(&self) -> Option<Values> {
        self.named.map(|(_, values)| values).or_else(|| self.settings.values())
    }

    fn compact_side(&self) -> Option<usize> {
        let has_usual_digits = self.values().is_none() && self.settings.symbols.is_none();
        let side = self.fixed_side.or(Some(USUAL_SIDE)).filter(|_| has_usual_digits);
        side.filter(|side| (2..=LARGEST_COMPACT_SIDE).contains(side))
    }

    /// Records that a whole puzzle of plain symbols was read between grids, without this parser.
    pub(super) fn compact(&mut self) {
        self.count = Count::None;
        self.has_gap_above = false;
        self.rows.pass();
    }

    /// Holds a puzzle, since rules may follow it, and returns the one that was held before.
    pub(super) fn hold_back(&mut self, record: Record) -> Option<Record> {
        self.is_held_for_notes = false;
        (self.skips_rules, self.is_released) = (false, false);
        self.held.replace(record)
    }

    /// Returns true if a record is complete unless lines that belong to it follow.
    pub(super) fn holds_record(&self) -> bool {
        let is_complete = self.held.is_some() && !self.is_held_for_notes || self.stray.is_some();
        is_complete && self.rows.is_empty() && self.title.is_none() && self.gaps.is_empty()
    }

    /// Appends the records that are [complete](Self::holds_record), without waiting for lines that belong to them.
    pub(super) fn release(&mut self, out: &mut Outcomes) {
        self.is_released = self.stray.is_none();
        self.end_stray();
        self.settle(out);
        out.extend(self.held.take().map(Ok));
    }

    /// Ends the lines that are no part of any puzzle.
    fn end_stray(&mut self) {
        if let Some(Stray { line, fault, further, .. }) = self.stray.take() {
            self.fresh.push_front(Err(ReadError { further, ..fault.in_line(line) }));
        }
    }

    /// Reports a line that is no part of any puzzle; several in succession are one record. `cells` is their number in a
    /// line of cells: with many, it is a puzzle of its own.
    fn report(&mut self, number: u64, fault: Fault, cells: Option<usize>) {
        let is_whole = cells.is_some_and(|cells| cells > 2 * MAX_SIDE);
        if !self.fresh.is_empty() {
            self.end_stray();
        }
        match &mut self.stray {
            _ if is_whole || matches!(self.count, Count::Promised { .. }) => {
                self.end_stray();
                self.fresh.push_back(Err(fault.in_line(number)));
            }
            Some(stray) => (stray.further, stray.last) = (stray.further + 1, number),
            None => self.stray = Some(Stray { line: number, fault, further: 0, last: number }),
        }
    }

    /// Returns the format of the document that begins with this line, if any.
    pub(super) fn document(&self, line: SourceLine<'_>) -> Option<Format> {
        if self.rows.is_in_block() || self.gaps.has_plain_row() || self.section != Section::None {
            return None;
        }
        let (SourceLine::Complete(bytes) | SourceLine::TooLong(bytes)) = line;
        let is_first = matches!(self.count, Count::Open);
        let start = Start { bytes, is_first, column: self.settings.column.as_ref() };
        let found = document_format(self.settings.forms, &start);
        found.filter(|found| match self.settings.format {
            None => true,
            Some(Format::Iss) => *found == Format::Iss,
            Some(Format::FPuzzles) => *found == Format::Json,
            Some(_) => false,
        })
    }

    /// Ends the records in progress, because a document begins.
    pub(super) fn interrupt(&mut self, given: u64, out: &mut Outcomes) {
        self.end_gaps(given, out);
        self.end_start();
        self.rows.interrupt(&mut self.fresh);
        self.end_stray();
        self.settle(out);
        self.refuse_title(out);
        self.has_gap_above = false;
        out.extend(self.held.take().map(Ok));
    }

    /// Reports the line of text above, because no grid begins below it.
    fn refuse_title(&mut self, out: &mut Outcomes) {
        if let Some(Title { line, fault, .. }) = self.title.take() {
            out.extend(self.held.take().map(Ok));
            out.push_back(Err(fault.in_line(line)));
        }
    }

    /// Adds the comments above a document to its first record.
    pub(super) fn comment_document(&mut self, out: &mut Outcomes) {
        let Some(first) = out.front_mut() else { return };
        self.comment_bytes = 0;
        for comment in self.comments.drain(..) {
            if let Ok(record) = first {
                record.say(Key::Comment, &comment);
            }
        }
    }

    /// Processes the next line. `given` is the number of records returned before those in `out`.
    pub(super) fn line(&mut self, number: u64, line: SourceLine<'_>, given: u64, out: &mut Outcomes) {
        if self.keeps_gaps(number, line) {
            if self.gaps.is_plain_square() {
                self.end_gaps(given, out);
            }
            return;
        }
        self.end_gaps(given, out);
        if !self.keeps_gaps(number, line) {
            self.other_line(number, line, given, out);
        }
    }

    /// Keeps a line if it is one of a puzzle with gaps, or may be.
    fn keeps_gaps(&mut self, number: u64, line: SourceLine<'_>) -> bool {
        let SourceLine::Complete(bytes) = line else { return false };
        self.may_have_gaps(bytes)
            && self.gaps.keep(number, &String::from_utf8_lossy(bytes), self.settings.geometry.as_ref())
    }

    /// Returns true if a line may be one of a puzzle with gaps.
    fn may_have_gaps(&self, bytes: &[u8]) -> bool {
        let is_of_rows = matches!(self.settings.format, None | Some(Format::Line | Format::Grid));
        let is_between = self.rows.is_empty() && matches!(self.count, Count::Open | Count::None);
        let is_rectangle =
            || self.settings.geometry.as_ref().is_some_and(|board| board.rectangle().is_some());
        let may_be = !self.gaps.is_empty()
            || bytes.iter().any(|byte| b"# ".contains(byte))
            || gaps::is_plain(bytes.trim_ascii_end())
            || is_rectangle();
        may_be && is_of_rows && is_between && self.section == Section::None && self.settings.symbols.is_none()
    }

    /// Ends the lines of a puzzle with gaps, because the next line is none of them. If they are none together, they are
    /// processed one by one.
    fn end_gaps(&mut self, given: u64, out: &mut Outcomes) {
        if self.gaps.is_empty() {
            return;
        }
        let values = self.named.map(|(_, values)| values);
        match self.gaps.take(self.settings.geometry.as_ref(), values) {
            Ok(record) => {
                self.count = Count::None;
                self.has_gap_above = false;
                self.end_stray();
                self.rows.interrupt(&mut self.fresh);
                self.fresh.push_back(record);
                self.settle(out);
            }
            Err(lines) => {
                for (number, line) in lines {
                    self.other_line(number, SourceLine::Complete(line.as_bytes()), given, out);
                }
            }
        }
    }

    /// Processes a line that is not one of a puzzle with gaps.
    fn other_line(&mut self, number: u64, line: SourceLine<'_>, given: u64, out: &mut Outcomes) {
        let mut keeps_title = false;
        let had_gap_above = mem::replace(&mut self.has_gap_above, false);
        match line {
            SourceLine::Complete(bytes) => {
                let side = self.compact_side().filter(|_| self.is_settled());
                if let Some(record) = side.and_then(|side| compact_record(number, bytes, side)) {
                    self.count = Count::None;
                    self.rows.interrupt(&mut self.fresh);
                    self.fresh.push_back(Ok(record));
                } else {
                    let text = String::from_utf8_lossy(bytes);
                    let before = given + out.len() as u64;
                    let kind = self.text(number, &text, before, had_gap_above);
                    keeps_title = matches!(kind, Kept::Title);
                    self.has_gap_above = match kind {
                        Kept::Gap => true,
                        Kept::Title => had_gap_above,
                        Kept::Nothing => false,
                    };
                }
            }
            SourceLine::TooLong(_) => {
                self.end_start();
                if !self.has_broken_promise(number, given + out.len() as u64) {
                    let fault = Fault::of_line(ReadErrorKind::too_long("a line", LONGEST_LINE));
                    if self.rows.is_in_block() {
                        self.rows.push(Row::unreadable(number, Some(fault)), &mut self.fresh);
                    } else {
                        self.rows.interrupt(&mut self.fresh);
                        self.fresh.push_back(Err(fault.in_line(number)));
                    }
                }
            }
        }
        let is_another = self.has_gap_above || !self.fresh.is_empty() || self.title.is_some();
        if is_another && self.stray.as_ref().is_some_and(|stray| stray.last < number) {
            self.end_stray();
        }
        self.settle(out);
        let is_above = self.title.as_ref().is_some_and(|title| title.line < number);
        if is_above && self.rows.is_empty() && !keeps_title {
            self.refuse_title(out);
        }
        if let Some(comment) = self.comment.take() {
            self.note_comment(comment);
        }
    }

    /// Adds comments to the records of the line and appends them to `out`, except a grid that further lines
    /// may belong to.
    fn settle(&mut self, out: &mut Outcomes) {
        while let Some(item) = self.fresh.pop_front() {
            let is_starred = mem::replace(&mut self.is_starred, false);
            let mut comments = mem::take(&mut self.comments);
            self.comment_bytes = 0;
            let line = item.as_ref().map_or_else(|error| error.line, |record| record.line);
            let mut title = self.title.take_if(|title| title.line < line);
            let is_titled = |record: &Record| record.format == Format::Grid;
            if !item.as_ref().is_ok_and(is_titled)
                && let Some(Title { line, fault, .. }) = title.take()
            {
                out.extend(self.held.take().map(Ok));
                out.push_back(Err(fault.in_line(line)));
            }
            let mut record = match item {
                Ok(record) => record,
                Err(error) => {
                    out.extend(self.held.take().map(Ok));
                    out.push_back(Err(error));
                    self.skips_rules = true;
                    if self.named.take().is_some() {
                        self.rows.values = self.settings.values();
                    }
                    continue;
                }
            };
            (self.skips_rules, self.is_released) = (false, false);
            if let Some((_, values)) = self.named.take() {
                self.rows.values = self.settings.values();
                record.more_mut().rules.insert(0, Rule::Values(values));
            }
            if let Some(held) = &mut self.held
                && is_starred
                && self.is_held_for_notes
                && simple::merge(held, &record)
            {
                continue;
            }
            out.extend(self.held.take().map(Ok));
            if let Some(title) = title {
                record.say(Key::Title, &title.text);
                comments.splice(..0, title.comments);
            }
            self.describe(&mut record, &comments);
            let is_noted = is_starred || self.settings.format == Some(Format::SimpleSudoku);
            self.is_held_for_notes =
                is_noted && record.grid.side() == simple::SIDE && record.format != Format::Line;
            if self.is_held_for_notes || self.settings.has_rules_below {
                self.held = Some(record);
            } else {
                out.push_back(Ok(record));
            }
        }
    }

    fn describe(&self, record: &mut Record, comments: &[String]) {
        if matches!(self.count, Count::Promised { .. }) && record.format == Format::Grid {
            record.format = Format::Poj;
        }
        let is_sdk = self.section == Section::Puzzle || self.settings.format == Some(Format::Sdk);
        if is_sdk && record.format == Format::Grid {
            record.format = Format::Sdk;
        }
        for comment in comments {
            let tag =
                tags::read(comment, is_sdk).filter(|_| matches!(record.format, Format::Grid | Format::Sdk));
            if let Some((key, text)) = tag {
                record.say(key, text);
                record.format = Format::Sdk;
            } else {
                record.say(Key::Comment, comment);
            }
        }
    }

    /// Keeps a comment for the next record.
    fn note_comment(&mut self, comment: String) {
        if !comment.trim().is_empty() && self.comment_bytes + comment.len() <= LONGEST_COMMENTS {
            self.comment_bytes += comment.len();
            self.comments.push(comment);
        }
    }

    /// Processes a line that is not too long, and returns what it leaves for the next one.
    fn text(&mut self, number: u64, text: &str, before: u64, has_gap_above: bool) -> Kept {
        let uncommented = foreign_comment(text);
        let text = uncommented.as_deref().unwrap_or(text);
        if let Some(section) = section(text) {
            self.rows.interrupt(&mut self.fresh);
            self.section = section;
            return Kept::Nothing;
        }
        if self.section == Section::Other
            || self.is_note(number, text)
            || self.is_rule(number, text, has_gap_above)
        {
            return Kept::Nothing;
        }
        let is_pencilmarks = self.settings.format == Some(Format::Pencilmarks);
        let unmarked =
            (is_pencilmarks && !text.trim_start().starts_with('#')).then(|| text.replace('#', " "));
        let text = unmarked.as_deref().unwrap_or(text);
        let usual = self.with_usual_blanks(text);
        let text = usual.as_deref().unwrap_or(text);
        let kind = line_kind(text);
        match (&kind, &mut self.count) {
            (LineKind::Blank, Count::Lone { has_gap, .. }) => {
                *has_gap = true;
                return Kept::Gap;
            }
            (LineKind::Cells(content), Count::Lone { line, text, .. }) if is_row_of_nine(content) => {
                self.count = Count::Promised { line: *line, count: text.trim().parse().unwrap_or(0) };
            }
            (_, Count::Lone { .. }) => self.end_start(),
            _ => {}
        }
        match kind {
            LineKind::Blank => {
                self.is_starred = false;
                self.rows.blank(&mut self.fresh);
                Kept::Gap
            }
            LineKind::Comment => {
                self.rows.comment(&mut self.fresh);
                self.comment = text.split_once('#').map(|(_, comment)| comment.to_owned());
                Kept::Title
            }
            LineKind::Border => {
                self.is_starred |= self.rows.is_empty() && text.contains("*--");
                self.rows.border(&mut self.fresh);
                Kept::Title
            }
            LineKind::Heading => {
                self.rows.interrupt(&mut self.fresh);
                Kept::Nothing
            }
            LineKind::Cells(content) => {
                let is_side = self.fixed_side.is_none_or(|side| side == 9);
                if matches!(self.count, Count::Open) && is_side && is_count(content) {
                    self.count = Count::Lone { line: number, text: content.to_owned(), has_gap: false };
                    return Kept::Nothing;
                }
                self.end_start();
                if usual.is_none() && content.trim() == "." && self.is_blank_alone() {
                    self.rows.interrupt(&mut self.fresh);
                    self.fresh.push_back(Ok(Record::at(
                        number,
                        Grid::from_digits(1, [None].into()),
                        Format::Line,
                    )));
                } else if !self.has_broken_promise(number, before) {
                    let comment = text.get(content.len() + 1..).unwrap_or_default();
                    self.cells(number, content, comment, has_gap_above);
                }
                Kept::Nothing
            }
        }
    }

    /// Returns true if a line with one blank cell is the blank puzzle of side 1. A digit alone may be the number of a
    /// puzzle.
    fn is_blank_alone(&self) -> bool {
        let is_counted = matches!(self.count, Count::Promised { .. });
        self.fixed_side.is_none() && !self.rows.is_in_block() && !is_counted
    }

    /// Returns the line with the usual signs for blank cells, if it has others.
    fn with_usual_blanks(&mut self, text: &str) -> Option<String> {
        let is_in_block = self.rows.is_in_block();
        if self.rows.is_empty() {
            self.blanks = None;
        }
        let may_have_others = matches!(self.settings.format, None | Some(Format::Line | Format::Grid));
        if !may_have_others || self.settings.symbols.is_some() {
            return None;
        }
        let sizes = Sizes { fixed: self.fixed_side, started: self.rows.side(), is_in_block };
        let is_first = matches!(self.count, Count::Open) && self.rows.is_empty();
        let (usual, blanks) = blanks::rewritten(text, sizes, self.blanks, is_first)?;
        self.blanks = Some(blanks);
        Some(usual)
    }

    /// Processes a line about the cells of the grid above it. Returns false for any other line.
    fn is_note(&mut self, number: u64, text: &str) -> bool {
        if !simple::is_note(text) {
            self.skips_notes = false;
            return false;
        }
        let may_have_notes = self.is_held_for_notes && self.stray.is_none();
        let Some(held) = self.held.as_mut().filter(|_| may_have_notes) else {
            return self.skips_notes;
        };
        if !self.rows.is_empty() {
            return false;
        }
        held.format = Format::SimpleSudoku;
        if let Err(fault) = simple::note(held, text) {
            self.held = None;
            self.skips_notes = true;
            self.fresh.push_back(Err(fault.in_line(number)));
        }
        true
    }

    /// Processes a line with a rule of the puzzle above it. Returns false for any other line.
    fn is_rule(&mut self, number: u64, text: &str, has_gap_above: bool) -> bool {
        let is_below = self.settings.has_rules_below && self.rows.is_empty() && self.title.is_none();
        // A row may begin with the blank cell `x`, which is the name of a rule as well.
        let is_row =
            || text.trim().len() > 1 && !text.chars().any(|at| at.is_alphabetic() && !"xX".contains(at));
        if !is_below || !Rule::is_meant_in(text) || is_row() {
            return false;
        }
        if self.stray.is_some() {
            return true;
        }
        if let Some((line, _)) = self.named {
            let fault = Fault::unexpected("a puzzle below the digits of its board", "a rule");
            self.named = None;
            self.rows.values = self.settings.values();
            self.fresh.push_back(Err(fault.in_line(line)));
            return true;
        }
        let is_above = self.held.is_none() || has_gap_above;
        if is_above && let Ok(Rule::Values(values)) = text.parse() {
            self.named = Some((number, values));
            self.rows.values = Some(values);
            return true;
        }
        let Some(held) = &mut self.held else {
            if mem::take(&mut self.is_released) {
                self.fresh.push_back(Err(Fault::of_line(ReadErrorKind::LateRule).in_line(number)));
                return true;
            }
            return self.skips_rules;
        };
        let fault = match Rule::of_board(text, Some(held.grid.side())) {
            // Its cells with 0 were read as blank ones.
            Ok(Rule::Values(values)) if values.least() == 0 => {
                let expected = "the digits of a board above its puzzle";
                Fault::unexpected(expected, format!("{values} below it"))
            }
            Ok(rule) => {
                held.more_mut().rules.push(rule);
                return true;
            }
            Err(error) => Fault::of_rule(error, text),
        };
        if has_gap_above && !Rule::has_cells_in(text) {
            // `Killer number 2` may be the title of the next puzzle.
            let comments = mem::take(&mut self.comments);
            self.title = Some(Title { line: number, text: text.trim().to_owned(), fault, comments });
        } else {
            // A puzzle without one of its rules would be another one.
            self.held = None;
            self.fresh.push_back(Err(fault.in_line(number)));
        }
        true
    }

    /// Ends the state in which a count may start the stream: a lone number is an ordinary line.
    fn end_start(&mut self) {
        if matches!(self.count, Count::Promised { .. }) {
            return;
        }
        if let Count::Lone { line, text, has_gap } = mem::replace(&mut self.count, Count::None) {
            self.cells(line, &text, "", false);
            if has_gap {
                self.rows.blank(&mut self.fresh);
            }
        }
    }

    /// Reports an error if the stream has more puzzles than announced; `before` is the number of records so
    /// far.
    fn has_broken_promise(&mut self, number: u64, before: u64) -> bool {
        let Count::Promised { count: promised, .. } = self.count else { return false };
        let is_broken = promised == before && self.rows.is_empty();
        if is_broken {
            let fault = Fault::of_line(ReadErrorKind::MorePuzzles { promised });
            self.fresh.push_back(Err(fault.in_line(number)));
        }
        is_broken
    }

    /// Processes a line of cells, or an invalid line.
    fn cells(&mut self, number: u64, content: &str, comment: &str, has_gap_above: bool) {
        let is_in_block = self.rows.is_in_block();
        let sizes = Sizes { fixed: self.fixed_side, started: self.rows.side(), is_in_block };
        let commented = |record: Result<Record, Fault>| {
            let mut record = record.map_err(|fault| fault.in_line(number))?;
            record.say(Key::Comment, comment);
            Ok(record)
        };
        if self.values().is_none()
            && let Some(row) = self.marked_row(number, content, sizes)
        {
            self.note_comment(comment.to_owned());
            self.rows.push(row, &mut self.fresh);
            return;
        }
        let values = self.values();
        if let Some(symbols) = &self.settings.symbols
            && let Some(grid) = symbols::whole(content, self.fixed_side, Some(symbols), values)
        {
            self.rows.interrupt(&mut self.fresh);
            self.fresh.push_back(commented(Ok(Record::at(number, grid, Format::Line))));
            return;
        }
        let special = if values.is_some() {
            None
        } else {
            let Settings { forms, geometry, .. } = &self.settings;
            one_line::special(forms, number, content, self.fixed_side, geometry.as_ref())
        };
        if let Some(special) = special {
            self.rows.interrupt(&mut self.fresh);
            self.fresh.push_back(commented(special));
            return;
        }
        if let Some(row) = self.lettered_row(number, content, sizes) {
            self.note_comment(comment.to_owned());
            self.rows.push(row, &mut self.fresh);
            return;
        }
        let reading = read_as(content, sizes);
        let may_be_row = is_in_block || reading.is_mostly_legal;
        match reading.extent {
            Some(Extent::Grid(side)) => {
                self.rows.interrupt(&mut self.fresh);
                match one_line::grid(number, content, side, values, &reading) {
                    Err(fault) if !reading.is_mostly_legal => self.report(number, fault, None),
                    grid => self.fresh.push_back(commented(grid)),
                }
            }
            Some(Extent::Row(_)) if may_be_row => {
                self.note_comment(comment.to_owned());
                self.rows.push(Row::new(number, content, reading), &mut self.fresh);
            }
            None if may_be_row && sizes.is_row_like(reading.cells) => {
                self.note_comment(comment.to_owned());
                self.rows.push(Row::new(number, content, reading), &mut self.fresh);
            }
            _ => {
                let may_be_title = has_gap_above
                    && self.rows.is_empty()
                    && is_title(content, &reading)
                    && !Rule::has_cells_in(content);
                self.rows.interrupt(&mut self.fresh);
                let cells = reading.is_mostly_legal.then_some(reading.cells);
                let fault =
                    rule_fault(content).unwrap_or_else(|| one_line::stray_fault(content, sizes, reading));
                if may_be_title && !matches!(self.count, Count::Promised { .. }) {
                    self.note_comment(comment.to_owned());
                    let comments = mem::take(&mut self.comments);
                    self.title =
                        Some(Title { line: number, text: content.trim().to_owned(), fault, comments });
                } else {
                    self.report(number, fault, cells);
                }
            }
        }
    }

    /// Returns the row of a line of candidates; `None` if it is not one.
    fn marked_row(&self, number: u64, content: &str, sizes: Sizes) -> Option<Row> {
        let count = Tokens::new(content).take(MAX_SIDE + 1).count();
        let side = match sizes.fixed {
            Some(side) => side,
            None => Some(count).filter(|count| (4..=MAX_SIDE).contains(count))?,
        };
        let row = || Row::new(number, content, Reading::of_tokens(count, side));
        let is_asked = matches!(self.settings.format, Some(Format::Pencilmarks | Format::Sdx));
        if is_asked && count == side {
            return Some(match marked::lenient_groups(content, side) {
                Ok(groups) => row().with_groups(groups),
                Err(fault) => row().with_fault(fault),
            });
        }
        Some(row().with_groups(marked::groups(content, side)?))
    }

    /// Returns the row of a line of symbols that are not numbers; `None` if it is not one.
    fn lettered_row(&mut self, number: u64, content: &str, sizes: Sizes) -> Option<Row> {
        let is_begun = self.rows.has_letters();
        let symbols = self.settings.symbols.as_ref();
        // Rows without letters may be above.
        let is_below = !is_begun && !self.rows.is_empty() && symbols.is_none();
        let is_open = !is_below || self.rows.may_have_letters() && content.chars().any(char::is_alphabetic);
        if symbols.is_none() && (!is_open || self.values().is_some()) {
            return None;
        }
        let side = sizes.fixed.or(sizes.started.filter(|_| is_begun || is_below));
        let cells = symbols::row(content, side, symbols, is_begun)?;
        if is_below {
            self.rows.become_letters();
        }
        Some(Row::of_letters(number, cells))
    }

    /// Ends the input. `given` is the number of records returned before those in `out`.
    pub(super) fn finish(&mut self, given: u64, out: &mut Outcomes) {
        self.end_gaps(given, out);
        if let Count::Lone { line, text, .. } = &self.count
            && let Some(value @ (0 | 1)) = text.trim().parse::<u8>().ok().filter(|_| text.trim().len() == 1)
            && self.fixed_side.is_none()
            && given == 0
            && out.is_empty()
        {
            // Nothing else is there to be counted.
            let grid = Grid::from_digits(1, [Digit::new(value)].into());
            self.fresh.push_back(Ok(Record::at(*line, grid, Format::Line)));
            self.count = Count::None;
        }
        self.end_start();
        self.rows.finish(&mut self.fresh);
        self.end_stray();
        self.settle(out);
        if let Some((line, _)) = self.named.take() {
            let fault = Fault::unexpected("a puzzle below the digits of its board", "the end of the input");
            self.fresh.push_back(Err(fault.in_line(line)));
            self.settle(out);
        }
        self.refuse_title(out);
        out.extend(self.held.take().map(Ok));
        // `out` has only the last few records.
        let found = given + out.len() as u64;
        if let Count::Promised { line, count } = self.count
            && count > found
        {
            let kind = ReadErrorKind::unexpected(counted(count, "puzzle"), found);
            out.push_back(Err(Fault::of_line(kind).in_line(line)));
        }
    }
}

/// Returns the error of a line that is meant as a rule, in a place where no puzzle is.
fn rule_fault(content: &str) -> Option<Fault> {
    if !Rule::is_meant_in(content) {
        return None;
    }
    Some(match content.parse::<Rule>() {
        Ok(_) => Fault::unexpected("a puzzle", "a rule"),
        Err(error) => Fault::of_rule(error, content),
    })
}

/// Returns true if a line that is not cells may be the title of the grid below.
fn is_title(content: &str, reading: &Reading) -> bool {
    !reading.is_mostly_legal
        && content.len() <= LONGEST_TITLE
        && content.chars().any(char::is_alphabetic)
        && !content.contains(char::REPLACEMENT_CHARACTER)
}

/// Returns the section that begins with this line, if any.
fn section(text: &str) -> Option<Section> {
    let name = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let is_name = !name.is_empty() && name.chars().all(char::is_alphabetic);
    let section = if name.eq_ignore_ascii_case("puzzle") { Section::Puzzle } else { Section::Other };
    is_name.then_some(section)
}

/// What `QQWing` writes about a puzzle, before a colon.
const STATISTICS: [&str; 5] = ["Puzzle", "Solution", "Difficulty", "Symmetry", "Solve path"];

/// Returns the line with `#` before its comment, if it begins with `%`, or is a line that a generator writes about a puzzle.
fn foreign_comment(text: &str) -> Option<String> {
    if let Some((name, value)) = text.split_once(':') {
        let is_number =
            name.starts_with("Number of ") && value.trim().bytes().all(|byte| byte.is_ascii_digit());
        if is_number || STATISTICS.contains(&name) {
            return Some(format!("#{text}"));
        }
    }
    let start = text.find('%')?;
    let (before, comment) = text.split_at(start);
    let is_comment = before.is_empty() || before.ends_with(char::is_whitespace);
    (is_comment && !before.contains('#')).then(|| format!("{before}#{}", &comment[1..]))
}

fn is_count(content: &str) -> bool {
    let text = content.trim();
    text.len() <= LONGEST_COUNT && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_row_of_nine(content: &str) -> bool {
    let reading = read_as(content, Sizes { fixed: Some(9), started: None, is_in_block: false });
    reading.extent == Some(Extent::Row(9)) && reading.is_one_token && illegal_character(content).is_none()
}
