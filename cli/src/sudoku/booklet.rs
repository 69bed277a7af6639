//! `dlx sudoku booklet`: puzzles on pages to print, their solutions at the end.

use std::io::Write;

use dlx_core::{Limits, Stopped, Uniqueness};
use sudoku_cover::{Booklet, Entry, Explainer, Geometry, Grid, Key, Paper, Rating, Record, Solver, State};

use super::boards::Boards;
use crate::args::{BookletFormat, PaperName, Rated, SudokuBooklet};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::records::{Chunk, Records};
use crate::shared::session::Session;

/// The largest side whose puzzles are rated without being asked to: on larger boards that may take long.
const LARGEST_RATED: usize = 9;

pub(crate) fn run(arguments: &SudokuBooklet, session: &Session) -> Result<Exit, Fault> {
    let boards = Boards::of(&arguments.puzzles)?;
    let mut binder =
        Binder { arguments, session, tools: Vec::new(), entries: Vec::new(), exit: Exit::Answered };
    let mut records = Records::new(&arguments.puzzles, boards.fixed().cloned(), session);
    let mut chunk = Chunk::default();
    while records.fill(&mut chunk, 64) {
        for (record, number) in chunk.records.iter().zip(chunk.first..) {
            match record {
                Ok(record) => session.watched(|| binder.add(record, number, &boards))?,
                Err(unreadable) => {
                    tell!("dlx: {}", unreadable.words(&chunk.source));
                    binder.exit.also(Exit::Unreadable);
                }
            }
            if let Some(cause) = session.cause_to_stop() {
                tell!("dlx: {}: no booklet is written", cause.words());
                return Ok(cause.exit());
            }
        }
    }
    if binder.entries.is_empty() {
        tell!("dlx: no puzzles, no booklet");
        return Ok(binder.exit.max(Exit::Unreadable));
    }
    let exit = binder.exit;
    let booklet = Booklet::new(&arguments.title, binder.entries)
        .with_per_page(arguments.per_page.get())
        .with_paper(match arguments.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        });
    match session.watched(|| draw(&booklet, arguments.format, &mut session.limits(None))) {
        Ok(drawn) => {
            print(&drawn, arguments, session)?;
            Ok(exit)
        }
        Err(why) => {
            let cause = session.cause_of(why);
            tell!("dlx: {}: no booklet is written", cause.words());
            Ok(cause.exit())
        }
    }
}

/// The text of the page, or of each.
fn draw(booklet: &Booklet, format: BookletFormat, limits: &mut Limits<'_>) -> Result<Vec<String>, Stopped> {
    match format {
        BookletFormat::Html => Ok(vec![booklet.to_html(limits)?]),
        BookletFormat::Svg => booklet.svg_pages(limits),
    }
}

fn print(drawn: &[String], arguments: &SudokuBooklet, session: &Session) -> Result<(), Fault> {
    let page = || drawn.first().map_or("", String::as_str);
    match (arguments.format, &arguments.output) {
        (BookletFormat::Html, None) => session.output().write_all(page().as_bytes())?,
        (BookletFormat::Html, Some(path)) => dlx_files::write(path, page().as_bytes())?,
        (BookletFormat::Svg, None) => match drawn {
            [page] => session.output().write_all(page.as_bytes())?,
            pages => {
                let words = format!("an SVG booklet of {} pages needs a folder: -o FOLDER", pages.len());
                return Err(Fault::Usage(words));
            }
        },
        (BookletFormat::Svg, Some(folder)) => {
            dlx_files::create_folder(folder)?;
            for (page, number) in drawn.iter().zip(1..) {
                dlx_files::write(&folder.join(format!("page-{number:02}.svg")), page.as_bytes())?;
            }
        }
    }
    Ok(())
}

/// A solver and an explainer of one board.
struct Tools {
    geometry: Geometry,
    solver: Solver,
    explainer: Explainer,
}

/// Puts puzzles into a booklet.
struct Binder<'a> {
    arguments: &'a SudokuBooklet,
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
        let wrong = |error: sudoku_cover::GridError| Fault::Usage(error.to_string());
        let entry = Entry::new(&tools.geometry, &record.grid).map_err(wrong)?;
        let (answer, exit) = tools.solve(record, self.session);
        if let Err(remark) = &answer {
            tell!("dlx: puzzle {number}: {remark}");
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
        label.extend(self.arguments.seed.map(|seed| format!("seed {seed}")));
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
