//! The measurement of a puzzle, and the figures of several.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use benches::measure::{aligned, median, table};
use benches::objection::objection;
use clap::Args;
use dlx_core::Uniqueness;
use sudoku_cover::{Geometry, Grid, Record, Solver};

use super::fault::{Fault, until};

/// The effort for each puzzle.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    /// Seconds after which a puzzle counts as not finished.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    limit: u32,

    /// Number of runs of each puzzle, within a second; one run if it is not finished.
    #[arg(long, value_name = "N", default_value = "5")]
    runs: NonZeroU32,

    /// Also print a line per puzzle.
    #[arg(long)]
    pub(crate) each: bool,
}

/// The runs of a puzzle are repeated within this time.
const LONG_ENOUGH: Duration = Duration::from_secs(1);

impl Effort {
    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(u64::from(self.limit))
    }
}

/// One run, whose solutions have been checked.
struct Run {
    answer: Uniqueness<Grid>,
    time: Duration,
    nodes: u64,
    method: &'static str,
}

impl Run {
    /// Solves the puzzle, and checks the solutions.
    fn of(name: &str, record: &Record, limit: Duration) -> Result<Self, Fault> {
        let start = Instant::now();
        let board = Geometry::of_side(record.grid.side())?.with_rules(record.rules())?;
        let mut solver = Solver::new(&board);
        let (answer, effort) = match solver.load_record(record) {
            Ok(()) => {
                let mut found = solver.find_up_to(2, &mut until(start + limit));
                (found.uniqueness(), found.effort())
            }
            // A puzzle with contradicting givens has no solution.
            Err(_) => (Uniqueness::None, sudoku_cover::Effort::default()),
        };
        let time = start.elapsed();
        let solutions = match &answer {
            Uniqueness::None => [None, None],
            Uniqueness::One(solution) => [Some(solution), None],
            Uniqueness::Several(first, second) => [Some(first), Some(second)],
            Uniqueness::Unknown { found, .. } => [found.as_ref(), None],
        };
        for solution in solutions.into_iter().flatten() {
            if let Some(reason) = objection(record, &board, solution)? {
                return Err(Fault::WrongSolution { name: name.to_owned(), reason });
            }
        }
        if solutions[0].is_some() && solutions[0] == solutions[1] {
            return Err(Fault::WrongSolution { name: name.to_owned(), reason: "found twice".to_owned() });
        }
        Ok(Self { answer, time, nodes: effort.counters.nodes, method: effort.method })
    }
}

/// The result of a puzzle.
pub(crate) struct Measured {
    name: String,
    pub(crate) answer: Uniqueness<Grid>,
    /// The shortest time, or the time until it was stopped.
    time: Duration,
    nodes: u64,
    method: &'static str,
    pub(crate) givens: usize,
    rules: usize,
}

impl Measured {
    /// Measures a puzzle.
    pub(crate) fn of(name: String, record: &Record, effort: &Effort) -> Result<Self, Fault> {
        let begin = Instant::now();
        let Run { answer, mut time, nodes, method } = Run::of(&name, record, effort.limit())?;
        for _ in 1..effort.runs.get() {
            if matches!(answer, Uniqueness::Unknown { .. }) || begin.elapsed() > LONG_ENOUGH {
                break;
            }
            let again = Run::of(&name, record, effort.limit())?;
            match again.answer {
                // The machine may have been busier.
                Uniqueness::Unknown { .. } => {}
                other if other == answer => time = time.min(again.time),
                _ => return Err(Fault::Differ { name }),
            }
        }
        let (givens, rules) = (record.grid.clue_count(), record.rules().len());
        Ok(Self { name, answer, time, nodes, method, givens, rules })
    }

    pub(crate) fn is_finished(&self) -> bool {
        !matches!(self.answer, Uniqueness::Unknown { .. })
    }
}

/// Returns a time in milliseconds.
pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

/// The headings of [`figures`].
pub(crate) const FIGURES: [&str; 6] =
    ["puzzles", "median, ms", "slowest, ms", "above 10 ms", "above 1 s", "not finished"];

/// Returns the figures of several puzzles.
pub(crate) fn figures(puzzles: &[Measured]) -> [String; FIGURES.len()] {
    let times: Vec<Duration> = puzzles.iter().map(|puzzle| puzzle.time).collect();
    let above = |limit| times.iter().filter(|&&time| time > limit).count().to_string();
    [
        puzzles.len().to_string(),
        milliseconds(median(&times).unwrap_or_default()),
        milliseconds(times.iter().max().copied().unwrap_or_default()),
        above(Duration::from_millis(10)),
        above(Duration::from_secs(1)),
        puzzles.iter().filter(|puzzle| !puzzle.is_finished()).count().to_string(),
    ]
}

/// Prints a line for each puzzle, if there are any.
pub(crate) fn print_each(puzzles: &[Measured]) {
    if puzzles.is_empty() {
        return;
    }
    let mut table = table(["puzzle", "solutions", "method", "givens", "rules", "ms", "nodes"]);
    for puzzle in puzzles {
        let solutions = match puzzle.answer {
            Uniqueness::None => "none",
            Uniqueness::One(_) => "one",
            Uniqueness::Several(..) => "several",
            Uniqueness::Unknown { .. } => "not finished",
        };
        table.add_row([
            puzzle.name.clone(),
            solutions.to_owned(),
            puzzle.method.to_owned(),
            puzzle.givens.to_string(),
            puzzle.rules.to_string(),
            milliseconds(puzzle.time),
            puzzle.nodes.to_string(),
        ]);
    }
    println!("{}\n", aligned(table, 3));
}
