//! The puzzles of a call: read from text, with their boards, and answered on several threads in order.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use dlx_core::{Limits, Stopped, Uniqueness};
use dlx_ordered::Output;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use sudoku_cover::{
    Answer, BoardError, Contradicting, Explainer, Geometry, Grid, Order, Reader, Record, Regions, Rule,
    RuleLine, Solver, Solvers, Values,
};

use crate::watch::{Limited, refused, stopped, watched};

/// The puzzles of a call: their texts with a NUL between them, their number, and their side where it is known. Python passes
/// one string, because converting a million small ones takes a large part of the time of solving them.
#[derive(FromPyObject)]
pub(crate) struct Puzzles(PyBackedStr, usize, Option<usize>);

impl Puzzles {
    /// Returns the text of each puzzle.
    pub(crate) fn texts(&self) -> Vec<&str> {
        self.0.split('\0').take(self.1).collect()
    }
}

/// The height and width of a box.
pub(crate) type Shape = Option<(usize, usize)>;

/// The settings of a call, as `excover/sudoku.py` passes them: the height and width of a box, rules, and limits.
#[derive(FromPyObject)]
pub(crate) struct Setting(Shape, Vec<String>, Limited);

impl Setting {
    pub(crate) fn limited(&self) -> &Limited {
        &self.2
    }

    pub(crate) fn shape(&self) -> Shape {
        self.0
    }

    /// Returns the lines of the rules.
    pub(crate) fn rule_lines(&self) -> &[String] {
        &self.1
    }

    /// Returns the boards of the call about these puzzles.
    pub(crate) fn boards(&self, puzzles: &Puzzles) -> PyResult<Boards> {
        Boards::new(self.0, puzzles.2, &self.1)
    }
}

/// The boards of a call: one for each side, all with the same rules.
pub(crate) struct Boards {
    /// The board without rules, if the boxes or the regions fix its side.
    fixed: Option<Geometry>,
    /// The rules with their numbers, from 0.
    rules: Vec<(usize, RuleLine)>,
}

