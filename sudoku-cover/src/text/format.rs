//! The forms in which puzzles are written, and their names.

use std::fmt;
use std::str::FromStr;

/// A form in which puzzles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle a line: `.txt`, `.sdm`.
    Line,
    /// Row below row, with or without borders.
    Grid,
    /// Digits, and 0 for blank cells; whatever else stands between them means nothing.
    Digits,
    /// A table with a header, one puzzle a record.
    Csv,
    /// Rows, and lines of `#` and a letter that say what the puzzle is: `.sdk` of SadMan Software and `SudoCue`.
    Sdk,
    /// Rows of given digits, placed ones after `u`, and candidates: `.sdx` of `SudoCue`.
    Sdx,
    /// A framed grid, then lines of placed digits and removed candidates: `.ss` of Simple Sudoku.
    SimpleSudoku,
    /// Fields between colons: the library lines of `HoDoKu`.
    Hodoku,
    /// Row below row, the candidates of each cell as a group of digits.
    Pencilmarks,
    /// N characters for each cell, one for each candidate: 729 for the classic.
    Candidates,
    /// The number of puzzles, then rows of nine digits: problem 2676 of the Peking University judge.
    Poj,
    /// The XML of `OpenSudoku`.
    OpenSudoku,
    /// Objects.
    Json,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 13] = [
        Format::Line,
        Format::Grid,
        Format::Digits,
        Format::Csv,
        Format::Sdk,
        Format::Sdx,
        Format::SimpleSudoku,
        Format::Hodoku,
        Format::Pencilmarks,
        Format::Candidates,
        Format::Poj,
        Format::OpenSudoku,
        Format::Json,
    ];

    /// The word that names it, such as `hodoku` or `729`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Line => "line",
            Format::Grid => "grid",
            Format::Digits => "digits",
            Format::Csv => "csv",
            Format::Sdk => "sdk",
            Format::Sdx => "sdx",
            Format::SimpleSudoku => "ss",
            Format::Hodoku => "hodoku",
            Format::Pencilmarks => "pm",
            Format::Candidates => "729",
            Format::Poj => "poj",
            Format::OpenSudoku => "opensudoku",
            Format::Json => "json",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format `{found}`, expected one of {}", Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat {
    /// The word.
    pub found: String,
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Format, UnknownFormat> {
        let mut formats = Format::ALL.into_iter();
        formats.find(|format| format.name() == word).ok_or_else(|| UnknownFormat { found: word.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_name() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert!("xls".parse::<Format>().unwrap_err().to_string().contains("pm, 729, poj"));
    }
}
