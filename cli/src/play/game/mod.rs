//! The state of a game, and what each action makes of it.
//!
//! Whatever changes digits or notes is one step to undo. Given digits never change. A cell has a digit or notes, and
//! a cell without notes says nothing about its candidates.

use sudoku_cover::{
    Cell, Contradiction, Digit, Explainer, Geometry, Grid, Hint, Marks, Pencilmarks, Record, Step,
};

/// What somebody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Move(Direction),
    /// A decimal digit of a number: on boards above side 9 another one may follow.
    Type(u8),
    Clear,
    /// Whether digits or notes are typed.
    Switch,
    /// All candidates that the digits leave, as notes.
    FillNotes,
    Undo,
    Redo,
    /// A hint, or more of it.
    Hint,
    /// What the hint says is done.
    Accept,
    Check,
    Reset,
    Save,
    Help,
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
    RowStart,
    RowEnd,
    Top,
    Bottom,
}

/// What is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Digits,
    Notes,
}

/// How much of a hint is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grade {
    /// What to look for.
    Vague,
    /// And where.
    Where,
    /// What follows.
    Full,
}

/// What can be undone.
#[derive(Clone, Debug, PartialEq)]
struct Position {
    /// Given digits and others.
    digits: Grid,
    notes: Pencilmarks,
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
    entry: Entry,
    /// The number that was typed last in this cell, to which a digit may be added.
    typed: Option<u8>,
    hint: Option<(Grade, Step)>,
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
            entry: Entry::Digits,
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

    pub(crate) fn entry(&self) -> Entry {
        self.entry
    }

