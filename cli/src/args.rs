//! The arguments: what can be asked, and the words of `--help`.

mod converting;
mod cover;
mod diagrams;
pub(crate) mod examples;
mod explaining;
mod formats;
mod making;
mod picturing;
mod scaling;
mod searching;
mod serving;
mod sudoku;
mod variants;

pub(crate) use converting::SudokuConvert;
pub(crate) use cover::{
    CoverBest, CoverCheck, CoverCount, CoverEstimate, CoverFormat, CoverReduce, CoverRender, CoverSolve,
    CoverWhy, WhyFormat,
};
pub(crate) use diagrams::{CoverCompile, CoverMarginals, CoverSample, MarginalFormat, SudokuSample};
pub(crate) use explaining::{
    Grade, RateFormat, Scale, StepFormat, SudokuExplain, SudokuHint, SudokuRate, SudokuWhyNot, TechniqueOrder,
};
pub(crate) use formats::{AtMostOne, Convert, Input, ReadFormat, WriteFormat};
pub(crate) use making::{ReportFormat, SudokuCanon, SudokuMinimize, SudokuWhy};
pub(crate) use picturing::{
    BookletFormat, DiffFormat, PaperName, PictureFormat, Rated, SudokuBooklet, SudokuDiff, SudokuPlay,
    SudokuRender, ThemeName,
};
pub(crate) use scaling::{CoverMerge, CoverSplit, RunTask};
pub(crate) use searching::{AnyEngine, Given, Reduce, Searching};
pub(crate) use serving::SudokuServe;
pub(crate) use sudoku::{
    Batching, BenchFormat, BoxShape, Kind, Puzzles, SudokuBench, SudokuCheck, SudokuCount, SudokuFormat,
    SudokuGenerate, SudokuSolve,
};
pub(crate) use variants::Rules;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use dlx_core::Simd;

use crate::cover::generate::families::{self, Family};
use crate::shared::exit;

