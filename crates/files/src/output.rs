//! A file that is written over a long time and can be continued.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use xxhash_rust::xxh3::Xxh3Default;

use crate::new::BUFFER;
use crate::{FileError, Found, PATIENCE, is_at, lock, look, open_device};

/// A locked file that is written in place, so that it can be read while it grows. Its bytes are hashed as
/// they are written. The file is not changed before [`empty`](Self::empty) or [`resume`](Self::resume).
pub struct Output {
    /// The path that was given, for messages.
    path: PathBuf,
    /// The path to which links lead.
    target: PathBuf,
    file: BufWriter<File>,
    hash: Box<Xxh3Default>,
    /// The number of bytes written, including verified bytes of an earlier run.
    bytes: u64,
    /// True for a file, false for a device or a pipe.
    is_file: bool,
    /// True if [`open`](Self::open) has created the file and nothing has used it yet; then it is removed on
    /// drop.
    is_unused: bool,
    /// True if the existing content has not been verified. It must then agree with the beginning of the first
    /// write.
    is_unproven: bool,
}

/// The content that an [`Output`] had at some time, which a resumed run verifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number of bytes.
    pub bytes: u64,
    /// Their XXH3 hash.
    pub checksum: u64,
}

impl Output {
    /// Opens the file, or creates it if it does not exist, and locks it. The content is not changed. A device
    /// or a pipe is not locked.
    ///
    /// # Errors
    /// [`FileError::InUse`] if another process has locked the file, or another error if the file cannot be
    /// opened or is not writable.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let failed = |source| FileError::create(path, source);
        let deadline = Instant::now() + PATIENCE;
        loop {
            let (target, found) = look(path)?;
            let (file, is_file, is_unused) = match found {
                Found::Device => (open_device(&target).map_err(failed)?, false, false),
                Found::File(_) => match File::options().read(true).write(true).open(&target) {
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    file => (file.map_err(failed)?, true, false),
                },
                Found::Nothing => match File::options().read(true).write(true).create_new(true).open(&target)
                {
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                    file => (file.map_err(failed)?, true, true),
                },
            };
            if is_file {
                lock(&file, path, deadline)?;
                if !is_at(&file, &target).map_err(failed)? {
                    continue;
                }
            }
            return Ok(Self {
                path: path.to_owned(),
                target,
                file: BufWriter::with_capacity(BUFFER, file),
                hash: Box::new(Xxh3Default::new()),
                bytes: 0,
                is_file,
                is_unused,
                is_unproven: false,
            });
        }
    }

    /// Returns the path with which it was opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true for a file, and false for a device or a pipe, which cannot be continued.
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.is_file
    }

    /// Returns the value that a resumed run verifies if nothing was written: an empty content.
    #[must_use]
    pub fn nothing(&self) -> Written {
        Written { bytes: 0, checksum: Xxh3Default::new().digest() }
    }

    /// Removes the content of the file.
    ///
    /// # Errors
    /// A file that cannot be changed.
    pub fn empty(&mut self) -> Result<(), FileError> {
        self.is_unused = false;
        self.cut()
    }

    /// Verifies that the file begins with the bytes that were written. Does not change the file. `go_on` is
    /// called before each 64 KiB, and its error is returned as a read error.
    ///
    /// # Errors
    /// [`FileError::Foreign`] if the file has other content, or an error if it cannot be read.
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

    /// Removes the content after the verified bytes; writing continues there. If there are no verified bytes,
    /// the content is not removed until the first write shows that the file is the right one.
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

    /// Appends bytes to the file.
    ///
    /// # Errors
    /// A disk that is full or fails. [`FileError::Foreign`] if nothing was verified and the file has other
    /// content.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        if self.is_unproven && !bytes.is_empty() {
            self.prove(bytes)?;
        }
        self.file.write_all(bytes).map_err(|source| FileError::write(&self.path, source))?;
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Checks that the content of the file agrees with the first bytes to be written, and empties the file.
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

    /// Checks that a file to which nothing more will be written has no other content.
    ///
    /// # Errors
    /// [`FileError::Foreign`] if nothing was written, and the file was not empty before.
    pub fn finish(&self) -> Result<(), FileError> {
        if self.is_unproven { Err(self.unproven()) } else { Ok(()) }
    }

    /// Passes the buffered bytes to the system.
    ///
    /// # Errors
    /// A disk that is full or fails.
    pub fn flush(&mut self) -> Result<(), FileError> {
        self.file.flush().map_err(|source| FileError::write(&self.path, source))
    }

    /// Syncs the file to the disk. Returns the content that a resumed run verifies.
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
            // The file was created and not used; if it cannot be removed, it does no harm.
            fs::remove_file(&self.target).ok();
        }
    }
}
