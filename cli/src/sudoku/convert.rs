//! `dlx sudoku convert`: writes puzzles in another format.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use clap::Args;
use sudoku_cover::{Format, Loss, Rule, WriteError, Writer};

use super::boards::Boards;
use crate::shared::flags::{Deadline, OutputFile, Puzzles, Rules, format};
use crate::shared::message;
use crate::shared::records::{Chunk, Records};
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    puzzles: Puzzles,
    /// Format to write
    #[arg(long, value_name = "FORMAT", value_parser = format(), help_heading = "Output")]
    to: Format,
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
dlx sudoku convert --to line --column puzzle puzzles.csv
dlx sudoku convert --to pm --size 6 1.....2.....3.....4.....5.....6.....";
    const NOTES: &'static str = "\
`dlx help formats` describes each format. A warning names what the format cannot hold.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { puzzles, to, rules, .. } = self;
        let boards = Boards::of(puzzles.board, &rules, session)?;
        // Rules restrict candidates in the output, so they must be those of the board read.
        let geometry = if boards.has_rules() { Some(boards.only(session)?) } else { boards.fixed().cloned() };
        let mut records = Records::new(&puzzles, geometry.clone(), session)?;
        let mut writer = Writer::new(session.writer(), to);
        if let Some(geometry) = &geometry {
            writer = writer.with_geometry(geometry);
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
        seen.losses.print(to);
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
            writer.write(record)
        });
        let failure = match written {
            Ok(Ok(loss)) => {
                seen.losses.add(&loss);
                continue;
            }
            Ok(Err(WriteError::Io(error))) => return Err(error),
            Ok(Err(error)) => message::error_line(format_args!("{}: puzzle {number}: {error}", chunk.source)),
            Err(report) => report,
        };
        message::print(&failure);
        seen.exit.also(Exit::Unreadable);
    }
    writer.flush()
}

/// Number of records that lost information of each kind.
#[derive(Default)]
pub(super) struct Losses {
    placed: u64,
    candidates: u64,
    details: u64,
    rules: u64,
    /// The first words of the rules.
    kinds: BTreeSet<String>,
}

/// Returns the word for the kind of a rule.
fn kind(rule: &Rule) -> String {
    rule.to_string().split(' ').next().unwrap_or_default().to_owned()
}

impl Losses {
    pub(super) fn add(&mut self, loss: &Loss) {
        self.placed += u64::from(loss.placed);
        self.candidates += u64::from(loss.candidates);
        self.details += u64::from(loss.details);
        self.rules += u64::from(!loss.rules.is_empty());
        self.kinds.extend(loss.rules.iter().map(kind));
    }

    pub(super) fn print(&self, format: Format) {
        let kinds: Vec<&str> = self.kinds.iter().map(String::as_str).collect();
        let rules = format!("rules of the variant ({})", kinds.join(", "));
        let lost = [
            (self.placed, "the distinction of givens and placed digits"),
            (self.candidates, "some candidates"),
            (self.details, "some of the metadata"),
            (self.rules, &*rules),
        ];
        for (records, what) in lost {
            if records > 0 {
                let plural = if records == 1 { "" } else { "s" };
                message!(Warning, "{format} cannot hold {what}: left out of {records} record{plural}");
            }
        }
    }
}
