//! The reasons why a run ends before its answer is complete.

use std::io;

use crate::shared::exit::Exit;
use crate::shared::signals::Signal;

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The number of solutions that was asked for has been reached.
    Limit,
    Nodes,
    Timeout,
    Memory,
    Ended(Signal),
    Overflow,
}

impl Cause {
    pub(crate) fn exit(self) -> Exit {
        match self {
            Self::Limit => Exit::Answered,
            Self::Nodes | Self::Timeout | Self::Memory | Self::Overflow => Exit::Stopped,
            Self::Ended(signal) => signal.exit(),
        }
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Limit => "reached the limit",
            Self::Nodes => "stopped at the node limit",
            Self::Timeout => "stopped at the time limit",
            Self::Memory => "stopped at the memory limit",
            Self::Ended(signal) => signal.words(),
            Self::Overflow => "the number exceeds 64 bits",
        }
    }
}

/// The error that an input or output returns once the run has to end, although nothing is wrong with it.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.words())]
pub(crate) struct Halted(pub(crate) Cause);

impl Halted {
    /// The cause inside the error, if it is of this kind.
    pub(crate) fn cause_of(error: &io::Error) -> Option<Cause> {
        error.get_ref()?.downcast_ref().map(|Self(cause)| *cause)
    }
}
