//! The checkpoint file of a listing: the position of the search, and the part of the output that belongs to
//! it.
//!
//! The file is replaced atomically, after the output has reached the disk. Whenever and however the process
//! ends, the file is complete, and the output has at least the recorded length. When the run is resumed, any
//! further output is cut off and produced again. The file is locked during the run.
//!
//! ```text
//! dlx solve 2
//! problem 9c0e5b27d1…                 digest of the problem that was read
//! format ids
//! reduced no
//! output 4711 5d0c3ab1f7e29846        number of bytes of the output, and their XXH3
//! dlx checkpoint 3                    as documented in dlx-core
//! ...
//! checksum 8f0b52d6a1c73e94           of the lines from `dlx checkpoint` on
//! checksum 17c9e24b60d8fa35           XXH3 of all bytes before this line
//! ```

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dlx_core::inner::{Digest, UnknownDigest};
use dlx_core::{Checkpoint, CheckpointError};
use dlx_files::{FileError, LockedFile, Written, checksum};
use thiserror::Error;

/// The content of a [`CheckpointFile`].
#[derive(Clone, Debug)]
pub struct CheckpointRecord {
    /// The digest of the problem that was read; the checkpoint may be of the reduced problem.
    pub problem: Digest,
    /// The name of the output format, without line breaks.
    pub format: String,
    /// True if the search is that of the reduced problem.
    pub reduced: bool,
    /// The part of the output that belongs to the checkpoint.
    pub written: Written,
    /// The position of the search.
    pub checkpoint: Checkpoint,
}

/// The reason why a checkpoint file cannot be locked, read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointFileError {
    /// The file cannot be read or written, or another process has locked it.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is not a checkpoint file, or was truncated or altered.
    #[error("checkpoint {}: {fault}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The error in its text.
        fault: CheckpointFault,
    },
}

/// The reason why a text is not a valid checkpoint file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// A line has unexpected text.
    #[error("line {line}: expected {expected}, found `{found}`")]
    Line {
        /// The line number, from 1.
        line: usize,
        /// The text that is expected.
        expected: String,
        /// The text that was found.
        found: String,
    },
    /// The checksum does not match the lines before it.
    #[error("line {line}: expected `{expected}`, found `{found}`: it was cut off or altered")]
    Altered {
        /// The number of the last line, from 1.
        line: usize,
        /// The line with the checksum of the other lines.
        expected: String,
        /// The text that was found.
        found: String,
    },
    /// The digest of the problem is invalid.
    #[error("line 2: {0}")]
    Problem(UnknownDigest),
    /// The checkpoint of the search cannot be read.
    #[error("after line 5: {0}")]
    Checkpoint(CheckpointError),
}

/// A checkpoint file that is written at intervals. It is locked until it is dropped.
#[derive(Debug)]
pub struct CheckpointFile {
    path: PathBuf,
    file: LockedFile,
    every: Duration,
    /// The time of the next write, unless it is too late to be represented.
    due: Option<Instant>,
}

impl CheckpointFile {
    /// Locks the file, if it exists. Does not change it. [`is_due`](Self::is_due) reports when the interval
    /// `every` has passed.
    ///
    /// # Errors
    /// [`CheckpointFileError::File`] if another process has locked the file, or it cannot be opened.
    pub fn lock(path: &Path, every: Duration) -> Result<Self, CheckpointFileError> {
        Ok(Self { path: path.to_owned(), file: LockedFile::lock(path)?, every, due: Some(Instant::now()) })
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if it is time to write the file again.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.due.is_some_and(|due| Instant::now() >= due)
    }

    /// Returns the content of the file, or `None` if it does not exist.
    ///
    /// # Errors
    /// A file that cannot be read, is not a checkpoint file, or was altered.
    pub fn read(&mut self) -> Result<Option<CheckpointRecord>, CheckpointFileError> {
        let Some(text) = self.file.read()? else { return Ok(None) };
        let content = |fault| CheckpointFileError::Content { path: self.path.clone(), fault };
        parse(&text).map(Some).map_err(content)
    }

    /// Replaces the content of the file. The output must already be on the disk.
    ///
    /// # Errors
    /// [`CheckpointFileError::File`] if the file cannot be written.
    pub fn write(&mut self, record: &CheckpointRecord) -> Result<(), CheckpointFileError> {
        let written = self.file.replace(text(record).as_bytes());
        self.due = Instant::now().checked_add(self.every);
        Ok(written?)
    }
}

