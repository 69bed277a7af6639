//! Which exact cover problem is asked about, and the formats in which problems are read and written.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

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
    /// With --to cnf, refuse more clauses [default: 10000000]
    #[arg(long, value_name = "N")]
    pub(crate) max_clauses: Option<u64>,
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
