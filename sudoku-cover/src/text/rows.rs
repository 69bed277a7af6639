//! Assembles rows, line by line, into grids.
//!
//! A block is a run of rows without a blank line. A grid is N rows of one block, or several blocks of equal
//! height that together have N rows. A wrong row counts as a row too, so it invalidates its own grid and no
//! other.
//!
//! A comment inside a block may stand inside a grid or between two grids. A grid with a comment is complete
//! only when its block ends. If the block has more rows, the rows before the comment are a grid that is too
//! short, and those after it must be exactly one grid.

use super::Format;
use super::fault::{Fault, ReadError, ReadErrorKind, digit_of, leftmost};
use super::marked::{self, Group};
use super::record::{Outcomes, Record};
use super::settings;
use super::shape::{Extent, Reading, USUAL_SIDE};
use super::symbols::{self, Stranger, Symbols};
use super::token::Cells;
use crate::model::geometry::{Digit, Geometry, MAX_SIDE, Values};
use crate::model::grid::Grid;
use crate::model::pencilmarks::Marks;

/// One more than the longest row: an error is reported at the first superfluous cell.
const KEPT_CELLS: usize = MAX_SIDE + 1;

/// A line that was read as a row, right or wrong.
#[derive(Debug)]
pub(super) struct Row {
    line: u64,
    /// The side that matches its number of cells, if any.
    side: Option<usize>,
    cells: usize,
    /// The numbers in its first cells, none where blank or wrong, each with its column.
    values: Vec<(Option<u32>, usize)>,
    /// The column after the last cell.
    end: usize,
    /// An error that does not depend on the side of the grid.
    fault: Option<Fault>,
    /// The cells as groups of candidates, if they can be read so and not every group is one digit.
    groups: Option<Vec<Group>>,
    /// The cells, if they are symbols in place of numbers.
    letters: symbols::Cells,
    /// True if the row has no separators.
    is_one_token: bool,
}

impl Row {
    pub(super) fn new(line: u64, content: &str, reading: Reading) -> Row {
        let side = match reading.extent {
            Some(Extent::Row(side)) => Some(side),
            _ => None,
        };
        let is_one_token = reading.is_one_token;
        let mut row =
            Row { side, cells: reading.cells, is_one_token, ..Row::unreadable(line, reading.fault) };
        for cell in Cells::new(content, reading.unit).take(reading.cells) {
            row.end = cell.end;
            let value = cell.value.unwrap_or_else(|fault| {
                row.fault = leftmost(row.fault.take(), Some(fault));
                None
            });
            if row.values.len() < KEPT_CELLS {
                row.values.push((value, cell.column));
            }
        }
        row
    }

    /// Returns a row whose cells are symbols in place of numbers.
    pub(super) fn of_letters(line: u64, cells: symbols::Cells) -> Row {
        let end = cells.last().map_or(1, |(column, _)| column + 1);
        let values = cells.iter().map(|&(column, _)| (None, column)).collect();
        let count = cells.len();
        Row { side: Some(count), cells: count, values, end, letters: cells, ..Row::unreadable(line, None) }
    }

    /// Returns the row, read as groups of candidates as well.
    pub(super) fn with_groups(self, groups: Vec<Group>) -> Row {
        Row { groups: Some(groups), ..self }
    }

    /// Returns the row with this error, in place of any other.
    pub(super) fn with_fault(self, fault: Fault) -> Row {
        Row { fault: Some(fault), ..self }
    }

    /// Returns a row whose cells are unknown.
    pub(super) fn unreadable(line: u64, fault: Option<Fault>) -> Row {
        Row {
            line,
            side: None,
            cells: 0,
            values: Vec::new(),
            end: 1,
            fault,
            groups: None,
            letters: Vec::new(),
            is_one_token: false,
        }
    }

    /// Returns the grid of side 2 or 3 whose line looks like this row.
    fn whole(&self) -> Option<Grid> {
        let side = match self.cells {
            4 => 2,
            9 => 3,
            _ => return None,
        };
        let values = settings::usual_values(side);
        let value = |&(value, _): &(Option<u32>, usize)| digit_of(values, value).ok();
        let digits: Box<[Option<Digit>]> = self.values.iter().map(value).collect::<Option<_>>()?;
        (self.is_one_token && self.fault.is_none()).then(|| Grid::from_digits(side, digits))
    }

    /// Returns the cells as groups of candidates, if the row is correct for a grid of this side and no cell
    /// is blank.
    fn groups(&self, side: usize) -> Option<Vec<Group>> {
        if self.groups.is_some() {
            return self.groups.clone().filter(|_| self.cells == side);
        }
        let group = |digit: Option<Digit>| Some(Group::Open(Marks::only(digit?)));
        let is_right = self.fault.is_none() && self.cells == side;
        if is_right { self.digits(settings::usual_values(side), side).map(group).collect() } else { None }
    }

