//! A folder of results. A result takes its name when it is complete and on the disk: whenever a run ends, however it
//! ends, a file with the name of a result is complete. So a task may be run twice, even at the same time, and a run
//! that was killed has left nothing that counts.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use dlx_core::{BigUint, CountError, Counting, Givens, Limits, ParallelSearch, Problem, Stopped};
use dlx_files::{FileError, NewFile, create_folder};
use thiserror::Error;

use crate::outcome::{Listing, Outcome, OutcomeError, append, write_count};
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
    #[error("{} is a result of another task or split than task {id}", file.display())]
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
    /// The result could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// The cause.
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
        let path = self.path_of(task, Wanted::Count);
        let mut file = self.new_file(&path)?;
        write_count(task, &count, &mut file).map_err(|source| FileError::write(&path, source))?;
        file.finish()?;
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
        let path = self.path_of(task, Wanted::Covers);
        let failed = |source| FileError::write(&path, source);
        let mut file = self.new_file(&path)?;
        let mut listing = Listing::begin(task, &mut file).map_err(failed)?;
        let mut fault = None;
        let counted =
            ParallelSearch::new(&mut search, std::num::NonZeroUsize::MIN).render(limits, append, |batch| {
                fault = listing.write(batch.bytes).err();
                if fault.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        // An output that failed has stopped the search, and not a limit.
        if let Some(source) = fault {
            return Err(failed(source).into());
        }
        let covers = counted.exact()?;
        listing.end(covers).map_err(failed)?;
        file.finish()?;
        Ok(Done { count: covers.into(), was_there: false })
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
        task.check(problem)?;
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
            None => {
                let mut covers = outcome.covers(problem)?;
                while covers.next()?.is_some() {
                    covers.check()?;
                }
                covers.found.into()
            }
        };
        Ok(Some(Done { count, was_there: true }))
    }

    /// A result, which takes its name when it is complete. The folder is made if it is not there.
    fn new_file(&self, path: &Path) -> Result<NewFile, FileError> {
        create_folder(&self.path)?;
        NewFile::create(path)
    }
}
