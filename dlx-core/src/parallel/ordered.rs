//! Listing by several threads, in the order of the tree.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::alone::{self, Listed, Nowhere, Taker};
use super::worker::Shared;
use crate::control::answers::Count;
use crate::control::checkpoint::{Checkpoint, Spot};
use crate::control::counters::{Counters, Tally};
use crate::control::limits::{Limits, Position, Stopped};
use crate::parallel::collector::Harvest;
use crate::parallel::counting::pool;
use crate::parallel::queue::{Batch, Grain, Keeps, Line};
use crate::parallel::worker::Goal;
use crate::search::Search;

/// Hands over what comes after the place of a search, until the end, a limit, or a break.
pub(super) fn list(
    search: &mut Search,
    threads: NonZeroUsize,
    grain: Grain,
    limits: &mut Limits<'_>,
    harvest: &impl Harvest,
    taker: &mut impl Taker,
) -> Count {
    let found = match alone::list(search, limits, taker, grain.alone) {
        Listed::Paused(found) => found,
        Listed::Done(count) => return count,
    };
    let Some(pool) = pool(threads) else {
        return plus(found, alone::list(search, limits, taker, u64::MAX).count());
    };
    let mut handed = Handed { whole: search.checkpoint(), spot: search.spot(), tally: search.tally() };
    let keeps = if limits.nodes_left() == u64::MAX { Keeps::Order } else { Keeps::OrderAndNodes };
    let mut line = Line::new(search.spot(), search.fraction(), search.counters(), keeps, grain);
    line.workers = threads.get();
    let shared = Shared::new(line, harvest, grain, Goal::ALL);
    let met = shared.work_beside(&pool, search, || hand_over(&shared, grain, limits, taker, &mut handed));
    let found = found + handed.tally.solutions - handed.whole.solutions();
    // The last part ends where it was cut off, with nothing left above it.
    let spot = if matches!(met, Met::End) { handed.spot.end() } else { handed.spot };
    search.move_to(&spot);
    search.set_tally(handed.tally);
    match met {
        Met::End => Count::Exact(found),
        Met::Asked(why) => Count::AtLeast(found, why),
        Met::Limit => {
            let mut rest = Limits::none().nodes(limits.nodes_left()).solutions(limits.solutions_left());
            let count = go_on(search, limits, &mut rest, taker);
            plus(found, count)
        }
        Met::Break(taken) => {
            go_on(search, limits, &mut Limits::none().solutions(taken), &mut Nowhere);
            Count::AtLeast(found + taken, Stopped::Asked)
        }
    }
}

/// Goes on alone from the last batch that was handed over, to a place within the next one. No question is put
/// there, as it would see less than it has seen already.
fn go_on(
    search: &mut Search,
    limits: &mut Limits<'_>,
    rest: &mut Limits<'_>,
    taker: &mut impl Taker,
) -> Count {
    let before = search.counters();
    let count = alone::list(search, rest, taker, u64::MAX).count();
    let done = search.counters().since(before);
    limits.settle_nodes(done.nodes);
    limits.settle_solutions(done.solutions);
    count
}

fn plus(found: u64, count: Count) -> Count {
    match count {
        Count::Exact(more) => Count::Exact(found + more),
        Count::AtLeast(more, why) => Count::AtLeast(found + more, why),
    }
}

/// Why no more is handed over.
enum Met {
    /// There is no more.
    End,
    /// A limit lies within the next batch, or before it.
    Limit,
    /// The question was answered with a stop.
    Asked(Stopped),
    /// So many covers of the next batch were taken.
    Break(u64),
}

/// What has been handed over, as a place.
struct Handed {
    /// Where the workers began.
    whole: Checkpoint,
    spot: Spot,
    tally: Tally,
}

impl Handed {
    fn add(&mut self, batch: Batch) {
        self.tally.add(&batch.tally);
        // In the tree as a whole the search may go back further than in its part.
        self.spot = Spot { closed: self.spot.closed, ..batch.end };
    }
}

/// What the question sees.
struct Standing<'h> {
    counters: Counters,
    fraction: f64,
    handed: &'h Handed,
}

impl Position for Standing<'_> {
    fn counters(&self) -> Counters {
        self.counters
    }

    fn fraction(&self) -> f64 {
        self.fraction
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        Some(self.handed.whole.at(&self.handed.spot, &self.handed.tally))
    }
}

fn hand_over<H>(
    shared: &Shared<'_, H>,
    grain: Grain,
    limits: &mut Limits<'_>,
    taker: &mut impl Taker,
    handed: &mut Handed,
) -> Met {
    let mut asked = handed.tally.counters().nodes;
    loop {
        let mut line = shared.lock();
        if !line.has_something_in_front() && !line.is_over {
            let is_late;
            (line, is_late) = shared.wait(line);
            line.is_awaited = is_late;
        }
        let batches = line.drain(4 * grain.batch);
        if !batches.is_empty() {
            line.is_awaited = false;
        }
        line.question += 1;
        let nodes = line.counters.nodes - asked;
        asked += nodes;
        let (counters, fraction) = (line.counters, line.fraction());
        // A worker that left in a panic ends it too; the panic goes on when all have left.
        let is_end = line.is_empty() || line.is_over;
        shared.wake_for_work(&line);
        drop(line);
        for batch in batches {
            let nodes = batch.tally.counters().nodes;
            // A search that has found the last one that was wanted does not look whether there are more.
            if nodes > limits.nodes_left() || batch.found >= limits.solutions_left() {
                return Met::Limit;
            }
            if batch.found > 0 {
                let covers = super::Batch { bytes: &batch.bytes, covers: batch.found };
                if let ControlFlow::Break(taken) = taker.batch(covers) {
                    return Met::Break(taken);
                }
            }
            limits.settle_nodes(nodes);
            limits.settle_solutions(batch.found);
            handed.add(batch);
        }
        if is_end {
            return Met::End;
        }
        if limits.nodes_left() == 0 {
            return Met::Limit;
        }
        if let Err(why) = limits.pass(nodes, &Standing { counters, fraction, handed }) {
            return Met::Asked(why);
        }
    }
}
