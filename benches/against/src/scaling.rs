//! The table of the gain from a second thread.

use std::fmt;
use std::time::Duration;

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};

use crate::measure::Cost;

/// The least elapsed time with one thread of the problems that are measured with two.
pub const SHORTEST: Duration = Duration::from_millis(200);

/// The times of one thread and of two threads on each file.
#[derive(Debug, Default)]
pub struct Scaling {
    rows: Vec<Vec<String>>,
}

impl Scaling {
    /// Adds the row of one file.
    pub fn add(&mut self, name: &str, one: Cost, two: Cost) {
        let millis = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
        self.rows.push(vec![
            name.to_owned(),
            millis(one.wall),
            millis(two.wall),
            format!("{:.2}", one.wall.as_secs_f64() / two.wall.as_secs_f64()),
            millis(one.cpu),
            millis(two.cpu),
            format!("{:.2}", two.cpu.as_secs_f64() / one.cpu.as_secs_f64()),
        ]);
    }
}

impl fmt::Display for Scaling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new();
        table.load_style(ASCII_MARKDOWN);
        table.set_header([
            "threads",
            "clock, one",
            "clock, two",
            "times as fast (1.9 wanted)",
            "CPU, one",
            "CPU, two",
            "times the CPU (1.10 at most)",
        ]);
        table.add_rows(&self.rows);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        write!(f, "{table}")
    }
}
