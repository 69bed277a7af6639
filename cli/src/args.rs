//! The arguments: what can be asked, and the words of `--help`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::exit;

/// Exact cover: solve, count, enumerate and check; Sudoku too.
#[derive(Debug, Parser)]
#[command(
    name = "dlx",
    version,

    arg_required_else_help = true,
    after_help = exit::HELP,
    after_long_help = concat_help()
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

fn concat_help() -> String {
    format!("{EXAMPLES}\n\n{}", exit::HELP)
}

const EXAMPLES: &str = "\
Examples:
  dlx sudoku solve puzzles.txt               one line a puzzle: its solution
  dlx sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  dlx sudoku count --limit 2 < puzzles.txt   0, 1 or 2 for each puzzle
  dlx solve queens.dlx --limit 10            ten covers of an exact cover problem
  dlx count queens.dlx                       how many it has
  dlx solve --format ids queens.dlx | dlx check queens.dlx -
  dlx convert queens.dlx --to cnf            the same question for a SAT solver";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the covers of an exact cover problem
    #[command(after_help = exit::HELP)]
    Solve(CoverSolve),
    /// Count the covers of an exact cover problem
    #[command(after_help = exit::HELP)]
    Count(CoverCount),
    /// Check covers of an exact cover problem, as `dlx solve` prints them
    #[command(after_help = exit::HELP)]
    Check(CoverCheck),
    /// Write an exact cover problem in another format, or for a solver of another kind
    #[command(after_help = exit::HELP)]
    Convert(Convert),
    /// Solve, count and check Sudoku
    #[command(subcommand, after_help = exit::HELP)]
    Sudoku(SudokuCommand),
}

#[derive(Debug, Subcommand)]
pub(crate) enum SudokuCommand {
    /// Solve puzzles, and say whether the solution is the only one
    #[command(after_help = exit::HELP)]
    Solve(SudokuSolve),
    /// Count the solutions of puzzles: one number a line
    #[command(after_help = exit::HELP)]
    Count(SudokuCount),
    /// Say of each puzzle whether it is unique, several, none or invalid
    #[command(after_help = exit::HELP)]
    Check(SudokuCheck),
}

/// What every command takes.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Common {
    /// Stop after this time, such as 10s, 500ms or 2min; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// Print the counters of the search to standard error
    #[arg(long)]
    pub(crate) stats: bool,
}

/// Which exact cover problem.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// An exact cover problem; - is standard input
    pub(crate) file: PathBuf,
    /// The format of the problem
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReadFormat::Auto)]
    pub(crate) from: ReadFormat,
    /// In a dense or sparse matrix, the first N items are primary and the others secondary
    /// [default: all are primary, unless the file says otherwise]
    #[arg(long, value_name = "N")]
    pub(crate) primary: Option<usize>,
}

/// A format that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReadFormat {
    /// What the name of the file ends with, if that is one of the formats, such as .json or .sparse1;
    /// otherwise knuth
    Auto,
    /// Knuth's text format: a line of items, then one option a line
    Knuth,
    /// A matrix of 0 and 1: one option a line
    Dense,
    /// The numbers of the items, counted from 0: one option a line
    Sparse0,
    /// The numbers of the items, counted from 1: one option a line
    Sparse1,
    /// An object with items and options
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: WriteFormat,
    /// With --to cnf, how it is said that at most one of several variables is true [default: sequential]
    #[arg(long, value_enum, value_name = "ENCODING")]
    pub(crate) at_most_one: Option<AtMostOne>,
}

/// A format that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WriteFormat {
    /// Knuth's text format
    Knuth,
    /// A matrix of 0 and 1; primary items without bounds, no costs
    Dense,
    /// The numbers of the items, counted from 0; no colors, bounds or costs
    Sparse0,
    /// The numbers of the items, counted from 1; no colors, bounds or costs
    Sparse1,
    /// An object with items and options
    Json,
    /// Clauses in the DIMACS format, for SAT solvers; costs are left out
    Cnf,
    /// Pseudo-Boolean constraints
    Opb,
    /// An integer program in the LP format of CPLEX
    Lp,
}

/// How it is said that at most one of several variables is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AtMostOne {
    /// A clause for each pair
    Pairwise,
    /// A chain of as many variables (Sinz)
    Sequential,
    /// Rows and columns of a rectangle (Chen)
    Product,
    /// The number of the one that is true, in binary
    Binary,
}

#[derive(Debug, Args)]
pub(crate) struct CoverSolve {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Stop after this many covers [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// How a cover is printed, one a line
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CoverFormat {
    /// The options as in the file, separated by ` | `
    Text,
    /// The numbers of the options, counted from 0 in the order of the file
    Ids,
    /// An object with both
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct CoverCount {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Stop counting here [default: count all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct CoverCheck {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Covers, one a line, in any of the formats of `dlx solve`; - is standard input
    pub(crate) solutions: PathBuf,
}

/// Which puzzles.
#[derive(Debug, Args)]
pub(crate) struct Puzzles {
    /// Files, puzzles, or - for standard input, which is also what is read where nothing is named
    #[arg(value_name = "FILE | PUZZLE | -")]
    pub(crate) inputs: Vec<String>,
    /// The side of the grids, 1 to 25 [default: as found, 9 where in doubt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=25))]
    pub(crate) size: Option<u8>,
    /// The shape of the boxes, such as 2x3: 2 rows high and 3 columns wide [default: the nearest to square]
    #[arg(long = "box", value_name = "ROWSxCOLUMNS", value_parser = box_shape)]
    pub(crate) box_shape: Option<BoxShape>,
}

/// Rows and columns of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxShape {
    pub(crate) height: usize,
    pub(crate) width: usize,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuSolve {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// Print every solution
    #[arg(long, conflicts_with_all = ["limit", "first"])]
    pub(crate) all: bool,
    /// Print at most this many solutions of each puzzle
    #[arg(long, value_name = "N", conflicts_with = "first")]
    pub(crate) limit: Option<u64>,
    /// Print the first solution without looking for another
    #[arg(long)]
    pub(crate) first: bool,
    /// How solutions are printed [default: a single puzzle on a terminal as a grid, otherwise lines]
    #[arg(long, value_enum)]
    pub(crate) format: Option<SudokuFormat>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SudokuFormat {
    /// Drawn with borders; digits that were found are red, or marked with _ where there is no color
    Grid,
    /// One line a solution
    Line,
    /// One object a line
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuCount {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// Stop counting here for each puzzle [default: count all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuCheck {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// A duration: a bare number is seconds, otherwise units are named.
fn duration(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string());
    }
    humantime::parse_duration(text).map_err(|error| error.to_string())
}

fn box_shape(text: &str) -> Result<BoxShape, String> {
    let parsed = text.split_once(['x', 'X', '×']).and_then(|(height, width)| {
        Some(BoxShape { height: height.trim().parse().ok()?, width: width.trim().parse().ok()? })
    });
    parsed.ok_or_else(|| "expected rows and columns, such as 2x3".to_owned())
}
