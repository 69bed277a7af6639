//! The line: what is left of a tree, as parts in its order, and what they have given and is not handed over yet.
//!
//! Only the part at the front can be handed over. A part that has ended keeps its place until then; where two
//! of them meet, they become one.

use std::collections::VecDeque;

use crate::control::checkpoint::Spot;
use crate::control::counters::{Counters, Tally};

/// How finely work is cut. Work is nodes and updates together, as the library knows no clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grain {
    /// Work of the calling thread before any other is started, at least 1: what is solved or dead is seen there.
    pub(super) alone: u64,
    /// Work between two looks at the line.
    pub(super) slice: u64,
    /// Work that a batch stands for at most: so much is done again where a limit is met within it.
    pub(super) mark: u64,
    /// Work in a part, for each level of the tree, before something of it is given away.
    pub(super) climb: u64,
    /// Bytes of a batch that are handed over at once, or a few more.
    pub(super) batch: usize,
    /// Bytes that may be held for parts behind the front to go on; the front goes on while a quarter of that is
    /// held for it.
    pub(super) behind: usize,
}

impl Grain {
    /// With links, a slice is some tenths of a millisecond: no more than a few microseconds go into looking, and
    /// nobody waits for long. Two slices alone are more than starting the threads takes.
    pub(crate) const DEFAULT: Self =
        Self { alone: 1 << 18, slice: 1 << 17, mark: 1 << 24, climb: 64, batch: 1 << 16, behind: 1 << 26 };
}

/// What a stretch of a part has given.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) bytes: Vec<u8>,
    pub(super) found: u64,
    pub(super) tally: Tally,
    /// The place right after it.
    pub(super) end: Spot,
}

impl Batch {
    fn held(&self) -> usize {
        let entries = self.tally.levels.len() + self.end.path.len();
        size_of::<Self>() + self.bytes.capacity() + entries * size_of::<u64>()
    }

    fn work(&self) -> u64 {
        self.tally.counters().work()
    }
}

/// A part of the tree.
#[derive(Debug)]
struct Part {
    id: u64,
    state: State,
    /// Not handed over yet, in order.
    batches: VecDeque<Batch>,
    /// Bytes of them.
    held: usize,
    /// The share of the whole tree that this part was when its search told the fraction `begun`.
    share: f64,
    begun: f64,
    /// What its search told last, and at which question.
    told: f64,
    question: u64,
}

#[derive(Debug)]
enum State {
    /// For a worker to go on from here.
    Waiting(Spot),
    /// A worker is in it.
    Running,
    Ended,
}

impl Part {
    fn done(&self) -> f64 {
        let rest = 1.0 - self.begun;
        if rest > 0.0 { self.share * ((self.told - self.begun) / rest).clamp(0.0, 1.0) } else { 0.0 }
    }

    fn is_ended(&self) -> bool {
        matches!(self.state, State::Ended)
    }
}

/// What the batches of a line are for.
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
pub(super) struct Line {
    parts: VecDeque<Part>,
    next_id: u64,
    keeps: Keeps,
    grain: Grain,
    /// How many workers there are, and how many of them wait.
    pub(super) workers: usize,
    pub(super) idle: usize,
    /// Bytes of all batches.
    held: usize,
    /// What was done before the line, and by all workers since.
    pub(super) counters: Counters,
    /// How much was found.
    pub(super) found: u64,
    /// With [`Keeps::Sums`], the sum of all batches.
    pub(super) tally: Tally,
    /// The share of the tree that ended parts and those given away were.
    done: f64,
    /// The greatest fraction that was told: sums of rounded numbers may go back a little.
    told: f64,
    /// Questions so far: parts tell their fraction once for each.
    pub(super) question: u64,
    /// Somebody waits for news of the front.
    pub(super) is_awaited: bool,
    /// All workers put back what they have, and leave.
    pub(super) is_over: bool,
}

/// Names a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartId(u64);

