//! `dlx sudoku booklet`: printable pages of puzzles, with the solutions at the end.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dlx_core::{Limits, Stopped};
use sudoku_cover::booklet::{EntryMaker, Rated, Verdict};
use sudoku_cover::{Booklet, Paper};

use super::boards::Boards;
use crate::shared::flags::{Deadline, OutputFile, Puzzles, Rules};
use crate::shared::named_files::format_of;
use crate::shared::records::{Chunk, Records, left_out};
use crate::shared::{Command, Exit, Fault, Session, message};

#[derive(Debug, Args)]
pub(crate) struct MakeBooklet {
    #[command(flatten)]
    puzzles: Puzzles,
    /// Puzzles on a page
    #[arg(long, value_name = "N", default_value = "4", help_heading = "Pages")]
    per_page: NonZeroUsize,
    /// Title of each page
    #[arg(long, value_name = "TEXT", default_value = "Sudoku", help_heading = "Pages")]
    title: String,
    /// Text below each puzzle, such as 'seed 7'
    #[arg(long, value_name = "TEXT", help_heading = "Pages")]
    label: Option<String>,
    /// Which puzzles are printed with level and score
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = RatedName::Unknown, help_heading = "Pages", hide_short_help = true)]
    rate: RatedName,
    /// Omit the solutions
    #[arg(long, help_heading = "Pages")]
    no_solutions: bool,
    /// Paper size
    #[arg(long, value_enum, value_name = "PAPER", default_value_t = PaperName::A4, help_heading = "Pages")]
    paper: PaperName,
    /// Format [default: by ending, svg with --folder, otherwise html]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    format: Option<BookletFormat>,
    #[command(flatten)]
    output: OutputFile,
    /// Folder for the pages of an SVG booklet
    #[arg(long, value_name = "FOLDER", conflicts_with = "output", help_heading = "Output")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    deadline: Deadline,
    #[command(flatten)]
    rules: Rules,
}

/// Which puzzles are printed with their level and score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RatedName {
    /// Those without a level in the file, up to side 9
    Unknown,
    /// All
    All,
    /// None
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PaperName {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BookletFormat {
    /// One document with page breaks
    Html,
    /// One file a page: page-01.svg and so on
    Svg,
}

/// The formats by the endings of file names.
const FORMATS: &[(&str, BookletFormat)] =
    &[("html", BookletFormat::Html), ("htm", BookletFormat::Html), ("svg", BookletFormat::Svg)];

impl Command for MakeBooklet {
    const NAME: &'static str = "booklet";
    const ABOUT: &'static str = "Lay out puzzles on printable pages, with their solutions";
    const EXAMPLES: &'static str = "\
dlx sudoku generate -n 12 --seed 7 -o puzzles.txt
dlx sudoku booklet --label 'seed 7' puzzles.txt -o booklet.html
dlx sudoku booklet --paper letter --folder pages puzzles.txt";

    const ENDINGS: &'static [&'static str] = &["html", "htm", "svg"];

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        // Only pages of SVG are several files.
        let usual = if self.folder.is_some() { BookletFormat::Svg } else { BookletFormat::Html };
        let format = format_of(self.format, self.output.path(), FORMATS)?.unwrap_or(usual);
        if self.folder.is_some() && format != BookletFormat::Svg {
            return Err(Fault::usage("--folder requires --format svg"));
        }
        let boards = Boards::of(self.puzzles.board, &self.rules, session)?;
        let mut maker = self.entry_maker();
        let (mut entries, mut exit) = (Vec::new(), Exit::Answered);
        let mut records = Records::new(&self.puzzles, boards.fixed().cloned(), session)?;
        let mut chunk = Chunk::default();
        while records.fill(&mut chunk, 64) {
            for (record, number) in chunk.records.iter().zip(chunk.first..) {
                match record {
                    Ok(record) => {
                        left_out(&chunk.source, number, record).iter().for_each(|line| message::print(line));
                        let geometry = boards.with_rules_of(record, session)?;
                        let limits = || session.limits(None);
                        let made = session.watched(|| maker.entry(&geometry, record, limits));
                        let (entry, verdict) = made.map_err(Fault::usage)?;
                        if verdict != Verdict::Proper {
                            message!(Warning, "puzzle {number}: {verdict}");
                        }
                        exit.also(match verdict {
                            Verdict::Proper => Exit::Answered,
                            Verdict::Invalid | Verdict::NoSolution => Exit::NoSolution,
                            Verdict::Several => Exit::Several,
                            Verdict::Unknown(why) => session.cause_of(why).exit(),
                        });
                        entries.push(entry);
                    }
                    Err(unreadable) => {
                        message::print(&unreadable.report());
                        exit.also(Exit::Unreadable);
                    }
                }
                if let Some(cause) = session.cause_to_stop() {
                    return Err(Fault::Stopped(cause));
                }
            }
        }
        if entries.is_empty() {
            message!(Error, "expected puzzles, found none");
            return Ok(session.without_document(exit.max(Exit::Unreadable)));
        }
        let booklet = Booklet::new(&self.title, entries).with_per_page(self.per_page.get()).with_paper(
            match self.paper {
                PaperName::A4 => Paper::A4,
                PaperName::Letter => Paper::Letter,
            },
        );
        match session.watched(|| draw(&booklet, format, &mut session.limits(None))) {
            Ok(drawn) => {
                self.print(&drawn, session)?;
                Ok(exit)
            }
            Err(why) => Err(Fault::Stopped(session.cause_of(why))),
        }
    }
}

/// Draws the document, or each of its pages.
fn draw(booklet: &Booklet, format: BookletFormat, limits: &mut Limits<'_>) -> Result<Vec<String>, Stopped> {
    match format {
        BookletFormat::Html => Ok(vec![booklet.to_html(limits)?]),
        BookletFormat::Svg => booklet.svg_pages(limits),
    }
}

impl MakeBooklet {
    fn entry_maker(&self) -> EntryMaker {
        let mut maker = EntryMaker::new().with_rated(match self.rate {
            RatedName::Unknown => Rated::Unknown,
            RatedName::All => Rated::All,
            RatedName::None => Rated::None,
        });
        if let Some(label) = &self.label {
            maker = maker.with_label(label);
        }
        if self.no_solutions { maker.without_solutions() } else { maker }
    }

    fn print(&self, drawn: &[String], session: &Session) -> Result<(), Fault> {
        if let Some(folder) = &self.folder {
            dlx_files::create_folder(folder)?;
            for (page, number) in drawn.iter().zip(1..) {
                dlx_files::write(&folder.join(format!("page-{number:02}.svg")), page.as_bytes())?;
            }
            return Ok(());
        }
        match drawn {
            [page] => Ok(session.output().write_all(page.as_bytes())?),
            pages => Err(Fault::Usage(format!(
                "expected --folder for an SVG booklet of {} pages, found none",
                pages.len()
            ))),
        }
    }
}
