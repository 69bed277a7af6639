//! Symbols other than numbers for the digits of a grid: letters, or the letters of a word.
//!
//! Which letter stands for which digit is told by the whole grid. With digits beside the letters, they count on from the
//! digits: 1 to 9 and A to G on side 16, or 0 to 9 and A to F if 0 occurs beside another sign for a blank cell. Letters alone
//! are A for 1 and so on; if there are others, as many as digits, they are in the order of the alphabet.

use std::fmt;
use std::str::FromStr;

use super::token::{Symbol, Tokens, symbol};
use crate::model::geometry::{Digit, MAX_SIDE, Values};
use crate::model::grid::Grid;
use crate::model::unexpected::Unexpected;

/// The fewest cells of a first row of letters without separators. A shorter word is text.
const SHORTEST: usize = 9;

/// The symbols of the digits of a grid, in the order of the digits. Small letters stand for large ones that have no symbol of
/// their own.
///
/// ```
/// use sudoku_cover::{Reader, Symbols};
///
/// let symbols: Symbols = "WORD".parse()?;
/// let text = "WO..\nRD..\n..W.\n...O\n";
/// let record = Reader::new(text.as_bytes()).with_symbols(&symbols).next().ok_or("a record")??;
/// assert_eq!(record.grid.to_line().to_string(), "12..34....1....2");
/// assert_eq!(symbols.line(&record.grid).as_deref(), Some("WO..RD....W....O"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbols(Vec<char>);

impl Symbols {
    /// Returns the number of symbols.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the symbols of the cells of a whole grid, or `None` if these do not tell them.
    fn found_in(cells: impl Iterator<Item = char>, side: usize) -> Option<Symbols> {
        let cells: Vec<char> = cells.collect();
        let known = |symbols: &str| Symbols(symbols.chars().take(side).collect());
        let mut letters: Vec<char> =
            cells.iter().copied().filter(|cell| cell.is_alphabetic()).map(large).collect();
        letters.sort_unstable();
        letters.dedup();
        let has = |wanted: fn(char) -> bool| cells.iter().copied().any(wanted);
        let symbols = if has(|cell| ('1'..='9').contains(&cell)) {
            if side <= 9 {
                return None;
            }
            let zeros = cells.iter().filter(|&&cell| cell == '0').count();
            let has_other_blanks = has(|cell| cell != '0' && is_blank(cell));
            // In a full grid, 0 occurs as often as any other digit.
            let is_digit_0 = zeros > 0 && has_other_blanks || zeros == side;
            let from_0 = known("0123456789ABCDEFGHIJKLMNO");
            let from_1 = known("123456789ABCDEFGHIJKLMNOP");
            if is_digit_0 && letters.iter().all(|letter| from_0.0.contains(letter)) { from_0 } else { from_1 }
        } else {
            let alphabet = known("ABCDEFGHIJKLMNOPQRSTUVWXY");
            if letters.iter().all(|letter| alphabet.0.contains(letter)) {
                alphabet
            } else if letters.len() == side {
                Symbols(letters.clone())
            } else {
                return None;
            }
        };
        letters.iter().all(|letter| symbols.0.contains(letter)).then_some(symbols)
    }

    /// Returns the digit of a cell; `None` if the cell has another symbol.
    fn digit(&self, cell: char, values: Values) -> Option<Option<Digit>> {
        let place = |wanted: char| self.0.iter().position(|&symbol| symbol == wanted);
        match place(cell).or_else(|| place(large(cell))) {
            Some(rank) => values.at(rank).map(Some),
            None => is_blank(cell).then_some(None),
        }
    }

    /// Returns the digits of the cells, or the column of the first one with another symbol.
    pub(super) fn digits(
        &self,
        cells: &[(usize, char)],
        values: Values,
    ) -> Result<Vec<Option<Digit>>, Stranger> {
        let digit =
            |&(column, found): &(usize, char)| self.digit(found, values).ok_or(Stranger { column, found });
        cells.iter().map(digit).collect()
    }

    /// Returns a grid as one line with a character for each cell, `.` for a blank one, or `None` if the grid has digits without
    /// a symbol.
    #[must_use]
    pub fn line(&self, grid: &Grid) -> Option<String> {
        let symbol = |digit: &Option<Digit>| match digit {
            None => Some('.'),
            Some(digit) => self.0.get(grid.values().rank(*digit)).copied(),
        };
        grid.digits().iter().map(symbol).collect()
    }
}

/// Returns a grid as one line, of these symbols if it has no digits without one, otherwise of numbers.
pub(super) fn line_in(symbols: Option<&Symbols>, grid: &Grid) -> String {
    symbols.and_then(|symbols| symbols.line(grid)).unwrap_or_else(|| grid.to_line().to_string())
}

/// A cell whose symbol is none of the symbols.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stranger {
    pub(super) column: usize,
    pub(super) found: char,
}

impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|symbol| write!(f, "{symbol}"))
    }
}

impl FromStr for Symbols {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Symbols, Unexpected> {
        let symbols: Vec<char> = text.trim().chars().collect();
        let is_symbol = |cell: &char| {
            !matches!(symbol(*cell), Symbol::Blank | Symbol::Space | Symbol::Comma | Symbol::Comment)
        };
        let mut different = symbols.clone();
        different.sort_unstable();
        different.dedup();
        let fits = (1..=MAX_SIDE).contains(&symbols.len())
            && different.len() == symbols.len()
            && symbols.iter().all(is_symbol);
        let expected =
            || format!("1 to {MAX_SIDE} different symbols, none of which separates cells or is a blank cell");
        if fits { Ok(Symbols(symbols)) } else { Err(Unexpected::text(expected(), text)) }
    }
}

