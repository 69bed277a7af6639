//! The queue: the unsearched rest of a tree as tasks in its order, with their covers that are not delivered yet.
//!
//! Only the covers of the task at the front can be delivered. A task that has ended keeps its place until then; where
//! two of them meet, they become one.

use std::collections::VecDeque;

use crate::control::checkpoint::Spot;
use crate::control::counters::{Counters, Tally};

/// How finely work is cut. Work is nodes and updates together, as the library knows no clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Granularity {
    /// Work of the calling thread before any other is started, at least 1: what is solved or dead is seen there.
    pub(super) alone: u64,
    /// Work between two looks at the queue.
    pub(super) slice: u64,
    /// Work that a batch stands for at most: so much is done again where a limit is met within it.
    pub(super) mark: u64,
    /// Work in a task, for each level of the tree, before something of it is given away.
    pub(super) climb: u64,
    /// Bytes of a batch that are handed over at once, or a few more.
    pub(super) batch: usize,
    /// Bytes that may be held for tasks behind the front to go on; the front goes on while a quarter of that is
    /// held for it.
    pub(super) behind: usize,
}

impl Granularity {
    /// With links, a slice is some tenths of a millisecond: no more than a few microseconds go into looking, and
    /// no thread waits for long. Two slices alone are more than starting the threads takes.
    pub(crate) const DEFAULT: Self =
        Self { alone: 1 << 18, slice: 1 << 17, mark: 1 << 24, climb: 64, batch: 1 << 16, behind: 1 << 26 };
}

/// What a stretch of a task has found.
#[derive(Debug)]
pub(super) struct HeldBatch {
    pub(super) bytes: Vec<u8>,
    pub(super) found: u64,
    pub(super) tally: Tally,
    /// The place right after it.
    pub(super) end: Spot,
}

impl HeldBatch {
    fn held(&self) -> usize {
        let entries = self.tally.levels.len() + self.end.path.len();
        size_of::<Self>() + self.bytes.capacity() + entries * size_of::<u64>()
    }

    fn work(&self) -> u64 {
        self.tally.counters().work()
    }
}

/// A task of the tree.
#[derive(Debug)]
struct Task {
    id: u64,
    state: TaskState,
    /// Not handed over yet, in order.
    batches: VecDeque<HeldBatch>,
    /// Bytes of them.
    held: usize,
    /// The share of the whole tree that this task was when its search told the fraction `begun`.
    share: f64,
    begun: f64,
    /// What its search told last, and at which question.
    told: f64,
    question: u64,
}

#[derive(Debug)]
enum TaskState {
    /// For a worker to go on from here.
    Waiting(Spot),
    /// A worker is in it.
    Running,
    Ended,
}

impl Task {
    fn done(&self) -> f64 {
        let rest = 1.0 - self.begun;
        if rest > 0.0 { self.share * ((self.told - self.begun) / rest).clamp(0.0, 1.0) } else { 0.0 }
    }

    fn is_ended(&self) -> bool {
        matches!(self.state, TaskState::Ended)
    }
}

/// What the batches of a queue are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeps {
    /// They are handed over in the order of the tree.
    Order,
    /// As with `Order`, and a limit of nodes may end within any of them.
    OrderAndNodes,
    /// Only sums are wanted.
    Sums,
}

/// What is left to do, and what has been done.
#[derive(Debug)]
pub(super) struct Queue {
    tasks: VecDeque<Task>,
    next_id: u64,
    keeps: Keeps,
    granularity: Granularity,
    /// How many workers there are, and how many of them wait.
    pub(super) workers: usize,
    pub(super) idle: usize,
    /// Bytes of all batches.
    held: usize,
    /// What was done before the queue, and by all workers since.
    pub(super) counters: Counters,
    /// How much was found.
    pub(super) found: u64,
    /// With [`Keeps::Sums`], the sum of all batches.
    pub(super) tally: Tally,
    /// The share of the tree that ended tasks and those given away were.
    done: f64,
    /// The greatest fraction that was told: sums of rounded numbers may go back a little.
    told: f64,
    /// Questions so far: tasks tell their fraction once for each.
    pub(super) question: u64,
    /// The calling thread waits for news of the front.
    pub(super) is_awaited: bool,
    /// All workers put back what they have, and leave.
    pub(super) is_over: bool,
}

/// Names a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TaskId(u64);

