//! The state of a game in the terminal, and the effect of each action.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dlx_core::Limits;
use dlx_core::inner::NODES_BETWEEN_LOOKS;
use sudoku_cover::{Cell, Digit, EditError, Game, Geometry, Grade, NoHint, Technique};

use crate::action::{Action, Direction};
use crate::listed::Listed;

/// The time limit for finding a hint, during which no key is handled.
const LONGEST: Duration = Duration::from_secs(2);

/// The time limit for listing steps, which any key stops.
const LONGEST_LIST: Duration = Duration::from_secs(60);

/// The time between two looks whether a key was pressed.
const LOOK: Duration = Duration::from_millis(20);

/// The kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputMode {
    Digits,
    Notes,
}

/// A number that was typed and to which another digit may be added.
#[derive(Clone, Copy, Debug)]
struct Typed {
    number: u8,
    /// True if the number changed the game; the change is undone if another digit follows.
    has_changed: bool,
}

/// A game, with the cursor and the input mode of the player.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) game: Game,
    cursor: Cell,
    input_mode: InputMode,
    /// The number typed last in this cell, to which another digit may be added.
    typed: Option<Typed>,
    message: String,
    /// The steps of the current state, if they were listed.
    listed: Option<Listed>,
    is_list_open: bool,
    wants_steps: bool,
    /// True if the step of an exercise was found.
    has_found: bool,
    is_enlarged: bool,
    is_help: bool,
    is_over: bool,
}

impl Play {
    pub(crate) fn new(game: Game) -> Self {
        let mut play = Self {
            game,
            cursor: Cell::new(0, 0),
            input_mode: InputMode::Digits,
            typed: None,
            message: String::new(),
            listed: None,
            is_list_open: false,
            wants_steps: false,
            has_found: false,
            is_enlarged: false,
            is_help: false,
            is_over: false,
        };
        play.say_state();
        play
    }

    fn geometry(&self) -> &Geometry {
        self.game.geometry()
    }

    pub(crate) fn cursor(&self) -> Cell {
        self.cursor
    }

