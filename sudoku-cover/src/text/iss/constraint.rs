//! The constraints of a text: names and arguments, with their offsets for errors.

use crate::model::geometry::{Cell, Geometry};
use crate::text::draft::Draft;
use crate::text::fault::ReadErrorKind;

/// The base of rows and columns, with digits for all sides up to 25.
const BASE: u32 = 26;

/// The name of the group of variables that is written.
pub(super) const VARIABLES: &str = "V";

/// The last argument of a line that ends where it begins.
pub(super) const LOOP: &str = "LOOP";

/// A result with the offset of an error in the text.
pub(super) type Read<T> = Result<T, (usize, ReadErrorKind)>;

/// A part of the text between `.` or `~`, and its offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) offset: usize,
    pub(super) text: &'a str,
}

impl<'a> Word<'a> {
    /// Returns the parts between the separators.
    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Word<'a>> {
        let mut offset = self.offset;
        self.text.split(separator).map(move |text| {
            let word = Word { offset, text };
            offset += text.len() + separator.len_utf8();
            word
        })
    }

    pub(super) fn expected<T>(self, expected: impl Into<String>) -> Read<T> {
        Err((self.offset, ReadErrorKind::found_text(expected, self.text)))
    }

    pub(super) fn number<N: std::str::FromStr>(self) -> Read<N> {
        self.text.parse().or_else(|_| self.expected("a number"))
    }
}

/// A name and its arguments.
#[derive(Debug)]
pub(super) struct Constraint<'a> {
    pub(super) name: Word<'a>,
    pub(super) arguments: Vec<Word<'a>>,
}

impl<'a> Constraint<'a> {
    pub(super) fn argument(&self, place: usize, expected: &str) -> Read<Word<'a>> {
        let end = Word { offset: self.name.offset + self.name.text.len(), text: self.name.text };
        self.arguments.get(place).copied().map_or_else(
            || Err((end.offset, ReadErrorKind::unexpected(format!("{expected} after {}", end.text), "none"))),
            Ok,
        )
    }

    /// Returns the cells from this argument on.
    pub(super) fn cells(&self, first: usize, draft: &Draft) -> Read<Vec<Cell>> {
        self.argument(first, "a cell")?;
        self.arguments[first..].iter().map(|&word| cell(word, draft)).collect()
    }

    /// Returns the cells from this argument on, of which none may be named twice.
    pub(super) fn cells_once(&self, first: usize, draft: &Draft) -> Read<Vec<Cell>> {
        let cells = self.cells(first, draft)?;
        match (1..cells.len()).find(|&place| cells[..place].contains(&cells[place])) {
            Some(place) => {
                self.arguments[first + place].expected(format!("each cell of {} once", self.name.text))
            }
            None => Ok(cells),
        }
    }

    /// Returns true if the first argument is a number.
    pub(super) fn has_number(&self) -> bool {
        self.arguments.first().is_some_and(|word| word.text.starts_with(|first: char| first.is_ascii_digit()))
    }

    /// Returns whether the argument names a row, and its number from 0.
    pub(super) fn line(&self, place: usize, draft: &Draft) -> Read<(bool, u8)> {
        let word = self.argument(place, "a row or column")?;
        let number =
            word.text.strip_prefix(['R', 'r', 'C', 'c']).and_then(|number| number.parse::<u8>().ok());
        match number
            .and_then(|number| number.checked_sub(1))
            .filter(|&number| usize::from(number) < draft.side())
        {
            Some(number) => Ok((word.text.starts_with(['R', 'r']), number)),
            None => word.expected("a row or column of the board, such as R1"),
        }
    }
}

/// Returns the cell of a word such as `R1C1`. Rows and columns are digits in base 17; `h` to `p`, for boards of side 17 to
/// 25, which the program does not have, and numbers of two digits, as in `R10C1`, are read too.
///
/// Variables and the regions of cells have names of their own.
pub(super) fn cell(word: Word<'_>, draft: &Draft) -> Read<Cell> {
    if let Some(variable) = draft.variable(word.text) {
        return if draft.shift == [0, 0] { Ok(variable) } else { word.expected("a cell, which has copies") };
    }
    let number = |text: &str| {
        let mut characters = text.chars();
        let number = match (characters.next(), characters.next()) {
            (Some(digit), None) => digit.to_digit(BASE),
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
            _ => None,
        };
        number.and_then(|number| u8::try_from(number).ok()?.checked_sub(1))
    };
    let parsed = || {
        let numbers = word.text.strip_prefix(['R', 'r'])?;
        // The first row may be `c`.
        let middle = numbers.char_indices().skip(1).find(|(_, character)| "Cc".contains(*character))?.0;
        let (row, column) = numbers.split_at(middle);
        Some(Cell::new(number(row)?, number(&column[1..])?))
    };
    let named = parsed().map_or_else(|| word.expected("a cell such as R1C1"), Ok)?;
    draft.index(named).map_err(|kind| (word.offset, kind))?;
    let moved = |number: usize, by: i16| u8::try_from(i16::try_from(number).ok()? + by).ok();
    let cell = moved(named.row(), draft.shift[0]).zip(moved(named.column(), draft.shift[1]));
    let cell = cell.map(|(row, column)| Cell::new(row, column)).filter(|&cell| draft.index(cell).is_ok());
    cell.map_or_else(|| word.expected("a cell whose copies are on the board"), Ok)
}

/// Returns a cell of a board as an argument.
pub(super) fn cell_name(cell: Cell, geometry: &Geometry) -> String {
    if let Some(cell) = cell.cell_of_region() {
        return format!("~CC{}", geometry.index(cell) + 1);
    }
    if cell.is_variable() {
        // A group of one has no numbers.
        return match geometry.variables() {
            [_] => format!("~V{VARIABLES}"),
            all => format!("~V{VARIABLES}{}", all.partition_point(|&other| other < cell) + 1),
        };
    }
    let digit =
        |number: usize| u32::try_from(number + 1).ok().and_then(|number| char::from_digit(number, BASE));
    let name = |number| digit(number).map_or_else(String::new, String::from);
    format!("~R{}C{}", name(cell.row()), name(cell.column()))
}
