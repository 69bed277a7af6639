//! The table of the times of the Sudoku solvers.

use std::fmt;
use std::time::Duration;

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use dlx_core::inner::Simd;

use super::peers::Peer;
use crate::measure::Cost;
use crate::targets;

/// The shortest times of each solver for all puzzles of one file.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub ours: Cost,
    pub two_threads: Cost,
    /// CPU times in the order of [`Peer::ALL`]; `None` for a crate that was not timed.
    pub peers: [Option<Duration>; Peer::ALL.len()],
    /// The first puzzle with a wrong answer, for each crate.
    pub wrong: [Option<usize>; Peer::ALL.len()],
}

/// The rows of all files and questions.
#[derive(Debug, Default)]
pub struct Report {
    simd: Option<Simd>,
    rows: Vec<Vec<String>>,
    has_wrong_answer: bool,
    targets: u32,
    targets_met: u32,
}

impl Report {
    /// Returns an empty report on runs with at most this level of vector instructions.
    pub fn for_level(simd: Option<Simd>) -> Self {
        Self { simd, ..Self::default() }
    }

    /// Adds the row of one file and one question.
    pub fn add(&mut self, name: &str, limit: u8, puzzles: usize, row: &Row) {
        self.has_wrong_answer |= row.wrong.iter().any(Option::is_some);
        let per_puzzle = |time: Duration| format!("{:.0}", time.as_secs_f64() * 1e9 / puzzles as f64);
        let mut cells =
            vec![name.to_owned(), puzzles.to_string(), limit.to_string(), per_puzzle(row.ours.cpu)];
        cells.extend(row.peers.iter().zip(row.wrong).map(|(time, wrong)| match (time, wrong) {
            (_, Some(puzzle)) => format!("wrong: {puzzle}"),
            (Some(time), None) => per_puzzle(*time),
            (None, None) => "-".to_owned(),
        }));
        let ratio = row.peers[0].map(|peer| times(peer, row.ours.cpu));
        let target = targets::of_puzzles(name, limit, self.simd);
        cells.push(ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}")));
        cells.extend(self.judged(ratio, target));
        let scaling = times(row.ours.wall, row.two_threads.wall);
        cells.extend([per_puzzle(row.ours.wall), per_puzzle(row.two_threads.wall), format!("{scaling:.2}")]);
        let [_, is_met] = self.judged(Some(scaling), targets::of_two_threads(limit, puzzles));
        cells.extend([is_met, format!("{:.2}", times(row.two_threads.cpu, row.ours.cpu))]);
        self.rows.push(cells);
    }

    /// Returns the target and whether it is met, and counts both.
    fn judged(&mut self, ratio: Option<f64>, target: Option<f64>) -> [String; 2] {
        let Some(target) = target else { return Default::default() };
        let is_met = ratio.is_some_and(|ratio| ratio >= target);
        self.targets += 1;
        self.targets_met += u32::from(is_met);
        [format!("{target:.2}"), if is_met { "yes" } else { "no" }.to_owned()]
    }

    /// Returns true if any crate gave a wrong answer.
    pub fn has_wrong_answer(&self) -> bool {
        self.has_wrong_answer
    }
}

fn times(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new();
        table.load_style(ASCII_MARKDOWN);
        let mut header = vec!["file", "puzzles", "limit", "sudoku-cover"];
        header.extend(Peer::ALL.map(Peer::name));
        header.extend([
            "ratio",
            "target",
            "met",
            "clock, one",
            "clock, two",
            "times as fast",
            "met",
            "times the CPU",
        ]);
        table.set_header(header);
        table.add_rows(&self.rows);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(f, "{table}")?;
        write!(f, "{} of {} targets met", self.targets_met, self.targets)
    }
}
