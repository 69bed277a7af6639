//! `dlx sudoku booklet`: puzzles on pages to print, their solutions at the end.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dlx_core::{Limits, Stopped, Uniqueness};
use sudoku_cover::{Booklet, Entry, Explainer, Geometry, Grid, Key, Paper, Rating, Record, Solver, State};

use super::boards::Boards;
use crate::shared::flags::{Deadline, OutputFile, Puzzles, Rules};
use crate::shared::records::{Chunk, Records};
use crate::shared::{Command, Exit, Fault, Session, message};

/// `dlx sudoku booklet`.
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
    /// Puzzles to print level and score of
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Rated::Unknown, help_heading = "Pages", hide_short_help = true)]
    rate: Rated,
    /// Leave the solutions out
    #[arg(long, help_heading = "Pages")]
    no_solutions: bool,
    /// Paper size
    #[arg(long, value_enum, value_name = "PAPER", default_value_t = PaperName::A4, help_heading = "Pages")]
    paper: PaperName,
    /// Format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = BookletFormat::Html, help_heading = "Output")]
    format: BookletFormat,
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

/// Which puzzles get their level and score printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rated {
    /// Those that do not come with a level, up to side 9
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
    /// One document, which prints page by page
    Html,
    /// One file a page: page-01.svg and so on
    Svg,
}

impl Command for MakeBooklet {
    const NAME: &'static str = "booklet";
    const ABOUT: &'static str = "Lay puzzles out on pages to print, with their solutions";
    const EXAMPLES: &'static str = "\
dlx sudoku generate -n 12 --seed 7 -o puzzles.txt
dlx sudoku booklet --label 'seed 7' puzzles.txt -o booklet.html
dlx sudoku booklet --format svg --paper letter --folder pages puzzles.txt";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        if self.folder.is_some() && self.format != BookletFormat::Svg {
            return Err(Fault::usage("--folder goes with --format svg"));
        }
        let boards = Boards::of(self.puzzles.board, &self.rules)?;
        let mut binder = Binder {
            arguments: &self,
            session,
            tools: Vec::new(),
            entries: Vec::new(),
            exit: Exit::Answered,
        };
        let mut records = Records::new(&self.puzzles, boards.fixed().cloned(), session)?;
        let mut chunk = Chunk::default();
        while records.fill(&mut chunk, 64) {
            for (record, number) in chunk.records.iter().zip(chunk.first..) {
                match record {
                    Ok(record) => session.watched(|| binder.add(record, number, &boards))?,
                    Err(unreadable) => {
                        message::print(&unreadable.report());
                        binder.exit.also(Exit::Unreadable);
                    }
                }
                if let Some(cause) = session.cause_to_stop() {
                    return Err(Fault::Stopped(cause));
                }
            }
        }
        if binder.entries.is_empty() {
            message!(Error, "expected puzzles, found none");
            session.leave_output();
            return Ok(binder.exit.max(Exit::Unreadable));
        }
        let exit = binder.exit;
        let booklet = Booklet::new(&self.title, binder.entries)
            .with_per_page(self.per_page.get())
            .with_paper(match self.paper {
                PaperName::A4 => Paper::A4,
                PaperName::Letter => Paper::Letter,
            });
        match session.watched(|| draw(&booklet, self.format, &mut session.limits(None))) {
            Ok(drawn) => {
                self.print(&drawn, session)?;
                Ok(exit)
            }
            Err(why) => Err(Fault::Stopped(session.cause_of(why))),
        }
    }
}

/// The largest side whose puzzles are rated without being asked to: on larger boards that may take long.
const LARGEST_RATED: usize = 9;

/// The text of the page, or of each.
fn draw(booklet: &Booklet, format: BookletFormat, limits: &mut Limits<'_>) -> Result<Vec<String>, Stopped> {
    match format {
        BookletFormat::Html => Ok(vec![booklet.to_html(limits)?]),
        BookletFormat::Svg => booklet.svg_pages(limits),
    }
}

