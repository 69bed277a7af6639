//! What all requests share, and answers on the calling thread.

use std::time::Duration;

use http::StatusCode;

use crate::fault::Fault;
use crate::routes::{Line, Work, find};
use crate::solvers::Solvers;
use crate::stop::Stop;

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

    /// Returns the answer to a request on the calling thread. An answer of lines is empty: its lines are passed to
    /// `send` while the work runs.
    ///
    /// # Errors
    /// A [`Fault`] with status 404 if no request has this name; otherwise with the reason why it is not answered.
    pub fn answer(&self, name: &str, body: &[u8], send: &dyn Fn(Line)) -> Result<Vec<u8>, Fault> {
        let Some(route) = find(name) else {
            let message = format!("expected the name of a request, found `{}`", name.escape_debug());
            return Err(Fault::new(StatusCode::NOT_FOUND, message));
        };
        match &route.work {
            Work::Told(work) => Ok(work(Activity::default())),
            Work::Quick(work) | Work::Search(work) => work(self, body, &Stop::after(self.limits.search)),
            Work::Lines(begin) => {
                let lines = begin(self, body)?;
                (lines.work)(self, &Stop::after(lines.longest), send);
                Ok(Vec::new())
            }
        }
    }
}
