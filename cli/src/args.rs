//! The arguments: what can be asked, and the words of `--help`.

use std::num::NonZeroUsize;
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
  dlx best -k 3 costs.dlx                    the three cheapest covers, where options have costs
  dlx solve --format ids queens.dlx | dlx check queens.dlx -";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the covers of an exact cover problem
    #[command(after_help = exit::HELP)]
    Solve(CoverSolve),
    /// Count the covers of an exact cover problem
    #[command(after_help = exit::HELP)]
    Count(CoverCount),
    /// Find the cheapest cover of an exact cover problem with costs, or the cheapest ones
    #[command(after_help = exit::HELP)]
    Best(CoverBest),
    /// Check covers of an exact cover problem, as `dlx solve` and `dlx best` print them
    #[command(after_help = exit::HELP)]
    Check(CoverCheck),
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

#[derive(Debug, Args)]
pub(crate) struct CoverSolve {
    /// A problem in Knuth's format; - is standard input
    pub(crate) file: PathBuf,
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
    /// A problem in Knuth's format; - is standard input
    pub(crate) file: PathBuf,
    /// Stop counting here [default: count all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct CoverBest {
    /// A problem in Knuth's format, with costs such as `|7` in its options; - is standard input
    pub(crate) file: PathBuf,
    /// List so many covers, the cheapest first
    #[arg(short = 'k', long, value_name = "N", default_value = "1")]
    pub(crate) count: NonZeroUsize,
    /// Stop after this many nodes of the search [default: none]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Tell of each cheaper cover on standard error as it is found
    #[arg(long)]
    pub(crate) progress: bool,
    /// How a cover is printed, one a line, after its cost
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct CoverCheck {
    /// A problem in Knuth's format
    pub(crate) file: PathBuf,
    /// Covers, one a line, in any of the formats of `dlx solve` and `dlx best`; - is standard input
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
