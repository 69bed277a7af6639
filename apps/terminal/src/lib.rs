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
mod input;
mod keys;
mod listed;
mod screen;
mod state;
mod window;

use std::io;

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::Event;
use sudoku_cover::Game;

use action::Action;
use input::Input;
pub use screen::Coloring;
use state::Play;

/// Runs the game in the terminal of standard output until the player quits. Returns the final state of the
/// game.
///
/// `save` is called when the player asks to save, and returns the message to show below the board. `is_over` is called
/// many times per second, and ends the game when it returns true, such as after a signal. The terminal is restored before
/// this function returns, and when it panics.
///
/// The result beside the game is an error if there is no terminal, or if it cannot be written to or read from, such as after it
/// was closed.
pub fn play(
    game: Game,
    coloring: Coloring,
    mut save: impl FnMut(&mut Game) -> String,
    mut is_over: impl FnMut() -> bool,
) -> (Game, io::Result<()>) {
    let mut play = Play::new(game);
    let played = ratatui::try_init().and_then(|mut terminal| {
        let played = run(&mut play, &mut terminal, coloring, &mut save, &mut is_over);
        let restored = ratatui::try_restore();
        if restored.is_err() {
            // The terminal was closed. When dropped, it would print that the cursor cannot be shown, and a message that cannot be
            // printed is a panic, which would lose the game.
            std::mem::forget(terminal);
        }
        played.and(restored)
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
    let input = Input::new()?;
    while !play.is_over() {
        terminal.draw(|frame| screen::draw(frame, play, coloring))?;
        let event = loop {
            if is_over() {
                return Ok(());
            }
            if let Some(event) = input.next()? {
                break event;
            }
        };
        let Event::Key(key) = event else { continue };
        for action in keys::actions(&key) {
            play.act(action);
            if play.wants_steps() {
                terminal.draw(|frame| screen::draw(frame, play, coloring))?;
                play.list_steps(&mut || is_over() || input.is_key_pressed());
            }
            if action == Action::Save {
                let words = save(&mut play.game);
                play.say(&words);
            }
        }
    }
    Ok(())
}
