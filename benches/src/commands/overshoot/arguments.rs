//! The arguments of the command, and its faults.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Run long operations with a deadline, and print the time by which they exceed it.
///
/// Limits are checked every 256 nodes, as in the command line program. Preparations that an operation needs
/// are not timed.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Run only rows whose name contains one of these words.
    pub(super) words: Vec<String>,

    /// Deadlines in milliseconds, one run each.
    #[arg(long, value_delimiter = ',', default_value = "1,5,20,50,150")]
    pub(super) deadlines: Vec<u64>,

    /// Maximum overshoot allowed, in milliseconds.
    #[arg(long, default_value_t = 100)]
    pub(super) most: u64,

    /// Run the commands of this program instead, with --timeout and with SIGTERM, and its server.
    #[arg(long, value_name = "FILE")]
    pub(super) program: Option<PathBuf>,

    /// Print the names of the rows only.
    #[arg(long)]
    pub(super) list: bool,
}

#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error("{rows} of {all} rows returned more than {most} ms after the deadline")]
    Late { rows: usize, all: usize, most: u64 },
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("expected a row whose name contains one of these words, found none")]
    NoRow,
}
