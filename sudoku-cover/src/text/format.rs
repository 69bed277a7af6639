//! The formats of puzzles: their names, and what each can hold.

use std::fmt;
use std::str::FromStr;

use crate::model::geometry::MAX_SIDE;
use crate::model::unexpected::Unexpected;

/// A format of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle a line: `.txt`, `.sdm`.
    Line,
    /// One row per line, with or without borders.
    Grid,
    /// Digits, with 0 for blank cells; all other characters are ignored.
    Digits,
    /// A table with a header, one puzzle per record.
    Csv,
    /// Rows, and lines of `#` and a letter that describe the puzzle: `.sdk` of SadMan Software and `SudoCue`.
    Sdk,
    /// Rows of given digits, placed ones after `u`, and candidates: `.sdx` of `SudoCue`.
    Sdx,
    /// A framed grid, then lines of placed digits and removed candidates: `.ss` of Simple Sudoku.
    SimpleSudoku,
    /// Fields between colons: the library lines of `HoDoKu`.
    Hodoku,
    /// One row per line, the candidates of each cell as a group of digits.
    Pencilmarks,
    /// N characters for each cell, one for each candidate: 729 for the classic.
    Candidates,
    /// The number of puzzles, then rows of nine digits: problem 2676 of the Peking University judge.
    Poj,
    /// The XML of `OpenSudoku`.
    OpenSudoku,
    /// JSON objects.
    Json,
    /// Constraints of the Interactive Sudoku Solver: `.~R1C1_5.Thermo~R2C1~R3C1`.
    Iss,
    /// Compressed JSON of f-puzzles.
    FPuzzles,
    /// Links of `SudokuPad`.
    SudokuPad,
    /// A number for each cell, of cages: `3x3::k:3841:…`, and `SumoCueV1=…`.
    Killer,
    /// Links of `SudokuWiki`, `sudoku.coach` and others that have the cells in the link.
    Link,
}

/// What a format can hold.
pub(super) struct Capacity {
    /// The least and the greatest side of a grid.
    pub(super) sides: [usize; 2],
    /// True if a record has several lines, so that a blank line separates records.
    pub(super) is_block: bool,
    pub(super) has_placed: bool,
    pub(super) has_candidates: bool,
    /// True if rules of a variant are written, as far as the format has words for them.
    pub(super) has_rules: bool,
}

/// In the order of the enum: the name, the sides, and whether a record has several lines, whether it can hold
/// placed digits, candidates, and rules.
const FORMATS: [(Format, &str, [usize; 2], [bool; 4]); 18] = [
    (Format::Line, "line", [1, MAX_SIDE], [false, false, false, false]),
    (Format::Grid, "grid", [1, MAX_SIDE], [true, false, false, false]),
    (Format::Digits, "digits", [1, 9], [false, false, false, false]),
    (Format::Csv, "csv", [1, MAX_SIDE], [false, false, false, false]),
    (Format::Sdk, "sdk", [4, 9], [true, false, false, false]),
    (Format::Sdx, "sdx", [4, 9], [true, true, true, false]),
    (Format::SimpleSudoku, "ss", [9, 9], [true, true, true, false]),
    // A line with a single cell is not recognized as one of these, nor are three groups as a row of them.
    (Format::Hodoku, "hodoku", [2, 9], [false, true, true, false]),
    (Format::Pencilmarks, "pm", [4, MAX_SIDE], [true, false, true, false]),
    (Format::Candidates, "729", [4, MAX_SIDE], [false, false, true, false]),
    (Format::Poj, "poj", [9, 9], [false, false, false, false]),
    (Format::OpenSudoku, "opensudoku", [9, 9], [false, true, true, false]),
    (Format::Json, "json", [1, MAX_SIDE], [false, true, true, true]),
    (Format::Iss, "iss", [4, 16], [false, false, true, true]),
    (Format::FPuzzles, "fpuzzles", [1, MAX_SIDE], [false, true, true, true]),
    (Format::SudokuPad, "sudokupad", [1, MAX_SIDE], [false, true, true, true]),
    (Format::Killer, "killer", [2, MAX_SIDE], [false, false, false, true]),
    (Format::Link, "link", [9, 9], [false, true, true, false]),
];

impl Format {
    /// All formats.
    pub const ALL: [Format; 18] = {
        let mut all = [Format::Line; 18];
        let mut place = 0;
        while place < all.len() {
            all[place] = FORMATS[place].0;
            place += 1;
        }
        all
    };

    /// Returns the word for the format, such as `hodoku` or `729`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        FORMATS[self as usize].1
    }

    /// Returns true if the format holds the candidates that are left.
    #[must_use]
    pub const fn has_candidates(self) -> bool {
        self.capacity().has_candidates
    }

    /// Returns true if the format holds rules of a variant, as far as it has words for them.
    #[must_use]
    pub const fn has_rules(self) -> bool {
        self.capacity().has_rules
    }

    /// Returns the shortest format that holds placed digits and candidates of grids of this side.
    #[must_use]
    pub const fn of_states(side: usize) -> Format {
        let [least, most] = Format::Hodoku.capacity().sides;
        if least <= side && side <= most { Format::Hodoku } else { Format::Json }
    }

    pub(super) const fn capacity(self) -> Capacity {
        let (_, _, sides, [is_block, has_placed, has_candidates, has_rules]) = FORMATS[self as usize];
        Capacity { sides, is_block, has_placed, has_candidates, has_rules }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = Unexpected;

    fn from_str(word: &str) -> Result<Format, Unexpected> {
        let found = Format::ALL.into_iter().find(|format| format.name() == word);
        let names = || format!("one of {}", Format::ALL.map(Format::name).join(", "));
        found.ok_or_else(|| Unexpected::text(names(), word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_name() {
        for (place, format) in Format::ALL.into_iter().enumerate() {
            assert_eq!(format as usize, place);
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert!("xls".parse::<Format>().unwrap_err().to_string().contains("pm, 729, poj"));
    }
}
