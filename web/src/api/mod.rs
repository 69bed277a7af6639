//! The questions, each a function from what was sent to what is answered.

pub(crate) mod board;
pub(crate) mod count;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod parse;
pub(crate) mod problem;
pub(crate) mod solve;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::fault::Fault;
use crate::reply;
use crate::routes::App;

/// What was sent, as the object that is expected.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Fault> {
    Ok(serde_json::from_slice(body)?)
}

#[derive(Serialize)]
struct StatusOut {
    version: &'static str,
    /// How many searches run, how many wait, and how many may run at once.
    running: usize,
    waiting: usize,
    most: usize,
}

/// What is going on.
pub(crate) fn status(app: &App) -> Vec<u8> {
    reply::line(&StatusOut {
        version: env!("CARGO_PKG_VERSION"),
        running: app.searches.running(),
        waiting: app.searches.waiting(),
        most: app.bounds.searches,
    })
}
