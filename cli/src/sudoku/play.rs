//! `dlx sudoku play`: plays a puzzle in the terminal.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anstream::{AutoStream, ColorChoice};
use clap::Args;
use dlx_core::Uniqueness;
use dlx_terminal::{Coloring, play};
use sudoku_cover::{
    Demand, Format, Game, GenerateError, Generator, Geometry, Level, NoHint, Recipe, Record, Solver,
    Technique, Wish, Writer,
};

use super::boards::Boards;
use super::explained::{NamedTechniques, named_techniques};
use super::generate::level;
use super::one_puzzle::one_puzzle;
use crate::shared::flags::{Puzzles, Rules, Seed};
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct PlayPuzzle {
    #[command(flatten)]
    puzzles: Puzzles,
    /// Play the Nth puzzle
    #[arg(long, value_name = "N", help_heading = "Input")]
    number: Option<NonZeroU64>,
    /// Random seed of a new puzzle [default: the time]
    #[arg(long, value_name = "N", conflicts_with = "inputs", help_heading = "Input")]
    seed: Option<Seed>,
    /// HoDoKu difficulty level
    #[arg(long, value_name = "LEVEL", ignore_case = true, value_parser = level(), conflicts_with = "inputs", help_heading = "Input")]
    level: Option<Level>,
    /// Technique that the solution path needs, such as x-wing
    ///
    /// May be repeated; a name in words needs quotes.
    #[arg(
        long,
        value_name = "TECHNIQUE",
        value_parser = named_techniques,
        conflicts_with = "inputs",
        help_heading = "Input"
    )]
    needs: Vec<NamedTechniques>,
    /// Stop before the first step that --needs asks for
    ///
    /// The game begins in that state, and the step is to be found.
    #[arg(long, requires = "needs", help_heading = "Input")]
    practice: bool,
    /// Save the game to FILE, or continue it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    save: Option<PathBuf>,
    #[command(flatten)]
    rules: Rules,
}

impl Command for PlayPuzzle {
    const NAME: &'static str = "play";
    const ABOUT: &'static str = "Play a puzzle in the terminal, with hints";
    const EXAMPLES: &'static str = "\
dlx sudoku play
dlx sudoku play --level hard
dlx sudoku play --needs x-wing --practice
dlx sudoku play --seed 7 --save game.json
dlx sudoku play --number 3 puzzles.txt";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        if !io::stdout().is_terminal() {
            return Err(Fault::usage(
                "expected a terminal, found none; `dlx sudoku render` draws into files",
            ));
        }
        let boards = Boards::of(self.puzzles.board, &self.rules, session)?;
        let record = match record(&self, &boards, session)? {
            Ok(record) => record,
            Err(exit) => return Ok(exit),
        };
        let geometry = boards.with_rules_of(&record, session)?;
        let mut solver = Solver::new(&geometry);
        if let Err(error) = solver.load(&record.grid) {
            message!(Error, "{error}");
            return Ok(Exit::NoSolution);
        }
        let solution = match session.watched(|| solver.uniqueness(&mut session.limits(None))) {
            Uniqueness::One(solution) => solution,
            Uniqueness::Several(..) => {
                message!(Error, "expected a puzzle with one solution, found several");
                return Ok(Exit::Several);
            }
            Uniqueness::None => {
                message!(Error, "expected a puzzle with one solution, found none");
                return Ok(Exit::NoSolution);
            }
            Uniqueness::Unknown { why, .. } => {
                let cause = session.cause_of(why);
                message!(Note, "{}", cause.words());
                return Ok(cause.exit());
            }
        };
        let mut game = Game::new(&geometry, &record, &solution).map_err(Fault::usage)?;
        if self.practice {
            let techniques: Vec<Technique> = self.needs.iter().flat_map(|named| named.0.clone()).collect();
            let practice = session.watched(|| game.practice(&techniques, &mut session.limits(None)));
            if let Err(NoHint::Stopped(why)) = practice {
                return Err(Fault::Stopped(session.cause_of(why)));
            }
        }
        // Colors follow NO_COLOR, CLICOLOR and TERM.
        let coloring = match AutoStream::choice(&io::stdout()) {
            ColorChoice::Never => Coloring::None,
            _ => Coloring::Colors,
        };
        let save = self.save.as_deref();
        session.hide_elapsed_time();
        let is_over = || session.cause_to_stop().is_some();
        // The game is kept however it ended, also if the signal of a closed terminal comes after its end.
        let (left, ended) = session.attentive(|| {
            let (mut game, ended) = play(game, coloring, |game| saved(game, save), is_over);
            (leave(&mut game, save, session), ended)
        });
        if let Some(cause) = session.cause_to_stop() {
            left?;
            message!(Note, "{}", cause.words());
            return Ok(cause.exit());
        }
        ended.map_err(Fault::Terminal)?;
        left
    }
}

