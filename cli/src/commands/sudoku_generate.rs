//! `dlx sudoku generate`: puzzles that follow from a seed, each as soon as it is made.

use std::io::{self, Write};

use sudoku_cover::{GenerateError, Generator, Record, Wish, WriteError, Writer};

use super::boards::Boards;
use crate::args::{Kind, SudokuGenerate};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::{Cause, Session};

/// How many nodes a question may take by default: enough for most, and little enough that the others do not take all
/// the time. Up to side 9 all are answered at once.
fn default_nodes(side: usize) -> u64 {
    match side {
        ..=9 => u64::MAX,
        10..=16 => 10_000,
        _ => 1000,
    }
}

pub(crate) fn run(arguments: &SudokuGenerate, session: &Session) -> Result<Exit, Fault> {
    let geometry = Boards::with(arguments.size, arguments.box_shape, &arguments.rules)?.only()?;
    let cells = geometry.cell_count();
    if let Some(clues) = arguments.clues.filter(|&clues| clues > cells) {
        return Err(Fault::Usage(format!("--clues {clues} is more than the {cells} cells of the grid")));
    }
    let mut generator = Generator::new(&geometry, arguments.seed);
    session.watched(|| generate(&mut generator, arguments, session))
}

fn generate(generator: &mut Generator, arguments: &SudokuGenerate, session: &Session) -> Result<Exit, Fault> {
    let wish = wish(arguments);
    let nodes = arguments.nodes.unwrap_or_else(|| default_nodes(generator.geometry().side()));
    let mut writer = Writer::new(Whole(session), arguments.format).with_geometry(generator.geometry());
    let mut printed = 0;
    let mut doubtful = 0;
    let mut number = 0;
    let mut exit = Exit::Answered;
    while printed < arguments.count {
        let made = match session.cause_to_stop() {
            Some(_) => None,
            None => match generator.puzzle(number, wish, || session.limits(None).nodes(nodes)) {
                Ok(made) => Some(made),
                Err(GenerateError::Stopped(_)) => None,
                Err(error) => return Err(Fault::Usage(error.to_string())),
            },
        };
        let Some(made) = made else {
            let cause = session.cause_to_stop();
            tell!("dlx: {} after {printed} puzzles", cause.map_or("stopped", Cause::words));
            exit.also(cause.map_or(Exit::Stopped, Cause::exit));
            break;
        };
        number += 1;
        if arguments.clues.is_some_and(|clues| clues != made.puzzle.clue_count()) {
            continue;
        }
        doubtful += u64::from(made.undecided > 0);
        writer.write(&Record::new(made.puzzle)).map_err(fault)?;
        writer.flush()?;
        printed += 1;
    }
    writer.finish().map_err(fault)?.flush()?;
    if doubtful > 0 && wish == Wish::Minimal {
        tell!(
            "dlx: {doubtful} of {printed} puzzles have clues of which {nodes} nodes did not tell whether they can go"
        );
    }
    Ok(exit)
}

/// Standard output that takes whole puzzles, also when the run must end.
struct Whole<'s>(&'s Session);

impl Write for Whole<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.output().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.output().flush()
    }
}

/// Output that cannot be written, or a format that does not hold the puzzles.
fn fault(error: WriteError) -> Fault {
    match error {
        WriteError::Io(error) => error.into(),
        error => Fault::Usage(error.to_string()),
    }
}

fn wish(arguments: &SudokuGenerate) -> Wish {
    match (arguments.kind, arguments.clues) {
        (Kind::Unique, Some(clues)) if !arguments.minimal => Wish::Clues(clues),
        (Kind::Unique, _) => Wish::Minimal,
        (Kind::Easy, _) => Wish::Easy,
        (Kind::Several, _) => Wish::Several,
        (Kind::Unsolvable, _) => Wish::Unsolvable,
    }
}
