//! The table of the times of dlx-core before and after a change.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result};
use benches::workloads::Workload;
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};

use crate::report::Best;
use crate::solvers::Solver;

/// By file and level of vector instructions: the times before and after.
#[derive(Debug, Default)]
pub struct Changes {
    rows: Vec<(String, Vec<[Duration; 2]>)>,
}

impl Changes {
    /// Adds the row of one file. `bests` are those of each of [`Solver::OURS`], before and after.
    pub fn add(&mut self, workload: &Workload, bests: &[Best]) -> Result<()> {
        let time = |best: &Best| best.time().with_context(|| format!("{}: not counted", workload.name));
        let times: Vec<Duration> = bests.iter().map(time).collect::<Result<_>>()?;
        let (pairs, _) = times.as_chunks::<2>();
        self.rows.push((workload.name.clone(), pairs.to_vec()));
        Ok(())
    }
}

fn ratio([before, after]: [Duration; 2]) -> f64 {
    before.as_secs_f64() / after.as_secs_f64()
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new();
        table.load_style(ASCII_MARKDOWN);
        let levels = Solver::OURS.map(Solver::name);
        let heading = levels
            .iter()
            .flat_map(|level| [format!("{level} before"), "after".to_owned(), "times as fast".to_owned()]);
        table.set_header(std::iter::once("file".to_owned()).chain(heading));
        for (name, times) in &self.rows {
            let cells = times.iter().flat_map(|&times| {
                let [before, after] = times.map(|time| format!("{:.2}", time.as_secs_f64() * 1e3));
                [before, after, format!("{:.2}", ratio(times))]
            });
            table.add_row(std::iter::once(name.clone()).chain(cells));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(f, "{table}")?;
        write!(f, "geometric means:")?;
        for (level, name) in levels.iter().enumerate() {
            let logarithms: f64 = self.rows.iter().map(|(_, times)| ratio(times[level]).ln()).sum();
            write!(f, " {name} {:.2}", (logarithms / self.rows.len() as f64).exp())?;
        }
        Ok(())
    }
}
