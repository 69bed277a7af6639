//! A file that is written for a long time and can be continued.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use xxhash_rust::xxh3::Xxh3Default;

use crate::new::BUFFER;
use crate::{FileError, Found, PATIENCE, is_at, lock, look, open_device};

/// A file that is locked and not changed before [`empty`](Self::empty) or [`resume`](Self::resume). It is written
/// in place, so that it can be read while it grows, and hashed as it is written.
pub struct Output {
    path: PathBuf,
    file: BufWriter<File>,
    hash: Box<Xxh3Default>,
    /// How many bytes were written, those that were kept included.
    bytes: u64,
    /// Not a device or a pipe.
    is_file: bool,
    /// Made by [`open`](Self::open), and removed if it is not used.
    is_unused: bool,
    /// Nothing is known of what the file holds; it must begin like what is written first.
    is_unproven: bool,
}

/// How far an [`Output`] is: what a resumed run must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number of bytes.
    pub bytes: u64,
    /// Their XXH3 hash.
    pub checksum: u64,
}

impl Output {
    /// Opens the file, or makes it if there is none, and locks it. What it holds stays as it is. A device or a pipe
    /// is not locked.
    ///
    /// # Errors
    /// [`FileError::InUse`] if another process has locked it, [`FileError::NoFile`] for a symbolic link that leads to a
    /// file, and a file that cannot be opened.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let failed = |source| FileError::create(path, source);
        let deadline = Instant::now() + PATIENCE;
        loop {
            let (file, is_file, is_unused) = match look(path).map_err(failed)? {
                Found::Device => (open_device(path).map_err(failed)?, false, false),
                Found::Link => {
                    return Err(FileError::NoFile { path: path.to_owned(), found: "a symbolic link" });
                }
                Found::File(_) => match File::options().read(true).write(true).open(path) {
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    file => (file.map_err(failed)?, true, false),
                },
                Found::Nothing => match File::options().read(true).write(true).create_new(true).open(path) {
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                    file => (file.map_err(failed)?, true, true),
                },
            };
            if is_file {
                lock(&file, path, deadline)?;
                if !is_at(&file, path).map_err(failed)? {
                    continue;
                }
            }
            return Ok(Self {
                path: path.to_owned(),
                file: BufWriter::with_capacity(BUFFER, file),
                hash: Box::new(Xxh3Default::new()),
                bytes: 0,
                is_file,
                is_unused,
                is_unproven: false,
            });
        }
    }

    /// The path that it was opened by.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is a file, and not a device or a pipe, which cannot be continued.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.is_file
    }

    /// What a run that is resumed before anything was written must find: nothing.
    #[must_use]
    pub fn nothing(&self) -> Written {
        Written { bytes: 0, checksum: Xxh3Default::new().digest() }
    }

    /// Throws away what the file holds.
    ///
    /// # Errors
    /// A file that cannot be changed.
    pub fn empty(&mut self) -> Result<(), FileError> {
        self.is_unused = false;
        self.cut()
    }

    /// Makes sure that the file begins with what was written. Nothing is changed. `go_on` is asked after each
    /// 64 KiB, and its error is returned as that of reading.
    ///
    /// # Errors
    /// [`FileError::Foreign`] if it does not, and a file that cannot be read.
    ///
    /// # Complexity
    /// Linear in the number of bytes.
    pub fn verify(
        &mut self,
        written: Written,
        mut go_on: impl FnMut() -> io::Result<()>,
    ) -> Result<(), FileError> {
        let failed = |source| FileError::read(&self.path, source);
        let found = self.file.get_ref().metadata().map_err(failed)?.len();
        if found < written.bytes {
            let (found, expected) = (format!("{found} bytes"), format!("{} bytes or more", written.bytes));
            return Err(FileError::Foreign { path: self.path.clone(), found, expected });
        }
        let mut piece = vec![0; BUFFER];
        let mut left = written.bytes;
        self.file.get_mut().rewind().map_err(failed)?;
        while left > 0 {
            go_on().map_err(failed)?;
            let size = usize::try_from(left).map_or(BUFFER, |left| left.min(BUFFER));
            self.file.get_mut().read_exact(&mut piece[..size]).map_err(failed)?;
            self.hash.update(&piece[..size]);
            left -= size as u64;
        }
        if self.hash.digest() != written.checksum {
            let found = format!("other data in the first {} bytes", written.bytes);
            let expected = "the output of the run that is resumed".to_owned();
            return Err(FileError::Foreign { path: self.path.clone(), found, expected });
        }
        self.bytes = written.bytes;
        Ok(())
    }

    /// Cuts off what follows the verified bytes; writing goes on there. If there are none, nothing tells yet that the
    /// file is the right one: it is cut off when it turns out to begin with what is written first.
    ///
    /// # Errors
    /// A file that cannot be changed.
    pub fn resume(&mut self) -> Result<(), FileError> {
        self.is_unused = false;
        let found =
            self.file.get_ref().metadata().map_err(|source| FileError::read(&self.path, source))?.len();
        self.is_unproven = self.bytes == 0 && found > 0;
        if self.is_unproven { Ok(()) } else { self.cut() }
    }

    fn cut(&mut self) -> Result<(), FileError> {
        if !self.is_file {
            return Ok(());
        }
        let (bytes, file) = (self.bytes, self.file.get_mut());
        let cut = file.set_len(bytes).and_then(|()| file.seek(SeekFrom::Start(bytes)));
        cut.map(drop).map_err(|source| FileError::write(&self.path, source))
    }

    /// Writes at the end.
    ///
    /// # Errors
    /// A disk that is full or fails. [`FileError::Foreign`] if nothing was verified and the file begins otherwise.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        if self.is_unproven && !bytes.is_empty() {
            self.prove(bytes)?;
        }
        self.file.write_all(bytes).map_err(|source| FileError::write(&self.path, source))?;
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Makes sure that the file begins like what is written first, and empties it.
    fn prove(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let mut begins = Vec::new();
        let file = self.file.get_mut();
        let read = file.rewind().and_then(|()| file.take(bytes.len() as u64).read_to_end(&mut begins));
        read.map_err(|source| FileError::read(&self.path, source))?;
        if !bytes.starts_with(&begins) {
            return Err(self.unproven());
        }
        self.is_unproven = false;
        self.cut()
    }

    fn unproven(&self) -> FileError {
        let expected = "an empty file, or the output of the run that is resumed".to_owned();
        FileError::Foreign { path: self.path.clone(), found: "other data".to_owned(), expected }
    }

    /// Makes sure that a file that is complete, so that nothing more is written, holds nothing else.
    ///
    /// # Errors
    /// [`FileError::Foreign`] if nothing was written, and the file was not empty before.
    pub fn finish(&self) -> Result<(), FileError> {
        if self.is_unproven { Err(self.unproven()) } else { Ok(()) }
    }

    /// Hands what was written to the system.
    ///
    /// # Errors
    /// A disk that is full or fails.
    pub fn flush(&mut self) -> Result<(), FileError> {
        self.file.flush().map_err(|source| FileError::write(&self.path, source))
    }

    /// Brings what was written to the disk. Returns what a resumed run must find.
    ///
    /// # Errors
    /// A disk that is full or fails.
    pub fn sync(&mut self) -> Result<Written, FileError> {
        self.flush()?;
        if self.is_file {
            self.file.get_ref().sync_data().map_err(|source| FileError::write(&self.path, source))?;
        }
        Ok(Written { bytes: self.bytes, checksum: self.hash.digest() })
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").field("path", &self.path).field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if self.is_unused {
            // An empty file that was made for nothing; if it stays, nothing is lost.
            fs::remove_file(&self.path).ok();
        }
    }
}
