//! The best of several runs of each solver, and the table of the results.

use std::fmt;
use std::time::Duration;

use benches::workloads::Workload;
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use dlx_core::Problem;

use crate::measure::Outcome;
use crate::solvers::Solver;
use crate::targets;

/// The result of a solver on one file so far.
#[derive(Clone, Copy, Debug)]
enum Standing {
    /// The solver does not support the problem.
    Refused,
    Waiting,
    Fastest(Duration),
    OutOfTime,
    OutOfMemory,
    Wrong(u64),
}

/// The best outcome of one solver on one file.
#[derive(Clone, Copy, Debug)]
pub struct Best {
    solver: Solver,
    standing: Standing,
    spent: Duration,
}

impl Best {
    /// Returns the state before the first run.
    pub fn new(solver: Solver, problem: &Problem) -> Self {
        let standing = if solver.accepts(problem) { Standing::Waiting } else { Standing::Refused };
        Self { solver, standing, spent: Duration::ZERO }
    }

    pub fn solver(&self) -> Solver {
        self.solver
    }

    /// Returns true if the solver should run again: it has not failed, and has run for less than `enough`
    /// seconds.
    pub fn wants_turn(&self, enough: f64) -> bool {
        match self.standing {
            Standing::Waiting => true,
            Standing::Fastest(_) => self.spent.as_secs_f64() < enough,
            Standing::Refused | Standing::OutOfTime | Standing::OutOfMemory | Standing::Wrong(_) => false,
        }
    }

    /// Records the outcome of a run.
    pub fn see(&mut self, outcome: Outcome, expected: u64) {
        self.standing = match (outcome, self.standing) {
            (Outcome::OutOfTime, _) => Standing::OutOfTime,
            (Outcome::OutOfMemory, _) => Standing::OutOfMemory,
            (Outcome::Counted { count, .. }, _) if count != expected => Standing::Wrong(count),
            (Outcome::Counted { cost, .. }, Standing::Fastest(least)) => {
                Standing::Fastest(least.min(cost.cpu))
            }
            (Outcome::Counted { cost, .. }, _) => Standing::Fastest(cost.cpu),
        };
        if let Outcome::Counted { cost, .. } = outcome {
            self.spent += cost.cpu;
        }
    }

    /// Returns the shortest time, if all counts were right.
    pub fn time(&self) -> Option<Duration> {
        match self.standing {
            Standing::Fastest(time) => Some(time),
            _ => None,
        }
    }

    fn cell(&self) -> String {
        match self.standing {
            Standing::Refused | Standing::Waiting => "-".to_owned(),
            Standing::Fastest(time) => format!("{:.2}", time.as_secs_f64() * 1e3),
            Standing::OutOfTime => "time".to_owned(),
            Standing::OutOfMemory => "memory".to_owned(),
            Standing::Wrong(count) => format!("wrong: {count}"),
        }
    }
}

/// The rows of all files.
#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<Vec<String>>,
    has_wrong_count: bool,
    targets: u32,
    targets_met: u32,
}

impl Report {
    /// Adds the row of one file.
    pub fn add(&mut self, workload: &Workload, bests: &[Best]) {
        self.has_wrong_count |= bests.iter().any(|best| matches!(best.standing, Standing::Wrong(_)));
        let mut row = vec![workload.name.clone(), workload.covers.to_string()];
        row.extend(bests.iter().map(Best::cell));

        let ours = bests.iter().find(|best| best.solver == Solver::Ours).and_then(Best::time);
        let in_targets = bests.iter().filter(|best| best.solver.is_in_targets());
        let peer = in_targets.filter_map(|best| Some((best.time()?, best.solver.name()))).min();
        let ratio = match (peer, ours) {
            (Some((peer, _)), Some(ours)) => Some(peer.as_secs_f64() / ours.as_secs_f64()),
            _ => None,
        };
        let target = targets::of(&workload.name);
        let is_met = target.map(|target| ratio.is_some_and(|ratio| ratio >= target));
        self.targets += u32::from(is_met.is_some());
        self.targets_met += u32::from(is_met == Some(true));
        row.push(peer.map_or("-", |(_, name)| name).to_owned());
        row.push(ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}")));
        row.push(target.map_or(String::new(), |target| format!("{target:.1}")));
        row.push(is_met.map_or("", |is_met| if is_met { "yes" } else { "no" }).to_owned());
        self.rows.push(row);
    }

    /// Returns true if any solver gave a wrong count.
    pub fn has_wrong_count(&self) -> bool {
        self.has_wrong_count
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new();
        table.load_style(ASCII_MARKDOWN);
        let mut header = vec!["file", "covers"];
        header.extend(Solver::ALL.iter().map(|solver| solver.name()));
        header.extend(["best", "ratio", "target", "met"]);
        table.set_header(header);
        table.add_rows(&self.rows);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(f, "{table}")?;
        write!(f, "{} of {} targets met", self.targets_met, self.targets)
    }
}
