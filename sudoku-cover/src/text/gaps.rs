//! Puzzles with gaps: rows and lines in which some places are no cells of the board.
//!
//! `#` is a blocked cell, in a row of the grid and in a whole grid in one line. Between the grids of a board with several,
//! spaces may stand in its place, of which those at the end of a row may be missing, as in the usual text of a Samurai.
//!
//! A line with `#` before its last cell would be cells and a comment elsewhere, and one that begins with it a comment. So
//! these lines are kept until it is known whether they are rows: a line of digits alone after `#` is one only beside others,
//! and rows without gaps are usual ones unless one with gaps is below them.

use super::Format;
use super::fault::{Fault, ReadError, ReadErrorKind, digit_of};
use super::record::{Key, Record};
use super::settings;
use crate::model::geometry::rules::{CellsKind, Grids, Rule};
use crate::model::geometry::{Cell, Geometry, MAX_SIDE, Values};
use crate::model::grid::Grid;

/// The sides of overlapping grids that are recognized by the shape of their gaps.
const SIDES: [usize; 7] = [9, 6, 4, 16, 8, 12, 10];

/// The fewest cells of a first row in which spaces are gaps.
const FEWEST_CELLS: usize = 8;

/// A place in a row: no cell, a blank cell, or a number, with its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Blocked,
    Cell(Option<u32>, usize),
}

/// Whether a line is a row with gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It has gaps.
    Gaps,
    /// It has none, or may as well be a comment: it is a row beside others.
    Maybe,
}

/// Lines that are rows with gaps, or may be.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    lines: Vec<(u64, String)>,
    is_certain: bool,
}

impl Gaps {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Keeps a line if it is a row with gaps, or may be one beside those kept. Returns false if it is none.
    pub(super) fn keep(&mut self, number: u64, line: &str, board: Option<&Geometry>) -> bool {
        let line = line.trim_end_matches(['\r', '\n']);
        let is_as_long = self.lines.last().is_some_and(|(_, last)| last.len() == line.len());
        let is_complete = rectangle(board).is_some_and(|[rows, _]| rows == self.lines.len());
        let kind = kind(content(line), board);
        let is_row = match kind {
            _ if is_complete => false,
            Some(Kind::Gaps) => true,
            Some(Kind::Maybe) => {
                let is_beside = self.lines.is_empty() || is_as_long && self.lines.len() < MAX_SIDE;
                is_beside || self.is_certain
            }
            None if !self.is_certain => false,
            None => !line.trim().is_empty() && places(line).is_some_and(|row| row.len() <= MAX_SIDE),
        };
        let is_next = self.lines.last().is_none_or(|(last, _)| last + 1 == number);
        // A whole grid in one line stands alone.
        let whole = rectangle(board).map_or(usize::MAX, |[rows, columns]| rows * columns);
        let is_whole = |line: &str| (line.len() > MAX_SIDE || line.len() == whole) && !line.contains(',');
        let is_apart =
            self.lines.last().is_some_and(|(_, last)| is_whole(last)) || is_whole(line) && !self.is_empty();
        let is_kept = is_row && is_next && !is_apart;
        if is_kept {
            self.is_certain |= kind == Some(Kind::Gaps);
            self.lines.push((number, line.to_owned()));
        }
        is_kept
    }

    /// Returns true if one of the lines is a row without gaps.
    pub(super) fn has_plain_row(&self) -> bool {
        self.lines.iter().any(|(_, line)| is_plain(line.as_bytes()))
    }

    /// Returns true if the lines are rows without gaps, as many as a square has, so that no other is expected.
    pub(super) fn is_plain_square(&self) -> bool {
        let is_plain = |line: &str| !line.contains(['#', ' ']);
        let count = self.lines.len();
        !self.is_certain && self.lines.iter().all(|(_, line)| line.len() == count && is_plain(line))
    }

    /// Takes all lines, if they are a puzzle with gaps, as its record or the error in it; otherwise they are returned.
    pub(super) fn take(
        &mut self,
        board: Option<&Geometry>,
        values: Option<Values>,
    ) -> Result<Result<Record, ReadError>, Vec<(u64, String)>> {
        let lines = std::mem::take(&mut self.lines);
        let is_certain = std::mem::take(&mut self.is_certain);
        // The full grid of a puzzle whose blocked cells are the first ones of their rows.
        let have = |is_it: fn(u8) -> bool| lines.iter().any(|(_, line)| line.bytes().any(is_it));
        let is_square = || {
            lines.len() > 3
                && lines.iter().all(|(_, line)| line.len() == lines.len())
                && have(|byte| byte.is_ascii_digit())
                && have(|byte| byte == b'#')
        };
        if lines.is_empty() || !is_certain && !is_square() {
            return Err(lines);
        }
        Ok(record(&lines, board, values))
    }
}

/// Returns a whole grid in one line without the comment after it.
fn content(line: &str) -> &str {
    let end = line.find(" #").filter(|&end| whole_side(end).is_some() && !line[..end].contains(' '));
    end.map_or(line, |end| &line[..end])
}

