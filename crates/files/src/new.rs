//! Files that exist completely or not at all.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use tempfile::NamedTempFile;

use crate::{FileError, Found, PATIENCE, folder_of, is_at, lock, look, open_device};

/// The size of a buffer in bytes, large enough that the number of writes does not matter.
pub(crate) const BUFFER: usize = 1 << 16;

/// A file that gets its name when it is [finished](Self::finish). If it is dropped before, nothing remains.
///
/// ```
/// use std::io::Write;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("report");
/// let mut file = dlx_files::NewFile::create(&path)?;
/// file.write_all(b"complete")?;
/// assert!(!path.exists());
/// assert_eq!(file.finish()?, 8);
/// assert_eq!(std::fs::read(&path)?, b"complete");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    /// The path that was given, for messages.
    path: PathBuf,
    /// The path to which links lead.
    target: PathBuf,
    output: Counted<BufWriter<Target>>,
}

/// A writer that counts the bytes written through it.
#[derive(Debug)]
pub struct Counted<W> {
    output: W,
    bytes: u64,
}

impl<W: Write> Counted<W> {
    /// Returns a writer with a count of 0.
    pub fn new(output: W) -> Self {
        Self { output, bytes: 0 }
    }

    /// Returns the number of bytes written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        // A count that fits in memory fits in 64 bits.
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[derive(Debug)]
enum Target {
    /// A temporary file in the folder of the path.
    Temporary(NamedTempFile),
    Device(File),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Temporary(file) => file.as_file_mut().write(bytes),
            Self::Device(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Temporary(file) => file.as_file_mut().flush(),
            Self::Device(file) => file.flush(),
        }
    }
}

impl NewFile {
    /// Returns a new empty file for this path, which does not have its name yet.
    ///
    /// # Errors
    /// A folder in which no file can be created, a folder at the path, or a file that is not writable;
    /// [`FileError::InUse`] if another process has locked the existing file, because it would continue to
    /// write to a file without a name.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let (target, found) = look(path)?;
        let file = match found {
            Found::Device => open_device(&target).map(Target::Device),
            Found::File(permissions) => {
                refuse_in_use(path)?;
                temporary(&target, Some(permissions)).map(Target::Temporary)
            }
            Found::Nothing => temporary(&target, None).map(Target::Temporary),
        };
        let file = file.map_err(|source| FileError::create(path, source))?;
        let output = Counted::new(BufWriter::with_capacity(BUFFER, file));
        Ok(Self { path: path.to_owned(), target, output })
    }

    /// Syncs the file to the disk and gives it its name. Returns its length in bytes.
    ///
    /// # Errors
    /// A disk that is full or fails. The previous file is then unchanged.
    pub fn finish(self) -> Result<u64, FileError> {
        let Self { path, target, output: Counted { output, bytes } } = self;
        let finished =
            output.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| match file {
                Target::Temporary(file) => persist(file, &target, Clobber::Yes).map(drop),
                Target::Device(_) => Ok(()),
            });
        finished.map_err(|source| FileError::write(&path, source))?;
        Ok(bytes)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Returns an error if another process has locked the file, as [`Output`](crate::Output) and
/// [`LockedFile`](crate::LockedFile) do.
fn refuse_in_use(path: &Path) -> Result<(), FileError> {
    // A file that cannot be opened or locked for another reason may still be replaced.
    match File::open(path).map(|file| lock(&file, path, Instant::now() + PATIENCE)) {
        Ok(Err(error @ FileError::InUse { .. })) => Err(error),
        _ => Ok(()),
    }
}

/// Replaces the file at this path with these bytes.
///
/// # Errors
/// A file that cannot be created or written. The previous file is then unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes).map_err(|source| FileError::write(path, source))?;
    file.finish()?;
    Ok(())
}

/// Creates a folder and its parents if they do not exist.
///
/// # Errors
/// A folder that cannot be created.
pub fn create_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(|source| FileError::create(path, source))
}

/// Returns an empty, locked file in the same folder, which is removed when it is dropped.
pub(crate) fn temporary(path: &Path, permissions: Option<fs::Permissions>) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    remove_abandoned(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask applies to these permissions, as to those of any new file.
        builder.permissions(permissions.clone().unwrap_or(fs::Permissions::from_mode(0o666)));
    }
    let file = loop {
        let file = builder.tempfile_in(folder).map_err(without_name)?;
        // Between creating and locking it, another process may have taken it for an abandoned file.
        match file.as_file().try_lock() {
            Ok(()) if matches!(is_at(file.as_file(), file.path()), Ok(false)) => {}
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => return Err(error),
            _ => break file,
        }
    };
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

/// The names of temporary files: this prefix and this number of letters and digits.
const PREFIX: &str = ".dlx-";
const RANDOM: usize = 6;

/// Returns the error of the system without the name of a temporary file, which means nothing to users.
fn without_name(error: io::Error) -> io::Error {
    let words = error.to_string();
    match words.split_once(" at path ") {
        Some((words, _)) => io::Error::new(error.kind(), words),
        None => error,
    }
}

/// Removes the temporary files that killed processes have left in the folder. Each is looked for once in a
/// process, because a run may write thousands of files to one folder.
fn remove_abandoned(folder: &Path) {
    static CLEANED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let Ok(folder) = fs::canonicalize(folder) else { return };
    {
        let mut cleaned = CLEANED.lock().unwrap_or_else(PoisonError::into_inner);
        if cleaned.contains(&folder) {
            return;
        }
        cleaned.push(folder.clone());
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_temporary = entry.file_name().to_str().is_some_and(|name| {
            let random = name.strip_prefix(PREFIX).unwrap_or_default();
            random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        // The lock of a process that is alive, and a file system without locks, keep the file.
        if is_temporary
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            // A file of another user that cannot be removed stays.
            fs::remove_file(entry.path()).ok();
        }
    }
}

/// Tells whether a file may replace an existing one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clobber {
    Yes,
    No,
}

/// Syncs a file to the disk and then renames it to its path.
pub(crate) fn persist(file: NamedTempFile, path: &Path, clobber: Clobber) -> io::Result<File> {
    file.as_file().sync_all()?;
    let persisted = match clobber {
        Clobber::Yes => file.persist(path),
        Clobber::No => file.persist_noclobber(path),
    };
    let file = persisted.map_err(|error| error.error)?;
    sync_folder(folder_of(path))?;
    Ok(file)
}

/// Syncs the names in a folder to the disk, where the system supports this.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Folders that can be written but not read, and file systems that do not sync folders.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::PermissionDenied | ErrorKind::InvalidInput | ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
