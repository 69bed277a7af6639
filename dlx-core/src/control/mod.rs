//! What every run is handed and hands back: the rule that defines its tree, limits and progress, counters, answers, and
//! checkpoints. Engines and searches import this; it imports none of them.

pub(crate) mod answers;
pub(crate) mod checkpoint;
pub(crate) mod counters;
pub(crate) mod limits;
pub(crate) mod rule;
