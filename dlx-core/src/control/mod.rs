//! Arguments and results of every run: the rule that defines the tree, limits and progress, counters,
//! answers, checkpoints, and tables that grow within limits. Engines and searches import this module; it imports none of them.

pub(crate) mod answers;
pub(crate) mod checkpoint;
pub(crate) mod counters;
pub(crate) mod limits;
pub(crate) mod parted;
pub(crate) mod query;
pub(crate) mod rule;
pub(crate) mod stopped;