    /// Returns the leftmost error of the row in a grid of this side with these digits.
    fn fault(&mut self, side: usize, values: Values) -> Option<Fault> {
        let large = self
            .values
            .iter()
            .take(side)
            .find_map(|&(value, column)| Some(Fault::at(column, digit_of(values, value).err()?)));
        let miscounted = (self.cells != side).then(|| {
            let column = self.values.get(side).map_or(self.end, |&(_, column)| column);
            Fault::at(column, ReadErrorKind::count(side, "cell", self.cells))
        });
        leftmost(leftmost(self.fault.take(), large), miscounted)
    }

    fn digits(&self, values: Values, side: usize) -> impl Iterator<Item = Option<Digit>> + '_ {
        self.values.iter().take(side).map(move |&(value, _)| digit_of(values, value).ok().flatten())
    }
}

/// The rows of the grid in progress.
#[derive(Debug)]
pub(super) struct Rows {
    fixed_side: Option<usize>,
    /// The board of all grids, if known. Its boxes determine which cells are peers.
    geometry: Option<Geometry>,
    /// The digits of the grid, if they are not the usual ones of its side.
    pub(super) values: Option<Values>,
    /// True if single digits are givens whatever their peers have.
    is_sdx: bool,
    /// The symbols of the digits, if they are not to be recognized.
    symbols: Option<Symbols>,
    /// The side of the grid, as far as known from its rows.
    side: Option<usize>,
    rows: Vec<Row>,
    /// The number of rows in blocks that have ended.
    held: usize,
    /// The number of rows of each of these blocks.
    block_height: usize,
    /// The number of rows above the last comment inside the current block; 0 if there is none.
    before_comment: usize,
    /// True if the rows must end with their block because a grid before them was too short.
    is_in_doubt: bool,
    /// The number of rows of the block beyond those kept, and the line of the last of them.
    superfluous: usize,
    superfluous_line: u64,
    /// True if the current block starts with these rows, not with an earlier grid.
    starts_block: bool,
    follows_border: bool,
}

