//! The API requests, each a function from the request body to the answer.

pub(crate) mod board;
pub(crate) mod count;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod parse;
pub(crate) mod problem;
pub(crate) mod solve;
pub(crate) mod steps;
pub(crate) mod techniques;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::fault::Fault;
use crate::reply;
use crate::routes::App;

/// Parses a request body.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    Ok(serde_json::from_slice(body)?)
}

#[derive(Serialize)]
struct StatusOut {
    version: &'static str,
    /// The numbers of running and waiting searches, and the largest number that may run at once.
    running: usize,
    waiting: usize,
    most: usize,
}

/// Returns the state of the server.
pub(crate) fn status(app: &App) -> Vec<u8> {
    reply::line(&StatusOut {
        version: env!("CARGO_PKG_VERSION"),
        running: app.searches.running(),
        waiting: app.searches.waiting(),
        most: app.bounds.searches,
    })
}
