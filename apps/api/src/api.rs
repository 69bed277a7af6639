//! What all requests share.

use std::time::Duration;

use crate::solvers::Solvers;

/// The time limits of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// The time limit of a search.
    pub search: Duration,
    /// The time limit of a count.
    pub count: Duration,
    /// The time limit of a list of steps.
    pub list: Duration,
}

impl Default for TimeLimits {
    /// Returns ten seconds for searches, one hour for counts, and one minute for lists of steps.
    fn default() -> Self {
        Self {
            search: Duration::from_secs(10),
            count: Duration::from_secs(3600),
            list: Duration::from_secs(60),
        }
    }
}

/// The searches of a server. All are zero where requests are answered one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// The number of running searches.
    pub running: usize,
    /// The number of waiting searches.
    pub waiting: usize,
    /// The largest number of searches that run at once.
    pub most: usize,
}

/// What all requests share: their time limits, and solvers whose tables are built.
#[derive(Debug, Default)]
pub struct Api {
    pub(crate) limits: TimeLimits,
    pub(crate) solvers: Solvers,
}

impl Api {
    /// Returns an API with these time limits.
    #[must_use]
    pub fn new(limits: TimeLimits) -> Self {
        Self { limits, solvers: Solvers::default() }
    }
}
