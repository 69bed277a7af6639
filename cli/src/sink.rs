//! Where covers go: standard output, or a file that can be gone on with.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use crate::fault::Fault;
use crate::session::{BUFFER, Session};

pub(crate) enum Sink<'s> {
    Stdout(&'s Session),
    File { name: String, file: RefCell<BufWriter<File>> },
}

impl<'s> Sink<'s> {
    /// A file, which is emptied if it exists.
    pub(crate) fn create(path: &Path) -> Result<Self, Fault> {
        Self::over(path, File::create(path))
    }

    /// A file as it was when it had so many bytes; what follows them is cut off.
    pub(crate) fn go_on(path: &Path, bytes: u64) -> Result<Self, Fault> {
        let name = path.display().to_string();
        let opened = OpenOptions::new().write(true).open(path);
        let mut file = opened.map_err(|source| Fault::open(name.clone(), source))?;
        let output = |source| Fault::File { name: name.clone(), source };
        let found = file.metadata().map_err(output)?.len();
        if found < bytes {
            return Err(Fault::ShortOutput { name, found, expected: bytes });
        }
        file.set_len(bytes).map_err(output)?;
        file.seek(SeekFrom::Start(bytes)).map_err(output)?;
        Self::over(path, Ok(file))
    }

    fn over(path: &Path, file: io::Result<File>) -> Result<Self, Fault> {
        let name = path.display().to_string();
        match file {
            Ok(file) => Ok(Self::File { name, file: RefCell::new(BufWriter::with_capacity(BUFFER, file)) }),
            Err(source) => Err(Fault::Create { name, source }),
        }
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Fault> {
        match self {
            Self::Stdout(session) => Ok(session.output().write_all(bytes)?),
            Self::File { name, file } => file
                .borrow_mut()
                .write_all(bytes)
                .map_err(|source| Fault::File { name: name.clone(), source }),
        }
    }

    /// Brings out all that was written.
    pub(crate) fn flush(&self) -> Result<(), Fault> {
        match self {
            Self::Stdout(session) => Ok(session.output().flush()?),
            Self::File { name, file } => {
                file.borrow_mut().flush().map_err(|source| Fault::File { name: name.clone(), source })
            }
        }
    }

    /// Brings all that was written to the disk. Answers how many bytes that are; 0 for standard output.
    pub(crate) fn settle(&self) -> Result<u64, Fault> {
        match self {
            Self::Stdout(session) => {
                session.output().flush()?;
                Ok(0)
            }
            Self::File { name, file } => {
                let mut file = file.borrow_mut();
                let settled = file.flush().and_then(|()| file.get_ref().sync_data());
                let position = settled.and_then(|()| file.get_mut().stream_position());
                position.map_err(|source| Fault::File { name: name.clone(), source })
            }
        }
    }
}
