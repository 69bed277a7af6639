//! A puzzle being played: its entries and pencilmarks, undo and redo, and hints.
//!
//! Givens never change. A cell holds a digit or pencilmarks; a cell without pencilmarks says nothing about
//! its candidates. Each change of digits or pencilmarks is one step of undo.
//!
//! ```
//! use dlx_core::{Limits, Uniqueness};
//! use sudoku_cover::{Cell, Digit, Game, Geometry, Record, Solver};
//!
//! let board = Geometry::classic();
//! let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let mut solver = Solver::new(&board);
//! solver.load(&puzzle)?;
//! let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else { panic!("it has one") };
//!
//! let mut game = Game::new(&board, &Record::new(puzzle), &solution)?;
//! game.enter(Cell::new(0, 2), Digit::new(1).expect("a digit"))?;
//! assert_eq!(game.wrong_cells(), [Cell::new(0, 2)]);
//! game.undo();
//! let hint = game.next_hint(&mut Limits::none())?;
//! assert_eq!(hint.to_string(), "look for: Naked Single");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use dlx_core::{Limits, Stopped};
use thiserror::Error;

use crate::human::explain::{Explainer, Grade, Hint};
use crate::human::step::Step;
use crate::model::compare::wrong_cells;
use crate::model::geometry::{Candidate, Cell, Digit, Geometry};
use crate::model::grid::{Contradiction, Grid, GridError};
use crate::model::pencilmarks::{Marks, Pencilmarks};
use crate::text::Record;

/// The reason why an entry or a pencilmark is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EditError {
    /// The cell holds a given.
    #[error("{0} is given")]
    Given(Cell),
    /// The cell holds a digit, so that its pencilmarks cannot be changed.
    #[error("{0} has a digit; clear it first")]
    Filled(Cell),
    /// The cell or the digit is not on this board.
    #[error(transparent)]
    Grid(#[from] GridError),
}

/// The reason why there is no hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoHint {
    /// All cells are filled as in the solution.
    #[error("solved")]
    Solved,
    /// A cell holds another digit than the solution.
    #[error("a digit is wrong")]
    Wrong,
    /// No technique finds a step.
    #[error("no step found")]
    NotFound,
    /// The limits stopped the search for a step.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A state that can be restored.
#[derive(Clone, Debug, PartialEq)]
struct Position {
    /// Givens and entries.
    digits: Grid,
    marks: Pencilmarks,
}

/// A puzzle with one solution, being played.
#[derive(Clone, Debug)]
pub struct Game {
    geometry: Geometry,
    given: Grid,
    solution: Grid,
    now: Position,
    past: Vec<Position>,
    future: Vec<Position>,
    hint: Option<Hint>,
    is_changed: bool,
}

impl Game {
    /// Returns a game of this puzzle, with the entries and pencilmarks of the record. `solution` must be its
    /// only solution.
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the board, the record and the solution differ in side.
    pub fn new(geometry: &Geometry, record: &Record, solution: &Grid) -> Result<Self, GridError> {
        let side = geometry.side();
        let marks = match record.more.as_ref().and_then(|more| more.marks.clone()) {
            Some(marks) => marks,
            None => Pencilmarks::full(side)?,
        };
        for found in [record.grid.side(), solution.side(), marks.side()] {
            if found != side {
                return Err(GridError::OtherSide { expected: side, found });
            }
        }
        let mut now = Position { digits: record.filled(), marks };
        let all: Marks = geometry.digits().collect();
        for cell in geometry.cells() {
            // In a record, a cell without notes has all candidates.
            if now.digits.get(cell).is_some() || now.marks.get(cell) == all {
                now.marks.set(cell, Marks::none())?;
            }
        }
        let (given, solution) = (record.grid.clone(), solution.clone());
        let (past, future) = (Vec::new(), Vec::new());
        let geometry = geometry.clone();
        Ok(Self { geometry, given, solution, now, past, future, hint: None, is_changed: false })
    }

    /// Returns the board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Returns the givens.
    #[must_use]
    pub fn given(&self) -> &Grid {
        &self.given
    }

    /// Returns all digits, givens and entries.
    #[must_use]
    pub fn digits(&self) -> &Grid {
        &self.now.digits
    }

    /// Returns the pencilmarks; a cell with a digit has none.
    #[must_use]
    pub fn marks(&self) -> &Pencilmarks {
        &self.now.marks
    }

