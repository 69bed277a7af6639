//! `dlx sudoku solve`: finds the solution of each puzzle and whether it is unique, or lists all solutions.

use clap::{Args, ValueEnum};
use dlx_core::{Count, Limits, Stopped};
use sudoku_cover::{Answer, Solver, Verdict};

use super::batch::{Answers, Batch, PuzzleList};
use super::report::{Report, SolutionFormat, ink};
use crate::shared::cause::Cause;
use crate::shared::flags::Nodes;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::stats::End;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    list: PuzzleList,
    /// List every solution
    #[arg(long, conflicts_with_all = ["limit", "first"], help_heading = "Search")]
    all: bool,
    /// List at most N solutions of each puzzle
    #[arg(long, value_name = "N", conflicts_with = "first", help_heading = "Search")]
    limit: Option<u64>,
    /// Find one solution, whether or not there are more
    #[arg(long, help_heading = "Search")]
    first: bool,
    /// Format of a solution
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text, help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    nodes: Nodes,
}

/// The values of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A grid for a single puzzle on a terminal, otherwise lines
    Text,
    /// With borders; found digits in red, or after _
    Grid,
    /// One line a solution
    Line,
    /// One JSON object a line, for programs
    Json,
}

impl Command for Solve {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Solve puzzles, and report whether the solution is unique";
    const EXAMPLES: &'static str = "\
dlx sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
dlx sudoku generate -n 20 --seed 7 | dlx sudoku solve
dlx sudoku generate --kind several | dlx sudoku solve --limit 5 --format json
dlx sudoku generate -n 1000 | dlx sudoku solve -j 2 --stats -o solutions.txt";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, all, limit, first, format, .. } = self;
        let mut batch = Batch::of(&list, session)?;
        let is_on_terminal = session.writes_to_terminal();
        let needs_single = format == Format::Grid || format == Format::Text && is_on_terminal;
        let is_single = needs_single && batch.is_single();
        let format = match format {
            Format::Grid => SolutionFormat::Grid,
            Format::Text if is_single => SolutionFormat::Grid,
            Format::Text | Format::Line => SolutionFormat::Line,
            Format::Json => SolutionFormat::Json,
        };
        let symbols = list.puzzles.format.symbols.clone();
        let report = Report::new(format, ink(), is_single).with_symbols(symbols);
        let has_stats = session.has_stats();
        batch.each(limit, &|loaded, limits, answers| {
            let solver = match report.ready(loaded, answers)? {
                Ok(solver) => solver,
                Err(outcome) => return Ok(outcome),
            };
            let asked = Question { session, report: &report };
            // The effort is not made for nothing: most of a million easy puzzles are solved in a microsecond.
            let (answered, effort) = if all || limit.is_some() {
                (asked.list(solver, limits, answers)?, has_stats.then(|| solver.listing_effort()))
            } else {
                let mut found = solver.find_up_to(if first { 1 } else { 2 }, limits);
                (asked.print(&mut found, answers)?, has_stats.then(|| found.effort()))
            };
            if let Some(effort) = effort {
                answers.count_search(solver, &effort);
            }
            Ok(answered)
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Report::objects(Objects::default(), &Verdict::ALL.map(Verdict::word))
            .of_puzzles::<super::report::EndObject>(
                "End of the solutions of a puzzle",
                &["unique", "several", "solved", "none", "unknown"],
            )
    }
}

/// A puzzle to be solved.
struct Question<'a> {
    session: &'a Session,
    report: &'a Report,
}

impl Question<'_> {
    /// Prints what was found, and why the search stopped if that was not asked for.
    fn print(&self, found: &mut Answer<'_>, answers: &mut Answers<'_>) -> Result<(Exit, Verdict), Fault> {
        let status = found.verdict();
        let why = match found.count() {
            Count::AtLeast(_, why) if why != Stopped::Solutions => Some(why),
            _ => None,
        };
        let cause = why.map(|why| self.session.cause_of(why));
        let reason = cause.map(|cause| match status {
            Verdict::Solved => format!("{} before it was known whether there is another", cause.words()),
            _ => cause.words().to_owned(),
        });
        self.report.answer(found, status, reason.as_deref(), answers)?;
        if matches!(status, Verdict::Unique | Verdict::None) && answers.puzzle.stated_solution().is_some() {
            answers.compare(found.solution(0).as_ref());
        }
        let exit = match status {
            Verdict::Several => Exit::Several,
            Verdict::None => Exit::NoSolution,
            _ => Exit::Answered,
        };
        Ok((cause.map_or(exit, Cause::exit), status))
    }

    /// Lists the solutions, up to the limit.
    fn list(
        &self,
        solver: &mut Solver,
        limits: &mut Limits<'_>,
        answers: &mut Answers<'_>,
    ) -> Result<(Exit, Verdict), Fault> {
        let report = self.report;
        let mut found = 0;
        loop {
            match solver.next_solution(limits) {
                Ok(Some(solution)) => {
                    found += 1;
                    let shown = (&solution, solver.listed_regions());
                    report.solution(solver.matrix().geometry(), found, shown, answers)?;
                    answers.make_room()?;
                }
                Ok(None) => {
                    let exit = if found == 0 {
                        report.failure(Verdict::None, None, answers)?;
                        Exit::NoSolution
                    } else {
                        report.end_of_solutions(End::Reached, found, answers)?;
                        Exit::Answered
                    };
                    return Ok((exit, Verdict::of_count(found, true)));
                }
                Err(why) => {
                    let cause = self.session.cause_of(why);
                    if found == 0 {
                        report.failure(Verdict::Unknown, Some(cause.words()), answers)?;
                    } else {
                        report.end_of_solutions(End::Stopped, found, answers)?;
                    }
                    let exit = answers.stopped(cause, &found.into());
                    return Ok((exit, Verdict::of_count(found, false)));
                }
            }
        }
    }
}
