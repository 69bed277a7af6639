//! The formats of puzzles, and the arguments of `dlx sudoku convert`.

use clap::Args;
use sudoku_cover::Format;

use super::puzzles::{self, Puzzles};

pub(crate) const HELP: &str = "\
Examples:
  dlx sudoku convert --to hodoku 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  dlx sudoku convert --to csv --verbose *.sdk *.ss     a table of what is in many files
  dlx sudoku convert --to line --column quizzes train.csv
  dlx sudoku convert --to pm --box 2x3 puzzles.txt     candidates; the boxes say which cells see each other
  dlx sudoku convert --from digits --to line page.txt  digits amid anything
  dlx sudoku convert --to json game.opensudoku | dlx sudoku solve

Formats:
  line        N x N characters, or above side 9 numbers with commas; a comment after #
  grid        rows in a frame; any frame or none is read
  digits      digits, 0 for blank cells; read with --from only, as all other characters mean nothing
  csv         a table with a header; other columns are passed on
  sdk         rows, and lines such as #AAuthor and #LEasy
  sdx         given digits, placed ones after u, candidates
  ss          Simple Sudoku: a framed grid, then I and E lines
  hodoku      HoDoKu's library lines
  pm          pencilmarks: rows of candidates
  729         N x N x N characters, one for each candidate
  poj         the number of puzzles, then rows of nine digits
  opensudoku  OpenSudoku's XML
  json        one object a line; objects and lists of them are read

What is there and cannot be written in the format is named on standard error.

Exit codes:
    0  all records were written
    2  wrong usage
    3  a record could not be read, or not be written in the format
  130  interrupted";

#[derive(Debug, Args)]
pub(crate) struct SudokuConvert {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = puzzles::format())]
    pub(crate) to: Format,
    /// Say on standard error how many records were found in which format
    #[arg(short = 'v', long)]
    pub(crate) verbose: bool,
}
