//! A puzzle being played: its entries and pencilmarks, undo and redo, hints, and steps to be found as practice.
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
//! assert_eq!(hint.to_string(), "Look at box 5.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use dlx_core::{Limits, Stopped};
use thiserror::Error;

use crate::human::explain::{Explainer, Grade, Hint, Order, StepGroup};
use crate::human::step::Step;
use crate::human::technique::Technique;
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

/// The steps that are possible in a state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepList {
    /// The steps by technique, the easiest technique first.
    pub groups: Vec<StepGroup>,
    /// False if the limits stopped the search, so that there may be more groups.
    pub is_complete: bool,
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
    /// The steps to be found.
    goal: Vec<Step>,
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
        let marks = match record.marks().cloned() {
            Some(marks) => marks,
            None => Pencilmarks::of_board(geometry),
        };
        for found in [record.grid.side(), solution.side(), marks.side()] {
            if found != side {
                return Err(GridError::OtherSide { expected: side, found });
            }
        }
        record.grid.check_board(geometry)?;
        solution.check_board(geometry)?;
        marks.check_board(geometry)?;
        let blocked = geometry.blocked();
        let mut now = Position { digits: record.filled().with_blocked(blocked), marks };
        let all: Marks = geometry.digits().collect();
        for cell in geometry.cells() {
            // In a record, a cell without notes has all candidates.
            if now.digits.get(cell).is_some() || now.marks.get(cell) == all || geometry.is_blocked(cell) {
                now.marks.set(cell, Marks::none())?;
            }
        }
        let (given, solution) = (record.grid.clone().with_blocked(blocked), solution.clone());
        let (past, future) = (Vec::new(), Vec::new());
        let geometry = geometry.clone();
        let (hint, goal) = (None, Vec::new());
        Ok(Self { geometry, given, solution, now, past, future, hint, goal, is_changed: false })
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
        self.geometry.open_cells().count() - self.now.digits.clue_count()
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
        more.placed = self.placed();
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
        self.check_right()?;
        let hint = match self.hint.take() {
            Some(hint) => hint.more(),
            None => {
                let mut explainer = self.explainer()?;
                explainer.hint(Grade::Area, Some(&self.now.marks), limits)?.ok_or(NoHint::NotFound)?
            }
        };
        Ok(self.hint.insert(hint))
    }

    /// Returns the steps of HoDoKu's default techniques that add something to the digits and pencilmarks.
    ///
    /// # Errors
    /// [`NoHint::Solved`] and [`NoHint::Wrong`].
    pub fn steps(&self, limits: &mut Limits<'_>) -> Result<StepList, NoHint> {
        let mut techniques = Order::Hodoku.techniques();
        techniques.retain(|&technique| technique != Technique::BruteForce);
        self.steps_of(&techniques, limits)
    }

    fn steps_of(&self, techniques: &[Technique], limits: &mut Limits<'_>) -> Result<StepList, NoHint> {
        self.check_right()?;
        let mut explainer = self.explainer()?;
        let mut list = StepList { groups: Vec::new(), is_complete: true };
        for group in explainer.steps(techniques, limits).grouped(Some(&self.now.marks)) {
            match group {
                Ok(group) => list.groups.push(group),
                Err(_) => list.is_complete = false,
            }
        }
        Ok(list)
    }

    /// Makes a step the hint, in full, so that it is shown and can be applied.
    pub fn show_step(&mut self, step: Step) {
        self.hint = Some(Hint::full(step));
    }

    /// Makes it the aim of the game to find a step of one of these techniques in the current state. Returns
    /// the number of such steps.
    ///
    /// # Errors
    /// See [`NoHint`].
    pub fn practice(&mut self, techniques: &[Technique], limits: &mut Limits<'_>) -> Result<usize, NoHint> {
        let list = self.steps_of(techniques, limits)?;
        if !list.is_complete {
            return Err(Stopped::Asked.into());
        }
        self.goal = list.groups.into_iter().flat_map(|group| group.steps).collect();
        Ok(self.goal.len())
    }

    /// Returns the techniques of [`practice`](Self::practice), none twice.
    pub fn practiced(&self) -> impl Iterator<Item = Technique> + '_ {
        let mut techniques: Vec<Technique> = self.goal.iter().map(|step| step.technique).collect();
        techniques.dedup();
        techniques.into_iter()
    }

    /// Returns a step that was to be found by [`practice`](Self::practice), if one of its conclusions is
    /// entered: the digit that it places, or a pencilmark that it eliminates is gone.
    #[must_use]
    pub fn found(&self) -> Option<&Step> {
        let is_gone = |lost: &Candidate| {
            let marks = self.now.marks.get(lost.cell);
            !marks.is_empty() && !marks.contains(lost.digit)
        };
        self.goal.iter().find(|step| {
            step.placements.iter().any(|placed| self.now.digits.get(placed.cell) == Some(placed.digit))
                || step.eliminations.iter().any(is_gone)
        })
    }

    /// Returns an error if the game is solved, or a digit is wrong.
    fn check_right(&self) -> Result<(), NoHint> {
        if self.is_solved() {
            Err(NoHint::Solved)
        } else if self.wrong_cells().is_empty() {
            Ok(())
        } else {
            Err(NoHint::Wrong)
        }
    }

    /// Returns an explainer of the current state.
    fn explainer(&self) -> Result<Explainer, NoHint> {
        let mut explainer = Explainer::new(&self.geometry);
        // The givens of a game with a solution do not contradict each other.
        explainer.load_with_solution(&self.given, &self.solution).map_err(|_| NoHint::NotFound)?;
        explainer.resume_with_notes(&self.placed(), Some(&self.now.marks));
        Ok(explainer)
    }

    /// Returns the entries.
    fn placed(&self) -> Vec<Candidate> {
        self.now.digits.clues().filter(|clue| self.given.get(clue.cell).is_none()).collect()
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
        let is_open = self.given.get(cell).is_none() && !self.geometry.is_blocked(cell);
        if is_open { Ok(()) } else { Err(EditError::Given(cell)) }
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
        assert_eq!(grade(&mut game), Ok(Grade::Area));
        assert_eq!(grade(&mut game), Ok(Grade::Technique));
        assert_eq!((grade(&mut game), game.accept_hint()), (Ok(Grade::Cells), None));
        assert_eq!(grade(&mut game), Ok(Grade::Area));
        for _ in 0..3 {
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
            for _ in 0..4 {
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

    /// The state of an X-Wing: all but twenty cells are filled, and four candidates are eliminated.
    const X_WING: &str = ":0000:x:67.+9+8.+1..4+8216+53+7+91.+92+7..8.+3+4+1+8+52..7+7+2+8+6..+45+3+59+6347+21+896.+4.8+7..+8.4+7\
        .....+2.75.68..:185 386 539 985::";

    fn texts(list: &StepList) -> Vec<String> {
        list.groups.iter().flat_map(|group| &group.steps).map(ToString::to_string).collect()
    }

    #[test]
    fn steps_start_from_the_notes_if_these_are_right() {
        let game = game_of(X_WING);
        let x_wing = "X-Wing: 5 r17 c39 => r8c9<>5".to_owned();
        let list = game.steps(&mut Limits::none()).unwrap();
        assert!(list.is_complete && texts(&list).contains(&x_wing));
        let techniques: Vec<Technique> = list.groups.iter().map(|group| group.technique).collect();
        assert!(techniques.is_sorted(), "{techniques:?}");
        let mut wrong = game.clone();
        let r3c9 = Cell::new(2, 8);
        let solution = wrong.solution.get(r3c9).unwrap();
        wrong.toggle_mark(r3c9, solution).unwrap();
        // The candidates that the digits leave are used, with those that the notes lack.
        let x_wing = "X-Wing: 5 r17 c39 => r38c9<>5".to_owned();
        assert!(texts(&wrong.steps(&mut Limits::none()).unwrap()).contains(&x_wing));
        wrong.enter(r3c9, digit(solution.value() % 9 + 1)).unwrap();
        assert_eq!(wrong.steps(&mut Limits::none()), Err(NoHint::Wrong));
        let mut limits = Limits::none().ask(1, |_| ControlFlow::Break(()));
        let stopped = game.steps(&mut limits).unwrap();
        assert!(stopped.groups.is_empty() && !stopped.is_complete);
    }

    #[test]
    fn a_step_that_was_chosen_is_applied_like_a_hint() {
        let mut game = game_of(X_WING);
        let list = game.steps(&mut Limits::none()).unwrap();
        let x_wing = list.groups.iter().find(|group| group.technique == Technique::XWing).unwrap();
        game.show_step(x_wing.steps[0].clone());
        assert_eq!(game.accept_hint(), Some(x_wing.steps[0].clone()));
        assert!(!texts(&game.steps(&mut Limits::none()).unwrap()).contains(&x_wing.steps[0].to_string()));
        assert!(game.undo());
        assert_eq!(game.steps(&mut Limits::none()), Ok(list));
    }

    #[test]
    fn an_exercise_is_done_with_the_first_conclusion_of_its_step() {
        let mut game = game_of(X_WING);
        assert_eq!(game.practice(&[Technique::XWing], &mut Limits::none()), Ok(1));
        assert_eq!(game.practiced().collect::<Vec<_>>(), [Technique::XWing]);
        assert!(game.found().is_none());
        game.fill_marks();
        game.toggle_mark(Cell::new(7, 1), digit(1)).unwrap();
        assert!(game.found().is_none());
        game.toggle_mark(Cell::new(7, 8), digit(5)).unwrap();
        assert_eq!(game.found().map(|step| step.technique), Some(Technique::XWing));
        game.undo();
        assert!(game.found().is_none());
        let solution = game.solution.get(Cell::new(7, 8)).unwrap();
        game.enter(Cell::new(7, 8), solution).unwrap();
        assert!(game.found().is_none());
    }
}