/// Returns the places of a line; `None` if it has something else than cells and gaps.
fn places(line: &str) -> Option<Vec<Place>> {
    if line.contains(',') {
        let mut column = 1;
        let fields = line.split(',').map(|field| {
            let start = column + field.chars().take_while(|letter| letter.is_whitespace()).count();
            column += field.chars().count() + 1;
            match field.trim() {
                "#" => Some(Place::Blocked),
                "" | "." => Some(Place::Cell(None, start)),
                number => Some(Place::Cell(Some(number.parse().ok()?), start)),
            }
        });
        return fields.collect();
    }
    let place = |(column, letter): (usize, char)| match letter {
        '#' | ' ' => Some(Place::Blocked),
        '.' | '_' | '*' => Some(Place::Cell(None, column)),
        digit => Some(Place::Cell(Some(digit.to_digit(10)?), column)),
    };
    (1..).zip(line.chars()).map(place).collect()
}

/// Returns whether a line is a row with gaps, or may be; `None` if it is none by itself.
fn kind(line: &str, board: Option<&Geometry>) -> Option<Kind> {
    let row = places(line)?;
    let cells = || row.iter().filter(|place| **place != Place::Blocked);
    let side = board.map(Geometry::side);
    if let Some([rows, columns]) = rectangle(board)
        && (row.len() == columns || row.len() == rows * columns)
        && cells().count() == row.len()
    {
        return Some(Kind::Gaps);
    }
    // A row above others with gaps. Lines of 16 and 25 cells are whole grids.
    if is_plain(line.as_bytes()) {
        let is_row = side.map_or(!matches!(row.len(), 16 | MAX_SIDE), |side| row.len() == side);
        return is_row.then_some(Kind::Maybe);
    }
    let is_size = row.len() > 3 && (row.len() <= MAX_SIDE || whole_side(row.len()).is_some());
    let is_of_board = side.is_none_or(|side| row.len() <= side || row.len() == side * side);
    if !is_size || !is_of_board {
        return None;
    }
    if line.contains('#') && !line.contains(' ') {
        let has_blank = cells().any(|place| matches!(place, Place::Cell(None, _)));
        // `12#3` may be two cells with a comment, and `#123` a comment.
        let is_long = row.len() > MAX_SIDE;
        let is_certain = has_blank || is_long && cells().count() > 0;
        return Some(if is_certain { Kind::Gaps } else { Kind::Maybe });
    }
    if line.contains(' ') && !line.contains('#') && row.len() <= MAX_SIDE {
        // Words of cells with wide gaps between them, which cannot be blank cells or separators.
        let words: Vec<&str> = line.split_whitespace().collect();
        let has_wide_gaps = words.len() > 1 && !has_single_gap(line);
        let count = cells().count();
        // Words with as many cells as a row of a usual board are that row, with wide spaces between its boxes.
        let is_row =
            count >= FEWEST_CELLS && !matches!(count, 9 | 10..=12 | 16) || side.is_some_and(|side| side > 9);
        return (has_wide_gaps && is_row && words.iter().all(|word| word.len() > 3)).then_some(Kind::Gaps);
    }
    None
}

/// Returns true if a line is as long as a row, and all of it cells.
pub(super) fn is_plain(line: &[u8]) -> bool {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || b"._*".contains(byte);
    (4..=MAX_SIDE).contains(&line.len()) && line.iter().all(is_cell)
}

/// Returns true if a single space stands between two cells.
fn has_single_gap(line: &str) -> bool {
    let letters: Vec<char> = line.trim().chars().collect();
    letters.windows(3).any(|three| three[1] == ' ' && three[0] != ' ' && three[2] != ' ')
}

/// Returns the rows and columns of a board that is a rectangle. Its puzzles have no gaps, but fewer cells than a square.
fn rectangle(board: Option<&Geometry>) -> Option<[usize; 2]> {
    board.and_then(Geometry::rectangle)
}

/// Returns the side of a grid that is one line of this many cells.
fn whole_side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && (4..=MAX_SIDE).contains(&side)).then_some(side)
}

/// Returns the record of a whole grid with gaps in one line; `None` if the line is none.
pub(super) fn whole(
    number: u64,
    line: &str,
    board: Option<&Geometry>,
    values: Option<Values>,
) -> Option<Result<Record, ReadError>> {
    let row = places(line.trim())?;
    if let Some([rows, columns]) = rectangle(board)
        && row.len() == rows * columns
    {
        let rows: Vec<(u64, Vec<Place>)> = row.chunks(columns).map(|row| (number, row.to_vec())).collect();
        return Some(of_rows(&rows, rows.len().max(columns), Format::Line, board, values));
    }
    let side = whole_side(row.len()).filter(|&side| board.is_none_or(|board| board.side() == side));
    let side = side.filter(|_| line.contains('#'))?;
    row.iter().any(|place| *place != Place::Blocked).then(|| {
        let rows: Vec<(u64, Vec<Place>)> = row.chunks(side).map(|row| (number, row.to_vec())).collect();
        of_rows(&rows, side, Format::Line, board, values)
    })
}

