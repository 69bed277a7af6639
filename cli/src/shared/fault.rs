//! Errors that end a run: wrong usage, unreadable input, output that cannot be written.

use std::error::Error;
use std::fmt::{self, Display};
use std::path::Path;
use std::{fs, io};

use dlx_core::inner::escape_controls;
use dlx_core::inner::nearest;
use dlx_core::text::ReadError;
use dlx_files::FileError;
use dlx_instances::InstanceError;

use crate::shared::cause::{Cause, Halted};
use crate::shared::excerpt::{Excerpt, SharedWindow};
use crate::shared::exit::Exit;
use crate::shared::message;

/// The error of a conversion whose format is unknown.
pub(crate) const NO_FORMAT: &str =
    "expected --to FORMAT, or an output file whose ending is that of a format, found neither";

/// The error that caused a fault.
type Source = Box<dyn Error + Send + Sync>;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// An input could not be opened.
    #[error("cannot open {name}: {source}")]
    Open { name: String, source: io::Error, near: Option<String> },
    /// The content of an input is invalid.
    #[error(transparent)]
    InputError(#[from] InputError),
    /// A file cannot be read or written, or its content is invalid.
    #[error("{name}: {source}")]
    Named { name: String, source: Source },
    /// A file could not be created, written, locked or resumed.
    #[error(transparent)]
    File(FileError),
    /// The run was stopped while it read or wrote.
    #[error("{}", .0.words())]
    Stopped(Cause),
    /// Options that cannot be required or excluded.
    #[error(transparent)]
    Givens(#[from] dlx_core::GivenError),
    /// A problem that cannot be generated.
    #[error("{0}")]
    Instance(#[from] InstanceError),
    /// An error in tasks or their results.
    #[error("{0}")]
    Tasks(Source),
    /// Arguments that contradict each other.
    #[error("{0}")]
    Usage(String),
    /// Rules that exceed the limit of size of a board.
    #[error("{0}")]
    TooLarge(String),
    /// No input was named, and standard input is a terminal.
    #[error("expected a file or `-` for standard input, found neither")]
    NoInput,
    /// The page cannot be served.
    #[error(transparent)]
    Serve(#[from] dlx_web::ServeError),
    /// The terminal of a game failed.
    #[error("cannot use the terminal: {0}")]
    Terminal(io::Error),
    /// Standard output could not be written.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
}

/// An error in an input, and its position.
#[derive(Debug)]
pub(crate) struct InputError {
    /// The name of the input with line and column, as in `puzzles.txt:12:7`.
    place: String,
    wrong: String,
    excerpt: Option<Excerpt>,
}

impl Error for InputError {}

impl Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.wrong)
    }
}

impl InputError {
    /// An error in a line of the named input, which is looked up in the window.
    pub(crate) fn new(
        name: &str,
        line: usize,
        column: Option<usize>,
        wrong: &impl ToString,
        window: &SharedWindow,
    ) -> Self {
        let column_words = column.map_or_else(String::new, |column| format!(":{column}"));
        Self {
            place: format!("{name}:{line}{column_words}"),
            wrong: wrong.to_string(),
            excerpt: window.excerpt(line, column),
        }
    }

    /// Returns the error with the line of the input below it.
    pub(crate) fn report(&self) -> String {
        let words = escape_controls(&self.to_string()).into_owned();
        match &self.excerpt {
            Some(excerpt) => excerpt.below(&words),
            None => message::error_line(words),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        if let Some(cause) = Halted::cause_of(&error) {
            return Self::Stopped(cause);
        }
        match error.downcast::<FileError>() {
            Ok(error) => error.into(),
            Err(error) => Self::Output(error),
        }
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
    /// The error for an input that could not be opened. If a file in the same folder has a similar name, it
    /// is suggested.
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

    /// The error for an invalid problem text that was read through the window.
    pub(crate) fn of_text(name: &str, error: ReadError, window: &SharedWindow) -> Self {
        match error {
            ReadError::Parse(error) => {
                InputError::new(name, error.line, Some(error.column), &error.message(), window).into()
            }
            other => Self::named(name, other),
        }
    }

    /// The error for an invalid program that was read through the window.
    pub(crate) fn of_program(name: &str, error: dlx_formats::ReadError, window: &SharedWindow) -> Self {
        match error {
            dlx_formats::ReadError::Invalid { line, column, kind } => {
                InputError::new(name, line, Some(column), &kind, window).into()
            }
            other => Self::named(name, other),
        }
    }

    pub(crate) fn named(name: impl Into<String>, source: impl Into<Source>) -> Self {
        Self::Named { name: name.into(), source: source.into() }
    }

    pub(crate) fn tasks(source: impl Into<Source>) -> Self {
        Self::Tasks(source.into())
    }

    /// Arguments that contradict each other or the input.
    #[expect(clippy::needless_pass_by_value, reason = "errors that were caught are handed on")]
    pub(crate) fn usage(error: impl ToString) -> Self {
        Self::Usage(error.to_string())
    }

    pub(crate) fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) | Self::NoInput | Self::Instance(_) => Exit::Usage,
            Self::Stopped(cause) => cause.exit(),
            Self::TooLarge(_) => Exit::Stopped,
            _ => Exit::Unreadable,
        }
    }

    /// Prints the error, the input line that it is about, and a suggestion. `command` is the command of the
    /// run, such as `dlx solve`.
    pub(crate) fn report(&self, command: &str) {
        match self {
            Self::InputError(misread) => message::print(&misread.report()),
            Self::Stopped(cause) => message!(Note, "{}", cause.words()),
            other => message!(Error, "{other}"),
        }
        match self {
            Self::Open { near: Some(near), .. } => message!(Help, "did you mean `{near}`?"),
            Self::Usage(_) | Self::Instance(_) => message!(Help, "`{command} --help` lists all flags"),
            _ => {}
        }
    }

    /// Whether the error is that the reader of standard output closed it; that is not reported as an error.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
