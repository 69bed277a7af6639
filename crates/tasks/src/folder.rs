//! A folder of results. A result gets its name when it is complete and on the disk, so a file with the name
//! of a result is complete however a run ends. A task may therefore be run twice, even at the same time, and
//! a run that was killed leaves no result. A result that was damaged since counts as absent.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use dlx_core::inner::{CountError, Counting, ParallelSearch};
use dlx_core::{BigUint, Givens, Limits, Representative, Stopped};
use dlx_files::{FileError, NewFile, create_folder};
use thiserror::Error;

use crate::enumeration::{Enumeration, Run};
use crate::outcome::{Listing, Outcome, OutcomeError, append, append_representative, write_count};
use crate::task::{ForeignTask, Task};

/// The kind of result of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The number of covers.
    Count,
    /// The list of covers.
    Covers,
}

impl Wanted {
    /// Returns the file name extension of such results.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Covers => "covers",
        }
    }

    fn names(self, path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension == self.extension())
    }
}

/// The outcome of a task that has been run.
#[derive(Debug)]
#[non_exhaustive]
pub struct Done {
    /// The number of covers.
    pub count: BigUint,
    /// True if the result existed before.
    pub was_there: bool,
    /// What was wrong with a result that existed before, counted as absent, and was replaced.
    pub damaged: Option<OutcomeError>,
}

/// What a folder has of a task before it is run.
enum Before {
    Done(BigUint),
    /// No result, or a damaged one.
    Absent(Option<OutcomeError>),
}

