//! The arguments: what can be asked, and the words of `--help`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use dlx_core::{CountEngine, Engine, Rule, Simd};

use crate::exit;
use crate::families::{self, Family};
use crate::memory::Memory;

mod diagrams;
mod explaining;

pub(crate) use diagrams::{CoverCompile, CoverMarginals, CoverSample, MarginalFormat, SudokuSample};
pub(crate) use explaining::{
    Grade, RateFormat, Scale, StepFormat, SudokuExplain, SudokuHint, SudokuRate, SudokuWhyNot, TechniqueOrder,
};

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
    /// Write an exact cover problem in another format, or for a solver of another kind
    #[command(after_help = exit::HELP)]
    Convert(Convert),
    /// Write a smaller problem with the same covers, and say why
    #[command(after_help = exit::HELP)]
    Reduce(CoverReduce),
    /// Solve, explain, rate, count, check and generate Sudoku
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
    /// Make puzzles with one solution, or of another kind: one a line
    #[command(after_help = exit::HELP)]
    Generate(SudokuGenerate),
    /// Measure what reading, solving and printing puzzles costs
    #[command(after_help = exit::HELP)]
    Bench(SudokuBench),
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

/// What is given of a cover.
#[derive(Debug, Args)]
pub(crate) struct Given {
    /// Options that must be chosen, by their numbers, counted from 0
    #[arg(long, value_name = "ID,ID,...", value_delimiter = ',')]
    pub(crate) force: Vec<u32>,
    /// Options that must not be chosen
    #[arg(long, value_name = "ID,ID,...", value_delimiter = ',')]
    pub(crate) forbid: Vec<u32>,
}

/// How an exact cover problem is searched.
#[derive(Debug, Args)]
pub(crate) struct Searching {
    /// Which item is covered next: fewest, first, preferred (those whose name begins with #), weighted, or
    /// random:SEED [default: fewest]
    #[arg(long, value_name = "RULE", value_parser = rule)]
    pub(crate) rule: Option<Rule>,
    /// What walks the tree: links, rows (sets of options as bits) or slices (sets of items as bits); all give the
    /// same covers in the same order. `dlx count` also takes search (walks the tree by the best of these), layers
    /// and memo, which meet no cover [default: what suits the problem; --stats says which]
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub(crate) engine: Option<AnyEngine>,
    /// The highest level of vector instructions to use: portable, avx2 or avx512 [default: what the machine has]
    #[arg(long, value_name = "LEVEL", value_parser = simd)]
    pub(crate) simd: Option<Simd>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// Whether the problem is reduced before it is searched
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Reduce::Auto)]
    pub(crate) reduce: Reduce,
    /// Show how far the search has come: a bar on a terminal, or with `always` a line now and then
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,
}

/// An engine that can be asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyEngine {
    /// It walks the search tree, and can list, estimate and count.
    Walks(Engine),
    /// It can only count.
    Counts(CountEngine),
}

/// When a problem is reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reduce {
    /// Where it pays: when counting takes long, unless --rule, --engine or --simd ask for one search
    Auto,
    /// As far as possible, before anything else
    Always,
    /// Search the problem as it is
    Never,
}

/// When something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal that shows nothing else
    Auto,
    Always,
    Never,
}

/// Which exact cover problem.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// An exact cover problem, or where all its covers are asked about, what `dlx compile` wrote; - is standard
    /// input
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
    /// otherwise knuth, or a diagram that `dlx compile` wrote, as its first bytes say
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
    /// Write the covers to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Keep the place of the search in this file, so that the run can be gone on with after it was ended in
    /// any way
    #[arg(long, value_name = "FILE", requires = "output")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// How often the place is saved
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s", requires = "checkpoint")]
    pub(crate) checkpoint_every: Duration,
    /// Go on from the checkpoint: what is missing is appended to the output
    #[arg(long, requires = "checkpoint")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) searching: Searching,
    /// Search with so many threads; the output is the same for any number
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, default_value = "1")]
    pub(crate) threads: NonZeroUsize,
    /// How a cover is printed, one a line
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoverFormat {
    /// The options as in the file, separated by ` | `
    Text,
    /// The numbers of the options, counted from 0 in the order of the file
    Ids,
    /// An object with both
    Json,
}

impl CoverFormat {
    /// The word that names it on the command line.
    pub(crate) fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    pub(crate) fn of_word(word: &str) -> Option<Self> {
        Self::from_str(word, false).ok()
    }
}

