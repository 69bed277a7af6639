//! Which exact cover problems are asked about, and the formats in which they are read.

use std::path::{Path, PathBuf};

use clap::builder::Resettable;
use clap::{Args, ValueEnum};

use crate::shared::flags::budgets::{Deadline, Nodes};
use crate::shared::flags::running::OutputFile;

/// Exact cover problems that are asked about one after the other, and what holds for all of them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct ProblemList {
    /// Problem files; - or none is standard input
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
    /// The files, of which none is standard input.
    pub(crate) fn each(&self) -> impl ExactSizeIterator<Item = Source<'_>> {
        let files = match &self.files[..] {
            [] => vec![None],
            files => files.iter().map(|file| Some(file.as_path())).collect(),
        };
        files.into_iter().map(|file| Source { file, format: &self.format })
    }
}

/// One exact cover problem.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct Problem {
    /// Problem file; - or none is standard input
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

/// One exact cover problem that is named, beside another input.
#[derive(Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct NamedProblem {
    /// Problem file; - is standard input
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
}

/// Where one problem is read from, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    /// `None` is standard input that was not named.
    pub(crate) file: Option<&'a Path>,
    format: &'a ProblemFormat,
}

impl Source<'_> {
    /// The format that is asked for.
    pub(crate) fn from(&self) -> ReadFormat {
        self.format.from
    }

    /// How many items of a matrix are primary.
    pub(crate) fn primary(&self) -> Option<usize> {
        self.format.primary
    }
}

/// A format that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReadFormat {
    /// By the name of the file, such as .json; otherwise knuth, or a compiled file by its first bytes
    Auto,
    /// Knuth's text format: a line of items, then one option a line
    Knuth,
    /// A matrix of 0 and 1: one option a line
    Dense,
    /// Numbers of items from 0: one option a line
    Sparse0,
    /// Numbers of items from 1: one option a line
    Sparse1,
    /// An object with items and options
    Json,
}