    pub(crate) fn input_mode(&self) -> InputMode {
        self.input_mode
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Returns true if notes are large even if the board has to scroll.
    pub(crate) fn is_enlarged(&self) -> bool {
        self.is_enlarged
    }

    pub(crate) fn is_help(&self) -> bool {
        self.is_help
    }

    /// Returns the list of steps while it is open.
    pub(crate) fn open_list(&self) -> Option<&Listed> {
        self.listed.as_ref().filter(|_| self.is_list_open)
    }

    /// Returns true if the caller is to call [`list_steps`](Self::list_steps).
    pub(crate) fn wants_steps(&self) -> bool {
        self.wants_steps
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Sets the message, which is shown until the next one.
    pub(crate) fn say(&mut self, message: &str) {
        message.clone_into(&mut self.message);
    }

    /// Performs an action. [`Action::Save`] is left to the caller.
    pub(crate) fn act(&mut self, action: Action) {
        let typed = self.typed.take();
        if self.is_list_open && self.act_on_list(action) {
            return;
        }
        self.is_list_open = false;
        if !matches!(action, Action::Help | Action::Escape) {
            self.is_help = false;
        }
        let keeps_state =
            [Action::Hint, Action::Accept, Action::Steps, Action::View, Action::Help, Action::Escape];
        if !keeps_state.contains(&action) && !matches!(action, Action::Move(_)) {
            self.game.forget_hint();
            self.listed = None;
        }
        match action {
            Action::Move(direction) => self.go(direction),
            Action::Type(digit) => self.enter(digit, typed),
            Action::Clear => {
                let cleared = self.game.clear(self.cursor);
                self.say_outcome(cleared);
            }
            Action::Switch => {
                self.input_mode = match self.input_mode {
                    InputMode::Digits => InputMode::Notes,
                    InputMode::Notes => InputMode::Digits,
                };
            }
            Action::Digits => self.input_mode = InputMode::Digits,
            Action::Notes => self.input_mode = InputMode::Notes,
            Action::FillNotes => {
                self.game.fill_marks();
                self.say_state();
            }
            Action::Undo if !self.game.undo() => self.say("nothing to undo"),
            Action::Redo if !self.game.redo() => self.say("nothing to redo"),
            Action::Undo | Action::Redo => self.say_state(),
            Action::Hint => self.give_hint(),
            Action::Steps if self.listed.is_some() => self.is_list_open = true,
            Action::Steps => {
                self.wants_steps = true;
                self.say("Listing the steps that are possible; press any key to stop.");
            }
            Action::Accept => match self.game.accept_hint() {
                Some(step) => {
                    self.listed = None;
                    self.cursor = step.placements.last().map_or(self.cursor, |placed| placed.cell);
                    self.say_state();
                }
                None => self.say("press ? for a hint"),
            },
            Action::Check => self.check(),
            Action::Reset => {
                self.game.reset();
                self.say("Cleared everything but the givens.");
            }
            Action::View => self.is_enlarged = !self.is_enlarged,
            Action::Escape => self.escape(typed),
            Action::Help => self.is_help = !self.is_help,
            Action::Quit => self.is_over = true,
            Action::Save => {}
        }
    }

    /// Performs an action on the open list. Returns false if the list must be closed for it.
    fn act_on_list(&mut self, action: Action) -> bool {
        let Some(listed) = &mut self.listed else { return false };
        match action {
            Action::Move(Direction::Up) => listed.select(-1),
            Action::Move(Direction::Down) => listed.select(1),
            Action::Move(Direction::RowStart | Direction::Top) => listed.select(isize::MIN),
            Action::Move(Direction::RowEnd | Direction::Bottom) => listed.select(isize::MAX),
            Action::Help | Action::Save | Action::Quit => return false,
            Action::Accept => {
                self.game.show_step(listed.step().clone());
                self.is_list_open = false;
                self.message = format!("{} (press Enter to apply it, L for the list)", listed.step());
            }
            Action::Steps | Action::Escape => {
                self.is_list_open = false;
                self.say_state();
            }
            // The board is not seen.
            _ => {}
        }
        true
    }

    /// Lists all steps of the current state, until `is_stopped` returns true.
    pub(crate) fn list_steps(&mut self, is_stopped: &mut dyn FnMut() -> bool) {
        self.wants_steps = false;
        let deadline = Instant::now() + LONGEST_LIST;
        let mut next_look = Instant::now();
        let mut limits = Limits::none().ask(NODES_BETWEEN_LOOKS, |_| {
            let now = Instant::now();
            if now < next_look {
                return ControlFlow::Continue(());
            }
            next_look = now + LOOK;
            if now < deadline && !is_stopped() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match self.game.steps(&mut limits) {
            Ok(list) => {
                self.listed = Listed::new(list);
                self.is_list_open = self.listed.is_some();
                self.say_state();
                if self.listed.is_none() {
                    self.say("no step found");
                }
            }
            Err(error) => self.say(words(error)),
        }
    }

    /// Enters a decimal digit. It is appended to the number before it if the two form a digit of the board.
    fn enter(&mut self, digit: u8, before: Option<Typed>) {
        let values = self.geometry().values();
        let on_board = |number: u8| Digit::of_value(number).filter(|&number| values.contains(number));
        let longer = |typed: Typed| on_board(typed.number.checked_mul(10)?.checked_add(digit)?);
        let longer = before.and_then(longer);
        if longer.is_some() && before.is_some_and(|typed| typed.has_changed) {
            // The first digit was entered as a number of its own.
            self.game.retract();
        }
        let known = (self.game.digits().clone(), self.game.marks().clone());
        let edited = match (longer.or_else(|| on_board(digit)), self.input_mode) {
            (None, _) if digit == 0 => self.game.clear(self.cursor),
            (None, _) if self.game.given().get(self.cursor).is_none() => {
                let (least, greatest) = (values.least(), values.greatest());
                return self.say(&format!("expected a digit from {least} to {greatest}"));
            }
            (None, _) => Err(EditError::Given(self.cursor)),
            (Some(number), mode) => {
                let edited = match mode {
                    InputMode::Digits => self.game.enter(self.cursor, number),
                    InputMode::Notes => self.game.toggle_mark(self.cursor, number),
                };
                let has_changed = (self.game.digits(), self.game.marks()) != (&known.0, &known.1);
                self.typed = edited.is_ok().then_some(Typed { number: number.value(), has_changed });
                edited
            }
        };
        self.say_outcome(edited);
    }

    /// Closes the topmost thing that is open. It never quits.
    fn escape(&mut self, typed: Option<Typed>) {
        let side = self.geometry().side();
        let half_typed = typed.filter(|typed| usize::from(typed.number) * 10 <= side);
        if self.is_help {
            self.is_help = false;
        } else if self.game.hint().is_some() {
            self.game.forget_hint();
            self.say_state();
        } else if let Some(typed) = half_typed {
            if typed.has_changed {
                self.game.retract();
            }
            self.say_state();
        } else {
            self.say("Press Q to quit.");
        }
    }

    fn check(&mut self) {
        let wrong: Vec<String> = self.game.wrong_cells().iter().map(ToString::to_string).collect();
        self.message = match &wrong[..] {
            [] => "no digit is wrong".to_owned(),
            cells => format!("wrong: {}", cells.join(", ")),
        };
    }

    fn give_hint(&mut self) {
        let deadline = Instant::now() + LONGEST;
        let mut limits = Limits::none().ask(NODES_BETWEEN_LOOKS, |_| {
            if Instant::now() < deadline { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let is_full = self.game.hint().is_some_and(|hint| hint.grade() == Grade::Full);
        self.message = match self.game.next_hint(&mut limits) {
            Ok(hint) if is_full => {
                let reason = hint.step().map(|step| step.reason().to_string()).unwrap_or_default();
                format!("{reason} (press Enter to apply it)")
            }
            Ok(hint) => {
                let key = match hint.grade() {
                    Grade::Area | Grade::Technique | Grade::Cells => "press ? again for more",
                    Grade::Full => "press ? again for the reason, Enter to apply it",
                };
                format!("{hint} ({key})")
            }
            Err(error) => words(error).to_owned(),
        };
    }

    fn go(&mut self, direction: Direction) {
        let last = self.geometry().side() - 1;
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
        self.cursor = self.geometry().cell(row * (last + 1) + column).unwrap_or(self.cursor);
    }

    fn say_outcome(&mut self, edited: Result<(), EditError>) {
        match edited {
            Ok(()) => self.say_state(),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn say_state(&mut self) {
        let contradictions: Vec<String> =
            self.game.contradictions().iter().map(ToString::to_string).collect();
        let empty = self.game.empty_cells();
        let left = format!("{empty} cell{} left", if empty == 1 { "" } else { "s" });
        let found = self.game.found().filter(|_| !self.has_found).map(|step| format!("Found: {step}"));
        self.message = if !contradictions.is_empty() {
            contradictions.join("; ")
        } else if let Some(found) = found {
            self.has_found = true;
            found
        } else if self.game.is_solved() {
            "Solved!".to_owned()
        } else {
            let practiced: Vec<&str> = self.game.practiced().map(Technique::name).collect();
            if practiced.is_empty() || self.has_found {
                left
            } else {
                format!("Find a step: {} · {left}", practiced.join(" or "))
            }
        };
    }
}

/// Returns the message that there is no hint.
fn words(error: NoHint) -> &'static str {
    match error {
        NoHint::Solved => "Solved!",
        NoHint::Wrong => "a digit is wrong; press C to see which",
        _ => "no hint",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use sudoku_cover::{Grid, Hint, Reader, Record, Solver};

    use super::*;
    use crate::keys;

    pub(crate) fn classic() -> Play {
        of("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    }

    fn of(text: &str) -> Play {
        let board = Geometry::classic();
        let record = Reader::new(text.as_bytes()).with_geometry(&board).next().unwrap().unwrap();
        let mut solver = Solver::new(&board);
        solver.load(&record.grid).unwrap();
        let solution = solver.solutions().next().unwrap();
        Play::new(Game::new(&board, &record, &solution).unwrap())
    }

    fn press_key(play: &mut Play, code: KeyCode, modifiers: KeyModifiers) {
        keys::actions(&KeyEvent::new(code, modifiers)).into_iter().for_each(|action| play.act(action));
    }

    /// Presses keys: letters, and `^v<>` for the arrow keys.
    fn press(play: &mut Play, letters: &str) {
        for letter in letters.chars() {
            let code = match letter {
                '^' => KeyCode::Up,
                'v' => KeyCode::Down,
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                '!' => KeyCode::Enter,
                letter => KeyCode::Char(letter),
            };
            press_key(play, code, KeyModifiers::NONE);
        }
    }

    fn digit(play: &Play) -> Option<u8> {
        play.game.digits().get(play.cursor()).map(Digit::value)
    }

    fn notes(play: &Play) -> Vec<u8> {
        play.game.marks().get(play.cursor()).digits().map(Digit::value).collect()
    }

    #[test]
    fn the_cursor_stays_on_the_board() {
        let mut play = classic();
        press(&mut play, "^<^<wa");
        assert_eq!(play.cursor(), Cell::new(0, 0));
        press(&mut play, &"v".repeat(20));
        press(&mut play, &"d".repeat(20));
        assert_eq!(play.cursor(), Cell::new(8, 8));
        play.act(Action::Move(Direction::RowStart));
        play.act(Action::Move(Direction::Top));
        assert_eq!(play.cursor(), Cell::new(0, 0));
    }

    #[test]
    fn contradictions_are_named_at_once_and_gone_with_their_cause() {
        let mut play = classic();
        press(&mut play, ">>5");
        assert!(play.message().contains("5 twice in row 1: r1c1 and r1c3"), "{}", play.message());
        assert!(!play.game.contradictions().is_empty());
        press(&mut play, "4");
        assert!(play.game.contradictions().is_empty() && play.message() == "50 cells left");
    }

    #[test]
    fn digits_are_placed_cleared_undone_and_redone() {
        let mut play = classic();
        press(&mut play, ">>4");
        assert_eq!((play.cursor().to_string().as_str(), digit(&play)), ("r1c3", Some(4)));
        press(&mut play, "0");
        assert_eq!(digit(&play), None);
        press(&mut play, "u");
        assert_eq!(digit(&play), Some(4));
        press(&mut play, "u");
        assert_eq!(digit(&play), None);
        press(&mut play, "u");
        assert_eq!(play.message(), "nothing to undo");
        press(&mut play, "rr");
        assert_eq!(digit(&play), None);
        press(&mut play, "r");
        assert_eq!(play.message(), "nothing to redo");
    }

    #[test]
    fn given_digits_stay() {
        let mut play = classic();
        press(&mut play, "90");
        assert_eq!((digit(&play), play.message()), (Some(5), "r1c1 is given"));
    }

    #[test]
    fn notes_go_from_the_cells_that_see_a_digit_and_come_back_with_undo() {
        let mut play = classic();
        press(&mut play, ">>n124");
        assert_eq!(notes(&play), [1, 2, 4]);
        press(&mut play, "2");
        assert_eq!(notes(&play), [1, 4]);
        press(&mut play, "n>4<");
        assert_eq!(notes(&play), [1]);
        press(&mut play, "u");
        assert_eq!(notes(&play), [1, 4]);
        press_key(&mut play, KeyCode::Char('9'), KeyModifiers::CONTROL);
        assert_eq!((notes(&play), play.input_mode()), (vec![1, 4, 9], InputMode::Digits));
    }

    #[test]
    fn all_notes_are_what_the_digits_leave_and_one_step_to_undo() {
        let mut play = classic();
        press(&mut play, ">>f");
        assert_eq!(notes(&play), [1, 2, 4]);
        press(&mut play, "u");
        assert_eq!(notes(&play), [] as [u8; 0]);
    }

    #[test]
    fn numbers_of_two_digits_are_typed_one_after_the_other() {
        let geometry = Geometry::boxes(4, 4).unwrap();
        let grid = Grid::empty(16).unwrap();
        let mut play = Play::new(Game::new(&geometry, &Record::new(grid.clone()), &grid).unwrap());
        press(&mut play, "16");
        assert_eq!(digit(&play), Some(16));
        press(&mut play, "u");
        assert_eq!(digit(&play), None);
        press(&mut play, ">19");
        assert_eq!(digit(&play), Some(9));
        press(&mut play, ">n1012");
        assert_eq!(notes(&play), [10, 12]);
    }

    #[test]
    fn a_check_names_the_wrong_cells() {
        let mut play = classic();
        press(&mut play, ">>1k");
        assert_eq!(play.message(), "wrong: r1c3");
        press(&mut play, "h");
        assert_eq!(play.message(), "a digit is wrong; press C to see which");
        press(&mut play, "4k");
        assert_eq!(play.message(), "no digit is wrong");
    }

    #[test]
    fn hints_tell_more_each_time_and_lead_to_the_solution() {
        let mut play = classic();
        press(&mut play, "h");
        assert_eq!(play.message(), "Look at box 5. (press ? again for more)");
        press(&mut play, "h");
        assert_eq!(play.message(), "Look for a Naked Single in box 5. (press ? again for more)");
        press(&mut play, "h");
        assert_eq!(play.message(), "Look for a Naked Single at r5c5. (press ? again for more)");
        press(&mut play, "h");
        let hint = play.game.hint().unwrap();
        assert_eq!((hint.grade(), hint.to_string().as_str()), (Grade::Full, "Naked Single: r5c5=5"));
        press(&mut play, "!");
        assert_eq!((play.cursor(), digit(&play)), (Cell::new(4, 4), Some(5)));
        for _ in 0..50 {
            press(&mut play, "hhhh!");
        }
        assert!(play.game.is_solved() && play.message() == "Solved!");
    }

    /// The state before an X-Wing.
    fn x_wing() -> Play {
        let text = ":0000:x:67.+9+8.+1..4+8216+53+7+91.+92+7..8.+3+4+1+8+52..7+7+2+8+6..+45+3+59+6347+21+896.+4.8+7..+8.4+7\
            .....+2.75.68..:185 386 539 985::";
        of(text)
    }

    fn list(play: &mut Play, is_stopped: bool) {
        press(play, "l");
        assert!(play.wants_steps());
        play.list_steps(&mut || is_stopped);
    }

    #[test]
    fn a_step_of_the_list_is_selected_shown_and_applied() {
        let mut play = x_wing();
        press(&mut play, "f");
        list(&mut play, false);
        let techniques = |play: &Play| {
            let lines = play.open_list().unwrap().lines().into_iter();
            lines.filter(|line| line.is_heading).map(|line| line.text).collect::<Vec<_>>()
        };
        let all = techniques(&play);
        assert!(all.contains(&"X-Wing: 1".to_owned()) && all.len() > 10, "{all:?}");
        press(&mut play, "^v^vvv^");
        let step = play.open_list().unwrap().step().clone();
        press(&mut play, "!");
        assert!(play.open_list().is_none() && play.game.hint().and_then(Hint::step) == Some(&step));
        assert!(play.message().starts_with(&step.to_string()), "{}", play.message());
        press(&mut play, "h");
        assert!(play.message().starts_with(&step.reason().to_string()), "{}", play.message());
        press(&mut play, "l");
        assert!(!play.wants_steps() && play.open_list().unwrap().step() == &step);
        press(&mut play, "!!");
        assert!(play.game.hint().is_none() && play.game.is_changed());
        press(&mut play, "l");
        assert!(play.wants_steps());
    }

    #[test]
    fn a_list_that_is_stopped_says_so_and_escape_closes_it() {
        let mut play = classic();
        let last = |play: &Play| play.open_list().unwrap().lines().pop().unwrap().text;
        list(&mut play, true);
        assert_eq!(last(&play), "The search was stopped. There may be more steps.");
        press(&mut play, "!u");
        list(&mut play, false);
        assert_ne!(last(&play), "The search was stopped. There may be more steps.");
        press(&mut play, "5");
        assert!(play.open_list().is_some() && digit(&play) == Some(5));
        escape(&mut play);
        assert!(play.open_list().is_none() && play.message() == "51 cells left");
        press(&mut play, ">>1");
        list(&mut play, false);
        assert_eq!(play.message(), "a digit is wrong; press C to see which");
    }

    #[test]
    fn an_exercise_says_what_to_find_and_when_it_is_found() {
        let mut game = x_wing().game;
        game.fill_marks();
        game.practice(&[Technique::XWing], &mut Limits::none()).unwrap();
        let mut play = Play::new(game);
        assert!(play.message().starts_with("Find a step: X-Wing · "), "{}", play.message());
        press(&mut play, "n");
        press(&mut play, &"v".repeat(7));
        press(&mut play, &">".repeat(8));
        press(&mut play, "5");
        assert!(play.message().starts_with("Found: X-Wing: 5 r17 c39"), "{}", play.message());
        press(&mut play, "^u");
        assert!(play.message().ends_with(" cells left"), "{}", play.message());
    }

    fn escape(play: &mut Play) {
        press_key(play, KeyCode::Esc, KeyModifiers::NONE);
        assert!(!play.is_over());
    }

    #[test]
    fn escape_closes_the_help_and_nothing_else() {
        let mut play = classic();
        press(&mut play, ">>4h");
        press_key(&mut play, KeyCode::F(1), KeyModifiers::NONE);
        assert!(play.is_help() && play.game.hint().is_some());
        escape(&mut play);
        assert!(!play.is_help() && play.game.hint().is_some() && digit(&play) == Some(4));
    }

    #[test]
    fn escape_withdraws_a_hint_of_any_grade() {
        let mut play = classic();
        for questions in ["h", "hh", "hhh", "hhhh"] {
            press(&mut play, questions);
            assert!(play.game.hint().is_some());
            escape(&mut play);
            assert!(play.game.hint().is_none() && play.message() == "51 cells left");
        }
        press(&mut play, "h");
        assert_eq!(play.game.hint().map(Hint::grade), Some(Grade::Area));
    }

    #[test]
    fn escape_withdraws_a_half_typed_number_and_no_whole_one() {
        let geometry = Geometry::boxes(4, 4).unwrap();
        let grid = Grid::empty(16).unwrap();
        let mut play = Play::new(Game::new(&geometry, &Record::new(grid.clone()), &grid).unwrap());
        press(&mut play, "1");
        escape(&mut play);
        assert_eq!(digit(&play), None);
        press(&mut play, "16");
        escape(&mut play);
        assert_eq!((digit(&play), play.message()), (Some(16), "Press Q to quit."));
        press(&mut play, ">n1");
        escape(&mut play);
        assert_eq!(notes(&play), [] as [u8; 0]);
        press(&mut play, "7");
        escape(&mut play);
        assert_eq!(notes(&play), [7]);
    }

    #[test]
    fn escape_says_how_to_quit_where_nothing_is_open() {
        let mut play = classic();
        escape(&mut play);
        assert_eq!(play.message(), "Press Q to quit.");
        press(&mut play, ">>4");
        escape(&mut play);
        escape(&mut play);
        assert_eq!((digit(&play), play.message()), (Some(4), "Press Q to quit."));
        press(&mut play, "n");
        escape(&mut play);
        assert_eq!(play.input_mode(), InputMode::Notes);
        press(&mut play, "q");
        assert!(play.is_over());
        let mut play = classic();
        press_key(&mut play, KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert!(play.is_over());
    }

    #[test]
    fn a_number_that_begins_like_the_digit_of_its_cell_leaves_other_cells_alone() {
        let geometry = Geometry::boxes(4, 4).unwrap();
        let grid = Grid::empty(16).unwrap();
        let mut play = Play::new(Game::new(&geometry, &Record::new(grid.clone()), &grid).unwrap());
        press(&mut play, "1v3^16");
        assert_eq!(digit(&play), Some(16));
        assert_eq!(play.game.digits().get(Cell::new(1, 0)).map(Digit::value), Some(3));
    }
}
