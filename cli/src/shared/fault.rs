//! What can go wrong beyond the answer: inputs that cannot be read, output that cannot be written.

use std::error::Error;
use std::path::Path;
use std::{fs, io};

use dlx_files::FileError;
use dlx_instances::InstanceError;

use crate::shared::cause::{Cause, Halted};
use crate::shared::exit::Exit;
use crate::shared::nearest::nearest;

/// The error that a fault is about.
type Source = Box<dyn Error + Send + Sync>;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// An input could not be opened.
    #[error("cannot open {name}: {source}{}", near.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?")))]
    Open { name: String, source: io::Error, near: Option<String> },
    /// A file cannot be read or written, or holds something else than it should.
    #[error("{name}: {source}")]
    Named { name: String, source: Source },
    /// A file could not be made, written, locked or continued.
    #[error(transparent)]
    File(FileError),
    /// The run was stopped while it wrote or read something long.
    #[error("{}", .0.words())]
    Stopped(Cause),
    /// Options that cannot be given or forbidden.
    #[error(transparent)]
    Givens(#[from] dlx_core::GivenError),
    /// A problem that cannot be made.
    #[error("{0}")]
    Instance(#[from] InstanceError),
    /// Tasks, or their results.
    #[error("{0}")]
    Tasks(Source),
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

    pub(crate) fn named(name: impl Into<String>, source: impl Into<Source>) -> Self {
        Self::Named { name: name.into(), source: source.into() }
    }

    pub(crate) fn tasks(source: impl Into<Source>) -> Self {
        Self::Tasks(source.into())
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) | Self::Instance(_) => Exit::Usage,
            Self::Stopped(cause) => cause.exit(),
            _ => Exit::Unreadable,
        }
    }

    /// Whether the reader of standard output has closed it, which is not an error.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
