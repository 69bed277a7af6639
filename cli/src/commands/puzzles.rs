//! What the Sudoku commands share: they read puzzles one after the other, load each into the solver of its
//! board, and go on after a bad one.

use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::rc::Rc;

use dlx_core::Stopped;
use sudoku_cover::{Contradicting, Geometry, Grid, Solver};

use crate::args::Puzzles;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::{Entry, Records, Unreadable};
use crate::session::Session;

/// A record of the input.
pub(super) struct Puzzle {
    /// The input that it comes from.
    pub(super) source: Rc<str>,
    /// Its number among all records, from 1.
    pub(super) number: u64,
    /// The line where it begins, where there is one.
    pub(super) line: Option<u64>,
    /// What was read, unless it was unreadable.
    pub(super) grid: Option<Grid>,
}

impl Puzzle {
    /// Says that the search for its solutions stopped early, and how far it came. A limit that was asked for
    /// needs no word for each of a million puzzles.
    pub(super) fn stopped(&self, session: &Session, why: Stopped, found: u64, limit: Option<u64>) -> Exit {
        let cause = session.cause_of(why);
        if limit != Some(found) {
            let Self { source, number, .. } = self;
            tell!("dlx: {source}: puzzle {number}: {}: {found} found, there may be more", cause.words());
        }
        cause.exit()
    }
}

/// What can be asked about a record.
pub(super) enum Loaded<'s> {
    /// Its solver, with the puzzle loaded.
    Ready(&'s mut Solver),
    /// Its clues contradict one another.
    Contradicting(Contradicting),
    /// It could not be read; the reason, with its place.
    Unreadable(String),
}

/// The records of a run, and a solver for each size of board among them.
pub(super) struct Batch<'s> {
    session: &'s Session,
    records: Records<'s>,
    /// Entries that were read ahead.
    ahead: VecDeque<Entry>,
    /// The board if the arguments tell it.
    geometry: Option<Geometry>,
    /// A solver for each side that has come up.
    solvers: Vec<Option<Solver>>,
}

impl<'s> Batch<'s> {
    pub(super) fn new(puzzles: &Puzzles, session: &'s Session) -> Result<Self, Fault> {
        let size = puzzles.size.map(usize::from);
        let geometry = match puzzles.box_shape {
            Some(shape) => Some(Geometry::boxes(shape.height, shape.width)),
            None => size.map(Geometry::of_side),
        };
        let geometry = geometry.transpose().map_err(|error| Fault::Usage(error.to_string()))?;
        if let (Some(size), Some(geometry)) = (size, &geometry)
            && geometry.side() != size
        {
            let (height, width, cells) = (geometry.box_height(), geometry.box_width(), geometry.side());
            return Err(Fault::Usage(format!(
                "boxes of {height}x{width} have {cells} cells, not the {size} of --size"
            )));
        }
        let records = Records::new(puzzles, geometry.clone(), session);
        Ok(Self { session, records, ahead: VecDeque::new(), geometry, solvers: Vec::new() })
    }

    /// Whether there is just one record, asked before any is answered. Waits for the second one or the end of
    /// the input.
    pub(super) fn is_single(&mut self) -> bool {
        self.ahead.extend(self.records.by_ref().take(2));
        self.ahead.len() == 1
    }

    /// Calls `answer` for each record, until one fails, the input ends or the session is to stop.
    pub(super) fn each(
        mut self,
        mut answer: impl FnMut(&Puzzle, Loaded<'_>) -> Result<Exit, Fault>,
    ) -> Result<Exit, Fault> {
        let mut exit = Exit::Answered;
        let mut done = 0u64;
        let is_terminal = io::stdout().is_terminal();
        while let Some(entry) = self.ahead.pop_front().or_else(|| self.records.next()) {
            if let Some(cause) = self.session.cause_to_stop() {
                tell!("dlx: {} after {done} records; the rest is unread", cause.words());
                exit.also(cause.exit());
                break;
            }
            let mut puzzle = Puzzle { source: entry.source, number: entry.number, line: None, grid: None };
            let loaded = match entry.record {
                Ok(record) => {
                    puzzle.line = Some(record.line);
                    let grid = &*puzzle.grid.insert(record.grid);
                    let solver = solver_for(&mut self.solvers, self.geometry.as_ref(), grid.side());
                    match solver.load(grid) {
                        Ok(()) => Loaded::Ready(solver),
                        Err(error) => Loaded::Contradicting(error),
                    }
                }
                Err(Unreadable::Source(fault)) => Loaded::Unreadable(fault.to_string()),
                Err(Unreadable::Record(error)) => Loaded::Unreadable(format!("{}: {error}", puzzle.source)),
            };
            match &loaded {
                // Both streams on one terminal would say the same thing twice.
                Loaded::Unreadable(reason) if !is_terminal => tell!("dlx: {reason}"),
                _ => {}
            }
            exit.also(self.session.watched(|| answer(&puzzle, loaded))?);
            done += 1;
        }
        Ok(exit)
    }
}

fn solver_for<'s>(
    solvers: &'s mut Vec<Option<Solver>>,
    geometry: Option<&Geometry>,
    side: usize,
) -> &'s mut Solver {
    if solvers.len() <= side {
        solvers.resize_with(side + 1, || None);
    }
    solvers[side].get_or_insert_with(|| match geometry {
        Some(geometry) => Solver::new(geometry),
        None => Solver::new(&Geometry::of_side(side).expect("a grid that was read has a side of 1 to 25")),
    })
}
