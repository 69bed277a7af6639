//! A small file that one process replaces repeatedly.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::new::{Clobber, persist, temporary};
use crate::{FileError, Found, PATIENCE, is_at, lock, look};

/// A locked file, which may not exist yet. No other process can lock it while this value exists.
///
/// The lock belongs to the file and not to its name. Each [replacement](Self::replace) is locked before it
/// gets the name, and the previous file is released only after that, so the name refers to a locked file at
/// any time.
#[derive(Debug)]
pub struct LockedFile {
    /// The path that was given, for messages.
    path: PathBuf,
    /// The path to which links lead.
    target: PathBuf,
    file: Option<File>,
}

impl LockedFile {
    /// Locks the file at this path, if there is one. Does not change it.
    ///
    /// # Errors
    /// [`FileError::InUse`] if another process has locked the file, or another error if it cannot be opened
    /// or is not writable.
    pub fn lock(path: &Path) -> Result<Self, FileError> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let (target, found) = look(path)?;
            let file = match found {
                Found::Nothing => return Ok(Self { path: path.to_owned(), target, file: None }),
                Found::Device => {
                    return Err(FileError::NoFile { path: path.to_owned(), found: "a device or a pipe" });
                }
                Found::File(_) => match File::options().read(true).write(true).open(&target) {
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    file => file.map_err(|source| FileError::read(path, source))?,
                },
            };
            lock(&file, path, deadline)?;
            // Between opening and locking, another process may have replaced the file and ended.
            if is_at(&file, &target).map_err(|source| FileError::read(path, source))? {
                return Ok(Self { path: path.to_owned(), target, file: Some(file) });
            }
            // The file is being replaced repeatedly, so another process is using it.
            if Instant::now() >= deadline {
                return Err(FileError::InUse { path: path.to_owned() });
            }
        }
    }

    /// Returns the content of the file, or `None` if it does not exist. Invalid UTF-8 is replaced.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn read(&mut self) -> Result<Option<String>, FileError> {
        let Some(file) = &mut self.file else { return Ok(None) };
        let mut bytes = Vec::new();
        let read = file.rewind().and_then(|()| file.read_to_end(&mut bytes));
        read.map_err(|source| FileError::read(&self.path, source))?;
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Replaces the file with a new one of this content, which is locked.
    ///
    /// # Errors
    /// A file that cannot be created or written; then the previous file is unchanged. [`FileError::InUse`] if
    /// there was no file, and another process has created one in the meantime.
    pub fn replace(&mut self, content: &[u8]) -> Result<(), FileError> {
        let failed = |source| FileError::write(&self.path, source);
        let permissions = match &self.file {
            Some(file) => Some(file.metadata().map_err(failed)?.permissions()),
            None => None,
        };
        let clobber = if self.file.is_some() { Clobber::Yes } else { Clobber::No };
        let mut new = temporary(&self.target, permissions).map_err(failed)?;
        new.as_file_mut().write_all(content).map_err(failed)?;
        match persist(new, &self.target, clobber) {
            Ok(file) => self.file = Some(file),
            Err(error) if clobber == Clobber::No && error.kind() == ErrorKind::AlreadyExists => {
                return Err(FileError::InUse { path: self.path.clone() });
            }
            Err(source) => return Err(failed(source)),
        }
        Ok(())
    }
}