impl Boards {
    /// Reads the rules. The side is that of the puzzles, where it is known before they are read.
    pub(crate) fn new(shape: Shape, side: Option<usize>, lines: &[String]) -> PyResult<Self> {
        let mut rules = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let read = RuleLine::read_all(line)
                .map_err(|fault| refused(format!("rule {number}: {}", fault.error)))?;
            rules.extend(read.into_iter().map(|(_, line)| (number, line)));
        }
        let side_of_rules = rules.iter().find_map(|(_, line)| match line.rule() {
            Rule::Regions(regions) => Regions::side(regions),
            Rule::Grids(grids) => Some(grids.side_of_board()),
            _ => None,
        });
        let named = rules.iter().map(|(number, line)| (number, line.rule()));
        let named = named.into_iter().find(|(_, rule)| matches!(rule, Rule::Values(_)));
        let fixed = match (shape, side_of_rules) {
            (Some((height, width)), _) => Some(Geometry::boxes(height, width).map_err(refused)?),
            (None, Some(side)) => Some(Geometry::of_side(side).map_err(refused)?),
            (None, None) => side.map(Geometry::of_side).transpose().map_err(refused)?,
        };
        let fixed = match (fixed, named) {
            // The digits tell how puzzles are read.
            (Some(fixed), Some((number, rule))) => {
                let board = fixed.with_rules(std::slice::from_ref(rule));
                Some(board.map_err(|error| refused(format!("rule {number}: {error}")))?)
            }
            (None, Some((number, rule))) => {
                return Err(refused(format!(
                    "rule {number}: expected boxes or regions with it, found {rule} alone"
                )));
            }
            (fixed, None) => fixed,
        };
        Ok(Self { fixed, rules })
    }

    /// Returns the board of this side with the rules of the call.
    pub(crate) fn of_side(&self, side: usize, limits: &mut Limits<'_>) -> Result<Geometry, End> {
        let board = match &self.fixed {
            Some(fixed) if fixed.side() != side => {
                let found = fixed.side();
                return Err(refused(format!(
                    "expected a board of side {side}, found boxes or regions of {found}"
                ))
                .into());
            }
            Some(fixed) => fixed.clone(),
            None => Geometry::of_side(side).map_err(refused)?,
        };
        let rule = |(number, line): &(usize, RuleLine)| {
            line.on(side).map_err(|error| refused(format!("rule {number}: {error}")))
        };
        let rules: Vec<Rule> = self.rules.iter().map(rule).collect::<PyResult<_>>()?;
        board.with_rules_within(&rules, limits).map_err(|error| match error {
            BoardError::Rule { number, ref error } => {
                refused(format!("rule {}: {error}", self.rules[number].0)).into()
            }
            BoardError::Stopped(why) => why.into(),
        })
    }

    /// Returns the board of a puzzle, with its own rules.
    pub(crate) fn of(
        &self,
        record: &Record,
        number: usize,
        limits: &mut Limits<'_>,
    ) -> Result<Geometry, End> {
        let board = self.of_side(record.grid.side(), limits)?;
        let own = record.rules().iter().filter(|rule| !board.rules().contains(rule));
        let own: Vec<Rule> = own.cloned().collect();
        board.with_rules_within(&own, limits).map_err(|error| match error {
            BoardError::Rule { error, .. } => refused(format!("puzzle {number}: {error}")).into(),
            BoardError::Stopped(why) => why.into(),
        })
    }

    /// Returns the side of the boards, if the boxes or the regions fix it.
    pub(crate) fn side(&self) -> Option<usize> {
        self.fixed.as_ref().map(Geometry::side)
    }

    /// Returns the number of a blank cell in an array.
    pub(crate) fn blank(&self) -> i8 {
        self.fixed.as_ref().map_or(0, |board| board.values().number(None))
    }

    /// Returns whether the call has rules.
    pub(crate) fn has_rules(&self) -> bool {
        !self.rules.is_empty()
    }

    /// Reads one puzzle with its rules, the digits placed in it and its candidates.
    pub(crate) fn read(&self, text: &str, number: usize) -> PyResult<Record> {
        if let Some(grid) = self.plain(text) {
            return Ok(Record::new(grid));
        }
        let mut reader = Reader::new(text.as_bytes()).with_rules_below();
        if let Some(fixed) = &self.fixed {
            reader = reader.with_geometry(fixed);
        }
        match (reader.next(), reader.next()) {
            (Some(Ok(record)), None) => Ok(record),
            (Some(Err(error)), _) => Err(refused(format!("puzzle {number}: {error}"))),
            (None, _) => Err(refused(format!("puzzle {number}: expected a puzzle, found none"))),
            (Some(Ok(_)), Some(_)) => {
                Err(refused(format!("puzzle {number}: expected one puzzle, found another after it")))
            }
        }
    }

    /// Returns the grid of 81 plain symbols, which nearly all puzzles of long lists are: making a reader for each
    /// takes longer than solving it. In a plain line 0 is a blank cell, so that boards with other digits need a reader.
    fn plain(&self, text: &str) -> Option<Grid> {
        let is_usual = |board: &Geometry| board.side() == 9 && Some(board.values()) == Values::new(1, 9);
        if text.len() != 81 || !self.fixed.as_ref().is_none_or(is_usual) {
            return None;
        }
        Grid::of_plain_line(text)
    }
}

/// The reason why a puzzle has no answer.
pub(crate) enum End {
    Stopped(Stopped),
    Raised(PyErr),
}

impl End {
    /// Returns the exception, before anything was found.
    pub(crate) fn raised(self) -> PyErr {
        match self {
            Self::Stopped(why) => stopped(why, "0 puzzles"),
            Self::Raised(raised) => raised,
        }
    }
}

impl From<Stopped> for End {
    fn from(why: Stopped) -> Self {
        Self::Stopped(why)
    }
}

impl From<PyErr> for End {
    fn from(raised: PyErr) -> Self {
        Self::Raised(raised)
    }
}

/// The answers about consecutive puzzles.
pub(crate) struct Found<T> {
    pub(crate) values: Vec<T>,
    /// Answers that are grids, each with a NUL after it.
    pub(crate) lines: Vec<u8>,
    /// The regions of these grids, where they were to be found, each with the number of its puzzle.
    pub(crate) regions: Vec<(usize, String)>,
    /// The number of puzzles that were answered.
    pub(crate) puzzles: usize,
}

impl<T> Default for Found<T> {
    fn default() -> Self {
        Self { values: Vec::new(), lines: Vec::new(), regions: Vec::new(), puzzles: 0 }
    }
}