/// Returns the puzzle to play, or the saved game to continue.
fn record(arguments: &PlayPuzzle, boards: &Boards, session: &Session) -> Result<Result<Record, Exit>, Fault> {
    let PlayPuzzle { puzzles, number, save, seed, level, needs, practice, .. } = arguments;
    let is_made = seed.is_some() || level.is_some() || !needs.is_empty();
    let saved = save.as_deref().filter(|path| path.exists());
    let inputs = match (saved, &puzzles.inputs[..]) {
        (Some(path), []) if !is_made => vec![path.display().to_string()],
        (Some(path), _) => {
            let words = format!(
                "{} already exists: give no puzzle, --seed, --level or --needs to continue it, or name another file",
                path.display()
            );
            return Err(Fault::Usage(words));
        }
        (None, []) if io::stdin().is_terminal() || is_made => {
            let generator = Generator::new(&boards.only(session)?, seed.map_or_else(moment, Seed::number));
            let demand = level.map_or_else(Demand::new, |level| Demand::new().with_level(level));
            let demand = needs.iter().fold(demand, |demand, one_of| demand.with_one_of(&one_of.0));
            let recipe = Recipe::of_kind(Wish::Minimal).with_demand(demand);
            return made(generator, &recipe, *practice, session).map(Ok);
        }
        (None, inputs) => inputs.to_vec(),
    };
    let puzzles = Puzzles { inputs, ..puzzles.clone() };
    one_puzzle(&puzzles, *number, boards.fixed().cloned(), session)
}

/// A seed from the current time.
fn moment() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// Returns a new puzzle, or the state before the first step that is demanded.
fn made(
    generator: Generator,
    recipe: &Recipe,
    is_practice: bool,
    session: &Session,
) -> Result<Record, Fault> {
    let nodes = generator.nodes();
    let made = session.watched(|| {
        let mut maker = recipe.maker(generator);
        let made = maker.first(|| session.limits(None).nodes(nodes))?;
        let exercise = if is_practice { maker.exercise(&made, &mut session.limits(None))? } else { None };
        Ok(exercise.unwrap_or_else(|| maker.record(&made)))
    });
    made.map_err(|error| match error {
        GenerateError::Stopped(why) => Fault::Stopped(session.cause_of(why)),
        error => Fault::usage(error),
    })
}

/// Saves the game. Returns a status message; a failure is shown at once and the game continues.
fn saved(game: &mut Game, save: Option<&Path>) -> String {
    let Some(path) = save else { return "there is no file to save to; begin with --save FILE".to_owned() };
    match write(game, path) {
        Ok(()) => format!("saved to {}", path.display()),
        Err(fault) => fault.to_string(),
    }
}

/// Saves the game, or prints it if that fails, so that it is not lost.
fn leave(game: &mut Game, save: Option<&Path>, session: &Session) -> Result<Exit, Fault> {
    match save {
        Some(path) if game.is_changed() || !path.exists() => {
            write(game, path)?;
            message!(Note, "saved to {}", path.display());
        }
        Some(_) => {}
        None if game.is_changed() && !game.is_solved() => {
            message!(Note, "to continue, give `dlx sudoku play` this line:");
            session.output().write_all(&text(game, line_format(game.geometry()))?)?;
        }
        None => {}
    }
    Ok(Exit::Answered)
}

/// Returns the shortest format of one line that holds everything about a game on this board.
fn line_format(board: &Geometry) -> Format {
    let is_usual = Geometry::of_side(board.side()).is_ok_and(|usual| usual == *board);
    if is_usual { Format::of_states(board.side()) } else { Format::Json }
}

/// Replaces the file once everything is written.
fn write(game: &mut Game, path: &Path) -> Result<(), Fault> {
    dlx_files::write(path, &text(game, Format::Json)?)?;
    game.mark_saved();
    Ok(())
}

fn text(game: &Game, format: Format) -> Result<Vec<u8>, Fault> {
    let unwritable = |error: sudoku_cover::WriteError| Fault::usage(error);
    let mut writer = Writer::new(Vec::new(), format).with_geometry(game.geometry());
    writer.write(&game.record()).map_err(unwritable)?;
    writer.finish().map_err(unwritable)
}
