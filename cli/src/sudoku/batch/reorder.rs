//! The answers to the puzzles of a batch, brought out in the order of the puzzles whoever finds them.
//!
//! The answers to a chunk of records wait until those to all chunks before it are out. When much is waiting, no
//! more chunks are begun; the foremost one is always under way, so this ends.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::mem;
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::shared::cause::Cause;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::progress::BatchDisplay;
use crate::shared::session::{BUFFER, Session};
use crate::shared::stats::{Stats, Tally, Verdict};

/// No more chunks are begun while answers of so many bytes for each thread wait for those before them.
const MOST_WAITING: usize = 4 << 20;
/// What answers that wait take beside their text.
const BESIDE: usize = 512;
/// Answers of so many bytes wait for their turn before there are more of them.
const MOST_OUT_OF_TURN: usize = 1 << 20;

/// What there is to say about some puzzles that follow one another.
#[derive(Default)]
struct Text {
    out: Vec<u8>,
    /// Lines for standard error, each with the length of `out` when it came.
    messages: Vec<(usize, String)>,
    exit: Option<Exit>,
    tally: Tally,
    stats: Stats,
}

impl Text {
    /// Adds what comes after it.
    fn append(&mut self, other: &mut Self) {
        let before = self.out.len();
        self.out.append(&mut other.out);
        self.messages.extend(other.messages.drain(..).map(|(at, line)| (before + at, line)));
        self.exit = self.exit.max(other.exit);
        self.tally.merge(&other.tally);
        self.stats.merge(&other.stats);
    }

    fn clear(&mut self) {
        self.out.clear();
        self.messages.clear();
        (self.exit, self.tally, self.stats) = (None, Tally::default(), Stats::default());
    }
}

/// The answers to a chunk, and where they go.
pub(crate) struct Answers<'d> {
    delivery: &'d Delivery<'d>,
    chunk: u64,
    /// How much of the input lies before the end of the chunk.
    bytes: u64,
    text: Text,
    /// What is said about puzzles that are left, if anything is known about one after them.
    rest: Text,
    is_cut: bool,
}

impl<'d> Answers<'d> {
    /// No answers yet.
    pub(crate) fn new(delivery: &'d Delivery<'d>) -> Self {
        Self { delivery, chunk: 0, bytes: 0, text: Text::default(), rest: Text::default(), is_cut: false }
    }

    /// Begins with the chunk of this number.
    pub(crate) fn begin(&mut self, chunk: u64, bytes: u64) {
        (self.chunk, self.bytes, self.is_cut) = (chunk, bytes, false);
        self.text.clear();
        self.rest.clear();
    }

    /// What follows is about puzzles that are left because the run ends.
    pub(crate) fn cut(&mut self) {
        self.is_cut = true;
    }

    fn text(&mut self) -> &mut Text {
        if self.is_cut { &mut self.rest } else { &mut self.text }
    }

    /// Where the answers are written to.
    pub(crate) fn out(&mut self) -> &mut Vec<u8> {
        &mut self.text().out
    }

    /// Adds this and the end of the line.
    pub(crate) fn line(&mut self, words: &[u8]) {
        let out = self.out();
        out.extend_from_slice(words);
        out.push(b'\n');
    }

    /// A line for standard error, after the answers up to here.
    pub(crate) fn tell(&mut self, line: String) {
        let text = self.text();
        text.messages.push((text.out.len(), line));
    }

    /// The puzzle is answered.
    pub(crate) fn end_puzzle(&mut self, exit: Exit, verdict: Verdict) {
        let text = self.text();
        text.exit = text.exit.max(Some(exit));
        text.tally.count(verdict);
    }

    /// The searches in the chunk.
    pub(crate) fn stats(&mut self) -> &mut Stats {
        &mut self.text().stats
    }

    /// Brings out what there is, if it is much: a puzzle may have more solutions than memory holds. Waits until
    /// the chunks before are out if it is very much.
    pub(crate) fn make_room(&mut self) -> Result<(), Fault> {
        if self.text.out.len() < BUFFER || self.is_cut {
            return Ok(());
        }
        let mut state = self.delivery.state();
        let is_much = self.text.out.len() >= MOST_OUT_OF_TURN;
        while is_much && state.next < self.chunk && !self.delivery.session.is_abandoned() {
            state = self.delivery.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.next == self.chunk && state.fault.is_none() {
            state.write_rest(self.delivery.session)?;
            state.write(&mut self.text, self.delivery.session)?;
        }
        Ok(())
    }
}

/// Where the answers go.
pub(crate) struct Delivery<'s> {
    session: &'s Session,
    state: Mutex<State>,
    /// Answers have come out, or the batch is over.
    changed: Condvar,
    most_waiting: usize,
}

struct State {
    /// The chunk whose answers come next.
    next: u64,
    waiting: BTreeMap<u64, Waiting>,
    waiting_bytes: usize,
    /// What is said about puzzles that were left, if answers to later ones follow.
    rest: Text,
    exit: Exit,
    tally: Tally,
    stats: Stats,
    /// Why puzzles are left.
    cause: Option<Cause>,
    /// Why nobody waits for more, if no puzzle is known to be left.
    cause_not_to_wait: Option<Cause>,
    is_all_read: bool,
    fault: Option<Fault>,
    display: BatchDisplay,
}

struct Waiting {
    text: Text,
    rest: Text,
    bytes: u64,
}

