//! The kind of a line: blank, a comment, a border, a heading, or cells, which are a row, a whole puzzle, or
//! neither.
//!
//! The decision depends on counts alone (tokens, characters, lengths of groups), never on the digits, so a
//! wrong digit cannot turn a row into something else.

use super::fault::{Fault, ReadErrorKind};
use super::line::LARGEST_COMPACT_SIDE;
use super::token::{Cells, Symbol, Tokens, Unit, is_box_drawing, symbol, without_comment};
use crate::model::geometry::MAX_SIDE;

/// The side assumed where nothing indicates another one.
pub(super) const USUAL_SIDE: usize = 9;

/// The kind of a line, decided from its own characters.
#[derive(Debug)]
pub(super) enum LineKind<'a> {
    Blank,
    Comment,
    /// A line of a frame.
    Border,
    /// `Grid 12`, the headings of Project Euler's problem 96.
    Heading,
    /// Anything else, without the comment at its end.
    Cells(&'a str),
}

pub(super) fn line_kind(text: &str) -> LineKind<'_> {
    let content = without_comment(text);
    if content.trim().is_empty() {
        return if content.len() == text.len() { LineKind::Blank } else { LineKind::Comment };
    }
    if is_border(content) {
        LineKind::Border
    } else if is_heading(content) {
        LineKind::Heading
    } else {
        LineKind::Cells(content)
    }
}

/// Returns true if the line is a border. Characters that also stand for blank cells are part of a border only
/// beside a long dash.
fn is_border(content: &str) -> bool {
    let is_plain = |character: char| {
        matches!(character, '+' | '-' | '=' | '|' | ':')
            || is_box_drawing(character)
            || character.is_whitespace()
    };
    if content.chars().all(is_plain) {
        return true;
    }
    content.contains("---")
        && content.chars().all(|character| is_plain(character) || ".*'".contains(character))
}

fn is_heading(content: &str) -> bool {
    let mut words = content.split_whitespace();
    let is_grid = words.next().is_some_and(|word| word.eq_ignore_ascii_case("grid"));
    let is_numbered = words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    is_grid && is_numbered && words.next().is_none()
}

/// What is known about the size of the grids when a line is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// The side that all grids of the stream must have.
    pub(super) fixed: Option<usize>,
    /// The side of the grid in progress, if its rows show it.
    pub(super) started: Option<usize>,
    /// True if the line directly above is a row of that grid.
    pub(super) is_in_block: bool,
}

/// The part of a grid that the cells of a line are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// A row of a grid of this side.
    Row(usize),
    /// A whole grid of this side.
    Grid(usize),
}

impl Sizes {
    /// Returns the number of cells expected of a line that stands alone.
    pub(super) fn grid_cells(self) -> usize {
        let side = self.fixed.unwrap_or(USUAL_SIDE);
        side * side
    }

    /// Returns the extent of a line without separators, one cell for each character.
    fn compact(self, cells: usize) -> Option<Extent> {
        match self.fixed {
            Some(side) if side > LARGEST_COMPACT_SIDE => None,
            Some(_) => self.of_fixed_side(cells),
            // A line of 16 between rows of 9 is more likely two rows run together.
            None if matches!(cells, 16 | 25 | 49 | 64)
                && self.is_in_block
                && self.started.is_some_and(|side| side * side != cells) =>
            {
                None
            }
            None => match cells {
                4..=9 => Some(Extent::Row(cells)),
                16 | 25 | 36 | 49 | 64 | 81 => Some(Extent::Grid(cells.isqrt())),
                _ => None,
            },
        }
    }

    /// Returns the extent of a line of single characters with separators between them, or in a frame: rows of any
    /// side, though three cells or fewer are one only in a frame.
    fn single(self, cells: usize, is_framed: bool) -> Option<Extent> {
        match cells {
            1..=3 if self.fixed.is_none() && is_framed => Some(Extent::Row(cells)),
            5 | 7 | 8 if self.fixed.is_none() => Some(Extent::Row(cells)),
            _ => self.separated(cells),
        }
    }

