//! The constraints of a text: names and arguments, with their offsets for errors.

use crate::model::geometry::Cell;
use crate::text::draft::Draft;
use crate::text::fault::ReadErrorKind;

/// A result with the offset of an error in the text.
pub(super) type Read<T> = Result<T, (usize, ReadErrorKind)>;

/// A part of the text between `.` or `~`, and its offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) offset: usize,
    pub(super) text: &'a str,
}

impl<'a> Word<'a> {
    /// Returns the parts between the separators, without white space around them.
    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Word<'a>> {
        let mut offset = self.offset;
        self.text.split(separator).map(move |part| {
            let indent = part.len() - part.trim_start().len();
            let word = Word { offset: offset + indent, text: part.trim() };
            offset += part.len() + separator.len_utf8();
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

    /// Returns the number in the first argument, if that is one, and the place of the argument after it.
    pub(super) fn number_or(&self, usual: u8) -> Read<(u8, usize)> {
        let first = self.argument(0, "a cell")?;
        let is_number = first.text.starts_with(|character: char| character.is_ascii_digit());
        if is_number { Ok((first.number()?, 1)) } else { Ok((usual, 0)) }
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

pub(super) fn cell(word: Word<'_>, draft: &Draft) -> Read<Cell> {
    let cell: Cell = word.text.parse().or_else(|_| word.expected("a cell such as R1C1"))?;
    draft.index(cell).map_err(|kind| (word.offset, kind))?;
    Ok(cell)
}
