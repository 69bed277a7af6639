//! Writes files atomically or under a lock.
//!
//! | to | use |
//! |---|---|
//! | replace a file with a complete new one | [`NewFile`], or [`write()`] for bytes in memory |
//! | keep a small record that one process replaces repeatedly | [`LockedFile`] |
//! | append to a file for a long time, and continue later | [`Output`] |
//!
//! Rules for all of them:
//! - A [`NewFile`] or a replacement of a [`LockedFile`] gets its name when it is complete and on the disk.
//!   Before that it has a unique name in the same folder, which begins with `.dlx-`, and is locked. It is
//!   removed after an error. A process that was killed may leave it; the next process that writes in the
//!   folder removes it. An [`Output`] is written in place.
//! - Symbolic links are followed, as by every program that writes to a path: the link stays, and its target
//!   is replaced, or created if it does not exist. Devices and pipes are written to directly, also through
//!   links in `/dev` and `/proc` such as `/dev/stdout`.
//! - A file that is not writable is not replaced. A file without any permission to write is refused for every
//!   user, also for root.
//! - A new file has the permissions of the one that it replaces, or else the default permissions under the
//!   umask.
//! - Locks are those of [`File::try_lock`](std::fs::File::try_lock): advisory on Unix, and held until the
//!   process ends for any reason. On a file system without locks, files are not locked.

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

/// The reason why a file cannot be written or continued. Each message contains the path of the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be created or opened.
    #[error("cannot create {}: {source}", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Writing to the file failed.
    #[error("cannot write to {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Reading the file failed.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The mode of the file has no permission to write.
    #[error("cannot write to {}: the file is read-only", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// Another process has kept the file locked for more than a second, or has created it in the meantime.
    #[error("{} is in use by another process", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The path is a folder, a device or a pipe.
    #[error("{}: expected a file, found {found}", path.display())]
    NoFile {
        /// The path.
        path: PathBuf,
        /// The kind of thing at the path.
        found: &'static str,
    },
    /// The file does not begin with the bytes that were written to it.
    #[error("{}: expected {expected}, found {found}; the file was not changed", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The content that was found.
        found: String,
        /// The content that was expected.
        expected: String,
    },
}

impl FileError {
    /// Returns an error for a failed write to this file.
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

/// Returns true if two paths refer to the same file, through any links. If neither exists, returns true if
/// they would be the same file. Devices and pipes are never the same: writing to one loses nothing.
#[must_use]
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(first), Ok(second)) => {
            first.is_file()
                && second.is_file()
                && (same_file::is_same_file(one, other).unwrap_or(false)
                    // A file that cannot be opened.
                    || fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other)))
        }
        (Err(_), Err(_)) => {
            let place = |path: &Path| {
                let path = target(path).ok()?;
                Some((fs::canonicalize(folder_of(&path)).ok()?, path.file_name()?.to_owned()))
            };
            one == other || place(one).is_some_and(|one| Some(one) == place(other))
        }
        _ => false,
    }
}

/// Returns true if standard input is the file at this path.
#[must_use]
pub fn is_standard_input(path: &Path) -> bool {
    let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
    is_file && Handle::stdin().is_ok_and(|stdin| Handle::from_path(path).is_ok_and(|file| file == stdin))
}

/// The kind of thing at a path.
enum Found {
    Nothing,
    File(fs::Permissions),
    /// A device or a pipe, or the target of a link in `/dev` or `/proc`.
    Device,
}

/// Returns the path to which links lead, and what is there.
///
/// # Errors
/// A folder, a file that cannot be written, or a path that cannot be followed.
fn look(path: &Path) -> Result<(PathBuf, Found), FileError> {
    let failed = |source| FileError::create(path, source);
    let target = target(path).map_err(failed)?;
    let found = match fs::metadata(&target) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok((target, Found::Nothing)),
        found => found.map_err(failed)?,
    };
    if found.is_dir() {
        return Err(failed(ErrorKind::IsADirectory.into()));
    }
    if !found.is_file() || is_of_the_system(&target) {
        return Ok((target, Found::Device));
    }
    let permissions = found.permissions();
    if permissions.readonly() {
        return Err(FileError::ReadOnly { path: path.to_owned() });
    }
    // The system may refuse this user a file that others can write.
    match File::options().append(true).open(&target) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(FileError::write(path, error)),
        // What is wrong otherwise is reported where the file is opened.
        _ => Ok((target, Found::File(permissions))),
    }
}

/// The most links that are followed, as on Linux.
const MOST_LINKS: usize = 40;

/// Returns the path to which links lead. Nothing may be there. Links that represent open files are not
/// followed.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() && !is_of_the_system(&path) => {
                path = folder_of(&path).join(fs::read_link(&path)?);
            }
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// Returns true if a link represents an open file, such as `/dev/stdout` and `/dev/fd/3`.
fn is_of_the_system(link: &Path) -> bool {
    fs::symlink_metadata(link).is_ok_and(|found| found.is_symlink())
        && fs::canonicalize(folder_of(link))
            .is_ok_and(|folder| folder == Path::new("/dev") || folder.starts_with("/proc"))
}

/// Opens a device for writing; if it is a file behind a link such as `/dev/stdout`, at its end.
fn open_device(path: &Path) -> io::Result<File> {
    File::options().append(true).open(path)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The time to wait for a lock. After a process has been killed, it holds its locks until the system has
/// closed its files, which may take as long as the last sync.
const PATIENCE: Duration = Duration::from_secs(1);

/// Locks a file until it is closed, waiting until the deadline at most.
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

/// Returns true if the path still refers to this open file, which another process may have replaced.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Ok(there) => Ok(there == Handle::from_file(file.try_clone()?)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns the checksum of a record: its XXH3 hash.
#[must_use]
pub fn checksum(record: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(record)
}
