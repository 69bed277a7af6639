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
    /// Returns what is at the position, or why it is impossible; `Err` if a limit was reached.
    pub(crate) fn of<T>(reached: Result<T, Self>) -> Result<Result<T, CheckpointError>, Stopped> {
        match reached {
            Ok(there) => Ok(Ok(there)),
            Err(Self::Impossible(error)) => Ok(Err(error)),
            Err(Self::Stopped(why)) => Err(why),
        }
    }
}
