//! The best of several runs of each solver, and the table of them.

use std::fmt;
use std::time::Duration;

use benches::workloads::Workload;
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use dlx_core::Problem;

use crate::measure::Outcome;
use crate::solvers::Solver;

/// How a solver stands on one file.
#[derive(Clone, Copy, Debug)]
enum Standing {
    /// It cannot say such problems.
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
    /// Before the first run.
    pub fn new(solver: Solver, problem: &Problem) -> Self {
        let standing = if solver.accepts(problem) { Standing::Waiting } else { Standing::Refused };
        Self { solver, standing, spent: Duration::ZERO }
    }

    pub fn solver(&self) -> Solver {
        self.solver
    }

    /// Whether a further run is worth the time, when so many seconds are enough.
    pub fn wants_turn(&self, enough: f64) -> bool {
        match self.standing {
            Standing::Waiting => true,
            Standing::Fastest(_) => self.spent.as_secs_f64() < enough,
            Standing::Refused | Standing::OutOfTime | Standing::OutOfMemory | Standing::Wrong(_) => false,
        }
    }

    /// Takes a run into account.
    pub fn see(&mut self, outcome: Outcome, expected: u64) {
        self.standing = match (outcome, self.standing) {
            (Outcome::OutOfTime, _) => Standing::OutOfTime,
            (Outcome::OutOfMemory, _) => Standing::OutOfMemory,
            (Outcome::Counted { count, .. }, _) if count != expected => Standing::Wrong(count),
            (Outcome::Counted { cpu, .. }, Standing::Fastest(least)) => Standing::Fastest(least.min(cpu)),
            (Outcome::Counted { cpu, .. }, _) => Standing::Fastest(cpu),
        };
        if let Outcome::Counted { cpu, .. } = outcome {
            self.spent += cpu;
        }
    }

    fn time(&self) -> Option<Duration> {
        match self.standing {
            Standing::Fastest(time) => Some(time),
            _ => None,
        }
    }

    fn cell(&self) -> String {
        match self.standing {
            Standing::Refused | Standing::Waiting => "-".to_owned(),
            Standing::Fastest(time) => format!("{:.5}", time.as_secs_f64()),
            Standing::OutOfTime => "time".to_owned(),
            Standing::OutOfMemory => "memory".to_owned(),
            Standing::Wrong(count) => format!("wrong: {count}"),
        }
    }
}

/// All files, each with the best of every solver.
#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<Vec<String>>,
    has_wrong_count: bool,
}

impl Report {
    /// Adds the row of one file.
    pub fn add(&mut self, workload: &Workload, bests: &[Best]) {
        self.has_wrong_count |= bests.iter().any(|best| matches!(best.standing, Standing::Wrong(_)));
        let ours = bests.iter().find(|best| best.solver == Solver::Ours).and_then(Best::time);
        let peer = bests.iter().filter(|best| best.solver != Solver::Ours).filter_map(Best::time).min();
        let ratio = match (peer, ours) {
            (Some(peer), Some(ours)) => format!("{:.2}", peer.as_secs_f64() / ours.as_secs_f64()),
            _ => "-".to_owned(),
        };
        let mut row = vec![workload.name.clone(), workload.covers.to_string()];
        row.extend(bests.iter().map(Best::cell));
        row.push(ratio);
        self.rows.push(row);
    }

    /// Whether any solver counted wrongly.
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
        header.push("best peer / dlx-core");
        table.set_header(header);
        table.add_rows(&self.rows);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        write!(f, "{table}")
    }
}
