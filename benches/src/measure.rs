//! Times of repeated work, and the tables that show them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Row, Table};

/// The times of several measurements of the same work.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Measures work that repeats the same job `times` times, and stores the time of one job.
    pub fn measure<T>(&mut self, times: u32, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = black_box(work());
        self.0.push(start.elapsed() / times.max(1));
        result
    }

    /// Returns the shortest time, or zero before the first measurement.
    #[must_use]
    pub fn least(&self) -> Duration {
        self.0.iter().min().copied().unwrap_or_default()
    }

    /// Returns the median, or zero before the first measurement.
    #[must_use]
    pub fn median(&self) -> Duration {
        median(&self.0).unwrap_or_default()
    }
}

/// Returns the median; of an even number of times, the upper middle one.
#[must_use]
pub fn median<T: Copy + Ord>(figures: &[T]) -> Option<T> {
    let mut sorted = figures.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied()
}

/// Returns an empty table in Markdown.
#[must_use]
pub fn table(header: impl Into<Row>) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(header);
    table
}

/// Returns the table with right-aligned columns from this column on.
#[must_use]
pub fn aligned(mut table: Table, figures: usize) -> Table {
    for column in table.column_iter_mut().skip(figures) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