#[derive(Debug, Args)]
pub(crate) struct CoverCount {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Stop counting here [default: count all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Count once more by an engine that shares nothing with the first, and compare
    #[arg(long)]
    pub(crate) verify: bool,
    /// Print the number modulo this one
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    pub(crate) modulo: Option<NonZeroU64>,
    #[command(flatten)]
    pub(crate) searching: Searching,
    /// Count with so many threads [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct CoverEstimate {
    #[command(flatten)]
    pub(crate) input: Input,
    /// How many random ways down are tried
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) probes: u64,
    /// Another seed, other ways
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) searching: Searching,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct CoverBest {
    #[command(flatten)]
    pub(crate) input: Input,
    /// List so many covers, the cheapest first
    #[arg(short = 'k', long, value_name = "N", default_value = "1")]
    pub(crate) count: NonZeroUsize,
    /// Stop after this many nodes of the search [default: none]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// Tell of each cheaper cover on standard error as it is found
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,
    /// How a cover is printed, one a line, after its cost
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct CoverCheck {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Covers, one a line, in any of the formats of `dlx solve` and `dlx best`; - is standard input
    pub(crate) solutions: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CoverReduce {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Say on standard error of each option and item that is gone why
    #[arg(long)]
    pub(crate) explain: bool,
    /// Keep one of the options that use the same items in the same colors, the cheapest; covers are then fewer
    #[arg(long)]
    pub(crate) merge_duplicates: bool,
    /// Stop reducing after this time, and write what is reached; such as 10s, 500ms or 2min
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
}

#[derive(Debug, Args)]
pub(crate) struct CoverWhy {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) given: Given,
    /// How the reason is printed
    #[arg(long, value_enum, default_value_t = WhyFormat::Text)]
    pub(crate) format: WhyFormat,
    /// Stop after this time, such as 10s, 500ms or 2min; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum WhyFormat {
    /// In words
    Text,
    /// One object
    Json,
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

/// How many puzzles are answered.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Batching {
    /// Answer with so many threads; the output is the same for any number [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Show how many puzzles are answered: a bar on a terminal, or with `always` a line now and then
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,
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
    pub(crate) batching: Batching,
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
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuCheck {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Which puzzles are made.
#[derive(Debug, Args)]
pub(crate) struct SudokuGenerate {
    /// How many puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Another seed, other puzzles; the same seed, the same puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The side of the grids, 1 to 25 [default: 9, or that of --box]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=25))]
    pub(crate) size: Option<u8>,
    /// The shape of the boxes, such as 2x3: 2 rows high and 3 columns wide [default: the nearest to square]
    #[arg(long = "box", value_name = "ROWSxCOLUMNS", value_parser = box_shape)]
    pub(crate) box_shape: Option<BoxShape>,
    /// Only puzzles with so many clues; a number that is seldom reached takes long, or does not end
    #[arg(long, value_name = "N")]
    pub(crate) clues: Option<usize>,
    /// With --clues, only puzzles of which no clue can be left out; without it, all are such
    #[arg(long)]
    pub(crate) minimal: bool,
    /// What kind of puzzles
    #[arg(long, value_enum, default_value_t = Kind::Unique, conflicts_with_all = ["clues", "minimal"])]
    pub(crate) kind: Kind,
    /// How many nodes a search may enter to find out whether a clue can go; a clue stays if they do not do
    /// [default: any number up to side 9, 10000 up to side 16, 1000 above]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Stop after this time, such as 10s, 500ms or 2min; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
}

/// What kind of puzzles is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// One solution
    Unique,
    /// One solution, found by filling cells for which only one digit is left
    Easy,
    /// Several solutions: minimal puzzles less one clue
    Several,
    /// No solution, although no two clues contradict one another
    Unsolvable,
}

/// What is measured.
#[derive(Debug, Args)]
pub(crate) struct SudokuBench {
    /// Files of puzzles, each of which is read into memory before it is measured; - is standard input
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What is asked: 1 for a first solution, 2 for whether there is another one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) limit: u8,
    /// A puzzle that takes more nodes of the search counts as unknown [default: none does]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// How often each figure is measured; the least and the median are shown
    #[arg(long, value_name = "N", default_value = "7")]
    pub(crate) runs: NonZeroUsize,
    /// Measure so many threads as well, and compare them with one
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, default_value = "1")]
    pub(crate) threads: NonZeroUsize,
    /// The highest level of vector instructions to use: portable, avx2 or avx512 [default: what the machine has]
    #[arg(long, value_name = "LEVEL", value_parser = simd)]
    pub(crate) simd: Option<Simd>,
    /// How the figures are printed
    #[arg(long, value_enum, default_value_t = BenchFormat::Text)]
    pub(crate) format: BenchFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchFormat {
    /// A few lines for each file
    Text,
    /// One object a line for each file
    Json,
}

fn engine(word: &str) -> Result<AnyEngine, String> {
    if let Ok(engine) = word.parse() {
        return Ok(AnyEngine::Counts(engine));
    }
    let walking = word.parse().map(AnyEngine::Walks);
    walking
        .map_err(|error: dlx_core::UnknownEngine| format!("{error}; for a count also search, layers, memo"))
}

fn simd(word: &str) -> Result<Simd, String> {
    word.parse().map_err(|error: dlx_core::UnknownSimd| error.to_string())
}

fn rule(word: &str) -> Result<Rule, String> {
    word.parse().map_err(|error: dlx_core::UnknownRule| error.to_string())
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

fn box_shape(text: &str) -> Result<BoxShape, String> {
    let parsed = text.split_once(['x', 'X', '×']).and_then(|(height, width)| {
        Some(BoxShape { height: height.trim().parse().ok()?, width: width.trim().parse().ok()? })
    });
    parsed.ok_or_else(|| "expected rows and columns, such as 2x3".to_owned())
}