impl Line {
    /// A line of one part.
    pub(super) fn new(spot: Spot, fraction: f64, counters: Counters, keeps: Keeps, grain: Grain) -> Self {
        let mut line = Self {
            parts: VecDeque::new(),
            next_id: 0,
            keeps,
            grain,
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
        line.insert(0, spot, 1.0 - fraction, fraction);
        line
    }

    fn insert(&mut self, at: usize, spot: Spot, share: f64, begun: f64) {
        let part = Part {
            id: self.next_id,
            state: State::Waiting(spot),
            batches: VecDeque::new(),
            held: 0,
            share,
            begun,
            told: begun,
            question: self.question,
        };
        self.next_id += 1;
        self.parts.insert(at, part);
    }

    fn at(&self, id: PartId) -> usize {
        self.parts.iter().position(|part| part.id == id.0).expect("a running part is in the line")
    }

    /// Whether the part may go on, as far as memory goes. The further back it is, the less may be held for it,
    /// so that those before it always find room.
    fn may_go_on(&self, at: usize) -> bool {
        if self.keeps == Keeps::Sums {
            return true;
        }
        let first = self.parts.iter().position(|part| !part.is_ended()).unwrap_or(0);
        let held_in_front: usize = self.parts.iter().take(first + 1).map(|part| part.held).sum();
        if at <= first {
            return held_in_front < self.grain.behind / 4;
        }
        let rank = self.parts.range(first..at).filter(|part| !part.is_ended()).count();
        let part = self.grain.behind / self.workers.max(1);
        self.held < part * (self.workers + 1).saturating_sub(rank).max(1)
    }

    /// The earliest part that waits and may go on.
    fn ready(&self) -> Option<usize> {
        let is_waiting = |&at: &usize| matches!(self.parts[at].state, State::Waiting(_));
        let mut waiting = (0..self.parts.len()).filter(is_waiting);
        waiting.find(|&at| self.may_go_on(at))
    }

    /// Takes the earliest part that may go on.
    pub(super) fn take(&mut self) -> Option<(PartId, Spot)> {
        let at = self.ready()?;
        let part = &mut self.parts[at];
        let id = PartId(part.id);
        match std::mem::replace(&mut part.state, State::Running) {
            State::Waiting(spot) => Some((id, spot)),
            State::Running | State::Ended => None,
        }
    }

    /// Whether somebody waits who could take a part.
    pub(super) fn has_work_for_idle(&self) -> bool {
        self.idle > 0 && self.ready().is_some()
    }

    /// Whether a part is to give something away: somebody has nothing to take, and could go on with it.
    pub(super) fn wants_some_of(&self, id: PartId) -> bool {
        self.idle > 0 && self.ready().is_none() && self.may_go_on(self.at(id) + 1)
    }

    /// Puts what a part gives away right behind it. The part's search tells these fractions before and after.
    pub(super) fn give(&mut self, id: PartId, gift: crate::engine::driver::Gift, before: f64, after: f64) {
        let at = self.at(id);
        let part = &mut self.parts[at];
        part.told = before;
        let (done, share) = (part.done(), part.share);
        let left = share - done;
        (part.share, part.begun, part.told) = (left * (1.0 - gift.share), after, after);
        self.done += done;
        self.insert(at + 1, gift.spot, left * gift.share, gift.begun);
    }

    /// Whether the part is the first one.
    pub(super) fn is_front(&self, id: PartId) -> bool {
        self.parts.front().is_some_and(|part| part.id == id.0)
    }

    /// Whether the part must be put back for now.
    pub(super) fn must_wait(&self, id: PartId) -> bool {
        self.keeps != Keeps::Sums && !self.may_go_on(self.at(id))
    }

    /// Whether covers are held in the line rather than counted.
    pub(super) fn keeps_order(&self) -> bool {
        self.keeps != Keeps::Sums
    }

    /// Whether the part has not told its fraction since the last question.
    pub(super) fn wants_fraction(&self, id: PartId) -> bool {
        self.parts[self.at(id)].question != self.question
    }

    pub(super) fn tell_fraction(&mut self, id: PartId, fraction: f64) {
        let at = self.at(id);
        let part = &mut self.parts[at];
        (part.told, part.question) = (fraction, self.question);
    }

    /// Adds a batch to a part.
    pub(super) fn push(&mut self, id: PartId, batch: Batch) {
        if self.keeps == Keeps::Sums {
            self.tally.add(&batch.tally);
            return;
        }
        let at = self.at(id);
        self.push_at(at, batch);
    }

    fn push_at(&mut self, at: usize, batch: Batch) {
        let is_split = self.keeps == Keeps::OrderAndNodes;
        let part = &mut self.parts[at];
        if let Some(last) = part.batches.back_mut()
            && is_one(last, &batch, is_split, self.grain)
        {
            let held = last.held();
            last.bytes.extend_from_slice(&batch.bytes);
            last.found += batch.found;
            last.tally.add(&batch.tally);
            last.end = batch.end;
            let held_with_it = last.held();
            part.held = part.held - held + held_with_it;
            self.held = self.held - held + held_with_it;
        } else {
            part.held += batch.held();
            self.held += batch.held();
            part.batches.push_back(batch);
        }
    }

    /// Puts a part back, to be gone on with from there.
    pub(super) fn put_back(&mut self, id: PartId, spot: Spot) {
        let at = self.at(id);
        self.parts[at].state = State::Waiting(spot);
    }

    /// A part has come to its end.
    pub(super) fn end(&mut self, id: PartId) {
        let at = self.at(id);
        let part = &mut self.parts[at];
        part.state = State::Ended;
        self.done += part.share;
        (part.share, part.told) = (0.0, part.begun);
        if self.keeps == Keeps::Sums {
            self.parts.remove(at);
            return;
        }
        self.join(at + 1);
        self.join(at);
    }

    /// Makes one of this part and the one before it if both have ended.
    fn join(&mut self, at: usize) {
        let have_ended = |at: usize| self.parts.get(at).is_some_and(Part::is_ended);
        if at == 0 || !have_ended(at) || !have_ended(at - 1) {
            return;
        }
        let Some(part) = self.parts.remove(at) else { return };
        self.held -= part.held;
        for batch in part.batches {
            self.push_at(at - 1, batch);
        }
    }

    /// Takes from the front what can be handed over, up to about so many bytes. Parts that have nothing more to
    /// give leave the line.
    pub(super) fn drain(&mut self, most: usize) -> Vec<Batch> {
        let mut batches = Vec::new();
        let mut taken = 0;
        while taken < most
            && let Some(front) = self.parts.front_mut()
        {
            let Some(batch) = front.batches.pop_front() else {
                if !front.is_ended() {
                    break;
                }
                self.parts.pop_front();
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
        self.parts.front().is_none_or(|front| front.is_ended() || !front.batches.is_empty())
    }

    /// Whether no part is left.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether nobody needs to wait for a part any more.
    pub(super) fn is_walked(&self) -> bool {
        self.parts.iter().all(Part::is_ended)
    }

    /// How much of the tree is done, less than 1 and never less than before.
    pub(super) fn fraction(&mut self) -> f64 {
        let done = self.done + self.parts.iter().map(Part::done).sum::<f64>();
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
fn is_one(one: &Batch, other: &Batch, is_split: bool, grain: Grain) -> bool {
    let is_small = one.bytes.len() + other.bytes.len() <= grain.batch;
    let has_none = one.found == 0 && other.found == 0;
    is_small && (has_none && !is_split || one.work() + other.work() <= grain.mark)
}
