//! Digits and notes: how they are typed, filled in and cleared, and the way back.

use sudoku_cover::{Cell, Digit, Geometry, Grid, Marks, Pencilmarks};

use super::{Game, InputMode};

/// What can be undone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Position {
    /// Given digits and others.
    pub(super) digits: Grid,
    pub(super) notes: Pencilmarks,
}

impl Game {
    /// Takes a decimal digit, which belongs to the number before it if the two are a digit of the board.
    pub(super) fn enter(&mut self, digit: u8, before: Option<u8>) {
        if self.given.get(self.cursor).is_some() {
            self.message = format!("{} is given", self.cursor);
            return;
        }
        let on_board = |number: u8| {
            Digit::new(number).filter(|number| usize::from(number.value()) <= self.geometry.side())
        };
        let longer = before
            .and_then(|before| before.checked_mul(10)?.checked_add(digit))
            .filter(|&number| on_board(number).is_some());
        let Some(number) = longer.or(Some(digit).filter(|&number| on_board(number).is_some())) else {
            if digit == 0 {
                self.clear();
            } else {
                self.message = format!("digits go from 1 to {}", self.geometry.side());
            }
            return;
        };
        if longer.is_some()
            && let Some(position) = self.past.pop()
        {
            // The first part of the number was taken for a number.
            self.now = position;
        }
        let Some(digit) = on_board(number) else { return };
        let mut position = self.now.clone();
        match self.input_mode {
            InputMode::Digits => place(&mut position, &self.geometry, self.cursor, digit),
            InputMode::Notes if position.digits.get(self.cursor).is_some() => {
                self.message = format!("{} has a digit; clear it first", self.cursor);
                return;
            }
            InputMode::Notes => {
                let marks = position.notes.get(self.cursor);
                let marks = if marks.contains(digit) { marks.without(digit) } else { marks.with(digit) };
                position.notes.set(self.cursor, marks).expect("the cursor is on the board");
            }
        }
        self.change(position);
        self.typed = Some(number);
    }

    pub(super) fn clear(&mut self) {
        if self.given.get(self.cursor).is_some() {
            self.message = format!("{} is given", self.cursor);
            return;
        }
        let mut position = self.now.clone();
        position.digits.set(self.cursor, None).expect("the cursor is on the board");
        position.notes.set(self.cursor, Marks::none()).expect("the cursor is on the board");
        self.change(position);
    }

    pub(super) fn fill_notes(&mut self) {
        let implied =
            Pencilmarks::implied(&self.now.digits, &self.geometry).expect("the grid is on the board");
        let mut position = self.now.clone();
        for cell in self.geometry.cells().filter(|&cell| self.now.digits.get(cell).is_none()) {
            position.notes.set(cell, implied.get(cell)).expect("the cell is on the board");
        }
        self.change(position);
    }

    /// Goes to another position, unless it is the same.
    pub(super) fn change(&mut self, position: Position) {
        if position != self.now {
            self.past.push(std::mem::replace(&mut self.now, position));
            self.future.clear();
            self.is_changed = true;
        }
        self.say_state();
    }

    pub(super) fn step_back(&mut self) {
        match self.past.pop() {
            Some(position) => {
                self.future.push(std::mem::replace(&mut self.now, position));
                self.is_changed = true;
                self.say_state();
            }
            None => self.say("nothing to undo"),
        }
    }

    pub(super) fn step_forward(&mut self) {
        match self.future.pop() {
            Some(position) => {
                self.past.push(std::mem::replace(&mut self.now, position));
                self.is_changed = true;
                self.say_state();
            }
            None => self.say("nothing to redo"),
        }
    }
}

/// No notes in any cell.
pub(super) fn blank_notes(geometry: &Geometry) -> Pencilmarks {
    let mut notes = Pencilmarks::full(geometry.side()).expect("the side is that of a board");
    for cell in geometry.cells() {
        notes.set(cell, Marks::none()).expect("the cell is on the board");
    }
    notes
}

/// Fills a cell; its notes go, and those of the digit in the cells that see it.
pub(super) fn place(position: &mut Position, geometry: &Geometry, cell: Cell, digit: Digit) {
    position.digits.set(cell, Some(digit)).expect("the cell and the digit are on the board");
    position.notes.set(cell, Marks::none()).expect("the cell is on the board");
    for &peer in geometry.peers(cell) {
        let notes = position.notes.get(peer).without(digit);
        position.notes.set(peer, notes).expect("the cell is on the board");
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use sudoku_cover::Record;

    use super::super::playing::{classic, digit, notes, press};
    use super::*;
    use crate::sudoku::play::action::Action;
    use crate::sudoku::play::keys;

    #[test]
    fn digits_are_placed_cleared_undone_and_redone() {
        let mut game = classic();
        press(&mut game, ">>4");
        assert_eq!((game.cursor().to_string().as_str(), digit(&game)), ("r1c3", Some(4)));
        press(&mut game, "x");
        assert_eq!(digit(&game), None);
        press(&mut game, "u");
        assert_eq!(digit(&game), Some(4));
        press(&mut game, "u");
        assert_eq!(digit(&game), None);
        press(&mut game, "u");
        assert_eq!(game.message(), "nothing to undo");
        press(&mut game, "rr");
        assert_eq!(digit(&game), None);
        press(&mut game, "r");
        assert_eq!(game.message(), "nothing to redo");
    }

    #[test]
    fn given_digits_stay() {
        let mut game = classic();
        press(&mut game, "9x");
        assert_eq!((digit(&game), game.message()), (Some(5), "r1c1 is given"));
    }

    #[test]
    fn notes_go_from_the_cells_that_see_a_digit_and_come_back_with_undo() {
        let mut game = classic();
        press(&mut game, ">>n124");
        assert_eq!(notes(&game), [1, 2, 4]);
        press(&mut game, "2");
        assert_eq!(notes(&game), [1, 4]);
        press(&mut game, "n>4<");
        assert_eq!(notes(&game), [1]);
        press(&mut game, "u");
        assert_eq!(notes(&game), [1, 4]);
        let control = KeyEvent::new(KeyCode::Char('9'), KeyModifiers::CONTROL);
        keys::actions(&control).into_iter().for_each(|action| game.act(action));
        assert_eq!((notes(&game), game.input_mode()), (vec![1, 4, 9], InputMode::Digits));
    }

    #[test]
    fn all_notes_are_what_the_digits_leave_and_one_step_to_undo() {
        let mut game = classic();
        press(&mut game, ">>f");
        assert_eq!(notes(&game), [1, 2, 4]);
        press(&mut game, "u");
        assert_eq!(notes(&game), [] as [u8; 0]);
    }

    #[test]
    fn a_reset_is_one_step_to_undo() {
        let mut game = classic();
        press(&mut game, ">>4>n12");
        let before = game.digits().clone();
        game.act(Action::Reset);
        assert_eq!(game.digits(), game.given());
        press(&mut game, "u");
        assert_eq!(*game.digits(), before);
    }

    #[test]
    fn numbers_of_two_digits_are_typed_one_after_the_other() {
        let geometry = Geometry::boxes(4, 4).unwrap();
        let grid = Grid::empty(16).unwrap();
        let mut game = Game::new(&geometry, &Record::new(grid.clone()), &grid);
        press(&mut game, "16");
        assert_eq!(digit(&game), Some(16));
        press(&mut game, "u");
        assert_eq!(digit(&game), None);
        press(&mut game, ">19");
        assert_eq!(digit(&game), Some(9));
        press(&mut game, ">n1012");
        assert_eq!(notes(&game), [10, 12]);
    }
}
