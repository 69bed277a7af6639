//! Counting with several threads, in no order, with pauses.

use super::worker::{Goal, SharedQueue};
use crate::control::counters::Tally;
use crate::control::limits::{Limits, Position, Stopped, Underway};
use crate::parallel::collector::{Budget, Collector, SliceEnd};
use crate::parallel::queue::{Granularity, Keeps, Queue};
use crate::parallel::threads::Threads;
use crate::search::Search;

/// The state of a count after some work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountStatus {
    /// Everything is counted.
    Ended,
    /// At least the number wanted is found.
    Enough,
    /// The requested work is done.
    Paused,
}

/// A count of the rest of a search. One thread begins; the others join if it takes long.
#[derive(Debug)]
pub(crate) struct ParallelCount {
    granularity: Granularity,
    found: u64,
    is_ended: bool,
    split: Option<SplitCount>,
}

/// A count shared by threads, between two runs.
#[derive(Debug)]
struct SplitCount {
    /// The tasks that are left.
    queue: Queue,
    /// The work done before the count was shared.
    before: Tally,
}

impl ParallelCount {
    pub(crate) fn new(granularity: Granularity) -> Self {
        Self { granularity, found: 0, is_ended: false, split: None }
    }

    /// Returns the fraction of the tree that is done, as last reported if threads share the count.
    pub(crate) fn fraction(&self, search: &Search) -> f64 {
        self.split.as_ref().map_or_else(|| search.fraction(), |split| split.queue.last_fraction())
    }

    /// Returns the number found.
    pub(crate) fn found(&self) -> u64 {
        self.found
    }

    /// Returns the work done by this count, and by its search before.
    pub(crate) fn work(&self, search: &Search) -> u64 {
        let counters = match &self.split {
            Some(split) => split.queue.counters,
            None => search.counters(),
        };
        counters.work()
    }

    /// Returns the tally of this count, and of its search before.
    pub(crate) fn tally(&self, search: &Search) -> Tally {
        match &self.split {
            Some(split) if !self.is_ended => {
                let mut tally = split.before.clone();
                tally.add(&split.queue.tally);
                tally
            }
            _ => search.tally(),
        }
    }

    /// Continues until the goal is reached or everything is counted; then the search is at the end. If it
    /// does not end, the search must not be moved until the next call, if there is one.
    ///
    /// `view` computes from the position what the question sees. Nodes are limited only while there is one
    /// thread.
    pub(crate) fn advance(
        &mut self,
        search: &mut Search,
        collector: &impl Collector,
        goal: Goal<'_>,
        threads: &mut Threads,
        limits: &mut Limits<'_>,
        view: &mut dyn FnMut(&dyn Position) -> Underway,
    ) -> Result<CountStatus, Stopped> {
        if self.split.is_none() {
            let alone = match threads.count() {
                1 => u64::MAX,
                _ => self.work(search).saturating_add(self.granularity.alone),
            };
            let here = Goal { work: goal.work.min(alone), ..goal };
            let step = self.advance_alone(search, collector, here, limits, view)?;
            if step != CountStatus::Paused || goal.is_reached(self.found, self.work(search)) {
                return Ok(step);
            }
            if threads.start().is_none() {
                return self.advance_alone(search, collector, goal, limits, view);
            }
            let (tree_position, fraction) = (search.tree_position(), search.fraction());
            let queue = Queue::new(tree_position, fraction, search.counters(), Keeps::Sums, self.granularity);
            self.split = Some(SplitCount { queue, before: search.take_tally() });
        }
        if self.is_ended {
            return Ok(CountStatus::Ended);
        }
        if self.found >= goal.want {
            return Ok(CountStatus::Enough);
        }
        self.advance_together(search, collector, goal, threads, limits, view)
    }

