//! Prints what the five methods cost on 9x9 puzzles.

use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::baselines::{self, Baseline, Digits, Method, Run};
use benches::workloads::{self, WorkloadError};
use clap::Parser;
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use dlx_core::Uniqueness;
use thiserror::Error;

/// Compare five methods of proving that a 9x9 puzzle has one solution.
///
/// A run is everything that depends on the puzzle: settling the clues, building the arena, and searching until
/// the answer is known or the method's nodes are spent. The matrix of the empty board is built beforehand. The
/// time is the least of several runs. All answers are checked against one another before anything is printed.
#[derive(Debug, Parser)]
struct Args {
    /// Files of puzzles; without any, those of testdata/sudoku.
    files: Vec<PathBuf>,

    /// How often each method solves each puzzle; once if it takes a tenth of a second or more.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Print a line for each puzzle and method of files with at most so many puzzles.
    #[arg(long, default_value_t = 20, value_name = "PUZZLES")]
    each: usize,
}

#[derive(Debug, Error)]
enum Fault {
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    #[error("{name}: found a side of {side}, expected 9")]
    Side { name: String, side: usize },
    #[error("{name}: {method} finds {found:?}, which is wrong or contradicts another method")]
    Disagreement { name: String, method: &'static str, found: Box<Uniqueness<Digits>> },
}

/// What one method did with one puzzle.
struct Timed {
    run: Run,
    time: Duration,
}

/// A puzzle, and what each method did with it, in the order of [`Method::ALL`].
struct Row {
    name: String,
    by_method: Vec<Timed>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("compare: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Fault> {
    let files = if args.files.is_empty() { workloads::puzzle_files() } else { args.files.clone() };
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

fn measure(name: String, clues: &Digits, baselines: &mut [Baseline], runs: u32) -> Result<Row, Fault> {
    let mut by_method: Vec<Timed> = Vec::new();
    for (baseline, method) in baselines.iter_mut().zip(Method::ALL) {
        let timed = time(baseline, clues, method.most_nodes(), runs);
        let answer = &timed.run.answer;
        // Agreement with itself is in there too, so that the first method's solutions are checked.
        let earlier = by_method.iter().map(|timed| &timed.run.answer).chain([answer]);
        if !earlier.into_iter().all(|other| baselines::agree(clues, answer, other)) {
            let found = Box::new(answer.clone());
            return Err(Fault::Disagreement { name, method: method.name(), found });
        }
        by_method.push(timed);
    }
    Ok(Row { name, by_method })
}

fn time(baseline: &mut Baseline, clues: &Digits, most_nodes: u64, runs: u32) -> Timed {
    let mut solve = || {
        let start = Instant::now();
        let run = baseline.solve(clues, most_nodes);
        (run, start.elapsed())
    };
    let (run, mut time) = solve();
    for _ in 1..runs {
        if time >= Duration::from_millis(100) {
            break;
        }
        time = time.min(solve().1);
    }
    Timed { run, time }
}

/// A line for each puzzle and method.
fn each(rows: &[Row]) -> Table {
    let mut table =
        table(&["puzzle", "method", "solutions", "time", "nodes", "options", "matrix nodes", "arena bytes"]);
    for row in rows {
        for (method, Timed { run, time }) in Method::ALL.into_iter().zip(&row.by_method) {
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

/// A line for each method.
fn summary(rows: &[Row]) -> Table {
    let is_finished = |timed: &Timed| !matches!(timed.run.answer, Uniqueness::Unknown { .. });
    let by_all: Vec<&Row> = rows.iter().filter(|row| row.by_method.iter().all(is_finished)).collect();
    let mut table = table(&[
        "method",
        "finished",
        &format!("time on the {} that all finish", by_all.len()),
        "nodes on them",
        "time on all",
        "nodes on all",
        "mean options",
        "mean matrix nodes",
        "most arena bytes",
    ]);
    for (place, method) in Method::ALL.into_iter().enumerate() {
        let of = |row: &&Row| -> (Duration, u64) {
            let timed = &row.by_method[place];
            (timed.time, timed.run.nodes)
        };
        let total = |rows: &[&Row]| {
            rows.iter().map(of).fold((Duration::ZERO, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
        };
        let all: Vec<&Row> = rows.iter().collect();
        let (time_by_all, nodes_by_all) = total(&by_all);
        let (time, nodes) = total(&all);
        let sizes: Vec<_> = rows.iter().filter_map(|row| row.by_method[place].run.size).collect();
        let count = u64::try_from(sizes.len()).expect("a list has fewer entries than that");
        let mean = |figures: u64| figures.checked_div(count);
        table.add_row([
            method.name().to_owned(),
            rows.iter().filter(|row| is_finished(&row.by_method[place])).count().to_string(),
            format!("{time_by_all:.1?}"),
            nodes_by_all.to_string(),
            format!("{time:.1?}"),
            nodes.to_string(),
            or_dash(mean(sizes.iter().map(|size| size.given_options + size.live_options).sum())),
            or_dash(mean(sizes.iter().map(|size| size.matrix_nodes).sum())),
            or_dash(sizes.iter().map(|size| size.arena_bytes).max()),
        ]);
    }
    aligned(table, 1)
}

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(header);
    table
}

/// The table with its figures to the right, from this column on.
fn aligned(mut table: Table, figures: usize) -> Table {
    for column in table.column_iter_mut().skip(figures) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
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