/// Exact cover: solve, count, optimize, explain and check; Sudoku too.
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
  dlx sudoku convert --to hodoku puzzles.ss  in another of thirteen formats
  xzcat huge.txt.xz | dlx sudoku check -j 8  one word a puzzle, by eight threads
  dlx solve queens.dlx --limit 10            ten covers of an exact cover problem
  dlx count queens.dlx                       how many it has
  dlx sample -n 5 --seed 1 queens.dlx        five of them at random
  dlx best -k 3 costs.dlx                    the three cheapest covers, where options have costs
  dlx compile queens.dlx -o queens.zdd       all covers in one file, for count, sample, best and marginals
  dlx solve --format ids queens.dlx | dlx check queens.dlx -
  dlx convert queens.dlx --to cnf            the same question for a SAT solver";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the covers of an exact cover problem
    #[command(after_help = exit::HELP)]
    Solve(CoverSolve),
    /// Count the covers of an exact cover problem
    #[command(after_help = diagrams::count_help())]
    Count(CoverCount),
    /// Draw covers at random, all equally likely
    #[command(after_help = diagrams::sample_help())]
    Sample(CoverSample),
    /// Say of each option in how many covers it is
    #[command(after_help = diagrams::marginals_help())]
    Marginals(CoverMarginals),
    /// Write all covers into a file, as a diagram that count, sample, best, marginals and solve read
    #[command(after_help = diagrams::compile_help())]
    Compile(CoverCompile),
    /// Estimate how large the search for all covers is, and how many there are
    #[command(after_help = exit::HELP)]
    Estimate(CoverEstimate),
    /// Find the cheapest cover of an exact cover problem with costs, or the cheapest ones
    #[command(after_help = exit::HELP)]
    Best(CoverBest),
    /// Check covers of an exact cover problem, as `dlx solve` and `dlx best` print them
    #[command(after_help = exit::HELP)]
    Check(CoverCheck),
    /// Explain why an exact cover problem has no cover
    #[command(after_help = exit::HELP)]
    Why(CoverWhy),
    /// Make problems of the literature: queens, polyominoes, Latin squares, words, graphs and more
    #[command(after_help = families::EXAMPLES)]
    Gen {
        #[command(subcommand)]
        family: Family,
    },
    /// Draw a cover as SVG, where the items tell places: packings, boards and squares that `dlx gen` makes
    #[command(after_help = exit::HELP)]
    Render(CoverRender),
    /// Write an exact cover problem in another format, or for a solver of another kind
    #[command(after_help = exit::HELP)]
    Convert(Convert),
    /// Write a smaller problem with the same covers, and say why
    #[command(after_help = exit::HELP)]
    Reduce(CoverReduce),
    /// Cut the search for all covers into tasks that can run on any machine
    #[command(after_help = scaling::split_help())]
    Split(CoverSplit),
    /// Run tasks, and keep the result of each in a file
    #[command(after_help = scaling::run_task_help())]
    RunTask(RunTask),
    /// Put the results of all tasks together, each exactly once
    #[command(after_help = scaling::merge_help())]
    Merge(CoverMerge),
    /// Solve, explain, rate, count, check, generate and convert Sudoku
    #[command(subcommand, after_help = exit::HELP)]
    Sudoku(SudokuCommand),
    /// Print what completes commands and options in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of a command, or write all of them
    Man {
        /// The command, such as `sudoku solve` [default: dlx itself]
        #[arg(value_name = "COMMAND")]
        words: Vec<String>,
        /// Write the pages of all commands into this folder, which is made if it is not there
        #[arg(short = 'o', long, value_name = "FOLDER", conflicts_with = "words")]
        output: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum SudokuCommand {
    /// Solve puzzles, and say whether the solution is the only one
    #[command(after_help = exit::HELP)]
    Solve(SudokuSolve),
    /// Count the solutions of puzzles: one number a line
    #[command(after_help = exit::HELP)]
    Count(SudokuCount),
    /// Draw solutions of puzzles at random, all equally likely
    #[command(after_help = diagrams::sudoku_sample_help())]
    Sample(SudokuSample),
    /// Say of each puzzle whether it is unique, several, none or invalid
    #[command(after_help = exit::HELP)]
    Check(SudokuCheck),
    /// Solve puzzles as people do, and say each step
    #[command(after_help = explaining::explain_help())]
    Explain(SudokuExplain),
    /// Say the next step of each puzzle, or a part of it
    #[command(after_help = explaining::hint_help())]
    Hint(SudokuHint),
    /// Say why a digit cannot stand in a cell
    #[command(after_help = explaining::why_not_help())]
    WhyNot(SudokuWhyNot),
    /// Say how hard each puzzle is
    #[command(after_help = explaining::rate_help())]
    Rate(SudokuRate),
    /// Make puzzles with one solution, or of another kind
    #[command(after_help = making::generate_help())]
    Generate(SudokuGenerate),
    /// Leave out clues that are not needed
    #[command(after_help = making::minimize_help())]
    Minimize(SudokuMinimize),
    /// Write the canonical form of puzzles, or find those that are equivalent
    #[command(after_help = making::canon_help())]
    Canon(SudokuCanon),
    /// Say why a puzzle has no solution, or several, and what would give it one
    #[command(after_help = making::why_help())]
    Why(SudokuWhy),
    /// Write puzzles in another format
    #[command(after_help = converting::HELP)]
    Convert(SudokuConvert),
    /// Draw a grid as SVG, or as text, with candidates or a step of its explanation
    #[command(after_help = picturing::render_help())]
    Render(SudokuRender),
    /// Lay puzzles out on pages to print, their solutions at the end
    #[command(after_help = picturing::booklet_help())]
    Booklet(SudokuBooklet),
    /// Say what is different between two lists of puzzles
    #[command(after_help = picturing::diff_help())]
    Diff(SudokuDiff),
    /// Play a puzzle in the terminal, with hints
    #[command(after_help = picturing::play_help(), mut_arg("inputs", |inputs| {
        inputs.help("A file, a puzzle, or - for standard input [default: the saved game, or a puzzle that is made]")
    }))]
    Play(SudokuPlay),
    /// Measure what reading, solving and printing puzzles costs
    #[command(after_help = exit::HELP)]
    Bench(SudokuBench),
    /// Open a page in the browser to enter, play, solve and explain puzzles, served from this machine alone
    #[command(after_help = serving::HELP)]
    Serve(SudokuServe),
}

/// When a run ends at the latest.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Deadline {
    /// Stop after this time, such as 10s, 500ms or 2min; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
}

/// What every command takes that searches.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) deadline: Deadline,
    /// Print the counters of the search to standard error
    #[arg(long)]
    pub(crate) stats: bool,
}

/// When something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal that shows nothing else
    Auto,
    Always,
    Never,
    /// For programs: an object a line on standard error, each second
    Json,
}

fn simd(word: &str) -> Result<Simd, String> {
    word.parse().map_err(|error: dlx_core::UnknownSimd| error.to_string())
}

/// More threads than any machine has cores would only wait for one another.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().and_then(NonZeroUsize::new);
    let threads = threads.filter(|threads| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| format!("expected a number of threads from 1 to {MOST_THREADS}"))
}

/// A duration: a bare number is seconds, otherwise units are named.
fn duration(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string());
    }
    humantime::parse_duration(text).map_err(|error| error.to_string())
}