const FIRST_LINE: &str = "dlx solve 2";

/// Returns the line that follows these lines.
fn last_line(lines: &str) -> String {
    format!("checksum {:016x}", checksum(lines.as_bytes()))
}

fn text(record: &CheckpointRecord) -> String {
    let CheckpointRecord { problem, format, reduced, written, checkpoint } = record;
    let Written { bytes, checksum: hash } = written;
    let reduced = if *reduced { "yes" } else { "no" };
    let lines = format!(
        "{FIRST_LINE}\nproblem {problem}\nformat {format}\nreduced {reduced}\noutput {bytes} {hash:016x}\n{checkpoint}"
    );
    let last = last_line(&lines);
    format!("{lines}{last}\n")
}

fn parse(text: &str) -> Result<CheckpointRecord, CheckpointFault> {
    let wrong = |line, expected: &str, found: &str| CheckpointFault::Line {
        line,
        expected: expected.to_owned(),
        found: found.escape_debug().to_string(),
    };
    let first = text.lines().next().unwrap_or_default();
    if first != FIRST_LINE {
        return Err(wrong(1, &format!("`{FIRST_LINE}`"), first));
    }
    let last = text.strip_suffix('\n').unwrap_or(text).rfind('\n').map_or(0, |before| before + 1);
    let (lines, found) = text.split_at(last);
    let expected = last_line(lines);
    if found.strip_suffix('\n') != Some(&expected) {
        let found = found.trim_end().escape_debug().to_string();
        return Err(CheckpointFault::Altered { line: text.lines().count(), expected, found });
    }
    let mut rest = lines;
    let mut number = 0;
    let mut line = |word: &str| -> Result<&str, CheckpointFault> {
        number += 1;
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = after;
        line.strip_prefix(word).ok_or_else(|| wrong(number, &format!("`{word}`"), line))
    };
    line(FIRST_LINE)?;
    let problem = line("problem ")?.parse().map_err(CheckpointFault::Problem)?;
    let format = line("format ")?.to_owned();
    let reduced = match line("reduced ")? {
        "yes" => true,
        "no" => false,
        other => return Err(wrong(4, "yes or no", other)),
    };
    let output = line("output ")?;
    let written = output.split_once(' ').and_then(|(bytes, checksum)| {
        Some(Written { bytes: bytes.parse().ok()?, checksum: u64::from_str_radix(checksum, 16).ok()? })
    });
    let written = written.ok_or_else(|| wrong(5, "a number of bytes and a checksum", output))?;
    let checkpoint = rest.parse().map_err(CheckpointFault::Checkpoint)?;
    Ok(CheckpointRecord { problem, format, reduced, written, checkpoint })
}

#[cfg(test)]
mod tests {
    use dlx_core::Search;

    use super::*;

    fn record() -> CheckpointRecord {
        let problem = dlx_instances::langford::problem(3).expect("a problem");
        CheckpointRecord {
            problem: problem.digest(),
            format: "ids".to_owned(),
            reduced: true,
            written: Written { bytes: 4711, checksum: 7 },
            checkpoint: Search::new(&problem).checkpoint(),
        }
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let written = text(&record());
        let read = parse(&written).expect("a record");
        assert_eq!((text(&read), read.format.as_str(), read.reduced), (written, "ids", true));
    }

    #[test]
    fn an_error_names_the_line() {
        let error = |text: &str| parse(text).expect_err("an error").to_string();
        assert_eq!(error("dlx solve 1\n"), "line 1: expected `dlx solve 2`, found `dlx solve 1`");
        let altered = error(&text(&record()).replace("4711", "4712"));
        assert!(altered.ends_with("it was cut off or altered"), "{altered}");
        let lines = "dlx solve 2\nproblem 0\n";
        assert!(error(&format!("{lines}{}\n", last_line(lines))).starts_with("line 2: "));
        let digest = record().problem;
        let lines = format!("dlx solve 2\nproblem {digest}\nformat ids\nreduced maybe\n");
        let found = error(&format!("{lines}{}\n", last_line(&lines)));
        assert_eq!(found, "line 4: expected yes or no, found `maybe`");
    }
}
