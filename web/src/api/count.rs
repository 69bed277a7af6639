//! How many solutions a puzzle has: a line now and then while it is counted, and one at the end.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dlx_core::{BigUint, Count};
use hyper::body::Bytes;
use serde::Serialize;
use tokio::sync::mpsc::{self, Sender};

use super::read;
use super::solve;
use crate::fault::Fault;
use crate::jobs::Stop;
use crate::reply::{self, Reply};
use crate::routes::App;
use crate::wire::{Puzzle, PuzzleIn};

/// How much time passes between two lines.
const PAUSE: Duration = Duration::from_millis(100);

/// How many lines may wait for a client that does not read; more are left out.
const WAITING_LINES: usize = 8;

#[derive(Debug, Serialize)]
struct CountOut {
    /// Decimal digits: there can be more than a number of JSON holds.
    count: String,
    nodes: u64,
    /// A guess of how much is done, 0 to 1.
    fraction: f64,
    /// `running`, `exact`, or `stopped`, where there may be more.
    state: &'static str,
}

/// Counts the solutions of the clues.
pub(crate) async fn count(app: &Arc<App>, body: Bytes) -> Result<Reply, Fault> {
    let puzzle = Puzzle::try_from(read::<PuzzleIn>(&body)?)?;
    let (begun, leash) = app.searches.begin(app.bounds.count).await?;
    let (sender, receiver) = mpsc::channel(WAITING_LINES);
    let shared = Arc::clone(app);
    // The result goes out by the channel; a panic closes it, so that the last line is missing.
    drop(begun.spawn(move |stop| run(&shared, &puzzle, stop, &sender)));
    Ok(reply::lines(receiver, leash))
}

fn run(app: &App, puzzle: &Puzzle, stop: &Stop, lines: &Sender<Bytes>) {
    let mut last = Instant::now();
    let mut known = CountOut { count: "0".to_owned(), nodes: 0, fraction: 0.0, state: "running" };
    let counted = app.solvers.lend(&puzzle.geometry, |solver| {
        if solve::load(solver, puzzle).is_err() {
            return Some(Count::Exact(BigUint::ZERO));
        }
        let mut limits = stop.asked(256, |progress| {
            if last.elapsed() >= PAUSE {
                last = Instant::now();
                let counters = progress.counters();
                known.count = counters.solutions.to_string();
                known.nodes = counters.nodes;
                known.fraction = progress.fraction();
                // A client that does not read sees a later line.
                lines.try_send(reply::line(&known).into()).ok();
            }
        });
        solver.count_all(NonZeroUsize::MIN, &mut limits).ok().map(|counted| counted.count)
    });
    match counted {
        Some(Count::Exact(count)) => {
            (known.count, known.fraction, known.state) = (count.to_string(), 1.0, "exact");
        }
        Some(Count::AtLeast(count, _)) => (known.count, known.state) = (count.to_string(), "stopped"),
        None => known.state = "stopped",
    }
    // Nobody is left to be told if this fails.
    lines.blocking_send(reply::line(&known).into()).ok();
}