    pub(crate) fn hint(&self) -> Option<(Grade, &Step)> {
        self.hint.as_ref().map(|(grade, step)| (*grade, step))
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
                self.entry = match self.entry {
                    Entry::Digits => Entry::Notes,
                    Entry::Notes => Entry::Digits,
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

    /// Takes a decimal digit, which belongs to the number before it if the two are a digit of the board.
    fn enter(&mut self, digit: u8, before: Option<u8>) {
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
        match self.entry {
            Entry::Digits => place(&mut position, &self.geometry, self.cursor, digit),
            Entry::Notes if position.digits.get(self.cursor).is_some() => {
                self.message = format!("{} has a digit; clear it first", self.cursor);
                return;
            }
            Entry::Notes => {
                let marks = position.notes.get(self.cursor);
                let marks = if marks.contains(digit) { marks.without(digit) } else { marks.with(digit) };
                position.notes.set(self.cursor, marks).expect("the cursor is on the board");
            }
        }
        self.change(position);
        self.typed = Some(number);
    }

    fn clear(&mut self) {
        if self.given.get(self.cursor).is_some() {
            self.message = format!("{} is given", self.cursor);
            return;
        }
        let mut position = self.now.clone();
        position.digits.set(self.cursor, None).expect("the cursor is on the board");
        position.notes.set(self.cursor, Marks::none()).expect("the cursor is on the board");
        self.change(position);
    }

    fn fill_notes(&mut self) {
        let implied =
            Pencilmarks::implied(&self.now.digits, &self.geometry).expect("the grid is on the board");
        let mut position = self.now.clone();
        for cell in self.geometry.cells().filter(|&cell| self.now.digits.get(cell).is_none()) {
            position.notes.set(cell, implied.get(cell)).expect("the cell is on the board");
        }
        self.change(position);
    }

    /// Goes to another position, unless it is the same.
    fn change(&mut self, position: Position) {
        if position != self.now {
            self.past.push(std::mem::replace(&mut self.now, position));
            self.future.clear();
            self.is_changed = true;
        }
        self.say_state();
    }

    fn step_back(&mut self) {
        match self.past.pop() {
            Some(position) => {
                self.future.push(std::mem::replace(&mut self.now, position));
                self.is_changed = true;
                self.say_state();
            }
            None => self.say("nothing to undo"),
        }
    }

    fn step_forward(&mut self) {
        match self.future.pop() {
            Some(position) => {
                self.past.push(std::mem::replace(&mut self.now, position));
                self.is_changed = true;
                self.say_state();
            }
            None => self.say("nothing to redo"),
        }
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

    /// The cells that hold another digit than the solution.
    fn wrong(&self) -> Vec<Cell> {
        let is_wrong = |cell: &Cell| {
            self.now.digits.get(*cell).is_some_and(|digit| self.solution.get(*cell) != Some(digit))
        };
        self.geometry.cells().filter(is_wrong).collect()
    }

    fn check(&mut self) {
        let wrong: Vec<String> = self.wrong().iter().map(ToString::to_string).collect();
        self.message = match &wrong[..] {
            [] => "no digit is wrong".to_owned(),
            cells => format!("wrong: {}", cells.join(", ")),
        };
    }

    fn give_hint(&mut self) {
        let grade = match self.hint {
            None => Grade::Vague,
            Some((Grade::Vague, _)) => Grade::Where,
            Some((Grade::Where | Grade::Full, _)) => Grade::Full,
        };
        if self.is_solved() {
            self.say("Solved!");
            return;
        }
        if !self.wrong().is_empty() {
            self.say("a digit is wrong; c says which");
            return;
        }
        let step = match self.hint.take() {
            Some((_, step)) => Some(step),
            None => self.next_step(),
        };
        let Some(step) = step else {
            self.say("no hint");
            return;
        };
        self.message = match grade {
            Grade::Vague => format!("{} (? again for where)", Hint::Vague(&step)),
            Grade::Where => format!("{} (? again for all of it)", Hint::Where(&step)),
            Grade::Full => format!("{step} (Enter does it)"),
        };
        self.hint = Some((grade, step));
    }

    /// The first step that says something that digits and notes do not say yet.
    fn next_step(&self) -> Option<Step> {
        let mut explainer = Explainer::new(&self.geometry);
        explainer.load_with_solution(&self.now.digits, &self.solution).ok()?;
        loop {
            let step = explainer.find_step()?;
            let is_new = |lost: &sudoku_cover::Candidate| {
                let notes = self.now.notes.get(lost.cell);
                notes.is_empty() || notes.contains(lost.digit)
            };
            if !step.placements.is_empty() || step.eliminations.iter().any(is_new) {
                return Some(step.clone());
            }
            explainer.next_step()?;
        }
    }

    fn accept(&mut self) {
        let Some((Grade::Full, step)) = self.hint.take() else {
            self.say("? gives a hint");
            return;
        };
        let mut position = self.now.clone();
        for placed in &step.placements {
            place(&mut position, &self.geometry, placed.cell, placed.digit);
            self.cursor = placed.cell;
        }
        let implied =
            Pencilmarks::implied(&self.now.digits, &self.geometry).expect("the grid is on the board");
        for lost in &step.eliminations {
            let notes = position.notes.get(lost.cell);
            let notes = if notes.is_empty() { implied.get(lost.cell) } else { notes };
            position.notes.set(lost.cell, notes.without(lost.digit)).expect("the cell is on the board");
        }
        self.change(position);
    }
}

/// No notes in any cell.
fn blank_notes(geometry: &Geometry) -> Pencilmarks {
    let mut notes = Pencilmarks::full(geometry.side()).expect("the side is that of a board");
    for cell in geometry.cells() {
        notes.set(cell, Marks::none()).expect("the cell is on the board");
    }
    notes
}

/// Fills a cell; its notes go, and those of the digit in the cells that see it.
fn place(position: &mut Position, geometry: &Geometry, cell: Cell, digit: Digit) {
    position.digits.set(cell, Some(digit)).expect("the cell and the digit are on the board");
    position.notes.set(cell, Marks::none()).expect("the cell is on the board");
    for &peer in geometry.peers(cell) {
        let notes = position.notes.get(peer).without(digit);
        position.notes.set(peer, notes).expect("the cell is on the board");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::keys;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use sudoku_cover::{Format, Reader, Solver, Writer};

    const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn game_of(text: &str, geometry: &Geometry) -> Game {
        let record = Reader::new(text.as_bytes()).with_geometry(geometry).next().unwrap().unwrap();
        let mut solver = Solver::new(geometry);
        solver.load(&record.grid).unwrap();
        let solution = solver.solutions().next().unwrap();
        Game::new(geometry, &record, &solution)
    }

    fn classic() -> Game {
        game_of(CLASSIC, &Geometry::classic())
    }

    /// Presses keys: letters, and arrows as `^v<>`.
    fn press(game: &mut Game, letters: &str) {
        for letter in letters.chars() {
            let code = match letter {
                '^' => KeyCode::Up,
                'v' => KeyCode::Down,
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                '!' => KeyCode::Enter,
                letter => KeyCode::Char(letter),
            };
            keys::actions(&KeyEvent::new(code, KeyModifiers::NONE))
                .into_iter()
                .for_each(|action| game.act(action));
        }
    }

    fn digit(game: &Game) -> Option<u8> {
        game.digits().get(game.cursor()).map(Digit::value)
    }

    fn notes(game: &Game) -> Vec<u8> {
        game.notes().get(game.cursor()).digits().map(Digit::value).collect()
    }

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
        assert_eq!((notes(&game), game.entry()), (vec![1, 4, 9], Entry::Digits));
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
    fn contradictions_are_named_at_once_and_gone_with_their_cause() {
        let mut game = classic();
        press(&mut game, ">>5");
        assert!(game.message().contains("5 twice in row 1: r1c1 and r1c3"), "{}", game.message());
        assert!(!game.conflicts().is_empty());
        press(&mut game, "4");
        assert!(game.conflicts().is_empty() && game.message() == "50 cells left");
    }

    #[test]
    fn a_check_names_the_wrong_cells() {
        let mut game = classic();
        press(&mut game, ">>1c");
        assert_eq!(game.message(), "wrong: r1c3");
        press(&mut game, "?");
        assert_eq!(game.message(), "a digit is wrong; c says which");
        press(&mut game, "4c");
        assert_eq!(game.message(), "no digit is wrong");
    }

    #[test]
    fn hints_tell_more_each_time_and_lead_to_the_solution() {
        let mut game = classic();
        press(&mut game, "?");
        assert!(matches!(game.hint(), Some((Grade::Vague, _))));
        press(&mut game, "?");
        assert!(matches!(game.hint(), Some((Grade::Where, _))));
        press(&mut game, "?");
        let (grade, step) = game.hint().unwrap();
        assert_eq!((grade, step.to_string().as_str()), (Grade::Full, "Naked Single: r5c5=5"));
        press(&mut game, "!");
        assert_eq!((game.cursor(), digit(&game)), (Cell::new(4, 4), Some(5)));
        for _ in 0..50 {
            press(&mut game, "???!");
        }
        assert!(game.is_solved() && game.message() == "Solved!");
    }

    #[test]
    fn hints_that_eliminate_go_on_from_the_notes_that_they_leave() {
        // Of testdata/sudoku/hard.txt; it takes chains.
        let hard = ".....2.....8......6..5.81742....4...4...7......96....5...4...39..58......3..6..87";
        let mut game = game_of(hard, &Geometry::classic());
        let mut steps = 0;
        while !game.is_solved() {
            press(&mut game, "???!");
            steps += 1;
            assert!(steps < 400, "{}", game.message());
        }
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
