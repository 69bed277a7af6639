//! What can go wrong beyond the answer: inputs that cannot be read, output that cannot be written.

use std::error::Error;
use std::path::Path;
use std::{fs, io};

use dlx_core::text::{ReadError, WriteError};
use dlx_files::FileError;
use dlx_instances::InstanceError;

use crate::shared::cause::{Cause, Halted};
use crate::shared::exit::Exit;
use crate::shared::nearest::nearest;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// An input could not be opened.
    #[error("cannot open {name}: {source}{}", meant(near))]
    Open { name: String, source: io::Error, near: Option<String> },
    /// An exact cover problem could not be read.
    #[error("{name}: {source}")]
    Problem { name: String, source: ReadError },
    /// An exact cover problem cannot be written in this format.
    #[error("{name}: {source}")]
    Unwritable { name: String, source: WriteError },
    /// A diagram could not be read.
    #[error("{name}: {source}")]
    Diagram { name: String, source: dlx_core::DiagramFileError },
    /// A diagram where the problem itself is needed.
    #[error("{name}: found a compiled diagram of covers, expected a problem")]
    Compiled { name: String },
    /// A diagram cannot be written.
    #[error("{name}: {source}")]
    UnwritableDiagram { name: String, source: dlx_core::DiagramWriteError },
    /// A file of puzzles could not be read, or holds something else.
    #[error("{name}: {source}")]
    Puzzles { name: String, source: Box<dyn Error + Send + Sync> },
    /// Reading a list of covers failed.
    #[error("{name}: cannot read: {source}")]
    Solutions { name: String, source: io::Error },
    /// A file could not be made, written, locked or continued.
    #[error(transparent)]
    File(FileError),
    /// The run was stopped while it wrote or read something long.
    #[error("{}", .0.words())]
    Stopped(Cause),
    /// The checkpoint is none, or not one of this run.
    #[error("checkpoint {name}: {reason}")]
    BadCheckpoint { name: String, reason: String },
    /// Options that cannot be given or forbidden.
    #[error(transparent)]
    Givens(#[from] dlx_core::GivenError),
    /// A problem that cannot be made.
    #[error("{0}")]
    Instance(#[from] InstanceError),
    /// A drawing, a graph, a table or a list of words that cannot be read.
    #[error("{name}: {source}")]
    Material { name: String, source: Box<dyn Error + Send + Sync> },
    /// Tasks, or their results.
    #[error("{source}")]
    Tasks { source: Box<dyn Error + Send + Sync> },
    /// Arguments that do not go together.
    #[error("{0}; see --help for the usage")]
    Usage(String),
    /// The page cannot be served.
    #[error(transparent)]
    Serve(#[from] dlx_web::ServeError),
    /// The terminal of a game failed.
    #[error("cannot use the terminal: {0}")]
    Terminal(io::Error),
    /// Standard output failed.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Halted::cause_of(&error).map_or(Self::Output(error), Self::Stopped)
    }
}

impl From<FileError> for Fault {
    fn from(error: FileError) -> Self {
        let halted = match &error {
            FileError::Read { source, .. } | FileError::Write { source, .. } => Halted::cause_of(source),
            _ => None,
        };
        halted.map_or(Self::File(error), Self::Stopped)
    }
}

/// What may have been meant.
fn meant(near: &Option<String>) -> String {
    near.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

impl Fault {
    /// An input that could not be opened. If there is none of this name, one of its folder that is much like it may
    /// have been meant.
    pub(crate) fn open(name: String, source: io::Error) -> Self {
        let path = Path::new(&name);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let files = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
        let mut names: Vec<String> = files.filter_map(|file| file.file_name().into_string().ok()).collect();
        names.sort();
        let found = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let near = nearest(found, names.iter().map(String::as_str))
            .filter(|_| source.kind() == io::ErrorKind::NotFound)
            .map(|near| path.with_file_name(near).display().to_string());
        Self::Open { name, source, near }
    }

    pub(crate) fn material(name: String, source: impl Error + Send + Sync + 'static) -> Self {
        Self::Material { name, source: Box::new(source) }
    }

    pub(crate) fn tasks(source: impl Error + Send + Sync + 'static) -> Self {
        Self::Tasks { source: Box::new(source) }
    }

    pub(crate) fn puzzles(name: &str, source: impl Error + Send + Sync + 'static) -> Self {
        Self::Puzzles { name: name.to_owned(), source: Box::new(source) }
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) | Self::Instance(_) => Exit::Usage,
            Self::Stopped(cause) => cause.exit(),
            _ => Exit::Unreadable,
        }
    }

    /// Whether the reader of our output has gone away, which is no fault of anyone's.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
