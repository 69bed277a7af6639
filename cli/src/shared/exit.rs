//! How the process ends: one code for each kind of answer.

use std::process::ExitCode;

/// The exit code. Where several things happened, the highest code is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Exit {
    /// The question was answered.
    Answered = 0,
    /// There is no solution, proved or evident from contradicting clues; or a check is false.
    NoSolution = 1,
    /// The arguments make no sense; the argument parser uses the same code.
    Usage = 2,
    /// An input or a record could not be read, or the output could not be written.
    Unreadable = 3,
    /// There are several solutions where one was required.
    Several = 4,
    /// Stopped at a limit before the answer was complete.
    Stopped = 5,
    /// Two engines that must agree do not: the program is wrong.
    Disagreement = 70,
    /// Interrupted.
    Interrupted = 130,
}

/// The codes as `--help` lists them.
pub(crate) const HELP: &str = "\
Exit codes (the highest where several apply):
    0  answered
    1  no solution, proved or evident from contradicting clues; or a check is false
    2  wrong usage
    3  unreadable input or record, or output that cannot be written
    4  several solutions where one was required
    5  stopped at a limit (--limit, --nodes, --timeout, --memory) before the answer was complete
   70  two engines disagree (--verify): no answer is to be trusted, and the program has a fault
  130  interrupted";

impl Exit {
    /// Notes that this happened as well.
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
