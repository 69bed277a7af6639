//! One enumeration as many tasks, for runs that are larger than one process or one machine.
//!
//! [`split()`] cuts the tree of a problem into disjoint parts of about equal size. Each is a [`Task`]: a line of JSON
//! that says all there is to say but the problem itself. [`Folder`] runs a task and keeps its result, complete or not
//! at all, as often as it is asked. [`Merge`] takes each result exactly once and in the order of one search. Which
//! program runs which task on which machine, and how often, does not matter.
//!
//! Tasks and results carry the digest of the problem, a checksum of themselves, and the digests of the task and of the
//! split that they belong to. A record that was damaged, edited, swapped with another, or made for another problem or
//! split is refused; these digests are no signatures, so a result that was made up with all its digests is not
//! noticed.
//!
//! An enumeration in one process is resumed from a [`CheckpointFile`], which says where the search is and how much of
//! the output belongs to that.
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
mod folder;
mod memory;
mod merge;
mod outcome;
mod place;
mod record;
mod split;
mod task;

pub use checkpoint_file::{CheckpointFault, CheckpointFile, CheckpointFileError, CheckpointRecord};
pub use folder::{Done, Folder, FolderError, Wanted};
pub use memory::default_memory;
pub use merge::{Merge, MergeError};
pub use outcome::{Outcome, OutcomeError, OutcomeFault};
pub use place::{Place, PlaceError, Step};
pub use record::RecordError;
pub use split::{Balance, SplitError, resplit, split};
pub use task::{ForeignTask, LineFault, Task, TaskError};