impl Queue {
    /// A queue of one task.
    pub(super) fn new(
        spot: Spot,
        fraction: f64,
        counters: Counters,
        keeps: Keeps,
        granularity: Granularity,
    ) -> Self {
        let mut queue = Self {
            tasks: VecDeque::new(),
            next_id: 0,
            keeps,
            granularity,
            workers: 0,
            idle: 0,
            held: 0,
            counters,
            found: 0,
            tally: Tally::default(),
            done: fraction,
            told: fraction,
            question: 0,
            is_awaited: false,
            is_over: false,
        };
        queue.insert(0, spot, 1.0 - fraction, fraction);
        queue
    }

    fn insert(&mut self, at: usize, spot: Spot, share: f64, begun: f64) {
        let task = Task {
            id: self.next_id,
            state: TaskState::Waiting(spot),
            batches: VecDeque::new(),
            held: 0,
            share,
            begun,
            told: begun,
            question: self.question,
        };
        self.next_id += 1;
        self.tasks.insert(at, task);
    }

    fn at(&self, id: TaskId) -> usize {
        self.tasks.iter().position(|task| task.id == id.0).expect("a running task is in the queue")
    }

    /// Whether the task may go on, as far as memory goes. The further back it is, the less may be held for it,
    /// so that those before it always find room.
    fn may_go_on(&self, at: usize) -> bool {
        if self.keeps == Keeps::Sums {
            return true;
        }
        let first = self.tasks.iter().position(|task| !task.is_ended()).unwrap_or(0);
        let held_in_front: usize = self.tasks.iter().take(first + 1).map(|task| task.held).sum();
        if at <= first {
            return held_in_front < self.granularity.behind / 4;
        }
        let rank = self.tasks.range(first..at).filter(|task| !task.is_ended()).count();
        let task = self.granularity.behind / self.workers.max(1);
        self.held < task * (self.workers + 1).saturating_sub(rank).max(1)
    }

    /// The earliest task that waits and may go on.
    fn ready(&self) -> Option<usize> {
        let is_waiting = |&at: &usize| matches!(self.tasks[at].state, TaskState::Waiting(_));
        let mut waiting = (0..self.tasks.len()).filter(is_waiting);
        waiting.find(|&at| self.may_go_on(at))
    }

    /// Takes the earliest task that may go on.
    pub(super) fn take(&mut self) -> Option<(TaskId, Spot)> {
        let at = self.ready()?;
        let task = &mut self.tasks[at];
        let id = TaskId(task.id);
        match std::mem::replace(&mut task.state, TaskState::Running) {
            TaskState::Waiting(spot) => Some((id, spot)),
            TaskState::Running | TaskState::Ended => None,
        }
    }

    /// Whether an idle worker could take a task.
    pub(super) fn has_work_for_idle(&self) -> bool {
        self.idle > 0 && self.ready().is_some()
    }

    /// Whether a task should donate a part of itself: a worker is idle, and memory allows it to walk that part.
    pub(super) fn wants_donation(&self, id: TaskId) -> bool {
        self.idle > 0 && self.ready().is_none() && self.may_go_on(self.at(id) + 1)
    }

    /// Inserts what a task donates right behind it. The task's search tells these fractions before and after.
    pub(super) fn donate(
        &mut self,
        id: TaskId,
        donation: crate::engine::driver::Donation,
        before: f64,
        after: f64,
    ) {
        let at = self.at(id);
        let task = &mut self.tasks[at];
        task.told = before;
        let (done, share) = (task.done(), task.share);
        let left = share - done;
        (task.share, task.begun, task.told) = (left * (1.0 - donation.share), after, after);
        self.done += done;
        self.insert(at + 1, donation.spot, left * donation.share, donation.begun);
    }

    /// Whether the task is the first one.
    pub(super) fn is_front(&self, id: TaskId) -> bool {
        self.tasks.front().is_some_and(|task| task.id == id.0)
    }

    /// Whether the task must be put back for now.
    pub(super) fn must_wait(&self, id: TaskId) -> bool {
        self.keeps != Keeps::Sums && !self.may_go_on(self.at(id))
    }

    /// Whether covers are held in the queue rather than counted.
    pub(super) fn keeps_order(&self) -> bool {
        self.keeps != Keeps::Sums
    }

