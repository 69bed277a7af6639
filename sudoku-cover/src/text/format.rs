//! The formats of puzzles by name, and what each can hold. What reads and writes them is a [`Form`](super::form::Form).

use std::fmt;
use std::str::FromStr;

use crate::model::geometry::MAX_SIDE;
use crate::model::unexpected::Unexpected;

/// What a format can hold besides given digits and details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Digits that were placed rather than given.
    Placed,
    /// Candidates: those of the puzzle, or those that are left.
    Candidates,
    /// Rules of a variant, as far as the format has words for them.
    Rules,
    /// Other digits than 1 to the side.
    Values,
}

/// The row of a format.
struct About {
    name: &'static str,
    /// The least and the greatest side of a grid.
    sides: [usize; 2],
    /// True if a record has several lines, so that a blank line separates records.
    is_block: bool,
    holds: &'static [Part],
    /// What it is, as a help text says.
    words: &'static str,
    /// The endings of files, and other places, where it is found.
    files: &'static str,
}

macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident $name:literal [$least:literal to $most:expr] $is_block:literal [$($part:ident)*]
        $words:literal, $files:literal;)*) => {
        /// A format of puzzles.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$doc])* $format,)*
        }

        impl Format {
            /// All formats.
            pub const ALL: [Format; [$(Format::$format),*].len()] = [$(Format::$format),*];

            const ABOUT: [About; Format::ALL.len()] = [$(About {
                name: $name,
                sides: [$least, $most],
                is_block: $is_block,
                holds: &[$(Part::$part),*],
                words: $words,
                files: $files,
            }),*];
        }
    };
}

// The name, the sides, whether a record has several lines, what it holds, and what it is in words; from the plainest to the
// most particular.
formats! {
    /// One puzzle a line: `.txt`, `.sdm`.
    Line "line" [1 to MAX_SIDE] false [Values]
        "N x N characters, or above side 9 numbers with commas; a comment after #", "`.txt`, `.sdm`";
    /// One row per line, with or without borders.
    Grid "grid" [1 to MAX_SIDE] true [Values]
        "rows in a frame; any frame or none is read", "`.txt`";
    /// Digits, with 0 for blank cells; all other characters are ignored.
    Digits "digits" [1 to 9] false []
        "digits, 0 for blank cells; read with --from only, because it ignores other characters", "any text";
    /// A table with a header, one puzzle per record.
    Csv "csv" [1 to MAX_SIDE] false [Placed]
        "a table with a header; other columns are kept", "`.csv`, `.tsv`";
    /// Rows, and lines of `#` and a letter that describe the puzzle: `.sdk` of SadMan Software and `SudoCue`.
    Sdk "sdk" [4 to 9] true []
        "rows, and lines such as #AAuthor and #LEasy", "`.sdk`";
    /// Rows of given digits, placed ones after `u`, and candidates: `.sdx` of `SudoCue`.
    Sdx "sdx" [4 to 9] true [Placed Candidates]
        "givens, placed digits after u, candidates", "`.sdx`";
    /// A framed grid, then lines of placed digits and removed candidates: `.ss` of Simple Sudoku.
    SimpleSudoku "ss" [9 to 9] true [Placed Candidates]
        "Simple Sudoku: a framed grid, then I and E lines", "`.ss`";
    // A line with a single cell is not recognized as one of these, nor are three groups as a row of them.
    /// Fields between colons: the library lines of `HoDoKu`.
    Hodoku "hodoku" [2 to 9] false [Placed Candidates]
        "HoDoKu's library lines", "`.txt`";
    /// One row per line, the candidates of each cell as a group of digits.
    Pencilmarks "pm" [4 to MAX_SIDE] true [Candidates]
        "pencilmarks: rows of candidates", "`.txt`";
    /// N characters for each cell, one for each candidate: 729 for the classic.
    Candidates "729" [4 to MAX_SIDE] false [Candidates]
        "N x N x N characters, one for each candidate", "`.txt`";
    /// The number of puzzles, then rows of nine digits: problem 2676 of the Peking University judge.
    Poj "poj" [9 to 9] false []
        "the number of puzzles, then rows of nine digits", "`.txt`";
    /// The XML of `OpenSudoku`.
    OpenSudoku "opensudoku" [9 to 9] false [Placed Candidates]
        "OpenSudoku's XML", "`.opensudoku`, `.xml`";
    /// JSON objects.
    Json "json" [1 to MAX_SIDE] false [Placed Candidates Rules Values]
        "one object a line; objects and lists of them are read", "`.json`, `.jsonl`";
    /// Constraints of the Interactive Sudoku Solver: `.~R1C1_5.Thermo~R2C1~R3C1`.
    Iss "iss" [4 to 16] false [Candidates Rules Values]
        "constraints of the Interactive Sudoku Solver: .~R1C1_5.Thermo~R2C1~R3C1", "`.txt`, a link";
    /// Compressed JSON of f-puzzles.
    FPuzzles "fpuzzles" [1 to MAX_SIDE] false [Placed Candidates Rules]
        "compressed JSON of f-puzzles; its links and its JSON are read", "a line, a link, `.json`";
    /// Links of `SudokuPad`.
    SudokuPad "sudokupad" [1 to MAX_SIDE] false [Placed Candidates Rules]
        "a link to SudokuPad; those with fpuzzles or scl are read", "a link";
    /// A number for each cell, of cages: `3x3::k:3841:…`, and `SumoCueV1=…`.
    Killer "killer" [2 to MAX_SIDE] false [Rules]
        "a number for each cell, of its cage: 3x3::k:3841:...; SumoCueV1=... is read", "`.txt`";
    /// Links of `SudokuWiki`, `sudoku.coach` and others that have the cells in the link.
    Link "link" [9 to 9] false [Placed Candidates]
        "a link to SudokuWiki, S9B too; those of sudoku.coach and the Interactive Sudoku Solver are read,\n\
         and game IDs of Solo: 3x3:c9_1b...", "a link";
}

impl Format {
    const fn about(self) -> &'static About {
        &Format::ABOUT[self as usize]
    }

    /// Returns the word for the format, such as `hodoku` or `729`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.about().name
    }

    /// Returns what the format is in words, as a help text says it, in lines of at most 100 characters.
    #[must_use]
    pub const fn words(self) -> &'static str {
        self.about().words
    }

    /// Returns the endings of files, and other places, where the format is found, such as `` `.csv`, `.tsv` ``.
    #[must_use]
    pub const fn files(self) -> &'static str {
        self.about().files
    }

    /// Returns the least and the greatest side of a grid in the format.
    #[must_use]
    pub const fn sides(self) -> [usize; 2] {
        self.about().sides
    }

    /// Returns true if the format holds the candidates that are left.
    #[must_use]
    pub fn has_candidates(self) -> bool {
        self.holds(Part::Candidates)
    }

    /// Returns true if the format holds rules of a variant, as far as it has words for them.
    #[must_use]
    pub fn has_rules(self) -> bool {
        self.holds(Part::Rules)
    }

    /// Returns the shortest format that holds placed digits and candidates of grids of this side.
    #[must_use]
    pub const fn of_states(side: usize) -> Format {
        let [least, most] = Format::Hodoku.sides();
        if least <= side && side <= most { Format::Hodoku } else { Format::Json }
    }

    pub(super) fn holds(self, part: Part) -> bool {
        self.about().holds.contains(&part)
    }

    /// Returns true if a record has several lines, so that a blank line separates records.
    pub(super) const fn is_block(self) -> bool {
        self.about().is_block
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
