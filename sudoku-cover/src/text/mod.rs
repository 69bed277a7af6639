//! Puzzles as text: a [`Reader`] for streams in all [formats](Format), which may be mixed, and a [`Writer`]
//! for each format.
//!
//! A [`Record`] contains the format in which it was written, the givens, and everything else in the text:
//! placed digits, candidates, and details such as title and author.
//!
//! | format | how it is recognized |
//! |---|---|
//! | line, grid, poj | as described below |
//! | sdk | a grid with a comment such as `#AAuthor`, or below `[Puzzle]`; other sections are ignored |
//! | sdx, pm | rows of N groups of ascending digits, one of which has two or more, and no blank cell; with `u` before a digit it is sdx |
//! | ss | a grid whose frame has a line `*---`, and below it lines such as `I024` and `E05002`, or another framed grid |
//! | hodoku | a line with six or seven colons, the first of them at its start |
//! | 729 | one token of N³ characters, 2N³ above side 9 |
//! | csv | a header with a name such as `puzzle` or `quizzes` in the first line, or a requested [`Column`] |
//! | opensudoku | a line that begins with `<` |
//! | latex | a line that begins with `\begin{sudoku}` |
//! | json | a line that begins with `{`, or with `[` and the beginning of a list, also after a name and `=` |
//! | iss | a line that begins with dots and a letter or `~` |
//! | fpuzzles | a token of base 64 that begins with `N4I`, a link with `load=`, or a JSON object with `size` and a `grid` of objects |
//! | sudokupad | a link, or a token, with `fpuzzles` or `scl` and base 64 |
//! | killer | a token that begins with the size of a box and a colon, or with `SumoCueV1` |
//! | link | a token with `://`, or a game ID of Solo such as `3x3:c9_1b…` |
//! | digits | never; it must be [requested](Reader::with_format) |
//!
//! A comment above, inside or beside a puzzle becomes a detail of that puzzle.
//!
//! Candidates are of two kinds. Where a format has no givens (pm, 729), candidates are the puzzle, and
//! [`Record::allowed`] is part of it. Elsewhere they are a state of the solution in progress, like placed
//! digits, and do not belong to the puzzle.
//!
//! # Characters
//!
//! ```text
//! digit      0-9 and the full-width ０-９; 0 is a blank cell
//! blank      . _ *     and in a line that is nothing but cells - x ?, as described below
//! separator  white space of any kind, | and :, box-drawing characters
//! comma      , ;     with nothing before it since the last comma: a blank cell
//! comment    # or a % after white space, and the rest of the line
//! ```
//!
//! Every other character is an error, and so are bytes that are not UTF-8. Lines end with LF, CR LF or CR; a
//! byte order mark at the start is skipped.
//!
//! # Lines
//!
//! ```text
//! border   only + - = | : and box-drawing characters; with --- in it also * . '
//! heading  "Grid" and a number, as in Project Euler's problem 96
//! whole    N² cells, optionally followed by a comment without # if they are one token
//! row      N cells
//! ```
//!
//! A token is a run of characters without separators. The cells of a line are
//!
//! - *numbers*, one cell for each token, if all tokens have one or two digits and their number fits,
//! - otherwise *symbols*, one cell for each character, if there is one token or all have one length; groups
//!   of different lengths are an error, since they may be a number and a typing error.
//!
//! A comma at the end of a line ends the last cell if the number of cells before it is the expected one (a
//! square number if no size is known); otherwise it stands before a blank cell.
//!
//! # Other blank cells
//!
//! In a line that is nothing but cells, of the right number, one of `-`, `x` (or `X`) and `?` is a blank cell as well,
//! if the line has no other sign for one; `---` stays a border. In a line with tabs, such as one copied from a
//! spreadsheet, nothing between two tabs is a blank cell, and so is nothing before the first or after the last one.
//! In a row of digits and spaces that is exactly N characters wide, a space is a blank cell, if the first row of the grid
//! is such a row too, and has two spaces in succession, or one at an end and another one.
//!
//! # Letters
//!
//! With [`Reader::with_symbols`], rows, lines, fields of tables and texts of JSON have these symbols in place of numbers, one for
//! each cell. Without it, letters are read in a line that is a whole grid of side 6 or more, and in the rows of a grid: one for
//! each cell, with separators, or with a blank cell and 9 cells or more. The rows above have one character for each cell too. On side 16 they are A to P, or follow the digits as 1 to G
//! or 0 to F; on other sides likewise. As many other letters as digits, those of a word, are in the order of the alphabet.
//!
//! # Titles
//!
//! A line of other text at the start of the stream or below a blank line, directly above the rows of a grid, is the
//! title of that grid.
//!
//! # Rules
//!
//! With [`Reader::with_rules_below`], lines below a grid or a whole puzzle that begin with the name of a rule, with a word
//! like one, or with a word before cells are rules of its board, one a line, with or without blank lines and comments
//! between. One that cannot be read makes the puzzle a bad record, with the rules below it; without cells and below a
//! blank line it is a line of its own, which may be the title of the next grid.
//!
//! # Sizes
//!
//! With [`Reader::with_side`], N cells are a row and N² a whole puzzle, and above side 9 all cells are
//! numbers, but for N² blank cells without separators. Without it:
//!
//! | cells in a line | as symbols | as numbers |
//! |---|---|---|
//! | 1 | `.`, or `0` or `1` alone in the input: a whole puzzle | an error |
//! | 1 to 3, in a frame | a row | a row |
//! | 4 to 9 | a row | a row |
//! | 10 to 25 | 16, 25: a whole puzzle; others an error | a row |
//! | 36, 49, 64, 81 | a whole puzzle | a whole puzzle |
//! | other squares up to 625 | an error | a whole puzzle |
//! | anything else | an error | an error |
//!
//! A row of 4 or 9 symbols that is all of a grid is a whole puzzle of side 2 or 3. Where a text is one puzzle, as in a field of
//! a table, a square number of cells is always all of it. Between rows of another size, 16, 25, 49 or 64 symbols are a
//! wrong row. The side of a grid of several lines is that
//! of its first row, unless two other rows agree on another one.
//!
//! # Rows and grids
//!
//! A block is a run of rows without a blank line; two border lines in succession count as one. In a block,
//! every N rows are a grid. Blocks of equal height, a divisor of N, are the parts of one grid, so blank lines
//! may separate bands, or all rows. Any other block that ends before its last grid is complete is an error:
//! `expected 9 rows, found 6`.
//!
//! A comment line may stand anywhere. If a grid with a comment inside would be complete, but its block has
//! more rows, the rows before the comment are reported as too few, and the rest of the block is a grid only
//! if it has exactly N rows. The same holds for a border at a place where no band ends, and for the rest of a
//! block after a line that is not a row.
//!
//! A wrong row counts as a row: its grid becomes one bad record with the place of the first error. Directly
//! below a row, every line of at most 50 cells is read as a row, whatever it contains; elsewhere it must be
//! about as long as a row, and half of its characters must be legal. Every other line is a bad record of its
//! own, unless it is a title. At the end of the input, a grid that is not complete is reported.
//!
//! # A count at the start
//!
//! If the first line with cells is a number of at most eight digits, and the next one is a single token of
//! nine digits, the number is the count of puzzles (POJ 2676). Fewer records than announced are an error, and
//! so is anything but comments and blank lines after them.
//!
//! # Limitations
//!
//! If a row is missing in a block of several grids without blank lines between them, the rows after the gap
//! are assembled wrongly up to the end of that block, and only its end is reported.

