//! The reasons why a search does not reach a position: there is none, or a limit was reached on the way.

use crate::control::checkpoint::CheckpointError;
use crate::control::limits::Stopped;

/// The reason why a position was not reached.
#[derive(Debug)]
pub(crate) enum Unreached {
    Impossible(CheckpointError),
    Stopped(Stopped),
}

impl From<CheckpointError> for Unreached {
    fn from(error: CheckpointError) -> Self {
        Self::Impossible(error)
    }
}

impl From<Stopped> for Unreached {
    fn from(why: Stopped) -> Self {
        Self::Stopped(why)
    }
}

impl Unreached {
    /// Returns whether the position is possible; `Err` if a limit was reached.
    pub(crate) fn of(reached: Result<(), Self>) -> Result<Result<(), CheckpointError>, Stopped> {
        match reached {
            Ok(()) => Ok(Ok(())),
            Err(Self::Impossible(error)) => Ok(Err(error)),
            Err(Self::Stopped(why)) => Err(why),
        }
    }
}