impl State {
    /// Writes what is said about puzzles that were left, as something is known about one after them.
    fn write_rest(&mut self, session: &Session) -> io::Result<()> {
        let mut rest = mem::take(&mut self.rest);
        self.write(&mut rest, session)
    }

    /// Writes the text, each message after what came before it, and empties it.
    fn write(&mut self, text: &mut Text, session: &Session) -> io::Result<()> {
        let mut written = 0;
        for (at, line) in &text.messages {
            let mut output = session.output();
            output.write_all(&text.out[written..*at])?;
            output.flush()?;
            drop(output);
            self.display.tell(line);
            written = *at;
        }
        session.output().write_all(&text.out[written..])?;
        self.exit.also(text.exit.unwrap_or(Exit::Answered));
        self.tally.merge(&text.tally);
        self.stats.merge(&text.stats);
        text.clear();
        Ok(())
    }

    /// Writes the answers to the chunk whose turn it is.
    fn turn(&mut self, text: &mut Text, rest: &mut Text, bytes: u64, session: &Session) -> io::Result<()> {
        if text.tally.total() > 0 || !text.out.is_empty() {
            self.write_rest(session)?;
            self.write(text, session)?;
        }
        if rest.tally.total() > 0 {
            // Of two chunks that were left the first one waits in front.
            self.rest.append(rest);
        }
        self.next += 1;
        self.display.show(self.tally.total(), bytes);
        Ok(())
    }
}

impl<'s> Delivery<'s> {
    pub(crate) fn new(session: &'s Session, threads: NonZeroUsize, display: BatchDisplay) -> Self {
        let state = State {
            next: 0,
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            rest: Text::default(),
            exit: Exit::Answered,
            tally: Tally::default(),
            stats: Stats::default(),
            cause: None,
            cause_not_to_wait: None,
            is_all_read: false,
            fault: None,
            display,
        };
        let most_waiting = MOST_WAITING.saturating_mul(threads.get());
        Self { session, state: Mutex::new(state), changed: Condvar::new(), most_waiting }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a further chunk may be begun; `false` if the batch is over.
    pub(crate) fn waits_for_room(&self) -> bool {
        let mut state = self.state();
        while state.waiting_bytes > self.most_waiting && !self.session.is_abandoned() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        !self.session.is_abandoned()
    }

    /// Takes the answers to a chunk, and brings them out when it is their turn.
    pub(crate) fn deliver(&self, answers: &mut Answers<'_>) {
        let mut state = self.state();
        if state.fault.is_some() {
            return;
        }
        if answers.chunk != state.next {
            let (text, rest) = (mem::take(&mut answers.text), mem::take(&mut answers.rest));
            state.waiting_bytes += text.out.capacity() + rest.out.capacity() + BESIDE;
            state.waiting.insert(answers.chunk, Waiting { text, rest, bytes: answers.bytes });
            return;
        }
        let delivered = self.deliver_all(&mut state, answers);
        drop(state);
        match delivered {
            Ok(()) => self.changed.notify_all(),
            Err(error) => self.fail(error.into()),
        }
    }

    fn deliver_all(&self, state: &mut State, answers: &mut Answers<'_>) -> io::Result<()> {
        state.turn(&mut answers.text, &mut answers.rest, answers.bytes, self.session)?;
        while let Some(mut waiting) = {
            let next = state.next;
            state.waiting.remove(&next)
        } {
            state.waiting_bytes -= waiting.text.out.capacity() + waiting.rest.out.capacity() + BESIDE;
            state.turn(&mut waiting.text, &mut waiting.rest, waiting.bytes, self.session)?;
        }
        // Whoever waits for an answer before asking on, or for slow puzzles, has it at once.
        self.session.output().flush()
    }

    /// All records have been taken.
    pub(crate) fn end_of_input(&self) {
        self.state().is_all_read = true;
    }

    /// The run must end before all is answered.
    pub(crate) fn stop(&self, cause: Cause) {
        self.state().cause.get_or_insert(cause);
        self.abandon();
    }

    /// The run ends while it waits for puzzles.
    pub(crate) fn stop_waiting(&self) {
        self.state().cause_not_to_wait = self.session.cause_to_stop();
        self.abandon();
    }

    /// Nothing can be brought out any more.
    pub(crate) fn fail(&self, fault: Fault) {
        self.state().fault.get_or_insert(fault);
        self.abandon();
    }

    /// There is nothing more to come.
    pub(crate) fn abandon(&self) {
        self.session.abandon();
        // With the lock taken once in between, nobody has looked before and begins to wait after.
        drop(self.state());
        self.changed.notify_all();
    }

    /// How the batch ended, once there is no more to come. With `threads`, prints the counters.
    pub(crate) fn conclude(&self, threads: Option<NonZeroUsize>) -> Result<Exit, Fault> {
        let mut state = self.state();
        state.display.finish();
        if let Some(fault) = state.fault.take() {
            return Err(fault);
        }
        let mut exit = state.exit;
        if let Some(cause) = state.cause {
            if !state.is_all_read || state.rest.tally.total() > 0 {
                let answered = state.tally.total();
                tell!("dlx: {} after {answered} records; the rest is unread", cause.words());
            }
            exit.also(cause.exit());
        } else if let Some(cause) = state.cause_not_to_wait {
            tell!("dlx: {}", cause.words());
            exit.also(cause.exit());
        }
        if let Some(threads) = threads {
            state.stats.print(self.session.elapsed());
            state.tally.print(threads, self.session.elapsed());
        }
        Ok(exit)
    }
}