    /// Returns the extent of a line with separators between its cells.
    fn separated(self, cells: usize) -> Option<Extent> {
        match (self.fixed, cells) {
            (Some(_), _) => self.of_fixed_side(cells),
            (None, 4 | 6 | 9..=MAX_SIDE) => Some(Extent::Row(cells)),
            (None, _) => {
                let side = cells.isqrt();
                (side * side == cells && cells > MAX_SIDE && side <= MAX_SIDE).then_some(Extent::Grid(side))
            }
        }
    }

    fn of_fixed_side(self, cells: usize) -> Option<Extent> {
        let side = self.fixed?;
        match cells {
            _ if cells == side => Some(Extent::Row(side)),
            _ if cells == side * side => Some(Extent::Grid(side)),
            _ => None,
        }
    }

    /// Returns true if a comma at the end of the line ends the last cell; otherwise it stands before a blank
    /// cell.
    fn comma_ends_the_line(self, cells_before: usize) -> bool {
        match self.fixed.or(self.started) {
            Some(side) => cells_before == side || cells_before == side * side,
            None if cells_before > 1 && cells_before.isqrt().pow(2) == cells_before => true,
            None => self.separated(cells_before).is_some() && self.separated(cells_before + 1).is_none(),
        }
    }

    /// Returns true if a line of this number of cells is about as long as a row.
    pub(super) fn is_row_like(self, cells: usize) -> bool {
        match self.fixed {
            _ if self.is_in_block => (1..=2 * MAX_SIDE).contains(&cells) && cells < self.grid_cells(),
            Some(side) => (side.div_ceil(2)..=2 * side).contains(&cells),
            None => (3..=10).contains(&cells),
        }
    }
}

/// The counts that decide how a line is read.
#[derive(Debug, Default)]
struct Counts {
    /// Tokens, without the empty one after a final comma.
    tokens: usize,
    /// Characters in all tokens.
    symbols: usize,
    /// Those of them that are legal in a cell.
    legal: usize,
    first_length: usize,
    longest: usize,
    /// Column and length of the first token whose length differs from that of the first token.
    uneven: Option<(usize, usize)>,
    /// Characters of blank cells in all tokens, 0 among them.
    blank: usize,
    ends_with_comma: bool,
    /// True if a token of several characters contains a blank symbol, so that it is not a number.
    has_long_blanks: bool,
}

fn count(content: &str) -> Counts {
    let mut counts = Counts::default();
    for token in Tokens::new(content) {
        if token.is_after_last_comma {
            counts.ends_with_comma = true;
            break;
        }
        let length = token.len();
        if counts.tokens == 0 {
            counts.first_length = length;
        } else if length != counts.first_length && counts.uneven.is_none() {
            counts.uneven = Some((token.column, length));
        }
        counts.tokens += 1;
        counts.symbols += length;
        counts.longest = counts.longest.max(length);
        counts.legal += usize::from(token.text.is_empty());
        for character in token.text.chars() {
            match symbol(character) {
                Symbol::Digit(digit) => {
                    counts.legal += 1;
                    counts.blank += usize::from(digit == 0);
                }
                Symbol::Blank => {
                    counts.legal += 1;
                    counts.blank += 1;
                    counts.has_long_blanks |= length > 1;
                }
                _ => {}
            }
        }
    }
    counts
}

/// How to read the cells of a line.
#[derive(Debug)]
pub(super) struct Reading {
    /// The part of a grid that they are, or `None` if their number fits none.
    pub(super) extent: Option<Extent>,
    pub(super) unit: Unit,
    /// The number of cells.
    pub(super) cells: usize,
    /// An error in the grouping of the characters.
    pub(super) fault: Option<Fault>,
    /// True if at least half of the characters are legal in a cell; otherwise the line is other text.
    pub(super) is_mostly_legal: bool,
    /// True if the line is one token.
    pub(super) is_one_token: bool,
}

