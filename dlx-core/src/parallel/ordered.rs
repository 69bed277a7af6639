//! Listing with several threads, in the order of the tree.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::alone::{self, Batch, CoverSink, Discard, Listed};
use super::worker::SharedQueue;
use crate::control::answers::Count;
use crate::control::checkpoint::{Checkpoint, TreePosition};
use crate::control::counters::{Counters, Tally};
use crate::control::limits::{Limits, Position, Stopped};
use crate::parallel::collector::Collector;
use crate::parallel::pool::Pool;
use crate::parallel::queue::{Granularity, HeldBatch, Keeps, Queue};
use crate::parallel::worker::Goal;
use crate::search::Search;

/// Delivers the covers after the position of a search, until the end, a limit, or a break.
pub(super) fn list(
    search: &mut Search,
    threads: NonZeroUsize,
    granularity: Granularity,
    limits: &mut Limits<'_>,
    collector: &impl Collector,
    sink: &mut impl CoverSink,
) -> Count {
    let found = match alone::list(search, limits, sink, granularity.alone) {
        Listed::Paused(found) => found,
        Listed::Done(count) => return count,
    };
    let Some(pool) = Pool::new(threads) else {
        return plus(found, alone::list(search, limits, sink, u64::MAX).count());
    };
    let mut delivered = Delivered {
        whole: search.checkpoint(),
        tree_position: search.tree_position(),
        tally: search.tally(),
    };
    let keeps = if limits.nodes_left() == u64::MAX { Keeps::Order } else { Keeps::OrderAndNodes };
    let mut queue =
        Queue::new(search.tree_position(), search.fraction(), search.counters(), keeps, granularity);
    queue.workers = threads.get();
    let shared = SharedQueue::new(queue, collector, granularity, Goal::ALL);
    let met =
        shared.work_beside(&pool, search, || deliver(&shared, granularity, limits, sink, &mut delivered));
    let found = found + delivered.tally.solutions - delivered.whole.solutions();
    // The last task ends where it was split off, so no level above it has branches left.
    let tree_position =
        if matches!(met, StopCause::End) { delivered.tree_position.end() } else { delivered.tree_position };
    search.move_to(&tree_position);
    search.set_tally(delivered.tally);
    match met {
        StopCause::End => Count::Exact(found),
        StopCause::Asked(why) => Count::AtLeast(found, why),
        StopCause::Limit => {
            let mut rest = Limits::none().nodes(limits.nodes_left()).solutions(limits.solutions_left());
            let count = go_on(search, limits, &mut rest, sink);
            plus(found, count)
        }
        StopCause::Break(taken) => {
            go_on(search, limits, &mut Limits::none().solutions(taken), &mut Discard);
            Count::AtLeast(found + taken, Stopped::Asked)
        }
    }
}

/// Continues on this thread alone from the last batch delivered to a position within the next one. The
/// question is not asked there, as it would see less progress than before.
fn go_on(
    search: &mut Search,
    limits: &mut Limits<'_>,
    rest: &mut Limits<'_>,
    sink: &mut impl CoverSink,
) -> Count {
    let before = search.counters();
    let count = alone::list(search, rest, sink, u64::MAX).count();
    let done = search.counters().since(before);
    limits.settle_nodes(done.nodes);
    limits.spend_solutions(done.solutions);
    count
}

fn plus(found: u64, count: Count) -> Count {
    match count {
        Count::Exact(more) => Count::Exact(found + more),
        Count::AtLeast(more, why) => Count::AtLeast(found + more, why),
    }
}

/// The reason why delivery stopped.
enum StopCause {
    /// Everything is delivered.
    End,
    /// A limit is reached within the next batch, or before it.
    Limit,
    /// The question was answered with a stop.
    Asked(Stopped),
    /// The caller broke off after this many covers of the next batch.
    Break(u64),
}

/// What has been delivered, as a position.
struct Delivered {
    /// The position where the workers began.
    whole: Checkpoint,
    tree_position: TreePosition,
    tally: Tally,
}

impl Delivered {
    fn add(&mut self, batch: HeldBatch) {
        self.tally.add(&batch.tally);
        // Within the whole tree the search may backtrack further than within its task.
        self.tree_position = TreePosition { closed: self.tree_position.closed, ..batch.end };
    }
}

/// The position that the question sees.
struct DeliveredPosition<'h> {
    counters: Counters,
    fraction: f64,
    delivered: &'h Delivered,
}

impl Position for DeliveredPosition<'_> {
    fn counters(&self) -> Counters {
        self.counters
    }

    fn fraction(&self) -> f64 {
        self.fraction
    }

    fn checkpoint(&self) -> Option<Checkpoint> {
        Some(self.delivered.whole.at(&self.delivered.tree_position, &self.delivered.tally))
    }
}

fn deliver<H>(
    shared: &SharedQueue<'_, H>,
    granularity: Granularity,
    limits: &mut Limits<'_>,
    sink: &mut impl CoverSink,
    delivered: &mut Delivered,
) -> StopCause {
    let mut asked = delivered.tally.counters().nodes;
    loop {
        let mut queue = shared.lock();
        if !queue.has_something_in_front() && !queue.is_over {
            let is_late;
            (queue, is_late) = shared.wait(queue);
            queue.is_awaited = is_late;
        }
        let batches = queue.drain(4 * granularity.batch);
        if !batches.is_empty() {
            queue.is_awaited = false;
        }
        queue.question += 1;
        let nodes = queue.counters.nodes - asked;
        asked += nodes;
        let (counters, fraction) = (queue.counters, queue.fraction());
        // A panic of a worker ends the run too; it is resumed when all workers have left.
        let is_end = queue.is_empty() || queue.is_over;
        shared.wake_for_work(&queue);
        drop(queue);
        for batch in batches {
            let nodes = batch.tally.counters().nodes;
            // A search that has found the last solution wanted does not check whether there are more.
            if nodes > limits.nodes_left() || batch.found >= limits.solutions_left() {
                return StopCause::Limit;
            }
            if batch.found > 0 {
                let covers = Batch { bytes: &batch.bytes, covers: batch.found };
                if let ControlFlow::Break(taken) = sink.batch(covers) {
                    return StopCause::Break(taken);
                }
            }
            limits.settle_nodes(nodes);
            limits.spend_solutions(batch.found);
            delivered.add(batch);
        }
        if is_end {
            return StopCause::End;
        }
        if limits.nodes_left() == 0 {
            return StopCause::Limit;
        }
        if let Err(why) = limits.pass(nodes, &DeliveredPosition { counters, fraction, delivered }) {
            return StopCause::Asked(why);
        }
    }
}
