//! Limits on the resources that clients can use.

use std::thread;
use std::time::Duration;

use dlx_api::TimeLimits;

/// Limits on the resources that clients can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The largest number of running searches.
    pub searches: usize,
    /// The largest number of waiting searches; further ones are rejected with status 503.
    pub waiting: usize,
    /// The largest size of a request body, in bytes.
    pub body: usize,
    /// The longest time for a request to arrive.
    pub arrival: Duration,
    /// The time limit of a search, including its wait.
    pub search: Duration,
    /// The time limit of a count, including its wait.
    pub count: Duration,
    /// The time limit of a list of steps, including its wait.
    pub list: Duration,
    /// The largest number of open connections. A further one waits until one of them ends, as those do whose clients
    /// send no request in the time for one to arrive.
    pub connections: usize,
}

impl Default for Bounds {
    /// Returns one search per core of the machine, and the default time limits of the API.
    fn default() -> Self {
        let TimeLimits { search, count, list } = TimeLimits::default();
        Self {
            searches: thread::available_parallelism().map_or(1, usize::from),
            waiting: 256,
            body: 256 << 10,
            arrival: Duration::from_secs(10),
            search,
            count,
            list,
            connections: 512,
        }
    }
}
