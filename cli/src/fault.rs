//! What can go wrong beyond the answer: inputs that cannot be read, output that cannot be written.

use std::io;

use thiserror::Error;

use crate::exit::Exit;

#[derive(Debug, Error)]
pub(crate) enum Fault {
    /// An input could not be opened.
    #[error("cannot open {name}: {source}")]
    Open { name: String, source: io::Error },
    /// An exact cover problem could not be read.
    #[error("{name}: {source}")]
    Problem { name: String, source: dlx_core::text::ReadError },
    /// An exact cover problem in another format than Knuth's could not be read.
    #[error("{name}: {source}")]
    OtherFormat { name: String, source: dlx_core::formats::ReadError },
    /// An exact cover problem cannot be written in this format.
    #[error("{name}: {source}")]
    Unwritable { name: String, source: dlx_core::formats::WriteError },
    /// An exact cover problem cannot be written in Knuth's format.
    #[error("{name}: {source}")]
    UnwritableText { name: String, source: dlx_core::text::WriteError },
    /// Reading a list of covers failed.
    #[error("{name}: cannot read: {source}")]
    Solutions { name: String, source: io::Error },
    /// Arguments that do not go together.
    #[error("{0}; see --help for the usage")]
    Usage(String),
    /// Standard output failed.
    #[error("cannot write to standard output: {0}")]
    Output(#[from] io::Error),
}

impl Fault {
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            _ => Exit::Unreadable,
        }
    }

    /// Whether the reader of our output has gone away, which is no fault of anyone's.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
