//! The state of a game, and what each action makes of it.
//!
//! Whatever changes digits or notes is one step to undo. Given digits never change. A cell has a digit or notes, and
//! a cell without notes says nothing about its candidates.

mod edits;
mod hints;
#[cfg(test)]
pub(super) mod playing;

use sudoku_cover::{Cell, Contradiction, Geometry, Grid, Hint, Marks, Pencilmarks, Record};

use super::action::{Action, Direction};
use edits::{Position, blank_notes};

/// What is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputMode {
    Digits,
    Notes,
}

#[derive(Clone, Debug)]
pub(crate) struct Game {
    geometry: Geometry,
    given: Grid,
    /// The only solution.
    solution: Grid,
    now: Position,
    past: Vec<Position>,
    future: Vec<Position>,
    cursor: Cell,
    input_mode: InputMode,
    /// The number that was typed last in this cell, to which a digit may be added.
    typed: Option<u8>,
    hint: Option<Hint>,
    message: String,
    is_help: bool,
    is_over: bool,
    /// Whether there is something that was not saved.
    is_changed: bool,
}

impl Game {
    /// A game of this puzzle, from where the record stands. The solution is its only one.
    pub(crate) fn new(geometry: &Geometry, record: &Record, solution: &Grid) -> Self {
        let mut notes =
            record.more.as_ref().and_then(|more| more.marks.clone()).unwrap_or_else(|| blank_notes(geometry));
        let all: Marks = geometry.digits().collect();
        let digits = record.filled();
        for cell in geometry.cells() {
            // In a record, a cell about which nothing is said has all candidates.
            if digits.get(cell).is_some() || notes.get(cell) == all {
                notes.set(cell, Marks::none()).expect("the cell is on the board");
            }
        }
        let mut game = Self {
            geometry: geometry.clone(),
            given: record.grid.clone(),
            solution: solution.clone(),
            now: Position { digits, notes },
            past: Vec::new(),
            future: Vec::new(),
            cursor: Cell::new(0, 0),
            input_mode: InputMode::Digits,
            typed: None,
            hint: None,
            message: String::new(),
            is_help: false,
            is_over: false,
            is_changed: false,
        };
        game.say_state();
        game
    }

    pub(crate) fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    pub(crate) fn given(&self) -> &Grid {
        &self.given
    }

    /// All digits, given ones and others.
    pub(crate) fn digits(&self) -> &Grid {
        &self.now.digits
    }

    pub(crate) fn notes(&self) -> &Pencilmarks {
        &self.now.notes
    }

    pub(crate) fn cursor(&self) -> Cell {
        self.cursor
    }

    pub(crate) fn input_mode(&self) -> InputMode {
        self.input_mode
    }

    pub(crate) fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn is_help(&self) -> bool {
        self.is_help
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(crate) fn is_changed(&self) -> bool {
        self.is_changed
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.now.digits == self.solution
    }

    /// Says something, until there is something else to say.
    pub(crate) fn say(&mut self, message: &str) {
        message.clone_into(&mut self.message);
    }

    /// What there is to save has been saved.
    pub(crate) fn saved(&mut self) {
        self.is_changed = false;
    }

    /// The game as a record, from which it goes on.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::new(self.given.clone());
        let more = record.more_mut();
        more.placed = self.now.digits.clues().filter(|clue| self.given.get(clue.cell).is_none()).collect();
        let mut marks = self.now.notes.clone();
        let all: Marks = self.geometry.digits().collect();
        let mut has_notes = false;
        for cell in self.geometry.cells() {
            has_notes |= !marks.get(cell).is_empty();
            let said = match self.now.digits.get(cell) {
                Some(digit) => Marks::only(digit),
                None if marks.get(cell).is_empty() => all,
                None => continue,
            };
            marks.set(cell, said).expect("the cell is on the board");
        }
        more.marks = has_notes.then_some(marks);
        record
    }

    /// Digits that stand twice in a house.
    pub(crate) fn conflicts(&self) -> Vec<Contradiction> {
        self.now.digits.contradictions(&self.geometry).unwrap_or_default()
    }