    /// Whether the task has not told its fraction since the last question.
    pub(super) fn wants_fraction(&self, id: TaskId) -> bool {
        self.tasks[self.at(id)].question != self.question
    }

    pub(super) fn tell_fraction(&mut self, id: TaskId, fraction: f64) {
        let at = self.at(id);
        let task = &mut self.tasks[at];
        (task.told, task.question) = (fraction, self.question);
    }

    /// Adds a batch to a task.
    pub(super) fn push(&mut self, id: TaskId, batch: HeldBatch) {
        if self.keeps == Keeps::Sums {
            self.tally.add(&batch.tally);
            return;
        }
        let at = self.at(id);
        self.push_at(at, batch);
    }

    fn push_at(&mut self, at: usize, batch: HeldBatch) {
        let is_split = self.keeps == Keeps::OrderAndNodes;
        let task = &mut self.tasks[at];
        if let Some(last) = task.batches.back_mut()
            && is_one(last, &batch, is_split, self.granularity)
        {
            let held = last.held();
            last.bytes.extend_from_slice(&batch.bytes);
            last.found += batch.found;
            last.tally.add(&batch.tally);
            last.end = batch.end;
            let held_with_it = last.held();
            task.held = task.held - held + held_with_it;
            self.held = self.held - held + held_with_it;
        } else {
            task.held += batch.held();
            self.held += batch.held();
            task.batches.push_back(batch);
        }
    }

    /// Puts a task back, to be continued from there.
    pub(super) fn put_back(&mut self, id: TaskId, spot: Spot) {
        let at = self.at(id);
        self.tasks[at].state = TaskState::Waiting(spot);
    }

    /// A task has come to its end.
    pub(super) fn end(&mut self, id: TaskId) {
        let at = self.at(id);
        let task = &mut self.tasks[at];
        task.state = TaskState::Ended;
        self.done += task.share;
        (task.share, task.told) = (0.0, task.begun);
        if self.keeps == Keeps::Sums {
            self.tasks.remove(at);
            return;
        }
        self.join(at + 1);
        self.join(at);
    }

    /// Makes one of this task and the one before it if both have ended.
    fn join(&mut self, at: usize) {
        let have_ended = |at: usize| self.tasks.get(at).is_some_and(Task::is_ended);
        if at == 0 || !have_ended(at) || !have_ended(at - 1) {
            return;
        }
        let Some(task) = self.tasks.remove(at) else { return };
        self.held -= task.held;
        for batch in task.batches {
            self.push_at(at - 1, batch);
        }
    }

    /// Takes from the front what can be handed over, up to about so many bytes. Parts that have nothing more to
    /// deliver leave the queue.
    pub(super) fn drain(&mut self, most: usize) -> Vec<HeldBatch> {
        let mut batches = Vec::new();
        let mut taken = 0;
        while taken < most
            && let Some(front) = self.tasks.front_mut()
        {
            let Some(batch) = front.batches.pop_front() else {
                if !front.is_ended() {
                    break;
                }
                self.tasks.pop_front();
                continue;
            };
            front.held -= batch.held();
            self.held -= batch.held();
            taken += batch.held();
            batches.push(batch);
        }
        batches
    }

    /// Whether anything can be handed over.
    pub(super) fn has_something_in_front(&self) -> bool {
        self.tasks.front().is_none_or(|front| front.is_ended() || !front.batches.is_empty())
    }

    /// Whether no task is left.
    pub(super) fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Whether all tasks have ended.
    pub(super) fn is_walked(&self) -> bool {
        self.tasks.iter().all(Task::is_ended)
    }

    /// How much of the tree is done, less than 1 and never less than before.
    pub(super) fn fraction(&mut self) -> f64 {
        let done = self.done + self.tasks.iter().map(Task::done).sum::<f64>();
        self.told = self.told.max(done.min(1.0 - f64::EPSILON));
        self.told
    }

    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.held
    }
}

/// Whether two neighbors can be one batch. Where covers end up in it, not much work may have to be done again
/// for some of them.
fn is_one(one: &HeldBatch, other: &HeldBatch, is_split: bool, granularity: Granularity) -> bool {
    let is_small = one.bytes.len() + other.bytes.len() <= granularity.batch;
    let has_none = one.found == 0 && other.found == 0;
    is_small && (has_none && !is_split || one.work() + other.work() <= granularity.mark)
}
