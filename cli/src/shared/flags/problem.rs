//! Flags that name exact cover problems and their formats.

use std::path::{Path, PathBuf};

use clap::builder::Resettable;
use clap::{Args, ValueEnum};

use crate::shared::flags::budgets::{Deadline, Nodes};
use crate::shared::flags::running::OutputFile;

/// One or more problem files with a common format.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct ProblemList {
    /// Problem files, - for standard input [default: -]
    #[arg(value_name = "FILE", help_heading = Resettable::Reset)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    format: ProblemFormat,
    #[command(flatten)]
    pub(crate) output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
    #[command(flatten)]
    nodes: Nodes,
}

impl ProblemList {
    /// Returns the files; standard input if none is named.
    pub(crate) fn each(&self) -> impl ExactSizeIterator<Item = Source<'_>> {
        let files = match &self.files[..] {
            [] => vec![None],
            files => files.iter().map(|file| Some(file.as_path())).collect(),
        };
        files.into_iter().map(|file| Source { file, format: &self.format })
    }
}

/// One problem file.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct Problem {
    /// Problem file, - for standard input [default: -]
    #[arg(value_name = "FILE", help_heading = Resettable::Reset)]
    file: Option<PathBuf>,
    #[command(flatten)]
    format: ProblemFormat,
}

impl Problem {
    pub(crate) fn source(&self) -> Source<'_> {
        Source { file: self.file.as_deref(), format: &self.format }
    }
}

/// One problem file that must be named, beside another input.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct NamedProblem {
    /// Problem file, or - for standard input
    #[arg(value_name = "PROBLEM", help_heading = Resettable::Reset)]
    file: PathBuf,
    #[command(flatten)]
    format: ProblemFormat,
}

impl NamedProblem {
    pub(crate) fn source(&self) -> Source<'_> {
        Source { file: Some(&self.file), format: &self.format }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
struct ProblemFormat {
    /// Format of the input
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReadFormat::Auto, hide_short_help = true)]
    from: ReadFormat,
    /// In a matrix, the first N items are primary
    ///
    /// All are primary unless the file says otherwise. Other formats name the primary items themselves.
    #[arg(long, value_name = "N", hide_short_help = true)]
    primary: Option<usize>,
    /// Problem of a file of BurrTools [default: the first]
    ///
    /// Its name, or its number from 1.
    #[arg(long, value_name = "NAME|N", hide_short_help = true)]
    problem: Option<String>,
}

/// A problem file and how to read it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    /// `None` means standard input, not named explicitly.
    pub(crate) file: Option<&'a Path>,
    format: &'a ProblemFormat,
}

impl Source<'_> {
    /// The format given by `--from`.
    pub(crate) fn from(&self) -> ReadFormat {
        self.format.from
    }

    /// Number of primary items of a matrix, given by `--primary`.
    pub(crate) fn primary(&self) -> Option<usize> {
        self.format.primary
    }

    /// Name or number of a problem of a file with several, given by `--problem`.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.format.problem.as_deref()
    }
}

/// An input format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReadFormat {
    /// By file extension, such as .json or .lp, or first bytes: json, xmpuzzle, a compiled file, otherwise knuth
    Auto,
    /// Knuth's text format: a line of items, then one option a line
    Knuth,
    /// A matrix of 0 and 1: one option a line
    Dense,
    /// Numbers of items from 0: one option a line
    Sparse0,
    /// Numbers of items from 1: one option a line
    Sparse1,
    /// A JSON object with items and options
    Json,
    /// An integer program in the LP format of CPLEX, in binary variables
    Lp,
    /// An integer program in MPS, in binary variables
    Mps,
    /// Pseudo-Boolean constraints
    Opb,
    /// Clauses in the DIMACS format
    Cnf,
    /// Set partitioning of the OR-Library: for each column its cost, number of rows, and rows
    Partitioning,
    /// Packings of BurrTools
    Xmpuzzle,
}