/// A folder of results, whose files are named after the ids of the tasks.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// The reason why a task has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The task is not of this problem, or not of these symmetries.
    #[error(transparent)]
    Foreign(#[from] ForeignTask),
    /// The existing result is not of this task.
    #[error("{}: expected a result of task {id}, found one of another task or split", file.display())]
    OtherSplit {
        /// The id of the task.
        id: String,
        /// The existing result.
        file: PathBuf,
    },
    /// The covers of the task cannot be counted.
    #[error(transparent)]
    Count(#[from] CountError),
    /// A limit was reached; nothing was written.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The existing result cannot be read.
    #[error(transparent)]
    Outcome(#[from] OutcomeError),
    /// The result cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl Folder {
    /// Returns the folder at this path, which is created when the first result is written.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Returns the path of the result of a task, whether or not it exists.
    #[must_use]
    pub fn path_of(&self, task: &Task, wanted: Wanted) -> PathBuf {
        self.path.join(format!("{}.{}", task.place, wanted.extension()))
    }

    /// Runs the task and writes its result, unless a valid result exists. A task of
    /// [representatives](crate::split_representatives) needs the symmetries, another one the problem.
    ///
    /// # Errors
    /// A task of another enumeration, a limit, or a failed file operation. There is then no result.
    pub fn run<'e>(
        &self,
        of: impl Into<Enumeration<'e>>,
        task: &Task,
        wanted: Wanted,
        limits: &mut Limits<'_>,
    ) -> Result<Done, FolderError> {
        match wanted {
            Wanted::Count => self.count(of, task, limits),
            Wanted::Covers => self.covers(of, task, limits),
        }
    }

    /// Counts the covers of a task with the best engine, as [`dlx_core::inner::count()`] does, or its representatives by
    /// listing them, unless the result exists.
    ///
    /// # Errors
    /// A task of another enumeration, a limit, or a failed file operation. There is then no result.
    pub fn count<'e>(
        &self,
        of: impl Into<Enumeration<'e>>,
        task: &Task,
        limits: &mut Limits<'_>,
    ) -> Result<Done, FolderError> {
        let of = of.into();
        let damaged = match self.before(of, task, Wanted::Count)? {
            Before::Done(count) => return Ok(Done { count, was_there: true, damaged: None }),
            Before::Absent(damaged) => damaged,
        };
        let count = match (task.open(of, limits)??, task.givens(of.problem())) {
            (Run::Listing(mut listing), _) => {
                let mut found = 0_u64;
                listing.for_each(NonZeroUsize::MIN, limits, |_| {
                    found += 1;
                    ControlFlow::Continue(())
                })?;
                found.into()
            }
            (Run::Search(_), Some((forced, forbidden))) => {
                let givens = Givens::none().force(&forced).forbid(&forbidden);
                Counting::of(of.problem()).givens(givens).run(limits)?.count.exact()?
            }
            (Run::Search(mut search), None) => search.count_rest(limits).exact()?.into(),
        };
        let path = self.path_of(task, Wanted::Count);
        let mut file = self.new_file(&path)?;
        write_count(task, &count, &mut file).map_err(|source| FileError::write(&path, source))?;
        file.finish()?;
        Ok(Done { count, was_there: false, damaged })
    }

    /// Lists the covers of a task, or its representatives with the sizes of their orbits, in the order of the search,
    /// unless the result exists.
    ///
    /// # Errors
    /// A task of another enumeration, a limit, or a failed file operation. There is then no result.
    pub fn covers<'e>(
        &self,
        of: impl Into<Enumeration<'e>>,
        task: &Task,
        limits: &mut Limits<'_>,
    ) -> Result<Done, FolderError> {
        let of = of.into();
        let damaged = match self.before(of, task, Wanted::Covers)? {
            Before::Done(count) => return Ok(Done { count, was_there: true, damaged: None }),
            Before::Absent(damaged) => damaged,
        };
        let run = task.open(of, limits)??;
        let path = self.path_of(task, Wanted::Covers);
        let failed = |source| FileError::write(&path, source);
        let mut file = self.new_file(&path)?;
        let mut list = Listing::begin(task, &mut file).map_err(failed)?;
        let mut fault = None;
        let mut write = |lines: &[u8]| {
            fault = list.write(lines).err();
            if fault.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let listed = match run {
            Run::Search(mut search) => ParallelSearch::new(&mut search, NonZeroUsize::MIN)
                .render(limits, append, |batch| write(batch.bytes))
                .exact(),
            Run::Listing(mut listing) => {
                let (mut line, mut found) = (Vec::new(), 0);
                let end = listing.for_each(NonZeroUsize::MIN, limits, |Representative { cover, orbit }| {
                    line.clear();
                    append_representative(&cover, &orbit, &mut line);
                    found += 1;
                    write(&line)
                });
                end.map(|()| found)
            }
        };
        // The search was stopped by the failed output and not by a limit.
        if let Some(source) = fault {
            return Err(failed(source).into());
        }
        let covers = listed?;
        list.end(covers).map_err(failed)?;
        file.finish()?;
        Ok(Done { count: covers.into(), was_there: false, damaged })
    }

    /// Returns true if the path is that of a result in this folder, whether it exists or not.
    #[must_use]
    pub fn holds(&self, path: &Path) -> bool {
        let is_result = [Wanted::Count, Wanted::Covers].into_iter().any(|wanted| wanted.names(path));
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        is_result
            && fs::canonicalize(folder)
                .is_ok_and(|folder| fs::canonicalize(&self.path).is_ok_and(|path| path == folder))
    }

    /// Returns the counts in the folder.
    ///
    /// # Errors
    /// A folder or a file in it that cannot be read.
    pub fn counts(&self) -> Result<Vec<Outcome>, FolderError> {
        self.outcomes(Wanted::Count)
    }

    /// Returns the results of one kind in the folder, in no particular order.
    ///
    /// # Errors
    /// A folder or a file in it that cannot be read.
    pub fn outcomes(&self, wanted: Wanted) -> Result<Vec<Outcome>, FolderError> {
        let fault = |source| FolderError::Io { path: self.path.clone(), source };
        let mut outcomes = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(fault)? {
            let path = entry.map_err(fault)?.path();
            let is_result = wanted.names(&path);
            // The unfinished files of killed runs begin with a dot.
            let is_whole = path.file_name().is_some_and(|name| !name.as_encoded_bytes().starts_with(b"."));
            if is_result && is_whole {
                outcomes.push(Outcome::read(&path)?);
            }
        }
        Ok(outcomes)
    }

    /// Returns the number of covers of the task if its result exists. Reads the whole result.
    ///
    /// # Errors
    /// A task of another enumeration, a result of another task, or [`FolderError::Outcome`] for a result that is
    /// damaged or cannot be read.
    pub fn result<'e>(
        &self,
        of: impl Into<Enumeration<'e>>,
        task: &Task,
        wanted: Wanted,
    ) -> Result<Option<BigUint>, FolderError> {
        let of = of.into();
        task.check(of)?;
        let file = self.path_of(task, wanted);
        if !file.exists() {
            return Ok(None);
        }
        let outcome = Outcome::read(&file)?;
        if !outcome.is_of(task) {
            return Err(FolderError::OtherSplit { id: task.place.to_string(), file });
        }
        Ok(Some(match &outcome.count {
            Some(count) => count.clone(),
            None => {
                let mut covers = outcome.covers(of.problem())?;
                while covers.next()?.is_some() {
                    covers.check()?;
                }
                covers.found.into()
            }
        }))
    }

    /// Returns what there is of a task before it is run.
    fn before(&self, of: Enumeration<'_>, task: &Task, wanted: Wanted) -> Result<Before, FolderError> {
        match self.result(of, task, wanted) {
            Ok(Some(count)) => Ok(Before::Done(count)),
            Ok(None) => Ok(Before::Absent(None)),
            Err(FolderError::Outcome(error)) if error.is_damage() => Ok(Before::Absent(Some(error))),
            Err(error) => Err(error),
        }
    }

    /// Returns a new result file, which gets its name when it is complete. Creates the folder if necessary.
    fn new_file(&self, path: &Path) -> Result<NewFile, FileError> {
        create_folder(&self.path)?;
        NewFile::create(path)
    }
}
