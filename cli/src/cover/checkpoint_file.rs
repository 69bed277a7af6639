//! The checkpoint file of a listing: where the search is, and how much of the output belongs to that.
//!
//! It is replaced atomically, after the output has reached the disk: however and whenever the process ends, the
//! file is complete and the output has at least what it speaks of. What the output has beyond that is cut off when the
//! run is resumed, and found again. The file is locked as long as the run lasts.
//!
//! ```text
//! dlx solve 2
//! problem 9c0e5b27d1…                 digest of the problem that was read
//! format ids
//! reduced no
//! output 4711 5d0c3ab1f7e29846        number of bytes of the output, and their XXH3
//! dlx checkpoint 2                    as documented in dlx-core
//! ...
//! checksum 8f0b52d6a1c73e94           of the lines from `dlx checkpoint` on
//! checksum 17c9e24b60d8fa35           XXH3 of all bytes before this line
//! ```

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dlx_core::{Checkpoint, Digest};
use dlx_files::{LockedFile, Written, checksum};

use super::line::CoverFormat;
use crate::shared::Fault;

/// What a checkpoint file says.
#[derive(Debug)]
pub(crate) struct CheckpointRecord {
    /// The problem that was read, where the checkpoint may be of the reduced one.
    pub(crate) problem: Digest,
    pub(crate) format: CoverFormat,
    /// Whether the search is that of the reduced problem.
    pub(crate) reduced: bool,
    /// How much of the output belongs to the checkpoint.
    pub(crate) written: Written,
    pub(crate) checkpoint: Checkpoint,
}

/// A checkpoint file that is written from time to time.
pub(crate) struct CheckpointFile {
    path: PathBuf,
    file: LockedFile,
    every: Duration,
    /// When it is written next, if that can be told.
    due: Option<Instant>,
}

impl CheckpointFile {
    /// Locks the file, if there is one. Nothing is changed.
    pub(crate) fn lock(path: &Path, every: Duration) -> Result<Self, Fault> {
        Ok(Self { path: path.to_owned(), file: LockedFile::lock(path)?, every, due: Some(Instant::now()) })
    }

    pub(crate) fn is_due(&self) -> bool {
        self.due.is_some_and(|due| Instant::now() >= due)
    }

    /// What the file says, or `None` if there is none.
    pub(crate) fn read(&mut self) -> Result<Option<CheckpointRecord>, Fault> {
        let Some(text) = self.file.read()? else { return Ok(None) };
        parse(&text).map(Some).map_err(|reason| self.bad(reason))
    }

    /// That there is no file.
    pub(crate) fn missing(&self) -> Fault {
        Fault::open(self.path.display().to_string(), ErrorKind::NotFound.into())
    }

    /// That the file is none, or not one of this run.
    pub(crate) fn bad(&self, reason: String) -> Fault {
        Fault::named(format!("checkpoint {}", self.path.display()), reason)
    }

    /// Puts this entry in the place of the last one. The output must be on the disk.
    pub(crate) fn write(&mut self, entry: &CheckpointRecord) -> Result<(), Fault> {
        let CheckpointRecord {
            problem,
            format,
            reduced,
            written: Written { bytes, checksum: hash },
            checkpoint,
        } = entry;
        let reduced = if *reduced { "yes" } else { "no" };
        let text = format!(
            "{FIRST_LINE}\nproblem {problem}\nformat {}\nreduced {reduced}\noutput {bytes} {hash:016x}\n{checkpoint}",
            format.word()
        );
        let written = self.file.replace(format!("{text}{}\n", last_line(&text)).as_bytes());
        self.due = Instant::now().checked_add(self.every);
        Ok(written?)
    }
}

const FIRST_LINE: &str = "dlx solve 2";

/// The line behind these.
fn last_line(lines: &str) -> String {
    format!("checksum {:016x}", checksum(lines.as_bytes()))
}

fn parse(text: &str) -> Result<CheckpointRecord, String> {
    let first = text.lines().next().unwrap_or_default();
    if first != FIRST_LINE {
        return Err(format!("line 1: expected `{FIRST_LINE}`, found `{}`", first.escape_debug()));
    }
    let last = text.strip_suffix('\n').unwrap_or(text).rfind('\n').map_or(0, |before| before + 1);
    let (lines, found) = text.split_at(last);
    let expected = last_line(lines);
    if found.strip_suffix('\n') != Some(&expected) {
        let (number, found) = (text.lines().count(), found.trim_end().escape_debug());
        return Err(format!(
            "line {number}: expected `{expected}`, found `{found}`: it was cut off or altered"
        ));
    }
    let mut rest = lines;
    let mut number = 0;
    let mut line = |word: &str| -> Result<&str, String> {
        number += 1;
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = after;
        line.strip_prefix(word).ok_or_else(|| format!("line {number}: expected `{word}`, found `{line}`"))
    };
    line(FIRST_LINE)?;
    let problem = line("problem ")?.parse().map_err(|error| format!("line 2: {error}"))?;
    let format = line("format ")?;
    let format = CoverFormat::of_word(format).ok_or_else(|| format!("line 3: unknown format `{format}`"))?;
    let reduced = match line("reduced ")? {
        "yes" => true,
        "no" => false,
        other => return Err(format!("line 4: expected yes or no, found `{other}`")),
    };
    let output = line("output ")?;
    let written = output.split_once(' ').and_then(|(bytes, checksum)| {
        Some(Written { bytes: bytes.parse().ok()?, checksum: u64::from_str_radix(checksum, 16).ok()? })
    });
    let written = written
        .ok_or_else(|| format!("line 5: expected a number of bytes and a checksum, found `{output}`"))?;
    let checkpoint = rest.parse::<Checkpoint>().map_err(|error| format!("after line 5: {error}"))?;
    Ok(CheckpointRecord { problem, format, reduced, written, checkpoint })
}
