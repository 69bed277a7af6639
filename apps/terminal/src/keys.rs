//! The meaning of the keys in a game. Those that the page of `dlx sudoku serve` has too mean the same there.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::action::{Action, Direction};

/// The line of keys below the board.
pub(crate) const SHORT: &str =
    "Arrows move · 1-9 digit · N notes · H hint · L steps · U undo · F1 help · Q quit";

/// The line of keys below the list of steps.
pub(crate) const LIST: &str = "Up, Down select · Enter shows the step on the board · Escape closes";

/// The keys shown next to the range of visible rows and columns.
pub(crate) const SCROLLED: &str = "F1 help · Q quit · G view";

/// The help with all keys.
pub(crate) const HELP: [&str; 20] = [
    "Arrows, W A S D   Move the cursor",
    "Home, End         First or last cell of the row; with Ctrl, of the column",
    "1 to 9            Enter a digit or a note; above side 9, type 1 6 for 16",
    "Ctrl + digit      Add or remove a note (in terminals that support it)",
    "N, Space          Switch between digits and notes",
    "Z; X, C           Type digits; type notes",
    "0, ., Backspace   Clear the cell",
    "F                 Fill in all notes",
    "U, Ctrl+Z         Undo",
    "R, Ctrl+Y         Redo",
    "H                 Hint; press again for more detail",
    "Enter             Apply the hint",
    "L                 List all steps that are possible, by technique",
    "K                 Check for wrong digits",
    "G                 Switch between the whole board and large notes",
    "Ctrl+R            Start over (can be undone)",
    "Ctrl+S            Save to the file of --save",
    "?, F1             Show or close this help",
    "Escape            Close the help or list, withdraw a hint or a half-typed number",
    "Q, Ctrl+C         Quit, and save to the file of --save",
];

/// Returns the actions of a key, in order.
pub(crate) fn actions(key: &KeyEvent) -> Vec<Action> {
    if key.kind == KeyEventKind::Release {
        return Vec::new();
    }
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    let action = match key.code {
        KeyCode::Up => Action::Move(Direction::Up),
        KeyCode::Down => Action::Move(Direction::Down),
        KeyCode::Left => Action::Move(Direction::Left),
        KeyCode::Right => Action::Move(Direction::Right),
        KeyCode::Home if is_control => Action::Move(Direction::Top),
        KeyCode::End if is_control => Action::Move(Direction::Bottom),
        KeyCode::Home => Action::Move(Direction::RowStart),
        KeyCode::End => Action::Move(Direction::RowEnd),
        KeyCode::Enter => Action::Accept,
        KeyCode::Esc => Action::Escape,
        KeyCode::F(1) => Action::Help,
        KeyCode::Backspace | KeyCode::Delete => Action::Clear,
        KeyCode::Char(letter) if is_control => match letter.to_ascii_lowercase() {
            'z' => Action::Undo,
            'y' => Action::Redo,
            'r' => Action::Reset,
            's' => Action::Save,
            'c' => Action::Quit,
            digit => match value(digit) {
                Some(digit) => return vec![Action::Switch, Action::Type(digit), Action::Switch],
                None => return Vec::new(),
            },
        },
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            'w' => Action::Move(Direction::Up),
            's' => Action::Move(Direction::Down),
            'a' => Action::Move(Direction::Left),
            'd' => Action::Move(Direction::Right),
            'n' | ' ' => Action::Switch,
            'z' => Action::Digits,
            'x' | 'c' => Action::Notes,
            '.' => Action::Clear,
            'f' => Action::FillNotes,
            'u' => Action::Undo,
            'r' => Action::Redo,
            'h' => Action::Hint,
            '?' => Action::Help,
            'l' => Action::Steps,
            'k' => Action::Check,
            'g' => Action::View,
            'q' => Action::Quit,
            digit => match value(digit) {
                Some(digit) => Action::Type(digit),
                None => return Vec::new(),
            },
        },
        _ => return Vec::new(),
    };
    vec![action]
}

fn value(letter: char) -> Option<u8> {
    letter.to_digit(10).and_then(|digit| u8::try_from(digit).ok())
}
