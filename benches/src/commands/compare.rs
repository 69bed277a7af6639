//! Prints the cost of the five methods on 9x9 puzzles.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use benches::baselines::{self, Baseline, Digits, Method, Run};
use benches::measure::{aligned, median, table};
use benches::workloads::{self, WorkloadError};
use comfy_table::Table;
use dlx_core::Uniqueness;
use dlx_core::inner::Size;
use thiserror::Error;

/// Compare five methods of proving that a 9x9 puzzle has one solution.
///
/// A run includes everything that depends on the puzzle: resolving the givens, building the arena, and
/// searching until the answer is known or the method's limit of nodes is reached. The matrix of the empty
/// board is built beforehand. The time is the shortest of several runs, in which the methods take turns; sums
/// and medians include stopped runs with the time until they were stopped. All answers are compared with one
/// another before anything is printed.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files of puzzles [default: seeds.txt and several.txt of testdata/sudoku].
    files: Vec<PathBuf>,

    /// Number of runs of each method on each puzzle, within a tenth of a second; one run if it is stopped.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Print one line per puzzle and method for files with at most this many puzzles.
    #[arg(long, default_value_t = 20, value_name = "PUZZLES")]
    each: usize,
}

#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    #[error("{name}: expected side 9, found {side}")]
    Side { name: String, side: usize },
    #[error("{name}: {method} found {found:?}, which is wrong or contradicts another method")]
    Disagreement { name: String, method: &'static str, found: Box<Uniqueness<Digits>> },
}

/// The result of one method on one puzzle: the shortest time, and the total time of its runs.
struct Timed {
    run: Run,
    time: Duration,
    spent: Duration,
}

/// A puzzle and the result of each method, in the order of [`Method::ALL`].
struct Row {
    name: String,
    by_method: Vec<Timed>,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let files = if args.files.is_empty() { shown() } else { args.files.clone() };
    let mut baselines: Vec<Baseline> = Method::ALL.into_iter().map(Baseline::new).collect();
    for file in files {
        let puzzles = workloads::puzzles(&file)?;
        let mut rows = Vec::new();
        for puzzle in &puzzles {
            let name = puzzle.name.clone();
            let clues = baselines::digits(&puzzle.grid)
                .ok_or_else(|| Fault::Side { name: name.clone(), side: puzzle.grid.side() })?;
            eprintln!("{name} of {}", puzzles.len());
            rows.push(measure(name, &clues, &mut baselines, args.runs)?);
        }
        let title = file.file_stem().unwrap_or_default().to_string_lossy();
        if rows.len() <= args.each {
            println!("{title}, each puzzle:\n{}\n", each(&rows));
        }
        println!("{title}, {} puzzles:\n{}\n", rows.len(), summary(&rows));
    }
    Ok(())
}

/// Returns the default files: seeds.txt and several.txt of testdata.
fn shown() -> Vec<PathBuf> {
    let lists = workloads::puzzle_lists().into_iter().map(|list| list.path);
    lists.filter(|path| path.ends_with("seeds.txt") || path.ends_with("several.txt")).collect()
}

fn measure(name: String, clues: &Digits, baselines: &mut [Baseline], runs: u32) -> Result<Row, Fault> {
    let mut by_method: Vec<Timed> = Vec::new();
    for (baseline, method) in baselines.iter_mut().zip(Method::ALL) {
        let timed = Timed::new(baseline, clues, method);
        let answer = &timed.run.answer;
        // This compares the answer with itself too, so that the solutions of the first method are checked.
        let earlier = by_method.iter().map(|timed| &timed.run.answer).chain([answer]);
        if !earlier.into_iter().all(|other| baselines::agree(clues, answer, other)) {
            let found = Box::new(answer.clone());
            return Err(Fault::Disagreement { name, method: method.name(), found });
        }
        by_method.push(timed);
    }
    // The methods take turns, so that a slow moment of the machine does not affect only one of them.
    for _ in 1..runs {
        for ((baseline, method), timed) in baselines.iter_mut().zip(Method::ALL).zip(&mut by_method) {
            if timed.is_finished() && timed.spent < LONG_ENOUGH {
                timed.repeat(baseline, clues, method);
            }
        }
    }
    Ok(Row { name, by_method })
}

