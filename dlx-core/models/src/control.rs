//! The files of dlx-core, compiled with the search of the models.

#[path = "../../src/control/answers.rs"]
pub(crate) mod answers;
#[path = "../../src/control/counters.rs"]
pub(crate) mod counters;
#[path = "../../src/control/limits.rs"]
pub(crate) mod limits;
#[path = "../../src/control/stopped.rs"]
pub(crate) mod stopped;

/// The position of a search: the next number, and the end.
pub(crate) mod checkpoint {
    pub use crate::search::{Checkpoint, SymmetricListing, TreePosition};
}