fn large(cell: char) -> char {
    let mut letters = cell.to_uppercase();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => letter,
        _ => cell,
    }
}

/// Returns true for a sign of a blank cell, unless it is one of the symbols.
fn is_blank(cell: char) -> bool {
    matches!(cell, '.' | '_' | '*' | '-' | '0')
}

/// The cells of a line, each a character with its column.
pub(super) type Cells = Vec<(usize, char)>;

/// Returns the cells of a line in which each is one character: a letter, a digit, one of the symbols or a blank cell. `None` if
/// the line has anything else.
fn cells(content: &str, symbols: Option<&Symbols>) -> Option<Cells> {
    let mut cells = Vec::new();
    for token in Tokens::new(content) {
        for (place, cell) in token.text.chars().enumerate() {
            let is_known = symbols.is_some_and(|symbols| symbols.0.contains(&cell));
            if !is_known && !cell.is_alphanumeric() && !is_blank(cell) {
                return None;
            }
            cells.push((token.column + place, cell));
        }
    }
    Some(cells)
}

/// Returns the cells of a line that may be the row of a grid of this side, or of any if it is not known. `is_begun` tells that
/// the rows above are such rows.
pub(super) fn row(
    content: &str,
    side: Option<usize>,
    symbols: Option<&Symbols>,
    is_begun: bool,
) -> Option<Cells> {
    if symbols.is_none()
        && !is_begun
        && !content.chars().any(char::is_alphabetic)
        && side.is_none_or(|side| side <= 9)
    {
        return None;
    }
    let found = cells(content, symbols)?;
    let count = found.len();
    if symbols.is_some() || is_begun {
        return (side == Some(count)).then_some(found);
    }
    // The heading of a table, such as `| a | b | c |`.
    if content.contains('|') && !found.iter().any(|&(_, cell)| is_blank(cell)) {
        return None;
    }
    let tokens = Tokens::new(content).count();
    let has_digits = found.iter().any(|(_, cell)| ('1'..='9').contains(cell));
    let has_letters = found.iter().any(|(_, cell)| cell.is_alphabetic());
    let is_cells = if tokens == count {
        count >= 4
    } else {
        let mut letters: Vec<char> = found.iter().map(|&(_, cell)| large(cell)).collect();
        letters.sort_unstable();
        letters.dedup();
        // A dash or 0 is part of many titles.
        let has_blank = found.iter().any(|(_, cell)| matches!(cell, '.' | '_' | '*'));
        let has_all = letters.len() == count && count > SHORTEST;
        count >= SHORTEST && (has_blank || has_all || has_digits && count > SHORTEST)
    };
    let fits = match side {
        // Digits with separators are numbers.
        Some(side) => side == count && (has_letters || side > 9 && tokens == 1),
        None => {
            has_letters
                && (count <= 9 && !has_digits || [10, 12, 14, 15, 16, 18, 20, 21, 24, 25].contains(&count))
        }
    };
    let is_told =
        || count <= SHORTEST || Symbols::found_in(found.iter().map(|&(_, cell)| cell), count).is_some();
    (is_cells && fits && is_told()).then_some(found)
}

/// Returns the digits of a line that is a whole grid, and its side; `None` if it is none.
pub(super) fn whole(
    content: &str,
    side: Option<usize>,
    symbols: Option<&Symbols>,
    values: Option<Values>,
) -> Option<Grid> {
    if symbols.is_none() && !content.chars().any(char::is_alphabetic) {
        return None;
    }
    let found = cells(content, symbols)?;
    let side = match side {
        Some(side) => side,
        None => [6, 9, 12, 16, 20, 25].into_iter().find(|side| side * side == found.len())?,
    };
    if found.len() != side * side {
        return None;
    }
    let told = match symbols {
        Some(symbols) => symbols.clone(),
        None => Symbols::found_in(found.iter().map(|&(_, cell)| cell), side)?,
    };
    let values = values.or_else(|| Values::new(1, u8::try_from(side).ok()?))?;
    let digits = told.digits(&found, values).ok()?;
    Some(Grid::from_digits_of(values, side, digits.into_boxed_slice()))
}

/// Returns the symbols of a grid of these rows.
pub(super) fn of_rows<'r>(rows: impl Iterator<Item = &'r Cells>, side: usize) -> Option<Symbols> {
    Symbols::found_in(rows.flatten().map(|&(_, cell)| cell), side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, side: usize) -> Option<String> {
        Symbols::found_in(text.chars(), side).map(|symbols| symbols.to_string())
    }

    #[test]
    fn the_cells_of_a_grid_tell_its_symbols() {
        assert_eq!(found("A..P", 16).as_deref(), Some("ABCDEFGHIJKLMNOP"));
        assert_eq!(found("1..g", 16).as_deref(), Some("123456789ABCDEFG"));
        assert_eq!(found("0.1F", 16).as_deref(), Some("0123456789ABCDEF"));
        assert_eq!(found("001G", 16).as_deref(), Some("123456789ABCDEFG"));
        assert_eq!(found("W.O.R.D", 4).as_deref(), Some("DORW"));
        assert_eq!(found("W.O.R", 4), None);
        assert_eq!(found("1..H", 16), None);
        assert_eq!(found("1A", 9), None);
    }

    #[test]
    fn symbols_differ_and_are_no_blank_cells() {
        for bad in ["", "AA", "A.B", "A B", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"] {
            assert!(bad.parse::<Symbols>().is_err(), "{bad}");
        }
        assert_eq!("0123".parse::<Symbols>().map(|symbols| symbols.to_string()), Ok("0123".to_owned()));
    }
}
