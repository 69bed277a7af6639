//! Sudoku in the terminal: a board, a cursor, and a line with the result of the last key.
//!
//! The screen does not know the rules of Sudoku: keys become actions, and [`sudoku_cover::Game`] applies
//! them.
//!
//! ```no_run
//! use dlx_core::Limits;
//! use dlx_terminal::{Coloring, play};
//! use sudoku_cover::{Game, Geometry, Record, Solver};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let (geometry, puzzle) = (Geometry::classic(), Record::new(line.parse()?));
//! let mut solver = Solver::new(&geometry);
//! solver.load(&puzzle.grid)?;
//! let solution = solver.next_solution(&mut Limits::none())?.ok_or("no solution")?;
//! let game = Game::new(&geometry, &puzzle, &solution)?;
//! let save = |_: &mut Game| "saving is not supported".to_owned();
//! let (game, ended) = play(game, Coloring::Colors, save, || false);
//! ended?;
//! println!("{} cells left", game.empty_cells());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_possible_truncation
)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "in a test a panic is the message"))]

mod action;
mod keys;
mod listed;
mod screen;
mod state;
mod window;

use std::io;
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use sudoku_cover::Game;

use action::Action;
pub use screen::Coloring;
use state::Play;

/// The time between two looks whether the game is to end.
const LOOK: Duration = Duration::from_millis(20);

/// Runs the game in the terminal of standard output until the player quits. Returns the final state of the
/// game.
///
/// `save` is called when the player asks to save, and returns the message to show below the board. `is_over` is called
/// many times per second, and ends the game when it returns true, such as after a signal. The terminal is restored before
/// this function returns, and when it panics.
///
/// The result beside the game is an error if there is no terminal, or if it cannot be written to or read from.
pub fn play(
    game: Game,
    coloring: Coloring,
    mut save: impl FnMut(&mut Game) -> String,
    mut is_over: impl FnMut() -> bool,
) -> (Game, io::Result<()>) {
    let mut play = Play::new(game);
    let played = ratatui::try_init().and_then(|mut terminal| {
        let played = run(&mut play, &mut terminal, coloring, &mut save, &mut is_over);
        ratatui::restore();
        played
    });
    (play.game, played)
}

/// Draws the game and handles keys until the player quits or the game is to end.
fn run(
    play: &mut Play,
    terminal: &mut DefaultTerminal,
    coloring: Coloring,
    save: &mut dyn FnMut(&mut Game) -> String,
    is_over: &mut dyn FnMut() -> bool,
) -> io::Result<()> {
    while !play.is_over() {
        terminal.draw(|frame| screen::draw(frame, play, coloring))?;
        while !is_over() && !event::poll(LOOK)? {}
        if is_over() {
            break;
        }
        let Event::Key(key) = event::read()? else { continue };
        for action in keys::actions(&key) {
            play.act(action);
            if play.wants_steps() {
                terminal.draw(|frame| screen::draw(frame, play, coloring))?;
                play.list_steps(&mut || is_over() || is_key_pressed());
            }
            if action == Action::Save {
                let words = save(&mut play.game);
                play.say(&words);
            }
        }
    }
    Ok(())
}

/// Returns true if a key was pressed, which is discarded; also if the terminal fails, which the next read reports.
fn is_key_pressed() -> bool {
    loop {
        match event::poll(Duration::ZERO).and_then(|is_ready| is_ready.then(event::read).transpose()) {
            Ok(Some(Event::Key(key))) if key.kind != KeyEventKind::Release => return true,
            Ok(Some(_)) => {}
            Ok(None) => return false,
            Err(_) => return true,
        }
    }
}
