//! The reasons why a run stops early, which limits and checkpoints name.

use thiserror::Error;

/// The reason why a run stopped before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Stopped {
    /// The budget of solutions is spent.
    #[error("the limit of solutions is reached")]
    Solutions,
    /// The budget of nodes is spent.
    #[error("the limit of nodes is reached")]
    Nodes,
    /// The question was answered with [`ControlFlow::Break`](std::ops::ControlFlow::Break).
    #[error("stopped on request")]
    Asked,
    /// The number does not fit into 64 bits.
    #[error("the number exceeds 64 bits")]
    Overflow,
    /// The tables would exceed the limit of memory.
    #[error("the limit of memory is reached")]
    Memory,
}