    fn advance_alone(
        &mut self,
        search: &mut Search,
        collector: &impl Collector,
        goal: Goal<'_>,
        limits: &mut Limits<'_>,
        view: &mut dyn FnMut(&dyn Position) -> Underway,
    ) -> Result<CountStatus, Stopped> {
        loop {
            if self.is_ended {
                return Ok(CountStatus::Ended);
            }
            if self.found >= goal.want {
                return Ok(CountStatus::Enough);
            }
            let left = goal.work.saturating_sub(self.work(search));
            if goal.is_reached(self.found, self.work(search)) {
                return Ok(CountStatus::Paused);
            }
            search.build(limits)?;
            let nodes = if goal.work == u64::MAX { u64::MAX } else { left.min(self.nodes_of(left, search)) };
            let granted = limits.fuel().min(nodes);
            let before = search.counters().nodes;
            let budget =
                Budget { nodes: granted, most: limits.nodes_left(), want: goal.want - self.found, bytes: 0 };
            let (reached, found) = collector.gather(search, budget, &mut Vec::new());
            limits.spend(search.counters().nodes - before);
            self.found = self.found.saturating_add(found);
            self.is_ended = reached == SliceEnd::End;
            if !self.is_ended && self.found < goal.want {
                limits.refuel(&view(search.position()))?;
            }
        }
    }

    /// Returns half of the number of nodes that this much work is expected to take. Continuing takes some
    /// tens of microseconds, so slices should not be short.
    fn nodes_of(&self, work: u64, search: &Search) -> u64 {
        let nodes = search.counters().nodes;
        if nodes == 0 {
            return FIRST_NODES;
        }
        let work_of_a_node = self.work(search) / nodes + 1;
        (work / work_of_a_node / 2).max((WORK_AT_ONCE / work_of_a_node).clamp(1, NODES_AT_ONCE))
    }

    fn advance_together(
        &mut self,
        search: &mut Search,
        collector: &impl Collector,
        goal: Goal<'_>,
        threads: &Threads,
        limits: &mut Limits<'_>,
        view: &mut dyn FnMut(&dyn Position) -> Underway,
    ) -> Result<CountStatus, Stopped> {
        let pool = threads.started().expect("threads have begun to share the count");
        let SplitCount { mut queue, before } = self.split.take().expect("threads share the count");
        queue.workers = pool.thread_count();
        queue.is_over = false;
        queue.found = self.found;
        let shared = SharedQueue::new(queue, collector, self.granularity, goal);
        let result = shared.work_beside(pool, search, || watch(&shared, limits, view));
        let queue = shared.into_queue();
        self.found = queue.found;
        self.is_ended = queue.is_empty();
        if self.is_ended {
            let mut tally = before.clone();
            tally.add(&queue.tally);
            // The search is at the position where its workers began.
            search.move_to(&search.tree_position().end());
            search.set_tally(tally);
        }
        self.split = Some(SplitCount { queue, before });
        result?;
        Ok(if self.found >= goal.want {
            CountStatus::Enough
        } else if self.is_ended {
            CountStatus::Ended
        } else {
            CountStatus::Paused
        })
    }
}

/// Asks the question while workers count, until they are done or it is answered with a stop.
fn watch<H>(
    shared: &SharedQueue<'_, H>,
    limits: &mut Limits<'_>,
    view: &mut dyn FnMut(&dyn Position) -> Underway,
) -> Result<(), Stopped> {
    let mut queue = shared.lock();
    let mut asked = queue.counters.nodes;
    while !queue.is_over && !queue.is_walked() {
        (queue, _) = shared.wait(queue);
        let nodes = queue.counters.nodes - asked;
        asked += nodes;
        queue.question += 1;
        let underway = view(&Underway::of(queue.counters, queue.fraction()));
        drop(queue);
        limits.pass(nodes, &underway)?;
        queue = shared.lock();
    }
    Ok(())
}

/// Least number of nodes between two checks of the work done; fewer if they take more than this work; and the number
/// before the first check, when the work of a node is unknown.
const NODES_AT_ONCE: u64 = 1 << 12;
const WORK_AT_ONCE: u64 = 1 << 18;
const FIRST_NODES: u64 = 64;
