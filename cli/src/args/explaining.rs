//! The arguments of the commands that solve as people do.

use clap::{Args, ValueEnum};
use sudoku_cover::geometry::MAX_SIDE;
use sudoku_cover::{Cell, Digit};

use super::puzzles::{Batching, Puzzles};
use super::running::Common;

pub(crate) const EXPLAIN: &str = "\
Examples:
  dlx sudoku explain 000000000000000012003045000000000036000000400570008000000100000000900020706000500
  dlx sudoku explain --format json puzzles.txt   one object a puzzle, with all that makes up a step
  dlx sudoku explain --order se puzzles.txt      hidden singles before naked ones
  dlx sudoku explain --certify puzzles.txt       each step proved by the solver";
pub(crate) const HINT: &str = "\
Examples:
  dlx sudoku hint --grade vague 000000000000000012003045000000000036000000400570008000000100000000900020706000500
  dlx sudoku hint --grade where puzzle.txt       and which cells, digits and houses to look at
  dlx sudoku hint puzzle.txt                     the whole step";
pub(crate) const WHY_NOT: &str = "\
Examples:
  dlx sudoku why-not 3 r4c5 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  dlx sudoku why-not 9 r1c1 --format json puzzle.txt";
pub(crate) const RATE: &str = "\
Examples:
  dlx sudoku rate puzzles.txt
  dlx sudoku generate -n 1000 | dlx sudoku rate | grep Unfair
  dlx sudoku rate --scale hodoku puzzles.txt     without the rating like that of Sudoku Explainer
  dlx sudoku rate --scale engine puzzles.txt     what the search takes: nodes, and the smallest backdoor
  dlx sudoku rate --scale all --format csv puzzles.txt

The backdoor is the smallest number of digits of the solution that, once told, leave singles to do: 0 where singles
alone solve the puzzle. Nodes are the options that Knuth's algorithm X takes to find the solution and to see that it is
the only one, always at the item with the fewest options; forced ones count too.";

#[derive(Debug, Args)]
pub(crate) struct SudokuExplain {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    #[command(flatten)]
    pub(crate) mode: StepMode,
    /// Have each step proved by the solver: with the contrary, the puzzle has no solution
    #[arg(long)]
    pub(crate) certify: bool,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// How steps are found and printed.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct StepMode {
    /// Which techniques are tried first
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = TechniqueOrder::Hodoku)]
    pub(crate) order: TechniqueOrder,
    /// How steps are printed
    #[arg(long, value_enum, default_value_t = StepFormat::Text)]
    pub(crate) format: StepFormat,
}

/// In which order techniques are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TechniqueOrder {
    /// As HoDoKu does by default
    Hodoku,
    /// By what Sudoku Explainer makes of them
    Se,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StepFormat {
    /// In HoDoKu's notation, one step a line
    Text,
    /// One object a line for each puzzle
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuHint {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// How much is told
    #[arg(long, value_enum, default_value_t = Grade::Full)]
    pub(crate) grade: Grade,
    #[command(flatten)]
    pub(crate) mode: StepMode,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// How much a hint tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Grade {
    /// What to look for
    Vague,
    /// And where
    Where,
    /// What to do, and why
    Full,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuWhyNot {
    /// The digit
    #[arg(value_parser = digit)]
    pub(crate) digit: Digit,
    /// The cell by row and column, such as r4c5
    #[arg(value_parser = cell)]
    pub(crate) cell: Cell,
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// How the reason is printed
    #[arg(long, value_enum, default_value_t = StepFormat::Text)]
    pub(crate) format: StepFormat,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

fn digit(text: &str) -> Result<Digit, String> {
    let digit = text.parse().ok().and_then(Digit::new);
    digit.ok_or_else(|| format!("a digit from 1 to {MAX_SIDE} expected"))
}

fn cell(text: &str) -> Result<Cell, String> {
    let number =
        |text: &str| text.parse().ok().filter(|number| (1..=MAX_SIDE).contains(&usize::from(*number)));
    let numbers = text
        .strip_prefix(['r', 'R'])
        .and_then(|rest| rest.split_once(['c', 'C']))
        .and_then(|(row, column)| Some((number(row)?, number(column)?)));
    let cell = numbers.map(|(row, column): (u8, u8)| Cell::new(row - 1, column - 1));
    cell.ok_or_else(|| "a cell such as r4c5 expected".to_owned())
}

#[derive(Debug, Args)]
pub(crate) struct SudokuRate {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// On which scales
    #[arg(long, value_enum, default_value_t = Scale::All)]
    pub(crate) scale: Scale,
    /// How ratings are printed
    #[arg(long, value_enum, default_value_t = RateFormat::Text)]
    pub(crate) format: RateFormat,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// A scale of difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scale {
    /// HoDoKu's level and score
    Hodoku,
    /// Hardest step, first placement and first step, on a scale like that of Sudoku Explainer
    Se,
    /// Nodes of the search by the links, and the size of the smallest backdoor, up to 3
    Engine,
    /// HoDoKu's and the one like that of Sudoku Explainer
    Both,
    /// Everything
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RateFormat {
    /// The puzzle, and its rating as a comment
    Text,
    /// One object a line
    Json,
    /// A table with a header
    Csv,
}
