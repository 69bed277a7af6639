//! A small file that is replaced again and again, by one process.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::new::{Clobber, persist, temporary};
use crate::{FileError, PATIENCE, is_at, lock};

/// A file that no other process can lock as long as this value lives. It may not exist yet.
///
/// The lock is on the file and not on its name. Each [replacement](Self::replace) is locked before it takes the name,
/// and the file before is released after that, so the name leads to a locked file at any time.
#[derive(Debug)]
pub struct LockedFile {
    path: PathBuf,
    file: Option<File>,
}

impl LockedFile {
    /// Locks the file at this path, if there is one. Nothing is changed.
    ///
    /// # Errors
    /// [`FileError::InUse`] if another process has locked it, and a file that cannot be opened.
    pub fn lock(path: &Path) -> Result<Self, FileError> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let file = match File::options().read(true).write(true).open(path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Ok(Self { path: path.to_owned(), file: None });
                }
                Err(source) => return Err(FileError::read(path, source)),
            };
            let found = file.metadata().map_err(|source| FileError::read(path, source))?;
            if !found.is_file() {
                return Err(FileError::NoFile { path: path.to_owned(), found: "a device or a pipe" });
            }
            lock(&file, path, deadline)?;
            // Between opening and locking, another process may have replaced it and ended.
            if is_at(&file, path).map_err(|source| FileError::read(path, source))? {
                return Ok(Self { path: path.to_owned(), file: Some(file) });
            }
            // One that replaces it again and again is at work.
            if Instant::now() >= deadline {
                return Err(FileError::InUse { path: path.to_owned() });
            }
        }
    }

    /// The content of the file, or `None` if there is none. What is not UTF-8 is replaced.
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

    /// Puts a file of this content, which is locked, in the place of what was there.
    ///
    /// # Errors
    /// A file that cannot be made or written; then the one before is still there.
    /// [`FileError::InUse`] if there was none, and another process has made one since.
    pub fn replace(&mut self, content: &[u8]) -> Result<(), FileError> {
        let failed = |source| FileError::write(&self.path, source);
        let permissions = match &self.file {
            Some(file) => Some(file.metadata().map_err(failed)?.permissions()),
            None => None,
        };
        let clobber = if self.file.is_some() { Clobber::Yes } else { Clobber::No };
        let mut new = temporary(&self.path, permissions).map_err(failed)?;
        lock(new.as_file(), &self.path, Instant::now())?;
        new.as_file_mut().write_all(content).map_err(failed)?;
        match persist(new, &self.path, clobber) {
            Ok(file) => self.file = Some(file),
            Err(error) if clobber == Clobber::No && error.kind() == ErrorKind::AlreadyExists => {
                return Err(FileError::InUse { path: self.path.clone() });
            }
            Err(source) => return Err(failed(source)),
        }
        Ok(())
    }
}
