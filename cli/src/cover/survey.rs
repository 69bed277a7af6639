//! `dlx survey`: what the maker of puzzles asks about each level, one level a line.

use std::io::Write;

use clap::Args;
use dlx_core::inner::{Survey, survey};
use dlx_core::{Count, ItemId, Problem};
use dlx_instances::geometry::{Geometry, Part, Picture};
use serde::Serialize;

use super::answer::stopped;
use super::geometry;
use super::lint::note_obstacle;
use crate::shared::flags::{Memory, ProblemList, ReportFormat};
use crate::shared::input::{for_each, name_of};
use crate::shared::json::BigNumber;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
pub(crate) struct SurveyLevels {
    #[command(flatten)]
    list: ProblemList,
    /// Stop counting the solutions of a level at N
    #[arg(long, value_name = "N", default_value_t = 10_000, help_heading = "Search")]
    limit: u64,
    #[command(flatten)]
    format: ReportFormat,
    #[command(flatten)]
    memory: Memory,
}

/// A level.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct LevelObject<'a> {
    /// Input: a file name, `standard input` or `argument`.
    source: &'a str,
    /// Number of solutions.
    solutions: u64,
    /// Whether the number of solutions is exact; otherwise it is a lower bound.
    exact: bool,
    /// Number of solutions up to symmetry. Null if the number of solutions is not exact.
    #[cfg_attr(test, schema(required = true))]
    distinct: Option<BigNumber>,
    /// Number of nodes of the search for the solutions: options tried, also where there was no choice.
    nodes: u64,
    /// Share of random tries that reach a solution, each choosing an option of the item with the fewest. Null without a solution.
    #[cfg_attr(test, schema(required = true, minimum = 0, maximum = 1))]
    success: Option<f64>,
    /// Pieces that no solution uses.
    unused: Vec<&'a str>,
    /// Pieces that some solutions use and others do not.
    spare: Vec<&'a str>,
    /// Whether no limit but that of solutions stopped the survey of the level.
    complete: bool,
}

impl Command for SurveyLevels {
    const NAME: &'static str = "survey";
    const ABOUT: &'static str = "Check levels of a puzzle: solutions, difficulty, unneeded pieces";
    const EXAMPLES: &'static str = "\
dlx generate polyominoes --region 4x4 --pieces L4=0..4,O4=0..4 -o first.dlx
dlx generate polyominoes --region 2x5 --pieces L4,O4=0..1,I2=0..1 -o second.dlx
dlx survey first.dlx second.dlx
dlx survey --format json first.dlx second.dlx";
    const NOTES: &'static str = "\
Each line has the number of solutions, their number up to symmetry, the nodes of the search, and the share of 1000 random \
tries that reach a solution: each chooses an option of the item with the fewest, and never goes back. The fewer, the harder \
the level. Pieces are the items without a place in the geometry of a packing, or all items where there is no geometry. Those that \
need not be covered are named if no solution, or not every solution, uses them. The exit code is 1 if a level has no solution.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, limit, format, memory } = self;
        let names = list.each().map(|source| name_of(source.file.unwrap_or_else(|| "-".as_ref())));
        let width = names.map(|name| name.chars().count()).max().unwrap_or(0).max("level".len());
        if !format.is_json() {
            let titles = ["solutions", "distinct", "nodes", "tries"];
            writeln!(
                session.output(),
                "{:width$}  {:>9}  {:>9}  {:>9}  {:>7}  pieces",
                "level",
                titles[0],
                titles[1],
                titles[2],
                titles[3]
            )?;
        }
        // Without headings between the files: a level is a line.
        for_each(&list, true, session, |loaded| {
            let (name, problem, comments) = loaded.into_problem()?;
            let pieces = pieces(&problem, geometry::optional(&name, comments).as_ref());
            let mut limits = session.limits(Some(limit)).bytes(memory.bytes());
            let survey = session.watched(|| survey(&problem, &pieces, &mut limits));
            drop(limits);
            if format.is_json() {
                json::write_line(&mut *session.output(), &LevelObject::new(&name, &problem, &survey))?;
            } else {
                writeln!(
                    session.output(),
                    "{}",
                    Row { name: &name, width, problem: &problem, survey: &survey }
                )?;
            }
            Ok(match (survey.count, survey.stopped) {
                (_, Some(why)) => stopped(session, why, survey.count.at_least()),
                (Count::Exact(0), None) => {
                    note_obstacle(&problem, session);
                    Exit::NoSolution
                }
                _ => Exit::Answered,
            })
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of::<LevelObject<'static>>("Level")
    }
}

/// Returns the items that stand for pieces: in a packing, those that are no cell; without a geometry, all.
fn pieces(problem: &Problem, geometry: Option<&Geometry>) -> Vec<ItemId> {
    let is_piece = |item: &ItemId| match geometry {
        None => true,
        Some(geometry) => {
            let is_cell = geometry.place(problem.name(*item)).is_some_and(|place| place.part == Part::Cell);
            matches!(geometry.picture(), Picture::Packing(_)) && !is_cell
        }
    };
    problem.items().filter(is_piece).collect()
}

fn names<'p>(problem: &'p Problem, items: &[ItemId]) -> Vec<&'p str> {
    items.iter().map(|&item| problem.name(item)).collect()
}

impl<'a> LevelObject<'a> {
    fn new(source: &'a str, problem: &'a Problem, survey: &Survey) -> Self {
        Self {
            source,
            solutions: survey.count.at_least(),
            exact: matches!(survey.count, Count::Exact(_)),
            distinct: survey.distinct.as_ref().map(BigNumber::new),
            nodes: survey.nodes,
            success: survey.success,
            unused: names(problem, &survey.unused),
            spare: names(problem, &survey.spare),
            complete: survey.stopped.is_none(),
        }
    }
}

/// A level as a line of the table.
struct Row<'a> {
    name: &'a str,
    width: usize,
    problem: &'a Problem,
    survey: &'a Survey,
}

impl std::fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, width, problem, survey } = self;
        let more = if matches!(survey.count, Count::Exact(_)) { "" } else { "+" };
        let solutions = format!("{}{more}", survey.count.at_least());
        let distinct = survey.distinct.as_ref().map_or_else(|| "-".to_owned(), ToString::to_string);
        let tries = survey.success.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
        write!(f, "{name:width$}  {solutions:>9}  {distinct:>9}  {:>9}  {tries:>7}", survey.nodes)?;
        let mut pieces = Vec::new();
        for (what, items) in [("never used:", &survey.unused), ("not needed:", &survey.spare)] {
            if !items.is_empty() {
                pieces.push(format!("{what} {}", names(problem, items).join(" ")));
            }
        }
        if pieces.is_empty() { Ok(()) } else { write!(f, "  {}", pieces.join("; ")) }
    }
}
