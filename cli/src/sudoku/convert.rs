//! `dlx sudoku convert`: writes puzzles in another format.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::Args;
use sudoku_cover::{Format, Losses, WriteError, Writer};

use super::boards::Boards;
use crate::shared::fault::NO_FORMAT;
use crate::shared::flags::{Deadline, OutputFile, Puzzles, Rules, format};
use crate::shared::message;
use crate::shared::records::{Chunk, Records, left_out};
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    puzzles: Puzzles,
    /// Format to write [default: by the ending of -o]
    #[arg(long, value_name = "FORMAT", value_parser = format(), help_heading = "Output")]
    to: Option<Format>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
    #[command(flatten)]
    rules: Rules,
}

impl Command for Convert {
    const NAME: &'static str = "convert";
    const ABOUT: &'static str = "Write puzzles in another format";
    const EXAMPLES: &'static str = "\
dlx sudoku generate -n 20 --seed 7 | dlx sudoku convert --to csv -o puzzles.csv
dlx sudoku convert --to hodoku puzzles.csv
dlx sudoku convert --column puzzle puzzles.csv -o puzzles.json
dlx sudoku convert --to pm --size 6 1.....2.....3.....4.....5.....6.....";
    const NOTES: &'static str = "\
`dlx help formats` describes each format. A warning names what the format cannot hold, and what is not understood.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { puzzles, to, rules, .. } = self;
        let to = to.ok_or_else(|| Fault::usage(NO_FORMAT))?;
        let boards = Boards::of(puzzles.board, &rules, session)?;
        // Rules restrict candidates in the output, so they must be those of the board read.
        let geometry = if boards.has_rules() { Some(boards.only(session)?) } else { boards.fixed().cloned() };
        let mut records = Records::new(&puzzles, geometry.clone(), session)?;
        let mut writer = Writer::new(session.writer(), to);
        if let Some(geometry) = &geometry {
            writer = writer.with_geometry(geometry);
        }
        if let Some(symbols) = &puzzles.format.symbols {
            writer = writer.with_symbols(symbols);
        }
        let mut seen = Seen { exit: Exit::Answered, losses: Losses::default(), formats: BTreeMap::new() };
        let mut chunk = Chunk::default();
        while records.fill(&mut chunk, MOST_AT_ONCE) {
            if let Some(cause) = session.cause_to_stop() {
                return Err(Fault::Stopped(cause));
            }
            session.watched(|| write(&chunk, &mut writer, &mut seen))?;
        }
        match session.watched(|| writer.finish()) {
            Ok(mut output) => output.flush()?,
            Err(WriteError::Io(error)) => return Err(error.into()),
            Err(error) => return Err(Fault::usage(error)),
        }
        warn_of(&seen.losses, to);
        let formats = seen.formats.iter().map(|(format, count)| format!("{count} {format}"));
        message!(Detail, "found {}", formats.collect::<Vec<_>>().join(", "));
        Ok(seen.exit)
    }
}

/// Maximum number of records read before their output is flushed.
const MOST_AT_ONCE: usize = 256;

/// Statistics of the records read.
struct Seen {
    exit: Exit,
    losses: Losses,
    /// Number of records in each format.
    formats: BTreeMap<Format, u64>,
}

fn write(chunk: &Chunk, writer: &mut Writer<impl Write>, seen: &mut Seen) -> io::Result<()> {
    for (record, number) in chunk.records.iter().zip(chunk.first..) {
        let written = record.as_ref().map_err(|unreadable| unreadable.report()).map(|record| {
            *seen.formats.entry(record.format).or_insert(0) += 1;
            left_out(&chunk.source, number, record).iter().for_each(|line| message::print(line));
            writer.write(record)
        });
        let failure = match written {
            Ok(Ok(loss)) => {
                seen.losses.add(&loss);
                continue;
            }
            Ok(Err(WriteError::Io(error))) => return Err(error),
            Ok(Err(error)) => {
                let is_too_large = matches!(&error, WriteError::Rule(error) if error.is_too_large());
                seen.exit.also(if is_too_large { Exit::Stopped } else { Exit::Unreadable });
                message::error_line(format_args!("{}: puzzle {number}: {error}", chunk.source))
            }
            Err(report) => {
                seen.exit.also(Exit::Unreadable);
                report
            }
        };
        message::print(&failure);
    }
    writer.flush()
}

/// Warns of what the format cannot hold, with a number for each part.
pub(super) fn warn_of(losses: &Losses, format: Format) {
    for (what, records) in losses.parts() {
        let plural = if records == 1 { "" } else { "s" };
        message!(Warning, "{format} cannot hold {what}: left out of {records} record{plural}");
    }
}