impl MakeBooklet {
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

/// A solver and an explainer of one board.
struct Tools {
    geometry: Geometry,
    solver: Solver,
    explainer: Explainer,
}

/// Puts puzzles into a booklet.
struct Binder<'a> {
    arguments: &'a MakeBooklet,
    session: &'a Session,
    tools: Vec<Tools>,
    entries: Vec<Entry>,
    exit: Exit,
}

impl Binder<'_> {
    fn add(&mut self, record: &Record, number: u64, boards: &Boards) -> Result<(), Fault> {
        let side = record.grid.side();
        let place = match self.tools.iter().position(|tools| tools.geometry.side() == side) {
            Some(place) => place,
            None => {
                let geometry = boards.of_side(side)?;
                let (solver, explainer) = (Solver::new(&geometry), Explainer::new(&geometry));
                self.tools.push(Tools { geometry, solver, explainer });
                self.tools.len() - 1
            }
        };
        let tools = &mut self.tools[place];
        let wrong = |error: sudoku_cover::GridError| Fault::usage(error);
        let entry = Entry::new(&tools.geometry, &record.grid).map_err(wrong)?;
        let (answer, exit) = tools.solve(record, self.session);
        if let Err(remark) = &answer {
            message!(Warning, "puzzle {number}: {remark}");
        }
        self.exit.also(exit);
        let unique = answer.as_ref().ok();
        let mut label = said(record);
        let is_rated = match self.arguments.rate {
            Rated::All => true,
            Rated::None => false,
            Rated::Unknown => {
                side <= LARGEST_RATED && record.details().iter().all(|detail| detail.key != Key::Level)
            }
        };
        if let Some(solution) = unique.filter(|_| is_rated) {
            label.extend(tools.rate(&record.grid, solution, self.session));
        }
        label.extend(self.arguments.label.clone());
        let mut entry = entry.with_label(&label.join(" · "));
        if !self.arguments.no_solutions {
            entry = match answer {
                Ok(solution) => entry.with_solution(&solution).map_err(wrong)?,
                Err(remark) => entry.with_remark(remark),
            };
        }
        self.entries.push(entry);
        Ok(())
    }
}

impl Tools {
    /// The only solution, or why there is none to print.
    fn solve(&mut self, record: &Record, session: &Session) -> (Result<Grid, &'static str>, Exit) {
        let loaded = match record.allowed() {
            None => self.solver.load(&record.grid),
            Some(allowed) => self.solver.load_allowed(&record.grid, allowed),
        };
        if loaded.is_err() {
            return (Err("invalid"), Exit::NoSolution);
        }
        match self.solver.uniqueness(&mut session.limits(None)) {
            Uniqueness::One(solution) => (Ok(solution), Exit::Answered),
            Uniqueness::Several(..) => (Err("several solutions"), Exit::Several),
            Uniqueness::None => (Err("no solution"), Exit::NoSolution),
            Uniqueness::Unknown { why, .. } => (Err("solution unknown"), session.cause_of(why).exit()),
        }
    }

    /// The level and the score, if the explanation ends with the solution.
    fn rate(&mut self, puzzle: &Grid, solution: &Grid, session: &Session) -> Option<String> {
        self.explainer.load_with_solution(puzzle, solution).ok()?;
        // A run that must end writes no booklet.
        let (rating, state) = Rating::of(&mut self.explainer, &mut session.limits(None)).ok()?;
        (state == State::Solved).then(|| format!("{} · {}", rating.level(), rating.score))
    }
}

/// What is said about a puzzle that is worth a place below it.
fn said(record: &Record) -> Vec<String> {
    let mut words = Vec::new();
    for detail in record.details() {
        match &detail.key {
            Key::Title | Key::Author | Key::Level | Key::Comment => words.push(detail.text.clone()),
            Key::Other(name) if matches!(name.as_str(), "score" | "seed") => {
                words.push(format!("{name} {}", detail.text));
            }
            _ => {}
        }
    }
    words
}