impl<T> Found<T> {
    /// Adds an answer that is a grid.
    pub(crate) fn line(&mut self, grid: &Grid) {
        grid.to_line().append_to(&mut self.lines);
        self.lines.push(0);
    }

    /// Adds the first solution of an answer, or nothing, and its regions if they were to be found.
    pub(crate) fn solution(&mut self, answer: &mut Answer<'_>, number: usize) {
        if answer.append_solution(&mut self.lines) {
            self.regions.extend(answer.regions(0).map(|regions| (number, regions.to_string())));
        }
        self.lines.push(0);
    }

    /// Returns the answers that are grids.
    pub(crate) fn text(self) -> PyResult<String> {
        String::from_utf8(self.lines).map_err(refused)
    }
}

impl<T: Send> Output for Found<T> {
    fn bytes(&self) -> usize {
        self.lines.bytes() + self.values.bytes() + self.regions.bytes()
    }
}

/// What a thread keeps for all of its puzzles.
pub(crate) struct Kept {
    pub(crate) solvers: Solvers,
    /// The explainer of the last board that was asked for.
    explainer: Option<Explainer>,
    board: Option<Geometry>,
}

/// What earlier calls without rules and boxes have kept. Making a solver takes longer than solving a puzzle.
static IDLE: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// The most that stay in [`IDLE`].
const MOST_IDLE: usize = 4;

impl Kept {
    pub(crate) fn new() -> Self {
        Self { solvers: Solvers::default(), explainer: None, board: None }
    }

    /// Takes what an earlier call has kept, if its boards had neither rules nor boxes of the call. Does not wait for the
    /// lock: in a process that was forked during another call, it is never released.
    fn borrow(is_plain: bool) -> Self {
        let idle = is_plain.then(|| IDLE.try_lock().ok().and_then(|mut idle| idle.pop())).flatten();
        idle.unwrap_or_else(Self::new)
    }

    /// Keeps this for later calls about such boards.
    fn give_back(self, is_plain: bool) {
        if is_plain
            && let Ok(mut idle) = IDLE.try_lock()
            && idle.len() < MOST_IDLE
        {
            idle.push(self);
        }
    }

    /// Returns the explainer for the board, without a puzzle.
    pub(crate) fn explainer(&mut self, board: &Geometry, order: Order) -> &mut Explainer {
        let shape = |board: &Geometry| (board.box_height(), board.box_width());
        let is_same = |known: &Geometry| shape(known) == shape(board) && known.rules() == board.rules();
        if !self.board.as_ref().is_some_and(is_same) {
            (self.board, self.explainer) = (Some(board.clone()), None);
        }
        self.explainer.get_or_insert_with(|| Explainer::new(board).with_order(order))
    }

    /// Returns the explainer for the board of a puzzle, with the puzzle loaded, and with its solution if it has one.
    pub(crate) fn explain(
        &mut self,
        asked: &Asked<'_>,
        order: Order,
        limits: &mut Limits<'_>,
    ) -> Result<&mut Explainer, End> {
        let Asked { record, number, .. } = *asked;
        let solver = asked.solver(self, limits)?;
        let loaded = solver.load_record(record);
        loaded.map_err(|error| refused(format!("puzzle {number}: {error}")))?;
        let answer = solver.uniqueness(limits);
        let board = solver.matrix().geometry().clone();
        let explainer = self.explainer(&board, order);
        match answer {
            Uniqueness::One(solution) => {
                explainer.load_with_solution(&record.grid, &solution).map_err(refused)?;
            }
            Uniqueness::Several(..) => explainer.load(&record.grid).map_err(refused)?,
            Uniqueness::None => {
                return Err(refused(format!(
                    "puzzle {number}: expected a puzzle with a solution, found none"
                ))
                .into());
            }
            Uniqueness::Unknown { why, .. } => return Err(why.into()),
        }
        if let Some(allowed) = record.allowed() {
            explainer.restrict(allowed);
        }
        Ok(explainer)
    }
}

/// A puzzle that a question is about.
pub(crate) struct Asked<'a> {
    pub(crate) record: &'a Record,
    pub(crate) number: usize,
    pub(crate) boards: &'a Boards,
}

