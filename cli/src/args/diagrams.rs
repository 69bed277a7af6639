//! The arguments of the commands that know all covers at once.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Batching, Common, CoverFormat, Deadline, Given, Input, Puzzles};
use crate::shared::exit;
use crate::shared::memory::Memory;

/// Examples, and the exit codes below them.
macro_rules! help {
    ($name:ident, $examples:literal) => {
        pub(super) fn $name() -> String {
            format!(concat!("Examples:\n", $examples, "\n\n{}"), exit::HELP)
        }
    };
}

help!(
    count_help,
    "  dlx count queens.dlx                          however many they are, exactly
  dlx count --engine memo --stats queens.dlx    by this engine, and what it took
  dlx count --memory 2G --timeout 1min big.dlx  or at least so many, with exit code 5
  dlx count --modulo 1000000007 queens.dlx      the remainder
  dlx count queens.zdd                          of what `dlx compile` wrote, at once"
);
help!(
    sample_help,
    "  dlx sample queens.dlx                                        a random cover
  dlx sample -n 1000 --seed 7 queens.dlx                       a thousand; the same seed, the same covers
  dlx sample -n 9 --format ids queens.zdd                      from what `dlx compile` wrote
  dlx sample -n 9 --force 5 queens.dlx | dlx check queens.dlx -"
);
help!(
    marginals_help,
    "  dlx marginals queens.dlx              number of covers, share of all and option, one option a line
  dlx marginals --force 5 queens.dlx    among the covers with option 5
  dlx marginals --format json queens.zdd"
);
help!(
    compile_help,
    "  dlx compile queens.dlx -o queens.zdd
  dlx compile queens.dlx -o - | dlx sample -n 5 -
  dlx compile small.dlx -o small.zdd --dot small.dot    and as a graph, for Graphviz"
);
help!(
    sudoku_sample_help,
    "  dlx sudoku sample puzzle.txt                    a random solution of each puzzle
  dlx sudoku sample -n 10 --seed 7 --size 6 ....................................   of the empty 6x6 grid"
);

#[derive(Debug, Args)]
pub(crate) struct CoverSample {
    #[command(flatten)]
    pub(crate) input: Input,
    /// How many covers, each drawn from all
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Another seed, other covers; the same seed, the same covers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) given: Given,
    /// How a cover is printed, one a line
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

#[derive(Debug, Args)]
pub(crate) struct CoverMarginals {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) given: Given,
    /// How the numbers are printed, one option a line
    #[arg(long, value_enum, default_value_t = MarginalFormat::Text)]
    pub(crate) format: MarginalFormat,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MarginalFormat {
    /// The number of covers with the option, their share of all, and the option as in the file
    Text,
    /// An object with the same and the number of the option; the number of covers is a string, as it may be longer
    /// than numbers of JSON should be
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct CoverCompile {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Write the diagram to this file, which is replaced when all is written; - is standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) given: Given,
    /// Write it also as a graph in the DOT language, for Graphviz
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<PathBuf>,
    /// Do not say on standard error how large it is
    #[arg(short = 'q', long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuSample {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// How many solutions of each puzzle, each drawn from all of them
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Another seed, other solutions; the same seed, the same solutions, whatever the puzzles before
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}
