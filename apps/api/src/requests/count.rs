//! Counts the solutions of a puzzle. The answer is a line at intervals during the count, and one at the end.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::time::Duration;

use dlx_core::{BigUint, Count, Progress};
use serde::Serialize;
use utoipa::ToSchema;
use web_time::Instant;

use super::solve;
use crate::Api;
use crate::fault::Fault;
use crate::route::{Line, Lines};
use crate::stop::Stop;
use crate::wire::{self, Puzzle, PuzzleIn};

/// The shortest time between two lines.
const PAUSE: Duration = Duration::from_millis(100);

/// The largest number of lines queued for a client that does not read, including the last line; further ones
/// are dropped.
const WAITING_LINES: usize = 8;

/// The number of nodes between two checks of the clock.
const LOOK: u64 = 256;

/// The number of nodes after which the solutions are no longer enumerated; this takes about a second.
const NODES_ONE_BY_ONE: u64 = 2_000_000;

/// The progress of a count, or its end.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CountLine)]
pub(super) struct CountOut {
    /// The number of solutions found so far, in decimal digits, because it may be too large for a number of JSON.
    count: String,
    nodes: u64,
    /// An estimate of the part that is done, from 0 to 1.
    fraction: f64,
    state: CountState,
    #[serde(skip)]
    solutions: u64,
}

/// `stopped` is the end of a count that may have missed solutions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum CountState {
    Running,
    Exact,
    Stopped,
}

impl Default for CountOut {
    fn default() -> Self {
        Self { count: "0".to_owned(), nodes: 0, fraction: 0.0, state: CountState::Running, solutions: 0 }
    }
}

/// Counts the solutions of a puzzle.
pub(super) fn count(api: &Api, puzzle: PuzzleIn) -> Result<Lines, Fault> {
    let puzzle = Puzzle::of(puzzle, &Stop::after(api.limits.search))?;
    Ok(Lines {
        longest: api.limits.count,
        places: WAITING_LINES,
        work: Box::new(move |api, stop, lines| run(api, &puzzle, stop, lines)),
    })
}

fn run(api: &Api, puzzle: &Puzzle, stop: &Stop, lines: &dyn Fn(Line)) {
    let counter = RefCell::new(Counter { last: Instant::now(), known: CountOut::default(), lines });
    let counted = api.solvers.lend(&puzzle.geometry, |solver| {
        if solve::load(solver, puzzle).is_err() {
            return Count::Exact(BigUint::ZERO);
        }
        // For most puzzles, enumerating the solutions is the fastest way to count them; for the others, many
        // are found in this time.
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
        Count::Exact(_) => CountState::Exact,
        Count::AtLeast(..) => CountState::Stopped,
    };
    let (Count::Exact(count) | Count::AtLeast(count, _)) = counted;
    known.count = count.to_string();
    lines(Line::Result(wire::line(&known)));
}

/// The figures last sent to a client.
struct Counter<'l> {
    last: Instant,
    known: CountOut,
    lines: &'l dyn Fn(Line),
}

impl Counter<'_> {
    /// Sends a line if it is time. The figures never decrease, even when another engine takes over.
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
        (self.lines)(Line::Progress(wire::line(&self.known)));
    }
}
