//! Files that are there as a whole or not at all: written beside their place, and moved to it at the end.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::fault::Fault;
use crate::session::BUFFER;

/// Makes a file of what is written, in the place of what was there. Answers how many bytes that are.
pub(crate) fn write(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Fault>,
) -> Result<u64, Fault> {
    let name = path.display().to_string();
    let failed = |source| Fault::File { name: name.clone(), source };
    // A link stays one, and what it points to is replaced.
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // A device or a pipe takes what is written, and is not to be replaced.
    if fs::metadata(&place).is_ok_and(|found| !found.is_file()) {
        let opened = File::options().write(true).open(&place);
        let file = opened.map_err(|source| Fault::Create { name: name.clone(), source })?;
        return filled(&file, write, failed);
    }
    let beside = beside(&place).map_err(|source| Fault::Create { name: name.clone(), source })?;
    let bytes = filled(beside.as_file(), write, failed)?;
    beside.as_file().sync_data().map_err(failed)?;
    beside.persist(&place).map_err(|error| failed(error.error))?;
    Ok(bytes)
}

/// An empty file in the same folder, which goes when it is dropped.
fn beside(place: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As of any file: what the umask leaves.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty());
    builder.tempfile_in(folder.map_or_else(|| PathBuf::from("."), Path::to_owned))
}

fn filled(
    file: &File,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Fault>,
    failed: impl Fn(io::Error) -> Fault,
) -> Result<u64, Fault> {
    let mut counted = Counted::new(BufWriter::with_capacity(BUFFER, file));
    write(&mut counted)?;
    counted.flush().map_err(failed)?;
    Ok(counted.bytes)
}

/// Counts the bytes that pass.
pub(crate) struct Counted<W> {
    output: W,
    pub(crate) bytes: u64,
}

impl<W> Counted<W> {
    pub(crate) fn new(output: W) -> Self {
        Self { output, bytes: 0 }
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
