//! How many solutions a puzzle has: a line now and then while it is counted, and one at the end.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dlx_core::{BigUint, Count, Progress};
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

/// How many lines may wait for a client that does not read, the last one included; more are left out.
const WAITING_LINES: usize = 8;

/// How many nodes pass between two looks at the clock.
const LOOK: u64 = 256;

/// After how many nodes solutions are no longer met one by one: a second or so.
const NODES_ONE_BY_ONE: u64 = 2_000_000;

#[derive(Debug, Serialize)]
struct CountOut {
    /// Decimal digits: there can be more than a number of JSON holds.
    count: String,
    nodes: u64,
    /// A guess of how much is done, 0 to 1.
    fraction: f64,
    /// `running`, `exact`, or `stopped`, where there may be more.
    state: &'static str,
    #[serde(skip)]
    solutions: u64,
}

impl Default for CountOut {
    fn default() -> Self {
        Self { count: "0".to_owned(), nodes: 0, fraction: 0.0, state: "running", solutions: 0 }
    }
}

/// Counts the solutions of the clues.
pub(crate) async fn count(app: &Arc<App>, body: Bytes) -> Result<Reply, Fault> {
    let puzzle = Puzzle::try_from(read::<PuzzleIn>(&body)?)?;
    let (begun, stop_on_drop) = app.searches.begin(app.bounds.count).await?;
    let (sender, receiver) = mpsc::channel(WAITING_LINES);
    let shared = Arc::clone(app);
    // The result goes out by the channel; a panic closes it, so that the last line is missing.
    drop(begun.spawn(move |stop| run(&shared, &puzzle, stop, &sender)));
    Ok(reply::lines(receiver, stop_on_drop))
}

fn run(app: &App, puzzle: &Puzzle, stop: &Stop, lines: &Sender<Bytes>) {
    let counter = RefCell::new(Counter { last: Instant::now(), known: CountOut::default(), lines });
    let counted = app.solvers.lend(&puzzle.geometry, |solver| {
        if solve::load(solver, puzzle).is_err() {
            return Count::Exact(BigUint::ZERO);
        }
        // Met one by one, the solutions of most puzzles are counted at once; of the others many are seen.
        let mut limits =
            stop.asked(LOOK, |progress| counter.borrow_mut().see(progress)).nodes(NODES_ONE_BY_ONE);
        let one_by_one = solver.count(&mut limits);
        drop(limits);
        let least = match one_by_one {
            Count::Exact(count) => return Count::Exact(count.into()),
            Count::AtLeast(least, _) => least,
        };
        let mut limits = stop.asked(LOOK, |progress| counter.borrow_mut().see(progress));
        match solver.count_all(NonZeroUsize::MIN, &mut limits).map(|counted| counted.count) {
            Ok(Count::AtLeast(count, why)) => Count::AtLeast(count.max(least.into()), why),
            Ok(exact) => exact,
            Err(_) => Count::Exact(BigUint::ZERO),
        }
    });
    let mut known = counter.into_inner().known;
    known.state = match &counted {
        Count::Exact(_) => "exact",
        Count::AtLeast(..) => "stopped",
    };
    let (Count::Exact(count) | Count::AtLeast(count, _)) = counted;
    known.count = count.to_string();
    // This fails only if the client has gone. It never waits: a client that does not read would keep the worker.
    lines.try_send(reply::line(&known).into()).ok();
}

/// What a client has been told.
struct Counter<'l> {
    last: Instant,
    known: CountOut,
    lines: &'l Sender<Bytes>,
}

impl Counter<'_> {
    /// Tells more, if it is time. The figures never fall, whichever of several engines has the turn.
    fn see(&mut self, progress: &Progress<'_>) {
        if self.last.elapsed() < PAUSE {
            return;
        }
        self.last = Instant::now();
        let counters = progress.counters();
        self.known.solutions = self.known.solutions.max(counters.solutions);
        self.known.count = self.known.solutions.to_string();
        self.known.nodes = self.known.nodes.max(counters.nodes);
        self.known.fraction = self.known.fraction.max(progress.fraction());
        // A client that does not read sees a later line. There is always room for the last one.
        if self.lines.capacity() > 1 {
            self.lines.try_send(reply::line(&self.known).into()).ok();
        }
    }
}