mod arrows;
mod blanks;
mod compressed;
mod digits;
mod document;
mod draft;
mod drawing;
mod fault;
mod form;
mod format;
mod fpuzzles;
mod frame;
mod gaps;
mod hodoku;
mod iss;
mod json;
mod killer;
mod latex;
mod line;
mod link;
mod loss;
mod marked;
mod one_line;
mod opensudoku;
mod parser;
mod plain;
mod reader;
mod recognize;
mod record;
mod rows;
mod scl;
mod settings;
mod shape;
mod simple;
mod solo;
mod source;
mod sukaku;
mod symbols;
mod table;
mod tags;
mod token;
mod write_error;
mod writer;
mod written;

use std::io::{BufRead, Write};
use std::str::FromStr;

pub use fault::{ReadError, ReadErrorKind};
pub use line::Line;
pub(crate) use line::append_digits;
pub use loss::{Loss, Losses};
pub use reader::Reader;
pub use record::{Detail, Key, LeftOut, More, Record};
pub use settings::Column;
pub use symbols::Symbols;
pub use write_error::WriteError;
pub use writer::Writer;

use crate::model::grid::Grid;
use form::Forms;
use format::{About, formats};

// From the plainest to the most particular: where several recognize a text, it is in the last of them. A line with a single
// cell is recognized as none of those from `ss` on, nor are three groups as a row of them.
formats! {
    /// One puzzle a line: `.txt`, `.sdm`.
    Line = plain::LineForm,
    /// One row per line, with or without borders.
    Grid = plain::GridForm,
    /// Digits, with 0 for blank cells; all other characters are ignored.
    Digits = digits::DigitsForm,
    /// A table with a header, one puzzle per record.
    Csv = table::TableForm,
    /// Rows, and lines of `#` and a letter that describe the puzzle: `.sdk` of SadMan Software and `SudoCue`.
    Sdk = tags::SdkForm,
    /// Rows of given digits, placed ones after `u`, and candidates: `.sdx` of `SudoCue`.
    Sdx = marked::SdxForm,
    /// A framed grid, then lines of placed digits and removed candidates: `.ss` of Simple Sudoku.
    SimpleSudoku = simple::SimpleForm,
    /// Fields between colons: the library lines of `HoDoKu`.
    Hodoku = hodoku::HodokuForm,
    /// One row per line, the candidates of each cell as a group of digits.
    Pencilmarks = marked::PencilmarksForm,
    /// N characters for each cell, one for each candidate: 729 for the classic.
    Candidates = sukaku::SukakuForm,
    /// The number of puzzles, then rows of nine digits: problem 2676 of the Peking University judge.
    Poj = plain::PojForm,
    /// The XML of `OpenSudoku`.
    OpenSudoku = opensudoku::OpenSudokuForm,
    /// The environment `sudoku` of the LaTeX package of that name.
    Latex = latex::LatexForm,
    /// JSON objects.
    Json = json::JsonForm,
    /// Constraints of the Interactive Sudoku Solver: `.~R1C1_5.Thermo~R2C1~R3C1`.
    Iss = iss::IssForm,
    /// Compressed JSON of f-puzzles.
    FPuzzles = link::FPuzzlesForm,
    /// Links of `SudokuPad`.
    SudokuPad = link::SudokuPadForm,
    /// A number for each cell, of cages: `3x3::k:3841:…`, and `SumoCueV1=…`.
    Killer = killer::KillerForm,
    /// Links of `SudokuWiki`, `sudoku.coach` and others that have the cells in the link.
    Link = link::LinkForm,
}

