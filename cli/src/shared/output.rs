//! The destination of answers: standard output, or a file that appears when the answer is complete.

use std::io::{self, BufWriter, ErrorKind, Stdout, Write};
use std::path::{Path, PathBuf};

use dlx_files::{FileError, NewFile};

use crate::shared::fault::Fault;

/// Buffer size in bytes, large enough that system calls do not dominate.
pub(crate) const BUFFER: usize = 1 << 16;

/// The output of a run.
pub(crate) struct Output {
    target: Target,
    on_closed: OnClosed,
    /// Whether anything was written.
    is_begun: bool,
}

enum Target {
    /// If it was closed when the program began, the standard library has opened `/dev/null` in its place, for reading
    /// and writing. Only `unsafe` code could look earlier, and how the descriptor was opened does not tell: other
    /// programs that discard an output, such as those in Python, open `/dev/null` in the same way.
    Stdout(BufWriter<Stdout>),
    /// The file of `-o`, and its path.
    File(Box<NewFile>, PathBuf),
    /// The file was finished, or the command writes it itself.
    Gone,
}

/// The reaction to a closed standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnClosed {
    /// The run ends.
    Fail,
    /// The run continues without output, because its exit code is an answer too.
    GoOn,
}

impl Output {
    /// Opens the file, or standard output if `path` is `None`.
    pub(crate) fn create(path: Option<&Path>) -> Result<Self, FileError> {
        let target = match path {
            Some(path) => Target::File(Box::new(NewFile::create(path)?), path.to_owned()),
            None => Target::Stdout(BufWriter::with_capacity(BUFFER, io::stdout())),
        };
        Ok(Self { target, on_closed: OnClosed::Fail, is_begun: false })
    }

    pub(crate) fn on_closed(&mut self, on_closed: OnClosed) {
        self.on_closed = on_closed;
    }

    /// Gives the file its final name. Returns its length in bytes, or `None` for standard output.
    pub(crate) fn finish(&mut self) -> Result<Option<u64>, Fault> {
        self.flush()?;
        match std::mem::replace(&mut self.target, Target::Gone) {
            Target::File(file, _) => Ok(Some(file.finish()?)),
            Target::Stdout(_) | Target::Gone => Ok(None),
        }
    }

    /// Whether anything was written.
    pub(crate) fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// Leaves the file of `-o` unchanged. Nothing more is written.
    pub(crate) fn abandon(&mut self) {
        self.target = Target::Gone;
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_begun |= !bytes.is_empty();
        let written = match &mut self.target {
            Target::Stdout(stdout) => stdout.write(bytes),
            // Name the file: an error without a name is one of standard output.
            Target::File(file, path) => {
                file.write(bytes).map_err(|source| io::Error::other(FileError::write(path, source)))
            }
            Target::Gone => Ok(bytes.len()),
        };
        self.ignore_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.target {
            Target::Stdout(stdout) => stdout.flush(),
            // The file becomes visible when it is finished.
            Target::File(..) | Target::Gone => Ok(()),
        };
        self.ignore_closed(flushed, ())
    }
}

impl Output {
    /// Treats a closed output as one that accepted all bytes, if the run is to continue.
    fn ignore_closed<T>(&mut self, result: io::Result<T>, all: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe && self.on_closed == OnClosed::GoOn => {
                self.target = Target::Gone;
                Ok(all)
            }
            result => result,
        }
    }
}
