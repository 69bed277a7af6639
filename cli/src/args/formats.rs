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