impl Reading {
    /// Returns the reading of a row of a grid of this side, one cell for each of `tokens` tokens.
    pub(super) fn of_tokens(tokens: usize, side: usize) -> Reading {
        let extent = (tokens == side).then_some(Extent::Row(side));
        let unit = Unit::Numbers;
        Reading { extent, unit, cells: tokens, fault: None, is_mostly_legal: true, is_one_token: tokens == 1 }
    }
}

/// Decides how to read a line of cells.
pub(super) fn read_as(content: &str, sizes: Sizes) -> Reading {
    let counts = count(content);
    let reading = |extent, unit, cells| Reading {
        extent,
        unit,
        cells,
        fault: None,
        is_mostly_legal: 2 * counts.legal >= counts.symbols,
        is_one_token: counts.tokens == 1 && !counts.ends_with_comma,
    };
    let is_separated = counts.tokens > 1 || counts.ends_with_comma;
    let numbers = if counts.ends_with_comma && !sizes.comma_ends_the_line(counts.tokens) {
        counts.tokens + 1
    } else {
        counts.tokens
    };
    if let Some(side) = sizes.fixed.filter(|&side| side > LARGEST_COMPACT_SIDE) {
        // Blank cells in succession are no number.
        let is_blank = !is_separated && counts.symbols == side * side && counts.blank == counts.symbols;
        return if is_blank {
            reading(Some(Extent::Grid(side)), Unit::Symbols, counts.symbols)
        } else {
            reading(sizes.separated(numbers), Unit::Numbers, numbers)
        };
    }
    if counts.longest <= 1 {
        let is_framed = numbers <= 3 && content.contains(|letter| letter == '|' || is_box_drawing(letter));
        let extent =
            if is_separated || is_framed { sizes.single(numbers, is_framed) } else { sizes.compact(numbers) };
        return reading(extent, Unit::Numbers, numbers);
    }
    // A whole puzzle may be followed by a comment without `#`.
    let is_mostly_legal = 2 * counts.legal >= counts.symbols;
    if let Some(grid @ Extent::Grid(side)) = sizes.compact(counts.first_length)
        && counts.first_length > 1
        && (is_mostly_legal || !matches!(side, 5 | 7 | 8))
    {
        return reading(Some(grid), Unit::Symbols, counts.first_length);
    }
    let groups = sizes.compact(counts.symbols).filter(|_| counts.uneven.is_none());
    if counts.first_length > MAX_SIDE && groups.is_none() {
        // A puzzle of the wrong length, whatever text follows.
        return reading(None, Unit::Symbols, counts.first_length);
    }
    if counts.longest <= 2 && !counts.has_long_blanks {
        let extent = sizes.separated(numbers);
        if extent.is_some() || counts.uneven.is_some() {
            return reading(extent, Unit::Numbers, numbers);
        }
    }
    match counts.uneven {
        None => reading(groups, Unit::Symbols, counts.symbols),
        Some((column, found)) => {
            let expected = format!("groups of {} cells", counts.first_length);
            let kind = ReadErrorKind::unexpected(expected, found);
            Reading { fault: Some(Fault::at(column, kind)), ..reading(None, Unit::Symbols, counts.symbols) }
        }
    }
}

/// Returns the error for a wrong number of cells in a line: at its first superfluous cell, or in the column
/// after its last one.
pub(super) fn count_fault(content: &str, unit: Unit, expected: usize, found: usize) -> Fault {
    let mut cells = Cells::new(content, unit).take(found);
    let column = if found > expected {
        cells.nth(expected).map(|cell| cell.column)
    } else {
        cells.last().map(|cell| cell.end)
    };
    Fault { column, kind: ReadErrorKind::count(expected, "cell", found) }
}

/// Returns the error for the first character of the line that is illegal in a cell, if any.
pub(super) fn illegal_character(content: &str) -> Option<Fault> {
    Cells::new(content, Unit::Symbols).find_map(|cell| cell.value.err())
}