impl<R: BufRead> Reader<R> {
    /// Returns a reader that finds out the side of each grid.
    pub fn new(input: R) -> Reader<R> {
        Reader::of_forms(input, FORMS)
    }
}

impl<W: Write> Writer<W> {
    /// Returns a writer for this format. Boxes are as close to square as possible, and puzzles have only their own rules.
    pub fn new(output: W, format: Format) -> Writer<W> {
        Writer::of_form(output, FORMS[format as usize])
    }
}

/// Returns true if a text that no [`Reader`] reads is nevertheless meant as a puzzle: it has several lines, or is
/// mostly cells and separators, or begins as a puzzle of another program does. The name of a file is none of these.
///
/// ```
/// use sudoku_cover::resembles_puzzle;
///
/// assert!(resembles_puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7"));
/// assert!(!resembles_puzzle("puzzles-2026.txt"));
/// ```
#[must_use]
pub fn resembles_puzzle(text: &str) -> bool {
    recognize::resembles_puzzle(FORMS, text)
}

impl Grid {
    /// Returns the grid of a line with one plain symbol for each cell of a board of side 1 to 9: a digit, or `.`, `0`, `_` or
    /// `*` for a blank cell. `None` if the line is anything else, which a [`Reader`] may read nevertheless.
    ///
    /// ```
    /// use sudoku_cover::Grid;
    ///
    /// let line = "12341..*........";
    /// assert_eq!(Grid::of_plain_line(line), line.parse().ok());
    /// assert_eq!(Grid::of_plain_line("12341..x........"), None);
    /// ```
    ///
    /// # Complexity
    /// Linear in the line, and much faster than a reader for each of many lines.
    #[must_use]
    pub fn of_plain_line(line: &str) -> Option<Grid> {
        let side = line.len().isqrt();
        let is_whole = side * side == line.len() && (1..=9).contains(&side);
        if is_whole { one_line::compact_cells(line.as_bytes(), side) } else { None }
    }
}

/// Reads a text that contains one puzzle in any form that the [module](self) lists, of a size that can be
/// found without [`Reader::with_side`].
impl FromStr for Grid {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Grid, ReadError> {
        let expected =
            |found, line| fault::Fault::of_line(ReadErrorKind::unexpected("one puzzle", found)).in_line(line);
        let mut records = Reader::new(text.as_bytes());
        let first = records.next().ok_or_else(|| expected("none", 1))??;
        match records.next() {
            None => Ok(first.grid),
            Some(second) => Err(expected("another", second?.line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_its_form_at_its_place() {
        assert!(FORMS.iter().map(|form| form.format()).eq(Format::ALL));
    }
}
