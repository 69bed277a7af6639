//! Where output goes: standard output, a file that can be continued, or a file that is replaced atomically.

use std::cell::RefCell;
use std::io::{BufWriter, Write};
use std::path::Path;

use dlx_files::{Counted, FileError, NewFile, Output, Written};

use crate::shared::fault::Fault;
use crate::shared::session::{BUFFER, Session};

/// Where covers go.
pub(crate) enum Sink<'s> {
    Stdout(&'s Session),
    File(RefCell<Output>),
}

impl<'s> Sink<'s> {
    /// The file, which is emptied if it exists, or else standard output.
    pub(crate) fn create(path: Option<&Path>, session: &'s Session) -> Result<Self, Fault> {
        let Some(path) = path else { return Ok(Self::Stdout(session)) };
        let mut output = Output::open(path)?;
        output.empty()?;
        Ok(Self::File(RefCell::new(output)))
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Fault> {
        match self {
            Self::Stdout(session) => Ok(session.output().write_all(bytes)?),
            Self::File(output) => Ok(output.borrow_mut().write(bytes)?),
        }
    }

    /// Hands all that was written to the system.
    pub(crate) fn flush(&self) -> Result<(), Fault> {
        match self {
            Self::Stdout(session) => Ok(session.output().flush()?),
            Self::File(output) => Ok(output.borrow_mut().flush()?),
        }
    }

    /// Brings all that was written to the disk. Returns how much that is, or `None` for standard output.
    pub(crate) fn sync(&self) -> Result<Option<Written>, Fault> {
        match self {
            Self::Stdout(session) => {
                session.output().flush()?;
                Ok(None)
            }
            Self::File(output) => Ok(Some(output.borrow_mut().sync()?)),
        }
    }
}

/// Writes to this file as [`replace`] does, or to standard output. Returns the number of bytes.
pub(crate) fn replace_or_print(
    path: Option<&Path>,
    session: &Session,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Fault>,
) -> Result<u64, Fault> {
    let Some(path) = path else {
        let mut output = Counted::new(session.writer());
        session.watched(|| write(&mut output))?;
        output.flush()?;
        return Ok(output.bytes());
    };
    replace(path, session, write)
}

/// Replaces the file atomically by what is written; the old one stays if the run must end
/// before. Returns its length in bytes.
pub(crate) fn replace(
    path: &Path,
    session: &Session,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Fault>,
) -> Result<u64, Fault> {
    session.watched(|| {
        let mut file = NewFile::create(path)?;
        let mut output = BufWriter::with_capacity(BUFFER, session.guarded(&mut file));
        let written = write(&mut output).and_then(|()| Ok(output.flush()?));
        written.map_err(|fault| match fault {
            // The output of `write` is the file.
            Fault::Output(source) => FileError::write(path, source).into(),
            fault => fault,
        })?;
        drop(output);
        Ok(file.finish()?)
    })
}
