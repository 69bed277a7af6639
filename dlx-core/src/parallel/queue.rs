//! The queue: the unsearched rest of a tree as tasks in the order of the tree, with their undelivered covers.
//!
//! Only the covers of the task at the front can be delivered. A task that has ended stays in the queue until
//! then; two adjacent ended tasks become one.

use std::collections::VecDeque;

use crate::control::checkpoint::TreePosition;
use crate::control::counters::{Counters, Tally};

/// The sizes into which work is divided. Work is measured as nodes plus updates, as the library uses no
/// clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Granularity {
    /// Work that the calling thread does before it starts others, at least 1, so that it finds out whether
    /// the root is solved or a dead end.
    pub(super) alone: u64,
    /// Work between two checks of the queue.
    pub(super) slice: u64,
    /// Greatest work of a batch: at most this much is repeated if a limit is reached within it.
    pub(super) mark: u64,
    /// Work that a task must do before it donates, for each level of the tree.
    pub(super) climb: u64,
    /// Number of bytes from which a batch is delivered.
    pub(super) batch: usize,
    /// Number of bytes up to which tasks behind the front may continue. The front may continue while less
    /// than a quarter of that is held for it.
    pub(super) behind: usize,
}

impl Granularity {
    /// With links, a slice takes a tenth of a millisecond or two: checks take no more than a few microseconds of that,
    /// and an idle thread waits less long for work than the work given to it takes, also where the root has hundreds of
    /// branches. What a thread does alone takes longer than starting the others.
    pub(crate) const DEFAULT: Self =
        Self { alone: 1 << 18, slice: 1 << 15, mark: 1 << 24, climb: 64, batch: 1 << 16, behind: 1 << 26 };
    /// For the next of many short runs, whose threads have been started.
    pub(crate) const SHORT: Self = Self::DEFAULT.alone(1 << 14);

    /// Returns the same granularity with this much work before the threads start.
    pub(crate) const fn alone(self, alone: u64) -> Self {
        Self { alone, ..self }
    }
}

/// The results of a stretch of a task.
#[derive(Debug)]
pub(super) struct HeldBatch {
    pub(super) bytes: Vec<u8>,
    pub(super) found: u64,
    pub(super) tally: Tally,
    /// The position directly after it.
    pub(super) end: TreePosition,
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
    /// The batches not delivered yet, in order.
    batches: VecDeque<HeldBatch>,
    /// Bytes of the batches.
    held: usize,
    /// The share of the whole tree that was left of this task when its search reported the fraction `begun`.
    share: f64,
    begun: f64,
    /// The fraction that its search reported last, and the number of the question at that time.
    told: f64,
    question: u64,
}

#[derive(Debug)]
enum TaskState {
    /// Waits for a worker to continue from this position.
    Waiting(TreePosition),
    /// A worker searches it.
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

/// The purpose of the batches of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeps {
    /// They are delivered in the order of the tree.
    Order,
    /// As with `Order`, and a limit of nodes may end within any of them.
    OrderAndNodes,
    /// Only their sums are needed.
    Sums,
}

/// The tasks that are left, and the work done.
#[derive(Debug)]
pub(super) struct Queue {
    tasks: VecDeque<Task>,
    next_id: u64,
    keeps: Keeps,
    granularity: Granularity,
    /// Number of workers, and of those that are idle.
    pub(super) workers: usize,
    pub(super) idle: usize,
    /// Bytes of all batches.
    held: usize,
    /// The work done before the queue was made, and by all workers since.
    pub(super) counters: Counters,
    /// The number found.
    pub(super) found: u64,
    /// With [`Keeps::Sums`], the sum of all batches.
    pub(super) tally: Tally,
    /// The share of the tree that is done: of ended tasks, and of others before they donated.
    done: f64,
    /// The greatest fraction reported: sums of rounded numbers may decrease slightly.
    told: f64,
    /// Number of questions asked. A task reports its fraction once for each.
    pub(super) question: u64,
    /// True if the calling thread waits for covers of the front.
    pub(super) is_awaited: bool,
    /// True if all workers must put their tasks back and leave.
    pub(super) is_over: bool,
}

/// Identifies a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TaskId(u64);

impl Queue {
    /// Returns a queue of one task.
    pub(super) fn new(
        tree_position: TreePosition,
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
        queue.insert(0, tree_position, 1.0 - fraction, fraction);
        queue
    }

