//! What commands of both kinds share: input and output, the session of a run, progress, figures, faults and exit codes.

pub(crate) mod cause;
pub(crate) mod checkpoint_file;
pub(crate) mod exit;
pub(crate) mod fault;
pub(crate) mod guide;
pub(crate) mod input;
pub(crate) mod memory;
pub(crate) mod nearest;
pub(crate) mod progress;
pub(crate) mod records;
pub(crate) mod session;
pub(crate) mod sink;
pub(crate) mod stats;
