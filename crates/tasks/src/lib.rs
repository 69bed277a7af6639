//! Splits one enumeration into many tasks, for runs that are larger than one process or one machine.
//!
//! [`split()`] divides the search tree of a problem into disjoint parts of about equal size. Each part is a
//! [`Task`]: a line of JSON that contains everything except the problem itself. [`Folder`] runs a task and
//! stores its complete result or none; a task can be run any number of times. [`Merge`] combines the results,
//! each exactly once, in the order of one search. It does not matter which program runs which task on which
//! machine, and how often. [`split_representatives`] does the same for a listing of one cover of each orbit.
//!
//! Tasks and results contain the digest of the problem, a checksum of themselves, and the digests of the task
//! and the split that they belong to. A record that was damaged, edited, exchanged, or made for another
//! problem or split is rejected. The digests are not signatures: a forged result with matching digests is not
//! detected.
//!
//! Where no folder is shared, [`run()`] returns the result as a value, and a task that reaches a limit returns what it
//! has found and the rest as new tasks. [`order()`] checks that such results are complete.
//!
//! An enumeration in one process is resumed from a [`CheckpointFile`], which contains the position of the
//! search and the length of the output that belongs to it.
//!
//! ```
//! use dlx_core::{BigUint, Limits, Search};
//! use dlx_instances::langford;
//! use dlx_tasks::{Balance, Folder, Merge, split};
//!
//! let problem = langford::problem(8)?;
//! let tasks = split(&Search::new(&problem), 10, Balance::default(), &mut Limits::none())?;
//! let here = tempfile::tempdir()?;
//! let folder = Folder::new(here.path());
//! for task in &tasks {
//!     folder.count(&problem, task, &mut Limits::none())?;
//! }
//! let mut merge = Merge::new(&problem);
//! for result in folder.counts()? {
//!     merge.add(result)?;
//! }
//! assert_eq!(merge.total()?, BigUint::from(300u32));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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

mod checkpoint_file;
mod enumeration;
mod folder;
mod memory;
mod merge;
mod outcome;
mod place;
mod record;
mod run;
mod split;
mod task;

pub use checkpoint_file::{CheckpointFault, CheckpointFile, CheckpointFileError, CheckpointRecord};
pub use enumeration::Enumeration;
pub use folder::{Done, Folder, FolderError, Wanted};
pub use memory::default_memory;
pub use merge::{Merge, MergeError, order};
pub use outcome::{Outcome, OutcomeError, OutcomeFault};
pub use place::{Place, PlaceError, Step};
pub use record::RecordError;
pub use run::{Ran, RunError, run};
pub use split::{Balance, SplitError, resplit, split, split_representatives};
pub use task::{ForeignTask, LineFault, Task, TaskError};
