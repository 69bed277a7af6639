//! Prints the answers of a batch in input order.

use std::io::{self, Write};
use std::mem;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::answers::{ChunkText, Text};
use crate::shared::cause::Cause;
use crate::shared::message;
use crate::shared::progress::BatchDisplay;
use crate::shared::stats::{Stats, Tally};
use crate::shared::{Exit, Fault, Session};

/// The state of the output, and how the run ends.
pub(super) struct Printer<'s> {
    session: &'s Session,
    state: Mutex<State>,
}

struct State {
    /// Output for skipped puzzles, printed only if answers to later ones follow.
    rest: Text,
    exit: Exit,
    tally: Tally,
    stats: Stats,
    /// Why puzzles are skipped.
    cause: Option<Cause>,
    /// Why the run stops waiting for input although no puzzle was skipped.
    cause_not_to_wait: Option<Cause>,
    is_all_read: bool,
    fault: Option<Fault>,
    display: BatchDisplay,
}

impl State {
    /// Prints the text and empties it. Each message is printed after the output that preceded it.
    fn write(&mut self, text: &mut Text, session: &Session) -> io::Result<()> {
        let mut written = 0;
        for (at, line) in &text.messages {
            let mut output = session.output();
            output.write_all(&text.out[written..*at])?;
            output.flush()?;
            drop(output);
            message::print(line);
            written = *at;
        }
        session.output().write_all(&text.out[written..])?;
        self.exit.also(text.exit.unwrap_or(Exit::Answered));
        self.tally.merge(&text.tally);
        self.stats.merge(&text.stats);
        text.clear();
        Ok(())
    }

    fn print(&mut self, chunk: &mut ChunkText, session: &Session) -> io::Result<()> {
        if chunk.text.tally.total() > 0 || !chunk.text.out.is_empty() {
            // A puzzle after the skipped ones has an answer.
            let mut rest = mem::take(&mut self.rest);
            self.write(&mut rest, session)?;
            self.write(&mut chunk.text, session)?;
        }
        if chunk.rest.tally.total() > 0 {
            // The skipped puzzles of the earlier chunk come first.
            self.rest.append(&mut chunk.rest);
        }
        self.display.show(self.tally.total(), chunk.bytes);
        // A caller that waits for the answer to one puzzle before sending the next must not wait for a full
        // buffer.
        session.output().flush()
    }
}

impl<'s> Printer<'s> {
    pub(super) fn new(session: &'s Session, display: BatchDisplay) -> Self {
        let state = State {
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
        Self { session, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints the answers of the next chunk.
    pub(super) fn print(&self, chunk: &mut ChunkText) -> Result<(), Fault> {
        self.state().print(chunk, self.session)?;
        chunk.fault.take().map_or(Ok(()), Err)
    }

    /// Records that the whole input has been read.
    pub(super) fn end_of_input(&self) {
        self.state().is_all_read = true;
    }

    /// Records that the run ends before every puzzle is answered.
    pub(super) fn stop(&self, cause: Cause) {
        self.state().cause.get_or_insert(cause);
        self.session.abandon();
    }

    /// Records that the run ends while it waits for input. After a signal the records that were read are the whole
    /// input; at the time limit others were to follow.
    pub(super) fn stop_waiting(&self) {
        match self.session.cause_to_stop() {
            Some(cause @ Cause::Timeout) => self.stop(cause),
            cause => {
                self.state().cause_not_to_wait = cause;
                self.session.abandon();
            }
        }
    }

    /// Records that printing failed.
    pub(super) fn fail(&self, fault: Fault) {
        self.state().fault.get_or_insert(fault);
        self.session.abandon();
    }

    /// Returns how the batch ended. Prints statistics if `threads` is given.
    pub(super) fn conclude(&self, threads: Option<NonZeroUsize>) -> Result<Exit, Fault> {
        let mut state = self.state();
        state.display.finish();
        if let Some(fault) = state.fault.take() {
            return Err(fault);
        }
        let mut exit = state.exit;
        if let Some(cause) = state.cause {
            if !state.is_all_read || state.rest.tally.total() > 0 {
                let answered = state.tally.total();
                message!(Note, "{} after {answered} records; the rest is unread", cause.words());
            }
            exit.also(cause.exit());
        } else if let Some(cause) = state.cause_not_to_wait {
            message!(Note, "{}", cause.words());
            exit.also(cause.exit());
        }
        if let Some(threads) = threads {
            state.stats.print();
            state.tally.print(threads, self.session.elapsed());
        }
        Ok(exit)
    }
}
