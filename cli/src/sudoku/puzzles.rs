//! What the Sudoku commands share: which puzzles are asked about, and what can be asked about each.

use std::io::{self, IsTerminal};
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::thread;

use sudoku_cover::{Geometry, Record};

use super::boards::Boards;
use super::puzzle::Answer;
use crate::args::{Batching, Common, Puzzles};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::progress::BatchDisplay;
use crate::shared::records::{Chunk, Records};
use crate::shared::session::Session;
use crate::sudoku::batch::Crew;
use crate::sudoku::batch::reorder::Delivery;

/// The records of a run, before the first is answered.
pub(super) struct Batch<'s> {
    session: &'s Session,
    records: Records<'s>,
    boards: Boards,
    batching: Batching,
    common: Common,
    display: BatchDisplay,
}

/// The puzzle that is meant; without `--number` there must be one alone.
pub(super) fn one_puzzle(
    puzzles: &Puzzles,
    number: Option<NonZeroU64>,
    geometry: Option<Geometry>,
    session: &Session,
) -> Result<Result<Record, Exit>, Fault> {
    let wanted = number.map(NonZeroU64::get);
    let mut records = Records::new(puzzles, geometry, session);
    let mut chunk = Chunk::default();
    let (mut count, mut found) = (0_u64, None);
    while found.is_none() && records.fill(&mut chunk, 1) {
        for record in chunk.records.drain(..) {
            count += 1;
            if wanted.is_some_and(|wanted| wanted != count) {
                continue;
            }
            match record {
                Ok(record) => found = Some(record),
                Err(unreadable) => {
                    tell!("dlx: {}", unreadable.words(&chunk.source));
                    return Ok(Err(Exit::Unreadable));
                }
            }
        }
    }
    let several = wanted.is_none() && found.is_some() && records.fill(&mut chunk, 1);
    match (found, wanted) {
        _ if several => {
            let words = "one puzzle expected, several found: say which with --number";
            Err(Fault::Usage(words.to_owned()))
        }
        (Some(record), _) => Ok(Ok(record)),
        (None, Some(wanted)) => {
            Err(Fault::Usage(format!("--number {wanted} is more than the {count} puzzles that were found")))
        }
        (None, None) => Err(Fault::Usage("one puzzle expected, none found".to_owned())),
    }
}

impl<'s> Batch<'s> {
    pub(super) fn new(
        puzzles: &Puzzles,
        batching: Batching,
        common: Common,
        session: &'s Session,
    ) -> Result<Self, Fault> {
        let boards = Boards::of(puzzles)?;
        let records = Records::new(puzzles, boards.fixed().cloned(), session);
        let display = BatchDisplay::new(batching.progress, records.total_bytes());
        Ok(Self { session, records, boards, batching, common, display })
    }

    /// Whether there is just one record, asked before any is answered.
    pub(super) fn is_single(&mut self) -> bool {
        self.records.is_single()
    }

    /// Gives each record to `answer`, with limits of so many solutions, until the input ends, the session is to
    /// stop, or the answers cannot be brought out.
    pub(super) fn each(self, limit: Option<u64>, answer: impl Answer) -> Result<Exit, Fault> {
        let threads = match self.batching.threads {
            Some(threads) => threads,
            None if self.records.is_typed() => NonZeroUsize::MIN,
            None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        };
        let crew = Crew {
            session: self.session,
            records: Mutex::new(self.records),
            delivery: Delivery::new(self.session, threads, self.display),
            boards: self.boards,
            limit,
            has_stats: self.common.stats,
            is_terminal: io::stdout().is_terminal(),
            threads,
            workers: AtomicUsize::new(1),
            answer,
        };
        crew.run()
    }
}