    /// Does what the action says. [`Action::Save`] is for the caller.
    pub(crate) fn act(&mut self, action: Action) {
        let typed = self.typed.take();
        if action != Action::Help {
            self.is_help = false;
        }
        if !matches!(action, Action::Hint | Action::Accept | Action::Move(_)) {
            self.hint = None;
        }
        match action {
            Action::Move(direction) => self.go(direction),
            Action::Type(digit) => self.enter(digit, typed),
            Action::Clear => self.clear(),
            Action::Switch => {
                self.input_mode = match self.input_mode {
                    InputMode::Digits => InputMode::Notes,
                    InputMode::Notes => InputMode::Digits,
                };
            }
            Action::FillNotes => self.fill_notes(),
            Action::Undo => self.step_back(),
            Action::Redo => self.step_forward(),
            Action::Hint => self.give_hint(),
            Action::Accept => self.accept(),
            Action::Check => self.check(),
            Action::Reset => {
                let notes = blank_notes(&self.geometry);
                self.change(Position { digits: self.given.clone(), notes });
            }
            Action::Help => self.is_help = !self.is_help,
            Action::Quit => self.is_over = true,
            Action::Save => {}
        }
    }

    fn go(&mut self, direction: Direction) {
        let last = self.geometry.side() - 1;
        let (row, column) = (self.cursor.row(), self.cursor.column());
        let (row, column) = match direction {
            Direction::Up => (row.saturating_sub(1), column),
            Direction::Down => ((row + 1).min(last), column),
            Direction::Left => (row, column.saturating_sub(1)),
            Direction::Right => (row, (column + 1).min(last)),
            Direction::RowStart => (row, 0),
            Direction::RowEnd => (row, last),
            Direction::Top => (0, column),
            Direction::Bottom => (last, column),
        };
        self.cursor = self.geometry.cell(row * (last + 1) + column).unwrap_or(self.cursor);
    }

    fn say_state(&mut self) {
        let conflicts: Vec<String> = self.conflicts().iter().map(ToString::to_string).collect();
        self.message = if self.is_solved() {
            "Solved!".to_owned()
        } else if conflicts.is_empty() {
            let blank = self.geometry.cell_count() - self.now.digits.clue_count();
            format!("{blank} cell{} left", if blank == 1 { "" } else { "s" })
        } else {
            conflicts.join("; ")
        };
    }
}

#[cfg(test)]
mod tests {
    use sudoku_cover::{Format, Writer};

    use super::playing::{classic, game_of, press};
    use super::*;

    #[test]
    fn the_cursor_stays_on_the_board() {
        let mut game = classic();
        press(&mut game, "^<^<wa");
        assert_eq!(game.cursor(), Cell::new(0, 0));
        press(&mut game, &"v".repeat(20));
        press(&mut game, &"d".repeat(20));
        assert_eq!(game.cursor(), Cell::new(8, 8));
        game.act(Action::Move(Direction::RowStart));
        game.act(Action::Move(Direction::Top));
        assert_eq!(game.cursor(), Cell::new(0, 0));
    }

    #[test]
    fn contradictions_are_named_at_once_and_gone_with_their_cause() {
        let mut game = classic();
        press(&mut game, ">>5");
        assert!(game.message().contains("5 twice in row 1: r1c1 and r1c3"), "{}", game.message());
        assert!(!game.conflicts().is_empty());
        press(&mut game, "4");
        assert!(game.conflicts().is_empty() && game.message() == "50 cells left");
    }

    #[test]
    fn a_saved_game_goes_on_where_it_was() {
        let mut game = classic();
        press(&mut game, ">>4>n26");
        let mut writer = Writer::new(Vec::new(), Format::Json);
        writer.write(&game.record()).unwrap();
        let saved = String::from_utf8(writer.finish().unwrap()).unwrap();
        let resumed = game_of(&saved, &Geometry::classic());
        assert_eq!(
            (resumed.digits(), resumed.notes(), resumed.given()),
            (game.digits(), game.notes(), game.given())
        );
        press(&mut game, "u");
        assert_ne!(resumed.notes(), game.notes());
    }
}