fn record(
    lines: &[(u64, String)],
    board: Option<&Geometry>,
    values: Option<Values>,
) -> Result<Record, ReadError> {
    if let [(number, line)] = lines
        && let Some(whole) = whole(*number, content(line), board, values)
    {
        let mut record = whole?;
        record.say(Key::Comment, line[content(line).len()..].trim_start_matches([' ', '#']));
        return Ok(record);
    }
    let rows: Vec<(u64, Vec<Place>)> =
        lines.iter().map(|(number, line)| (*number, places(line).unwrap_or_default())).collect();
    let width = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
    let side = board.map_or(width.max(rows.len()), Geometry::side);
    if let Some([height, columns]) = rectangle(board)
        && rows.len() == height
        && rows.iter().all(|(_, row)| row.len() == columns)
    {
        return of_rows(&rows, side, Format::Grid, board, values);
    }
    let has_spaces = lines.iter().any(|(_, line)| line.contains(' '));
    let last = rows.last().map_or(0, |(number, _)| *number);
    if rows.len() != side {
        return Err(Fault::of_line(ReadErrorKind::count(side, "row", rows.len())).in_line(last));
    }
    // The spaces at the end of a row may be missing.
    let is_wrong = |row: &&(u64, Vec<Place>)| row.1.len() > side || row.1.len() < side && !has_spaces;
    if let Some((number, row)) = rows.iter().find(is_wrong) {
        return Err(Fault::of_line(ReadErrorKind::count(side, "cell", row.len())).in_line(*number));
    }
    of_rows(&rows, side, Format::Grid, board, values)
}

/// Returns the record of rows that are at most as long as the side.
fn of_rows(
    rows: &[(u64, Vec<Place>)],
    side: usize,
    format: Format,
    board: Option<&Geometry>,
    values: Option<Values>,
) -> Result<Record, ReadError> {
    let first = rows.first().map_or(0, |(number, _)| *number);
    let mut blocked = vec![true; side * side];
    for (at, (_, row)) in rows.iter().enumerate() {
        for (column, place) in row.iter().enumerate() {
            blocked[at * side + column] = *place == Place::Blocked;
        }
    }
    let is_of_board = board.is_some_and(|board| board.blocked() == blocked);
    let rule = (!is_of_board).then(|| rule_of(&blocked, side));
    let values = match (&rule, values, board) {
        (_, Some(values), _) => values,
        (Some(Rule::Grids(grids)), ..) => settings::usual_values(grids.side()),
        (_, _, Some(board)) => board.values(),
        _ => settings::usual_values(side),
    };
    let mut digits = vec![None; side * side];
    for (at, (number, row)) in rows.iter().enumerate() {
        for (column, place) in row.iter().enumerate() {
            if let Place::Cell(value, place) = *place {
                let digit = digit_of(values, value).map_err(|kind| Fault::at(place, kind).in_line(*number));
                digits[at * side + column] = digit?;
            }
        }
    }
    let grid = Grid::from_digits_of(values, side, digits.into()).with_blocked(&blocked);
    let mut record = Record::at(first, grid, format);
    if let Some(rule) = rule {
        record.more_mut().rules.push(rule);
    }
    Ok(record)
}

/// Returns the rule of a board with these gaps: overlapping grids if they have this shape, and blocked cells otherwise.
pub(super) fn rule_of(blocked: &[bool], side: usize) -> Rule {
    let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    let cell = |index: usize| Cell::new(byte(index / side), byte(index % side));
    SIDES.into_iter().find_map(|of_grid| grids_of(blocked, side, of_grid)).map_or_else(
        || {
            let cells = (0..blocked.len()).filter(|&index| blocked[index]).map(cell).collect();
            Rule::Cells { kind: CellsKind::Blocked, cells }
        },
        Rule::Grids,
    )
}

/// Returns the grids of this side that have all open cells, if there are several and each has cells that no other has.
fn grids_of(blocked: &[bool], side: usize, of_grid: usize) -> Option<Grids> {
    let starts = 0..=side.checked_sub(of_grid)?;
    let cells = |(top, left): (usize, usize)| {
        (0..of_grid * of_grid).map(move |at| (top + at / of_grid) * side + left + at % of_grid)
    };
    let corners = starts.clone().flat_map(|top| starts.clone().map(move |left| (top, left)));
    let corners: Vec<(usize, usize)> =
        corners.filter(|&corner| cells(corner).all(|index| !blocked[index])).collect();
    let mut times = vec![0_usize; blocked.len()];
    corners.iter().flat_map(|&corner| cells(corner)).for_each(|index| times[index] += 1);
    let are_all = times.iter().zip(blocked).all(|(&times, &is_blocked)| (times > 0) != is_blocked);
    let have_own = corners.iter().all(|&corner| cells(corner).any(|index| times[index] == 1));
    let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    let found = corners.iter().map(|&(top, left)| Cell::new(byte(top), byte(left))).collect();
    (corners.len() > 1 && are_all && have_own).then(|| Grids::new(byte(of_grid), found))
}