    fn insert(&mut self, at: usize, tree_position: TreePosition, share: f64, begun: f64) {
        let task = Task {
            id: self.next_id,
            state: TaskState::Waiting(tree_position),
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

    /// Returns true if the memory held allows the task to continue. The limit is lower for later tasks, so
    /// that earlier ones always have room.
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

    /// Returns the earliest waiting task that may continue.
    fn ready(&self) -> Option<usize> {
        let is_waiting = |&at: &usize| matches!(self.tasks[at].state, TaskState::Waiting(_));
        let mut waiting = (0..self.tasks.len()).filter(is_waiting);
        waiting.find(|&at| self.may_go_on(at))
    }

    /// Takes the earliest waiting task that may continue.
    pub(super) fn take(&mut self) -> Option<(TaskId, TreePosition)> {
        let at = self.ready()?;
        let task = &mut self.tasks[at];
        let id = TaskId(task.id);
        match std::mem::replace(&mut task.state, TaskState::Running) {
            TaskState::Waiting(tree_position) => Some((id, tree_position)),
            TaskState::Running | TaskState::Ended => None,
        }
    }

    /// Returns true if an idle worker could take a task.
    pub(super) fn has_work_for_idle(&self) -> bool {
        self.idle > 0 && self.ready().is_some()
    }

    /// Returns true if a task should donate a part: a worker is idle, and the memory held allows it to search
    /// that part.
    pub(super) fn wants_donation(&self, id: TaskId) -> bool {
        self.idle > 0 && self.ready().is_none() && self.may_go_on(self.at(id) + 1)
    }

    /// Inserts the donation of a task directly after it. `before` and `after` are the fractions that the
    /// task's search reports before and after donating.
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
        self.insert(at + 1, donation.tree_position, left * donation.share, donation.begun);
    }

    /// Returns true if the task is the first one.
    pub(super) fn is_front(&self, id: TaskId) -> bool {
        self.tasks.front().is_some_and(|task| task.id == id.0)
    }

    /// Returns true if the task must be put back for now.
    pub(super) fn must_wait(&self, id: TaskId) -> bool {
        self.keeps != Keeps::Sums && !self.may_go_on(self.at(id))
    }

    /// Returns true if covers are held in the queue, false if they are only counted.
    pub(super) fn keeps_order(&self) -> bool {
        self.keeps != Keeps::Sums
    }

    /// Returns true if the task has not reported its fraction since the last question.
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

    /// Puts a task back, to be continued from this position.
    pub(super) fn put_back(&mut self, id: TaskId, tree_position: TreePosition) {
        let at = self.at(id);
        self.tasks[at].state = TaskState::Waiting(tree_position);
    }

    /// Marks a task as ended.
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

    /// Joins this task with the one before it if both have ended.
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

    /// Removes batches from the front, up to about this many bytes, and returns them. Ended tasks without
    /// batches leave the queue.
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

    /// Returns true if there is a batch to deliver or a task to remove at the front, or no task at all.
    pub(super) fn has_something_in_front(&self) -> bool {
        self.tasks.front().is_none_or(|front| front.is_ended() || !front.batches.is_empty())
    }

    /// Returns true if no task is left.
    pub(super) fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Returns true if all tasks have ended.
    pub(super) fn is_walked(&self) -> bool {
        self.tasks.iter().all(Task::is_ended)
    }

    /// Returns the fraction of the tree that is done, less than 1 and never less than before.
    pub(super) fn fraction(&mut self) -> f64 {
        let done = self.done + self.tasks.iter().map(Task::done).sum::<f64>();
        self.told = self.told.max(done.min(1.0 - f64::EPSILON));
        self.told
    }

    /// Returns the fraction that was returned last.
    pub(super) fn last_fraction(&self) -> f64 {
        self.told
    }

    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.held
    }
}

/// Returns true if two adjacent batches can be joined. If they contain covers, or if a limit may split them,
/// the work to repeat within the joined batch must stay small.
fn is_one(one: &HeldBatch, other: &HeldBatch, is_split: bool, granularity: Granularity) -> bool {
    let is_small = one.bytes.len() + other.bytes.len() <= granularity.batch;
    let has_none = one.found == 0 && other.found == 0;
    is_small && (has_none && !is_split || one.work() + other.work() <= granularity.mark)
}