    /// Returns the last hint, until a change or [`forget_hint`](Self::forget_hint).
    #[must_use]
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Returns true if all cells are filled as in the solution.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.now.digits == self.solution
    }

    /// Returns true if anything has changed since the game began or was [saved](Self::mark_saved).
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Marks the current state as saved.
    pub fn mark_saved(&mut self) {
        self.is_changed = false;
    }

    /// Returns the number of empty cells.
    #[must_use]
    pub fn empty_cells(&self) -> usize {
        self.geometry.cell_count() - self.now.digits.clue_count()
    }

    /// Returns the conflicts between digits.
    #[must_use]
    pub fn contradictions(&self) -> Vec<Contradiction> {
        // The grid belongs to the board.
        self.now.digits.contradictions(&self.geometry).unwrap_or_default()
    }

    /// Returns the cells that hold another digit than the solution.
    #[must_use]
    pub fn wrong_cells(&self) -> Vec<Cell> {
        // The grids have the same side.
        wrong_cells(&self.now.digits, &self.solution).unwrap_or_default()
    }

    /// Returns the game as a record, from which it can be continued.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.given.clone());
        let more = record.more_mut();
        more.placed = self.now.digits.clues().filter(|clue| self.given.get(clue.cell).is_none()).collect();
        if self.geometry.cells().any(|cell| !self.now.marks.get(cell).is_empty()) {
            let mut marks = self.now.marks.clone();
            let all: Marks = self.geometry.digits().collect();
            for cell in self.geometry.cells().filter(|&cell| self.now.marks.get(cell).is_empty()) {
                let of_cell = self.now.digits.get(cell).map_or(all, Marks::only);
                set_marks(&mut marks, cell, of_cell);
            }
            more.marks = Some(marks);
        }
        record
    }

    /// Fills a cell. Removes its pencilmarks, and those of the digit in its peers.
    ///
    /// # Errors
    /// [`EditError::Given`], or a cell or a digit that is not on the board.
    pub fn enter(&mut self, cell: Cell, digit: Digit) -> Result<(), EditError> {
        self.check_open(cell)?;
        let mut position = self.now.clone();
        position.place(&self.geometry, Candidate { cell, digit })?;
        self.change(position);
        Ok(())
    }

    /// Sets the pencilmark of a digit, or clears it if it is set.
    ///
    /// # Errors
    /// [`EditError::Given`], [`EditError::Filled`], or a cell or a digit that is not on the board.
    pub fn toggle_mark(&mut self, cell: Cell, digit: Digit) -> Result<(), EditError> {
        self.check_open(cell)?;
        if self.now.digits.get(cell).is_some() {
            return Err(EditError::Filled(cell));
        }
        let mut position = self.now.clone();
        let marks = position.marks.get(cell);
        let marks = if marks.contains(digit) { marks.without(digit) } else { marks.with(digit) };
        position.marks.set(cell, marks)?;
        self.change(position);
        Ok(())
    }

    /// Clears the digit and the pencilmarks of a cell.
    ///
    /// # Errors
    /// [`EditError::Given`], or a cell that is not on the board.
    pub fn clear(&mut self, cell: Cell) -> Result<(), EditError> {
        self.check_open(cell)?;
        let mut position = self.now.clone();
        position.digits.set(cell, None)?;
        position.marks.set(cell, Marks::none())?;
        self.change(position);
        Ok(())
    }

    /// Sets the pencilmarks of all empty cells to the candidates that the digits leave.
    pub fn fill_marks(&mut self) {
        let mut position = self.now.clone();
        let implied = self.implied();
        for cell in self.geometry.cells().filter(|&cell| self.now.digits.get(cell).is_none()) {
            set_marks(&mut position.marks, cell, implied.get(cell));
        }
        self.change(position);
    }

    /// Clears everything but the givens.
    pub fn reset(&mut self) {
        let mut position = Position { digits: self.given.clone(), marks: self.now.marks.clone() };
        for cell in self.geometry.cells() {
            set_marks(&mut position.marks, cell, Marks::none());
        }
        self.change(position);
    }

    /// Undoes the last change. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(position) = self.past.pop() else { return false };
        self.future.push(std::mem::replace(&mut self.now, position));
        self.moved()
    }

    /// Redoes the last change undone. Returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(position) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.now, position));
        self.moved()
    }

    /// Undoes the last change without a way to redo it, for a change that was only the first part of another
    /// one.
    pub fn retract(&mut self) {
        if let Some(position) = self.past.pop() {
            self.now = position;
            self.moved();
        }
    }

    /// Returns a hint for the next step that adds something to the digits and pencilmarks. Each further call
    /// before a change returns more detail, up to the full step.
    ///
    /// # Errors
    /// See [`NoHint`].
    pub fn next_hint(&mut self, limits: &mut Limits<'_>) -> Result<&Hint, NoHint> {
        if self.is_solved() {
            return Err(NoHint::Solved);
        }
        if !self.wrong_cells().is_empty() {
            return Err(NoHint::Wrong);
        }
        let hint = match self.hint.take() {
            Some(hint) => hint.more(),
            None => {
                let mut explainer = Explainer::new(&self.geometry);
                // Digits that agree with the solution do not contradict each other.
                explainer
                    .load_with_solution(&self.now.digits, &self.solution)
                    .map_err(|_| NoHint::NotFound)?;
                explainer.hint(Grade::Vague, Some(&self.now.marks), limits)?.ok_or(NoHint::NotFound)?
            }
        };
        Ok(self.hint.insert(hint))
    }

    /// Discards the hint: the next one begins again.
    pub fn forget_hint(&mut self) {
        self.hint = None;
    }

    /// Applies the hint, and discards it. Returns its step, or `None` if the hint did not show the full step.
    pub fn accept_hint(&mut self) -> Option<Step> {
        let step = self.hint.take()?.step()?.clone();
        self.carry_out(&step);
        Some(step)
    }

    fn carry_out(&mut self, step: &Step) {
        let mut position = self.now.clone();
        for &placed in &step.placements {
            position.place(&self.geometry, placed).expect("a step is one of the board");
        }
        let implied = self.implied();
        for lost in &step.eliminations {
            let marks = position.marks.get(lost.cell);
            let marks = if marks.is_empty() { implied.get(lost.cell) } else { marks };
            set_marks(&mut position.marks, lost.cell, marks.without(lost.digit));
        }
        self.change(position);
    }

    fn check_open(&self, cell: Cell) -> Result<(), EditError> {
        if !self.geometry.contains(cell) {
            return Err(GridError::Outside { found: cell, side: self.geometry.side() }.into());
        }
        if self.given.get(cell).is_some() { Err(EditError::Given(cell)) } else { Ok(()) }
    }

    /// Returns the candidates that the digits leave.
    fn implied(&self) -> Pencilmarks {
        Pencilmarks::implied(&self.now.digits, &self.geometry).expect("the grid is on the board")
    }

    /// Moves to another state, unless it is the same.
    fn change(&mut self, position: Position) {
        self.hint = None;
        if position != self.now {
            self.past.push(std::mem::replace(&mut self.now, position));
            self.future.clear();
            self.is_changed = true;
        }
    }

    fn moved(&mut self) -> bool {
        self.hint = None;
        self.is_changed = true;
        true
    }
}

