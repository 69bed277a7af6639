//! Games for tests, and fingers that press keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use sudoku_cover::{Digit, Geometry, Reader, Solver};

use super::Game;
use crate::sudoku::play::keys;

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

pub(crate) fn game_of(text: &str, geometry: &Geometry) -> Game {
    let record = Reader::new(text.as_bytes()).with_geometry(geometry).next().unwrap().unwrap();
    let mut solver = Solver::new(geometry);
    solver.load(&record.grid).unwrap();
    let solution = solver.solutions().next().unwrap();
    Game::new(geometry, &record, &solution)
}

pub(crate) fn classic() -> Game {
    game_of(CLASSIC, &Geometry::classic())
}

/// Presses keys: letters, and arrows as `^v<>`.
pub(crate) fn press(game: &mut Game, letters: &str) {
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

pub(crate) fn digit(game: &Game) -> Option<u8> {
    game.digits().get(game.cursor()).map(Digit::value)
}

pub(crate) fn notes(game: &Game) -> Vec<u8> {
    game.notes().get(game.cursor()).digits().map(Digit::value).collect()
}
