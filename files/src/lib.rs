//! Writes files: as a whole or not at all, and by one process at a time.
//!
//! | to | use |
//! |---|---|
//! | put a complete file in place of another | [`NewFile`], or [`write()`] for bytes in memory |
//! | keep a small record that is replaced again and again, by one process | [`LockedFile`] |
//! | append to a file for a long time, and continue later | [`Output`] |
//!
//! What all of them have in common:
//! - A file takes its name when it is complete and on the disk. It is written under a unique name in the same folder,
//!   which begins with `.dlx-` and is removed after an error; a process that was killed may leave it.
//! - A symbolic link that leads to a file is replaced and not followed, so a planted link changes no other
//!   file. Devices and pipes are written to directly, also by links in `/dev` and `/proc` such as `/dev/stdout`.
//! - A new file has the permissions of the one that it replaces, or else those that the umask leaves.
//! - Locks are those of [`File::try_lock`](std::fs::File::try_lock): advisory on Unix, and held until the process ends
//!   in whatever way. A file system without locks is used without them.

#![forbid(unsafe_code)]
#![warn(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_possible_truncation
)]

mod locked;
mod new;
mod output;

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use same_file::Handle;
use thiserror::Error;

pub use locked::LockedFile;
pub use new::{Counted, NewFile, create_folder, write};
pub use output::{Output, Written};

/// Why a file cannot be written, or not be continued. Each message names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// It could not be made or opened.
    #[error("cannot create {}: {source}", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Writing to it failed.
    #[error("cannot write to {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Reading it failed.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another process has locked it for more than a second, or has made it since.
    #[error("{} is in use by another process", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It is a symbolic link, a folder, a device or a pipe.
    #[error("{}: expected a file, found {found}", path.display())]
    NoFile {
        /// The path.
        path: PathBuf,
        /// What is there.
        found: &'static str,
    },
    /// It does not begin with the bytes that were written to it.
    #[error("{}: expected {expected}, found {found}; the file was not changed", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is there.
        found: String,
        /// What was written.
        expected: String,
    },
}

impl FileError {
    /// A failure to write to this file.
    pub fn write(path: &Path, source: io::Error) -> Self {
        Self::Write { path: path.to_owned(), source }
    }

    fn create(path: &Path, source: io::Error) -> Self {
        Self::Create { path: path.to_owned(), source }
    }

    fn read(path: &Path, source: io::Error) -> Self {
        Self::Read { path: path.to_owned(), source }
    }
}

/// Whether two paths name one file, by whatever links; where one of them does not exist, whether they would.
#[must_use]
pub fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| Some((fs::canonicalize(folder_of(path)).ok()?, path.file_name()?.to_owned()));
    same_file::is_same_file(one, other).unwrap_or(false)
        || one == other
        || place(one).is_some_and(|one| Some(one) == place(other))
}

/// What is at a path.
enum Found {
    Nothing,
    File(fs::Permissions),
    /// A link to a file or to nothing.
    Link,
    /// A device or a pipe, or what a link of the system leads to.
    Device,
}

fn look(path: &Path) -> io::Result<Found> {
    let found = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
        found => found?,
    };
    let is_link = found.is_symlink();
    let target = match fs::metadata(path) {
        Err(error) if is_link && error.kind() == ErrorKind::NotFound => return Ok(Found::Link),
        target => target?,
    };
    Ok(if target.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    } else if !target.is_file() || is_link && is_of_the_system(path) {
        Found::Device
    } else if is_link {
        Found::Link
    } else {
        Found::File(target.permissions())
    })
}

/// Whether a link stands for something that is open, such as `/dev/stdout` and `/dev/fd/3`.
fn is_of_the_system(link: &Path) -> bool {
    fs::canonicalize(folder_of(link))
        .is_ok_and(|folder| folder == Path::new("/dev") || folder.starts_with("/proc"))
}

/// A device takes what is written, at its end if it has one.
fn open_device(path: &Path) -> io::Result<File> {
    File::options().append(true).open(path)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A lock is waited for so long: a process that was killed holds it until the system has closed its files, which may
/// take as long as the last of them is being synced.
const PATIENCE: Duration = Duration::from_secs(1);

/// Keeps other processes out of a file until it is closed. Waits until the deadline.
fn lock(file: &File, path: &Path, deadline: Instant) -> Result<(), FileError> {
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                thread::sleep(Duration::from_millis(5));
            }
            Err(TryLockError::WouldBlock) => return Err(FileError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => return Ok(()),
            Err(TryLockError::Error(source)) => return Err(FileError::create(path, source)),
        }
    }
}

/// Whether the path still names this open file, which another process may have replaced.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Ok(there) => Ok(there == Handle::from_file(file.try_clone()?)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The checksum of a record: its XXH3 hash.
#[must_use]
pub fn checksum(record: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(record)
}