fn set_marks(pencilmarks: &mut Pencilmarks, cell: Cell, marks: Marks) {
    pencilmarks.set(cell, marks).expect("the cell is on the board");
}

impl Position {
    fn place(&mut self, geometry: &Geometry, placed: Candidate) -> Result<(), GridError> {
        self.digits.set(placed.cell, Some(placed.digit))?;
        self.marks.set(placed.cell, Marks::none())?;
        for &peer in geometry.peers(placed.cell) {
            self.marks.set(peer, self.marks.get(peer).without(placed.digit))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::solve::Solver;
    use crate::text::{Format, Reader, Writer};

    const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const R1C3: Cell = Cell::new(0, 2);

    fn game_of(text: &str) -> Game {
        let board = Geometry::classic();
        let record = Reader::new(text.as_bytes()).with_geometry(&board).next().unwrap().unwrap();
        let mut solver = Solver::new(&board);
        solver.load(&record.grid).unwrap();
        let solution = solver.solutions().next().unwrap();
        Game::new(&board, &record, &solution).unwrap()
    }

    fn digit(value: u8) -> Digit {
        Digit::new(value).unwrap()
    }

    fn marks(game: &Game, cell: Cell) -> Vec<u8> {
        game.marks().get(cell).digits().map(Digit::value).collect()
    }

    #[test]
    fn entries_are_undone_redone_and_retracted() {
        let mut game = game_of(CLASSIC);
        assert!(!game.undo() && !game.redo() && !game.is_changed());
        game.enter(R1C3, digit(4)).unwrap();
        assert_eq!((game.digits().get(R1C3), game.empty_cells()), (Some(digit(4)), 50));
        assert!(game.undo() && game.digits().get(R1C3).is_none());
        assert!(game.redo() && game.is_changed());
        game.retract();
        assert!(game.digits().get(R1C3).is_none() && !game.redo());
    }

    #[test]
    fn givens_filled_cells_and_cells_off_the_board_are_refused() {
        let mut game = game_of(CLASSIC);
        let given = Cell::new(0, 0);
        assert_eq!(game.enter(given, digit(1)), Err(EditError::Given(given)));
        assert_eq!(game.clear(given), Err(EditError::Given(given)));
        game.enter(R1C3, digit(4)).unwrap();
        assert_eq!(game.toggle_mark(R1C3, digit(1)), Err(EditError::Filled(R1C3)));
        assert!(matches!(game.enter(Cell::new(9, 0), digit(1)), Err(EditError::Grid(_))));
        assert!(matches!(game.enter(R1C3, digit(10)), Err(EditError::Grid(_))));
        let other = Grid::empty(4).unwrap();
        assert!(Game::new(&Geometry::classic(), &Record::new(other.clone()), &other).is_err());
    }

    #[test]
    fn an_entry_clears_its_marks_in_peers_and_undo_brings_them_back() {
        let mut game = game_of(CLASSIC);
        for value in [1, 2, 4, 2] {
            game.toggle_mark(R1C3, digit(value)).unwrap();
        }
        assert_eq!(marks(&game, R1C3), [1, 4]);
        game.enter(Cell::new(0, 3), digit(4)).unwrap();
        assert_eq!(marks(&game, R1C3), [1]);
        game.undo();
        assert_eq!(marks(&game, R1C3), [1, 4]);
    }

    #[test]
    fn filling_marks_and_resetting_are_one_step_each() {
        let mut game = game_of(CLASSIC);
        game.enter(Cell::new(8, 0), digit(3)).unwrap();
        game.fill_marks();
        assert_eq!(marks(&game, R1C3), [1, 2, 4]);
        game.reset();
        assert!(game.digits() == game.given() && marks(&game, R1C3).is_empty());
        game.undo();
        assert_eq!(marks(&game, R1C3), [1, 2, 4]);
        game.undo();
        assert!(marks(&game, R1C3).is_empty() && game.digits() != game.given());
    }

    #[test]
    fn hints_tell_more_each_time_until_something_changes() {
        let mut game = game_of(CLASSIC);
        let grade = |game: &mut Game| game.next_hint(&mut Limits::none()).map(Hint::grade);
        assert_eq!(grade(&mut game), Ok(Grade::Vague));
        assert_eq!((grade(&mut game), game.accept_hint()), (Ok(Grade::Where), None));
        assert_eq!(grade(&mut game), Ok(Grade::Vague));
        for _ in 0..2 {
            grade(&mut game).unwrap();
        }
        let r5c5 = Cell::new(4, 4);
        assert_eq!(game.accept_hint().unwrap().to_string(), "Naked Single: r5c5=5");
        assert_eq!(game.digits().get(r5c5), Some(digit(5)));
        game.enter(R1C3, digit(1)).unwrap();
        assert_eq!((grade(&mut game), game.wrong_cells()), (Err(NoHint::Wrong), vec![R1C3]));
        game.undo();
        let mut limits = Limits::none().ask(1, |_| ControlFlow::Break(()));
        assert_eq!(game.next_hint(&mut limits), Err(NoHint::Stopped(Stopped::Asked)));
    }

    #[test]
    fn hints_that_eliminate_build_on_the_marks_that_they_leave() {
        // Of testdata/sudoku/hard.txt; it takes chains.
        let mut game =
            game_of(".....2.....8......6..5.81742....4...4...7......96....5...4...39..58......3..6..87");
        let mut steps = 0;
        while !game.is_solved() {
            for _ in 0..3 {
                game.next_hint(&mut Limits::none()).unwrap();
            }
            game.accept_hint().unwrap();
            steps += 1;
            assert!(steps < 400);
        }
        assert_eq!(game.next_hint(&mut Limits::none()), Err(NoHint::Solved));
    }

    #[test]
    fn a_saved_game_is_continued_where_it_was() {
        let mut game = game_of(CLASSIC);
        game.enter(R1C3, digit(4)).unwrap();
        game.toggle_mark(Cell::new(0, 3), digit(2)).unwrap();
        game.mark_saved();
        assert!(!game.is_changed());
        let mut writer = Writer::new(Vec::new(), Format::Json);
        writer.write(&game.record()).unwrap();
        let saved = String::from_utf8(writer.finish().unwrap()).unwrap();
        let resumed = game_of(&saved);
        assert_eq!(
            (resumed.digits(), resumed.marks(), resumed.given()),
            (game.digits(), game.marks(), game.given())
        );
    }
}
