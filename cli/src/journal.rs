//! The checkpoint file of a listing: where the search stands, and how much of the output belongs to that.
//!
//! It is written under another name and then renamed, after the output has reached the disk: whenever the
//! process ends, however it ends, the file is whole and the output has at least what it speaks of. What the
//! output has beyond that is cut off on resuming, and found again.
//!
//! ```text
//! dlx solve 1
//! format ids
//! reduced no
//! bytes 4711              of the output
//! dlx checkpoint 1        as documented in dlx-core
//! ...
//! end
//! ```

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dlx_core::Checkpoint;

use crate::args::CoverFormat;
use crate::fault::Fault;

/// What a checkpoint file says.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) format: CoverFormat,
    /// Whether the search is that of the reduced problem.
    pub(crate) reduced: bool,
    /// How long the output was.
    pub(crate) bytes: u64,
    pub(crate) checkpoint: Checkpoint,
}

/// A checkpoint file that is written from time to time.
pub(crate) struct Journal {
    path: PathBuf,
    every: Duration,
    due: Instant,
}

impl Journal {
    pub(crate) fn new(path: &Path, every: Duration) -> Self {
        Self { path: path.to_owned(), every, due: Instant::now() }
    }

    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Puts this entry in the place of the last one. The output must have been written before.
    pub(crate) fn write(&mut self, entry: &Entry) -> Result<(), Fault> {
        let written = self.replace(entry);
        self.due = Instant::now() + self.every;
        written.map_err(|source| Fault::Checkpoint { name: self.path.display().to_string(), source })
    }

    fn replace(&self, entry: &Entry) -> io::Result<()> {
        let mut beside = self.path.as_os_str().to_owned();
        beside.push(".part");
        let mut file = File::create(&beside)?;
        let Entry { format, reduced, bytes, checkpoint } = entry;
        let reduced = if *reduced { "yes" } else { "no" };
        let text =
            format!("dlx solve 1\nformat {}\nreduced {reduced}\nbytes {bytes}\n{checkpoint}", format.word());
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        fs::rename(&beside, &self.path)
    }
}

/// Reads a checkpoint file.
pub(crate) fn read(path: &Path) -> Result<Entry, Fault> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|source| Fault::open(name.clone(), source))?;
    parse(&text).map_err(|reason| Fault::BadCheckpoint { name, reason })
}

fn parse(text: &str) -> Result<Entry, String> {
    let mut rest = text;
    let mut number = 0;
    let mut line = |word: &str| -> Result<&str, String> {
        number += 1;
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = after;
        line.strip_prefix(word).ok_or_else(|| format!("line {number}: found `{line}`, expected `{word}`"))
    };
    line("dlx solve 1")?;
    let format = line("format ")?;
    let format = CoverFormat::of_word(format).ok_or_else(|| format!("line 2: unknown format `{format}`"))?;
    let reduced = match line("reduced ")? {
        "yes" => true,
        "no" => false,
        other => return Err(format!("line 3: found `{other}`, expected yes or no")),
    };
    let bytes = line("bytes ")?;
    let bytes = bytes.parse().map_err(|_| format!("line 4: found `{bytes}`, expected a number of bytes"))?;
    let checkpoint = rest.parse::<Checkpoint>().map_err(|error| format!("after line 4: {error}"))?;
    Ok(Entry { format, reduced, bytes, checkpoint })
}
