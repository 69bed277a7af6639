//! Answers requests without a connection, for fuzzing.

use std::time::Duration;

use crate::jobs::{Jobs, Stop};
use crate::origin::OwnHosts;
use crate::routes::{App, PREFIX, ROUTES, Work, find};
use crate::server::Bounds;
use crate::solvers::Solvers;

/// Answers request bodies on the calling thread. Not part of the public interface of this crate.
#[derive(Debug)]
pub struct Direct(App);

impl Default for Direct {
    fn default() -> Self {
        let jobs = || Jobs::new(1, 0);
        Self(App {
            hosts: OwnHosts::new(0),
            searches: jobs(),
            quick: jobs(),
            solvers: Solvers::default(),
            bounds: Bounds::default(),
        })
    }
}

impl Direct {
    /// Returns the paths that accept a body and answer with one object.
    pub fn paths(&self) -> impl Iterator<Item = String> {
        let takes_body = ROUTES.iter().filter(|route| matches!(route.work, Work::Quick(_) | Work::Search(_)));
        takes_body.map(|route| format!("{PREFIX}{}", route.name))
    }

    /// Returns the status and the body of the answer to a request with this path and body, with this time
    /// limit.
    #[must_use]
    pub fn answer(&self, path: &str, body: &[u8], longest: Duration) -> (u16, Vec<u8>) {
        let Some(Work::Quick(work) | Work::Search(work)) = find(path).map(|route| &route.work) else {
            return (404, Vec::new());
        };
        match work(&self.0, body, &Stop::after(longest)) {
            Ok(object) => (200, object),
            Err(fault) => (fault.status.as_u16(), fault.to_json()),
        }
    }
}