/// A method that has taken this long on a puzzle is not run again.
const LONG_ENOUGH: Duration = Duration::from_millis(100);

impl Timed {
    fn new(baseline: &mut Baseline, clues: &Digits, method: Method) -> Self {
        let start = Instant::now();
        let run = baseline.solve(clues, method.most_nodes());
        let time = start.elapsed();
        Self { run, time, spent: time }
    }

    fn repeat(&mut self, baseline: &mut Baseline, clues: &Digits, method: Method) {
        let again = Self::new(baseline, clues, method);
        debug_assert_eq!(again.run, self.run, "a method is deterministic");
        self.time = self.time.min(again.time);
        self.spent += again.time;
    }

    fn is_finished(&self) -> bool {
        !matches!(self.run.answer, Uniqueness::Unknown { .. })
    }
}

/// Returns a table with a line for each puzzle and method.
fn each(rows: &[Row]) -> Table {
    let mut table =
        table(["puzzle", "method", "solutions", "time", "nodes", "options", "matrix nodes", "arena bytes"]);
    for row in rows {
        for (method, Timed { run, time, .. }) in Method::ALL.into_iter().zip(&row.by_method) {
            let size = run.size;
            table.add_row([
                row.name.clone(),
                method.name().to_owned(),
                solutions(run),
                format!("{time:.1?}"),
                run.nodes.to_string(),
                or_dash(size.map(|size| size.given_options + size.live_options)),
                or_dash(size.map(|size| size.matrix_nodes)),
                or_dash(size.map(|size| size.arena_bytes)),
            ]);
        }
    }
    aligned(table, 3)
}

/// Returns a table with a line for each method.
fn summary(rows: &[Row]) -> Table {
    let mut table = table([
        "method",
        "finished",
        "median time",
        "total time",
        "median nodes",
        "total nodes",
        "mean options",
        "mean matrix nodes",
        "most arena bytes",
    ]);
    for (place, method) in Method::ALL.into_iter().enumerate() {
        let of_method = || rows.iter().map(|row| &row.by_method[place]);
        let times: Vec<Duration> = of_method().map(|timed| timed.time).collect();
        let nodes: Vec<u64> = of_method().map(|timed| timed.run.nodes).collect();
        let sizes: Vec<Size> = of_method().filter_map(|timed| timed.run.size).collect();
        let count = u64::try_from(sizes.len()).expect("a list has fewer entries than that");
        let mean = |figure: fn(&Size) -> u64| sizes.iter().map(figure).sum::<u64>().checked_div(count);
        table.add_row([
            method.name().to_owned(),
            of_method().filter(|timed| timed.is_finished()).count().to_string(),
            or_dash(median(&times).map(|time| format!("{time:.1?}"))),
            format!("{:.1?}", times.iter().sum::<Duration>()),
            or_dash(median(&nodes)),
            nodes.iter().sum::<u64>().to_string(),
            or_dash(mean(|size| size.given_options + size.live_options)),
            or_dash(mean(|size| size.matrix_nodes)),
            or_dash(sizes.iter().map(|size| size.arena_bytes).max()),
        ]);
    }
    aligned(table, 1)
}

fn solutions(run: &Run) -> String {
    match run.answer {
        Uniqueness::None => "0".to_owned(),
        Uniqueness::One(_) => "1".to_owned(),
        Uniqueness::Several(..) => "2 or more".to_owned(),
        Uniqueness::Unknown { .. } => format!("stopped at {} nodes", run.nodes),
    }
}

fn or_dash(figure: Option<impl Display>) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string())
}
