//! Counting and listing with two workers and the calling thread.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::alone::EachCover;
use super::collector::{Collector, CoverBytes, CoverCount};
use super::counting::{CountStatus, ParallelCount};
use super::ordered;
use super::pool::Pool;
use super::queue::{Granularity, Keeps, Queue};
use super::threads::Threads;
use super::worker::{Goal, SharedQueue};
use crate::control::answers::Count;
use crate::control::counters::Counters;
use crate::control::limits::{Limits, Position, Stopped, Underway};
use crate::search::Search;

const TWO: NonZeroUsize = NonZeroUsize::new(2).unwrap();

/// The threads check the queue after every node, and donate as soon as they can.
const FINE: Granularity = Granularity { alone: 1, slice: 1, mark: 1, climb: 0, batch: 1, behind: 1 << 20 };

fn view(position: &dyn Position) -> Underway {
    Underway::of(position.counters(), position.fraction())
}

/// Two threads count as many covers as one.
pub fn a_count_is_complete() {
    let mut search = Search::of(4);
    let (mut count, threads) = (ParallelCount::new(FINE), &mut Threads::new(TWO));
    let step = count.advance(&mut search, &CoverCount, Goal::ALL, threads, &mut Limits::none(), &mut view);
    assert_eq!((step, count.found()), (Ok(CountStatus::Ended), 4));
    assert_eq!(count.tally(&search).counters(), Counters { nodes: 4, solutions: 4, ..Counters::default() });
}

/// What is left when the work is done is counted by the next run.
pub fn a_count_pauses_and_goes_on() {
    let mut search = Search::of(4);
    let (mut count, threads) = (ParallelCount::new(FINE), &mut Threads::new(TWO));
    let goal = Goal { work: 2, ..Goal::ALL };
    let step = count.advance(&mut search, &CoverCount, goal, threads, &mut Limits::none(), &mut view);
    assert!(matches!(step, Ok(CountStatus::Paused | CountStatus::Ended)));
    let step = count.advance(&mut search, &CoverCount, Goal::ALL, threads, &mut Limits::none(), &mut view);
    assert_eq!((step, count.found()), (Ok(CountStatus::Ended), 4));
}

/// A count whose question is answered with a stop ends, and reports at most what it has found.
pub fn a_count_stops_when_asked() {
    let mut search = Search::of(4);
    let (mut count, threads) = (ParallelCount::new(FINE), &mut Threads::new(TWO));
    let mut limits = Limits::none().ask(2, |_| ControlFlow::Break(()));
    let step = count.advance(&mut search, &CoverCount, Goal::ALL, threads, &mut limits, &mut view);
    assert!(matches!(step, Ok(CountStatus::Ended) | Err(Stopped::Asked)));
    assert!(count.found() <= 4);
    drop(limits);
    let step = count.advance(&mut search, &CoverCount, Goal::ALL, threads, &mut Limits::none(), &mut view);
    assert_eq!((step, count.found()), (Ok(CountStatus::Ended), 4));
}

fn listed(covers: u32, granularity: Granularity, limits: &mut Limits<'_>) -> (Vec<usize>, Count) {
    let mut search = Search::of(covers);
    let mut found = Vec::new();
    let mut sink = EachCover::new(|cover: &[crate::problem::ids::OptionId]| {
        found.push(cover[0].index());
        ControlFlow::Continue(())
    });
    let count = ordered::list(&mut search, TWO, granularity, limits, &CoverBytes, &mut sink);
    // One thread continues from the position where it stopped.
    let rest = search.count_rest(&mut Limits::none()).at_least();
    assert_eq!(count.at_least() + rest, u64::from(covers));
    (found, count)
}

/// Two threads list in the order of one.
pub fn a_listing_keeps_the_order() {
    let (found, count) = listed(4, FINE, &mut Limits::none());
    assert_eq!((found, count), (vec![0, 1, 2, 3], Count::Exact(4)));
}

/// Parts that must wait for memory are put back, and no two threads wait for each other.
pub fn little_room_blocks_no_thread() {
    let (found, count) = listed(4, Granularity { behind: 8, ..FINE }, &mut Limits::none());
    assert_eq!((found, count), (vec![0, 1, 2, 3], Count::Exact(4)));
}

/// A listing whose question is answered with a stop has delivered the first covers, and no others.
pub fn a_listing_stops_when_asked() {
    let mut limits = Limits::none().ask(2, |_| ControlFlow::Break(()));
    let (found, count) = listed(4, FINE, &mut limits);
    let whole: Vec<usize> = (0..found.len()).collect();
    assert_eq!(found, whole);
    assert_eq!(count.at_least(), found.len() as u64);
}

/// A worker is lost with its part, as in a panic: it marks the run as over, and the others leave.
fn with_a_lost_worker(keeps: Keeps, collector: &impl Collector) {
    let search = Search::of(3);
    let queue = Queue::new(search.tree_position(), 0.0, Counters::default(), keeps, FINE);
    let shared = SharedQueue::new(queue, collector, FINE, Goal::ALL);
    let pool = Pool::new(NonZeroUsize::MIN).expect("loom refuses no thread");
    shared.work_beside(&pool, &search, || {
        let taken = shared.lock().take();
        if taken.is_some() {
            shared.stop();
        }
        // The calling thread waits as it does for deliveries.
        let mut queue = shared.lock();
        while !queue.is_over && !queue.is_walked() {
            (queue, _) = shared.wait(queue);
        }
    });
    let queue = shared.lock();
    assert!(queue.is_over || queue.is_walked());
}

/// A count ends when a worker is lost.
pub fn a_count_ends_when_a_worker_is_lost() {
    with_a_lost_worker(Keeps::Sums, &CoverCount);
}

/// A listing ends when a worker is lost.
pub fn a_listing_ends_when_a_worker_is_lost() {
    with_a_lost_worker(Keeps::Order, &CoverBytes);
}
