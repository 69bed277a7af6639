//! `dlx sudoku convert`: puzzles in another format.

use std::collections::BTreeMap;
use std::io::{self, Write};

use sudoku_cover::{Format, Loss, WriteError, Writer};

use super::boards::Boards;
use crate::args::SudokuConvert;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::records::{Chunk, Records};
use crate::shared::session::Session;

/// Records that are read before what was written of them goes out.
const MOST_AT_ONCE: usize = 256;

pub(crate) fn run(arguments: &SudokuConvert, session: &Session) -> Result<Exit, Fault> {
    let SudokuConvert { puzzles, to, verbose } = arguments;
    let boards = Boards::of(puzzles)?;
    // What rules say of candidates is written for the board that they are on.
    let geometry = if boards.has_rules() { Some(boards.only()?) } else { boards.fixed().cloned() };
    let mut records = Records::new(puzzles, geometry.clone(), session);
    let mut writer = Writer::new(session.writer(), *to);
    if let Some(geometry) = &geometry {
        writer = writer.with_geometry(geometry);
    }
    let mut seen = Seen { exit: Exit::Answered, losses: Losses::default(), formats: BTreeMap::new() };
    let mut chunk = Chunk::default();
    while records.fill(&mut chunk, MOST_AT_ONCE) {
        if let Some(cause) = session.cause_to_stop() {
            tell!("dlx: {}: the output is cut off", cause.words());
            return Ok(cause.exit());
        }
        session.watched(|| write(&chunk, &mut writer, &mut seen))?;
    }
    match session.watched(|| writer.finish()) {
        Ok(mut output) => output.flush()?,
        Err(WriteError::Io(error)) => return Err(error.into()),
        Err(error) => return Err(Fault::Usage(error.to_string())),
    }
    seen.losses.tell(*to);
    if *verbose {
        let formats = seen.formats.iter().map(|(format, count)| format!("{count} {format}"));
        tell!("dlx: found {}", formats.collect::<Vec<_>>().join(", "));
    }
    Ok(seen.exit)
}

/// What was seen of the records.
struct Seen {
    exit: Exit,
    losses: Losses,
    /// How many records were in each format.
    formats: BTreeMap<Format, u64>,
}

fn write(chunk: &Chunk, writer: &mut Writer<impl Write>, seen: &mut Seen) -> io::Result<()> {
    for (record, number) in chunk.records.iter().zip(chunk.first..) {
        let written = record.as_ref().map_err(|unreadable| unreadable.words(&chunk.source)).map(|record| {
            *seen.formats.entry(record.format).or_insert(0) += 1;
            writer.write(record)
        });
        let failure = match written {
            Ok(Ok(loss)) => {
                seen.losses.add(loss);
                continue;
            }
            Ok(Err(WriteError::Io(error))) => return Err(error),
            Ok(Err(error)) => format!("{}: puzzle {number}: {error}", chunk.source),
            Err(words) => words,
        };
        tell!("dlx: {failure}");
        seen.exit.also(Exit::Unreadable);
    }
    writer.flush()
}

/// How many records have lost what.
#[derive(Default)]
struct Losses {
    placed: u64,
    candidates: u64,
    details: u64,
}

impl Losses {
    fn add(&mut self, loss: Loss) {
        self.placed += u64::from(loss.placed);
        self.candidates += u64::from(loss.candidates);
        self.details += u64::from(loss.details);
    }

    fn tell(&self, format: Format) {
        let lost = [
            (self.placed, "which digits are placed"),
            (self.candidates, "some candidates"),
            (self.details, "some of what is said about the puzzle"),
        ];
        for (records, what) in lost {
            if records > 0 {
                let plural = if records == 1 { "" } else { "s" };
                tell!("dlx: {format} has no room for {what}: left out of {records} record{plural}");
            }
        }
    }
}