impl Asked<'_> {
    /// Returns the solver for the board of the puzzle.
    pub(crate) fn solver<'k>(
        &self,
        kept: &'k mut Kept,
        limits: &mut Limits<'_>,
    ) -> Result<&'k mut Solver, End> {
        let make = || Ok::<_, End>(Solver::new(&self.boards.of(self.record, self.number, limits)?));
        let solver = kept.solvers.get(self.record.grid.side(), self.record.rules(), make)?;
        if self.number > 0 {
            solver.prepare_when_needed();
        }
        Ok(solver)
    }

    /// Returns the solver for the board of a puzzle that has givens and no candidates of its own.
    pub(crate) fn solver_of_givens<'k>(
        &self,
        kept: &'k mut Kept,
        limits: &mut Limits<'_>,
    ) -> Result<&'k mut Solver, End> {
        if self.record.allowed().is_some() {
            let message = "expected givens only, found a puzzle that restricts candidates";
            return Err(refused(format!("puzzle {}: {message}", self.number)).into());
        }
        self.solver(kept, limits)
    }

    /// Returns the solver with the puzzle loaded, or `None` if givens contradict one another.
    pub(crate) fn loaded<'k>(
        &self,
        kept: &'k mut Kept,
        limits: &mut Limits<'_>,
    ) -> Result<Option<&'k mut Solver>, End> {
        let solver = self.solver(kept, limits)?;
        match solver.load_record(self.record) {
            Ok(()) => Ok(Some(solver)),
            Err(Contradicting::Grid(error)) => {
                Err(refused(format!("puzzle {}: {error}", self.number)).into())
            }
            Err(_) => Ok(None),
        }
    }
}

/// Answers the puzzles on the threads of the call, and returns the answers in the order of the puzzles. With
/// `is_partial`, those before a limit.
pub(crate) fn each<T: Send>(
    py: Python<'_>,
    puzzles: &Puzzles,
    setting: &Setting,
    threads: NonZeroUsize,
    is_partial: bool,
    answer: impl Fn(&mut Kept, &Asked<'_>, &mut Limits<'_>, &mut Found<T>) -> Result<(), End> + Sync,
) -> PyResult<Found<T>> {
    let boards = setting.boards(puzzles)?;
    let nodes = setting.limited().nodes();
    let is_plain = setting.shape().is_none() && setting.rule_lines().is_empty();
    watched(py, setting.limited().deadline()?, |watch| {
        let texts = puzzles.texts();
        let mut all = Found { lines: Vec::with_capacity(puzzles.0.len()), ..Found::default() };
        let sink = |found: &mut Found<T>| {
            all.values.append(&mut found.values);
            all.lines.append(&mut found.lines);
            all.regions.append(&mut found.regions);
            all.puzzles += std::mem::take(&mut found.puzzles);
            Ok(())
        };
        let ended = dlx_ordered::run(threads, 0..texts.len(), sink, &mut watch.limits(), |worker| {
            let mut kept = Kept::borrow(is_plain);
            worker.each(|numbers: &mut std::ops::Range<usize>, found, limits| {
                let read = |number: usize| boards.read(texts[number], number);
                // The puzzles before one that cannot be read have answers, which the error comes after.
                let mut records = Vec::with_capacity(numbers.len());
                let unread = numbers.clone().find_map(|number| match read(number) {
                    Ok(record) => {
                        records.push(record);
                        None
                    }
                    Err(error) => Some(error),
                });
                let first = numbers.start;
                let make = |record: &Record| Ok::<_, End>(Solver::new(&boards.of(record, first, limits)?));
                kept.solvers.look_ahead(records.iter(), make)?;
                for (record, number) in records.iter().zip(numbers.clone()) {
                    limits.step(1)?;
                    let asked = Asked { record, number, boards: &boards };
                    limits.within_nodes(nodes, |limits| answer(&mut kept, &asked, limits, found)).map_err(
                        |end| match end {
                            End::Stopped(why) if why != Stopped::Asked => {
                                let place = format!("{number} puzzles are done, the next is not");
                                End::Raised(stopped(why, place))
                            }
                            end => end,
                        },
                    )?;
                    found.puzzles += 1;
                }
                unread.map_or(Ok(()), |error| Err(End::from(error)))
            })?;
            // Not after an error, which may have stopped a search.
            kept.give_back(is_plain);
            Ok(())
        });
        match ended {
            Ok(()) => Ok(all),
            Err(End::Raised(raised)) => Err(raised),
            Err(End::Stopped(_)) if is_partial => Ok(all),
            Err(End::Stopped(why)) => Err(stopped(why, format!("{} puzzles are done", all.puzzles))),
        }
    })
}
