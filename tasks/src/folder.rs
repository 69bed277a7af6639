//! A folder of results. A result is written under another name, brought to the disk and then renamed: whenever a
//! run ends, however it ends, a file with the name of a result is whole. So a task may be run twice, even at the
//! same time, and a run that was killed has left nothing that counts.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use dlx_core::{BigUint, Count, CountError, Counting, Crew, Givens, Limits, OptionId, Problem, Stopped};
use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

use crate::outcome::{Outcome, OutcomeError, write_foot, write_head};
use crate::task::{ForeignTask, Task};

/// What is wanted of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// How many covers there are.
    Count,
    /// The covers.
    Covers,
}

impl Wanted {
    /// What the names of such results end with.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Covers => "covers",
        }
    }
}

/// A task that is done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Done {
    /// How many covers it has.
    pub count: BigUint,
    /// Whether its result was there already.
    pub was_there: bool,
}

/// Where results are kept, each under the id of its task.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// Why a task is not done.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The task is not of this problem.
    #[error(transparent)]
    Foreign(#[from] ForeignTask),
    /// The result that is there is not of this task.
    #[error("{} is of another split than task {id}", file.display())]
    OtherSplit {
        /// The task.
        id: String,
        /// What is there.
        file: PathBuf,
    },
    /// The part cannot be counted.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A limit was reached; nothing was written.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The result that is there cannot be read.
    #[error(transparent)]
    Outcome(#[from] OutcomeError),
    /// The folder could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// What could not be.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl Folder {
    /// Results in this folder, which is made when the first one is written.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Where the result of a task is, or will be.
    #[must_use]
    pub fn path_of(&self, task: &Task, wanted: Wanted) -> PathBuf {
        self.path.join(format!("{}.{}", task.place, wanted.extension()))
    }

    /// Does the task, unless its result is there, and writes the result.
    ///
    /// # Errors
    /// A task of another problem, a limit, or a file that fails. Then there is no result.
    pub fn run(
        &self,
        problem: &Problem,
        task: &Task,
        wanted: Wanted,
        limits: &mut Limits<'_>,
    ) -> Result<Done, FolderError> {
        match wanted {
            Wanted::Count => self.count(problem, task, limits),
            Wanted::Covers => self.covers(problem, task, limits),
        }
    }

    /// Counts the covers of a task by whatever engine is best, as [`dlx_core::count()`], unless that was done before.
    ///
    /// # Errors
    /// A task of another problem, a limit, or a file that fails. Then there is no result.
    pub fn count(
        &self,
        problem: &Problem,
        task: &Task,
        limits: &mut Limits<'_>,
    ) -> Result<Done, FolderError> {
        if let Some(done) = self.done(problem, task, Wanted::Count)? {
            return Ok(done);
        }
        let mut search = task.search(problem)?;
        let count = match task.givens(problem) {
            Some((forced, forbidden)) => {
                let givens = Givens::none().force(&forced).forbid(&forbidden);
                Counting::of(problem).givens(givens).run(limits)?.count.exact()?
            }
            None => search.count_rest(limits).exact()?.into(),
        };
        self.keep(task, Wanted::Count, |output| write_head(task, Some(&count), output))?;
        Ok(Done { count, was_there: false })
    }

    /// Lists the covers of a task in the order of the search, unless that was done before.
    ///
    /// # Errors
    /// A task of another problem, a limit, or a file that fails. Then there is no result.
    pub fn covers(
        &self,
        problem: &Problem,
        task: &Task,
        limits: &mut Limits<'_>,
    ) -> Result<Done, FolderError> {
        if let Some(done) = self.done(problem, task, Wanted::Covers)? {
            return Ok(done);
        }
        let mut search = task.search(problem)?;
        let mut counted = Count::Exact(0);
        self.keep(task, Wanted::Covers, |output| {
            write_head(task, None, &mut *output)?;
            let mut failed = Ok(());
            counted = Crew::new(&mut search, std::num::NonZeroUsize::MIN).render(limits, append, |batch| {
                failed = output.write_all(batch.bytes);
                if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            failed?;
            match counted {
                Count::Exact(covers) => write_foot(task, covers, output),
                // What is not kept needs no end.
                Count::AtLeast(_, why) => Err(io::Error::other(why)),
            }
        })
        .map_err(|error| match counted {
            Count::AtLeast(_, why) => why.into(),
            Count::Exact(_) => error,
        })?;
        Ok(Done { count: counted.at_least().into(), was_there: false })
    }

    /// The counts in the folder.
    ///
    /// # Errors
    /// A folder or a file in it that cannot be read.
    pub fn counts(&self) -> Result<Vec<Outcome>, FolderError> {
        self.outcomes(Wanted::Count)
    }

    /// The results of one kind in the folder, in no order.
    ///
    /// # Errors
    /// A folder or a file in it that cannot be read.
    pub fn outcomes(&self, wanted: Wanted) -> Result<Vec<Outcome>, FolderError> {
        let fault = |source| FolderError::Io { path: self.path.clone(), source };
        let mut outcomes = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(fault)? {
            let path = entry.map_err(fault)?.path();
            let is_result = path.extension().is_some_and(|extension| extension == wanted.extension());
            // What a killed run was writing begins with a dot.
            let is_whole = path.file_name().is_some_and(|name| !name.as_encoded_bytes().starts_with(b"."));
            if is_result && is_whole {
                outcomes.push(Outcome::read(&path)?);
            }
        }
        Ok(outcomes)
    }

    /// What was done before.
    fn done(&self, problem: &Problem, task: &Task, wanted: Wanted) -> Result<Option<Done>, FolderError> {
        task.check_problem(problem)?;
        let file = self.path_of(task, wanted);
        if !file.exists() {
            return Ok(None);
        }
        let outcome = Outcome::read(&file)?;
        if !outcome.is_of(task) {
            return Err(FolderError::OtherSplit { id: task.place.to_string(), file });
        }
        let count = match &outcome.count {
            Some(count) => count.clone(),
            None => outcome.listed(problem.option_count())?.into(),
        };
        Ok(Some(Done { count, was_there: true }))
    }

    /// Writes a result, which takes its name when it is whole and on the disk.
    fn keep(
        &self,
        task: &Task,
        wanted: Wanted,
        write: impl FnOnce(&mut BufWriter<&mut NamedTempFile>) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let path = self.path_of(task, wanted);
        let kept = || -> io::Result<()> {
            fs::create_dir_all(&self.path)?;
            let mut file = Builder::new().prefix(&format!(".{}-", task.place)).tempfile_in(&self.path)?;
            let mut output = BufWriter::with_capacity(1 << 16, &mut file);
            write(&mut output)?;
            output.flush()?;
            drop(output);
            file.as_file().sync_data()?;
            file.persist(&path)?;
            Ok(())
        };
        kept().map_err(|source| FolderError::Io { path: path.clone(), source })
    }
}

/// Appends a cover as a line of numbers.
fn append(cover: &[OptionId], line: &mut Vec<u8>) {
    for (place, option) in cover.iter().enumerate() {
        if place > 0 {
            line.push(b' ');
        }
        line.extend_from_slice(itoa::Buffer::new().format(option.index()).as_bytes());
    }
    line.push(b'\n');
}