impl Rows {
    pub(super) fn new(
        fixed_side: Option<usize>,
        geometry: Option<Geometry>,
        is_sdx: bool,
        symbols: Option<Symbols>,
    ) -> Rows {
        Rows {
            fixed_side,
            values: geometry.as_ref().and_then(settings::unusual_values),
            geometry,
            is_sdx,
            symbols,
            side: fixed_side,
            rows: Vec::new(),
            held: 0,
            block_height: 0,
            before_comment: 0,
            is_in_doubt: false,
            superfluous: 0,
            superfluous_line: 0,
            starts_block: true,
            follows_border: false,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns true if a row of the grid in progress has symbols in place of numbers.
    pub(super) fn has_letters(&self) -> bool {
        self.rows.iter().any(|row| !row.letters.is_empty())
    }

    /// Returns true if the rows of the grid in progress may be those of letters: each cell is one character, and a blank one
    /// where there are digits enough.
    pub(super) fn may_have_letters(&self) -> bool {
        let most = if self.side.is_some_and(|side| side > 9) { 9 } else { 0 };
        let is_single = |&(value, _): &(Option<u32>, usize)| value.is_none_or(|value| value <= most);
        self.rows.iter().all(|row| row.fault.is_none() && row.values.iter().all(is_single))
    }

    /// Makes the rows of the grid in progress rows of symbols in place of numbers.
    pub(super) fn become_letters(&mut self) {
        for row in self.rows.iter_mut().filter(|row| row.letters.is_empty()) {
            let cell = |&(value, column): &(Option<u32>, usize)| {
                (column, value.and_then(|value| char::from_digit(value, 10)).unwrap_or('.'))
            };
            row.letters = row.values.iter().map(cell).collect();
        }
    }

    /// Returns the side of the grid in progress, if it is known.
    pub(super) fn side(&self) -> Option<usize> {
        self.side.filter(|_| !self.is_empty())
    }

    /// Returns true if rows of the grid are in the current block.
    pub(super) fn is_in_block(&self) -> bool {
        self.rows.len() > self.held
    }

    fn expected(&self) -> usize {
        self.side.unwrap_or(USUAL_SIDE)
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: Row, out: &mut Outcomes) {
        self.follows_border = false;
        if !self.is_in_block() && self.held > 0 && self.is_of_another_grid(&row) {
            self.close(out);
        }
        if self.superfluous > 0 {
            (self.superfluous, self.superfluous_line) = (self.superfluous + 1, row.line);
            return;
        }
        let line = row.line;
        self.rows.push(row);
        self.settle_side();
        if self.held > 0 && self.rows.len() - self.held > self.block_height {
            // The blocks have unequal heights, so the current one belongs to another grid.
            self.give_up_first(self.held, out);
        }
        let side = self.expected();
        let must_wait = self.held > 0 || self.before_comment > 0 || self.is_in_doubt;
        if self.rows.len() >= side && !must_wait {
            self.emit(out);
            self.starts_block = false;
        } else if self.rows.len() > side && self.before_comment > 0 && !self.is_in_doubt {
            self.give_up_first(self.before_comment, out);
            self.is_in_doubt = true;
        } else if self.rows.len() > side && self.held == 0 {
            self.rows.truncate(side);
            (self.superfluous, self.superfluous_line) = (1, line);
        }
    }

    /// Returns true if a row after a blank line clearly belongs to a grid of another side. A difference of
    /// one cell is more likely an error in this grid.
    fn is_of_another_grid(&self, row: &Row) -> bool {
        match (row.side, self.side) {
            (Some(new), Some(old)) => new.abs_diff(old) > 1,
            _ => false,
        }
    }

    /// Sets the side to that of the first row, or to one that two rows have if the first one's is unique.
    fn settle_side(&mut self) {
        if self.fixed_side.is_some() {
            return;
        }
        let votes = |side| self.rows.iter().filter(|row| row.side == Some(side)).count();
        if self.side.is_none_or(|side| votes(side) < 2) {
            let sides = || self.rows.iter().filter_map(|row| row.side);
            self.side = sides().find(|&side| votes(side) > 1).or_else(|| sides().next());
        }
    }

    /// Processes a blank line, or an equivalent separator.
    pub(super) fn blank(&mut self, out: &mut Outcomes) {
        self.follows_border = false;
        let side = self.expected();
        let height = self.rows.len() - self.held;
        let divides = height > 0 && side.is_multiple_of(height) && self.side.is_some();
        if height == 0 {
            // If blank lines separate all rows, only a second blank line ends the grid.
            if self.held > 0 && self.block_height == 1 {
                self.close(out);
            }
        } else if self.rows.len() == side || self.superfluous > 0 {
            self.close(out);
        } else if self.held == 0 && divides && self.starts_block && !self.is_in_doubt {
            (self.held, self.block_height) = (height, height);
        } else if self.held > 0 && height == self.block_height {
            self.held = self.rows.len();
        } else {
            self.close(out);
        }
        self.before_comment = 0;
        self.is_in_doubt = false;
        self.starts_block = true;
    }

    /// Processes a line that contains only a comment.
    pub(super) fn comment(&mut self, out: &mut Outcomes) {
        self.follows_border = false;
        self.break_softly(out);
    }

    fn break_softly(&mut self, out: &mut Outcomes) {
        if !self.is_in_block() {
            self.starts_block = true;
        } else if self.rows.len() == self.expected() || self.superfluous > 0 {
            self.close(out);
        } else {
            self.before_comment = self.rows.len();
        }
    }

    /// Processes a line of a frame. Two in succession are the bottom of one grid and the top of the next.
    pub(super) fn border(&mut self, out: &mut Outcomes) {
        if self.follows_border {
            self.blank(out);
        } else {
            let side = self.expected();
            let is_between_bands =
                (2..side).any(|height| side.is_multiple_of(height) && self.rows.len().is_multiple_of(height));
            if !is_between_bands || self.rows.len() >= side {
                self.break_softly(out);
            }
        }
        self.follows_border = true;
    }

    /// Ends the grid in progress, because the next line cannot be part of it.
    pub(super) fn close(&mut self, out: &mut Outcomes) {
        let (expected, found) = (self.expected(), self.rows.len() + self.superfluous);
        if found == expected {
            self.emit(out);
        } else if found > 0 && !self.emit_lone_row(out) {
            self.fail(ReadErrorKind::count(expected, "row", found), out);
        }
        self.starts_block = true;
    }

    /// Ends the grid in progress, because of a line that is not one of its rows. If that line stands inside a
    /// block, it may have replaced a row, so the rows that follow must be exactly one grid.
    pub(super) fn interrupt(&mut self, out: &mut Outcomes) {
        let was_in_block = self.is_in_block();
        self.close(out);
        self.is_in_doubt = was_in_block;
        self.follows_border = false;
    }

    /// Has the effect of [`interrupt`](Self::interrupt) where no grid is in progress.
    pub(super) fn pass(&mut self) {
        debug_assert!(self.is_empty() && self.superfluous == 0);
        (self.starts_block, self.is_in_doubt, self.follows_border) = (true, false, false);
    }

    /// Ends the last grid at the end of the input.
    pub(super) fn finish(&mut self, out: &mut Outcomes) {
        let (expected, found) = (self.expected(), self.rows.len());
        if found < expected && found > 0 && !self.emit_lone_row(out) {
            self.fail(ReadErrorKind::end_after(expected, "row", found), out);
        } else {
            self.close(out);
        }
    }

    /// Appends the only row of the grid in progress, if it is a whole grid of side 2 or 3. Returns false if it is not.
    fn emit_lone_row(&mut self, out: &mut Outcomes) -> bool {
        let is_usual = self.fixed_side.is_none() && self.values.is_none();
        let row = self.rows.first().filter(|_| self.rows.len() == 1 && is_usual);
        let Some((line, grid)) = row.and_then(|row| Some((row.line, row.whole()?))) else { return false };
        out.push_back(Ok(Record::at(line, grid, Format::Line)));
        self.clear();
        true
    }

    /// Reports the first rows as a grid that is too short, and keeps the rows after them.
    fn give_up_first(&mut self, count: usize, out: &mut Outcomes) {
        let kind = ReadErrorKind::count(self.expected(), "row", count);
        let rest = self.rows.split_off(count);
        let before_comment = self.before_comment.saturating_sub(count);
        self.fail(kind, out);
        self.rows = rest;
        self.before_comment = before_comment;
        self.starts_block = true;
        self.settle_side();
    }

    /// Reports the first wrong row, or else a wrong number of rows.
    fn fail(&mut self, kind: ReadErrorKind, out: &mut Outcomes) {
        let side = self.expected();
        let last_line = self.rows.last().map_or(0, |row| row.line).max(self.superfluous_line);
        let wrong_row = self.first_fault(side);
        out.push_back(Err(wrong_row.unwrap_or_else(|| Fault::of_line(kind).in_line(last_line))));
        self.clear();
    }

    fn first_fault(&mut self, side: usize) -> Option<ReadError> {
        let values = self.values(side);
        self.rows.iter_mut().find_map(|row| Some(row.fault(side, values)?.in_line(row.line)))
    }

    /// Appends the grid, or the error of its first wrong row.
    fn emit(&mut self, out: &mut Outcomes) {
        let side = self.expected();
        let line = self.rows.first().map_or(0, |row| row.line);
        let lettered = self.has_letters().then(|| self.lettered(side, line));
        let outcome = match (self.marked(side, line), lettered, self.first_fault(side)) {
            (None, Some(lettered), None) => lettered,
            (Some(record), ..) => Ok(record),
            (None, _, Some(fault)) => Err(fault),
            (None, None, None) => {
                let values = self.values(side);
                let digits = self.rows.iter().flat_map(|row| row.digits(values, side)).collect();
                Ok(Record::at(line, Grid::from_digits_of(values, side, digits), Format::Grid))
            }
        };
        out.push_back(outcome);
        self.clear();
    }

    fn values(&self, side: usize) -> Values {
        self.values.unwrap_or_else(|| settings::usual_values(side))
    }

    /// Returns the record if some rows contain groups of candidates and no cell is blank. Otherwise a group
    /// such as `12` is more likely an error in a puzzle of digits.
    fn marked(&self, side: usize, line: u64) -> Option<Record> {
        let has_groups = self.rows.iter().any(|row| row.groups.is_some());
        if !has_groups {
            return None;
        }
        let groups: Option<Vec<Vec<Group>>> = self.rows.iter().map(|row| row.groups(side)).collect();
        let geometry = settings::board(self.geometry.as_ref(), side)?;
        Some(marked::record(line, &geometry, &groups?.concat(), self.is_sdx))
    }

    /// Returns the record of rows of symbols in place of numbers.
    fn lettered(&self, side: usize, line: u64) -> Result<Record, ReadError> {
        let rows = || self.rows.iter().map(|row| &row.letters);
        if let Some(numbers) = self.rows.iter().find(|row| row.letters.is_empty()) {
            let kind = ReadErrorKind::unexpected("a symbol for each cell, as in other rows", "numbers");
            return Err(Fault::of_line(kind).in_line(numbers.line));
        }
        let values = self.values(side);
        let Some(symbols) = self.symbols.clone().or_else(|| symbols::of_rows(rows(), side)) else {
            let kind = ReadErrorKind::unexpected(format!("symbols of {side} digits"), "others");
            return Err(Fault::of_line(kind).in_line(line));
        };
        let mut digits = Vec::with_capacity(side * side);
        for row in &self.rows {
            match symbols.digits(&row.letters, values) {
                Ok(read) => digits.extend(read),
                Err(Stranger { column, found }) => {
                    let kind = ReadErrorKind::found_char(format!("one of {symbols}"), found);
                    return Err(Fault::at(column, kind).in_line(row.line));
                }
            }
        }
        let grid = Grid::from_digits_of(values, side, digits.into_boxed_slice());
        Ok(Record::at(line, grid, Format::Grid))
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.side = self.fixed_side;
        self.held = 0;
        self.before_comment = 0;
        self.is_in_doubt = false;
        (self.superfluous, self.superfluous_line) = (0, 0);
    }
}
