//! Exit codes: one for each kind of answer.

use std::process::ExitCode;

/// The exit code of a run. If several apply, the highest is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Exit {
    Answered = 0,
    NoSolution = 1,
    /// clap uses the same code.
    Usage = 2,
    Unreadable = 3,
    Several = 4,
    Stopped = 5,
    Internal = 70,
    Interrupted = 130,
}

impl Exit {
    /// All codes with the descriptions that `dlx help exit-codes` prints.
    pub(crate) const ALL: [(Self, &'static str); 8] = [
        (Self::Answered, "answered; reaching --limit is an answer"),
        (Self::NoSolution, "no solution (proved), or a check or comparison failed"),
        (Self::Usage, "usage error"),
        (Self::Unreadable, "invalid or unreadable input, or output that cannot be written"),
        (Self::Several, "several solutions where one was required"),
        (Self::Stopped, "a budget (--timeout, --memory, --nodes) ended the run before the answer"),
        (Self::Internal, "internal error: two engines or proofs disagree; please report it"),
        (Self::Interrupted, "interrupted by Ctrl-C"),
    ];

    pub(crate) fn meaning(self) -> &'static str {
        Self::ALL.into_iter().find(|(exit, _)| *exit == self).map_or("", |(_, meaning)| meaning)
    }

    /// Combines two results: keeps the higher code.
    pub(crate) fn also(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        // The discriminants are the codes.
        Self::from(exit as u8)
    }
}
