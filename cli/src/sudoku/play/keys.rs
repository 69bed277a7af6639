//! What keys mean in a game.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::action::{Action, Direction};

/// Below the board.
pub(crate) const SHORT: &str = "arrows move · 1-9 digit · n notes · ? hint · u undo · F1 all keys · q quit";

/// All of them.
pub(crate) const HELP: [&str; 14] = [
    "arrows, w a s d   move",
    "Home, End         ends of the row; with Ctrl ends of the column",
    "1 to 9            the digit, or the note; above side 9 type 1 6 for 16",
    "Ctrl and a digit  a note at any time, where the terminal knows it",
    "n, space          type notes, or digits again",
    "x, 0, Backspace   clear the cell",
    "f                 fill in all notes",
    "u, Ctrl+Z         undo        r, Ctrl+Y   redo",
    "?, h              a hint: what to look for; again: where; again: all of it",
    "Enter             do what the hint says",
    "c                 check for wrong digits",
    "Ctrl+R            begin again (can be undone)",
    "Ctrl+S            save (to the file of --save)",
    "q, Escape         quit, and save",
];

/// What the key asks for: the actions, one after the other.
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
        KeyCode::Esc => Action::Quit,
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
            'x' => Action::Clear,
            'f' => Action::FillNotes,
            'u' => Action::Undo,
            'r' => Action::Redo,
            '?' | 'h' => Action::Hint,
            'c' => Action::Check,
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
