//! Prints what a count costs with the engine that is found best, and with each engine alone.

use std::fs::{self, File};
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use benches::measure::{aligned, table};
use benches::workloads::{self, WorkloadError};
use dlx_core::inner::{CountEngine, CountError, Counting};
use dlx_core::text::knuth;
use dlx_core::{BigUint, Count, Limits, Problem};
use thiserror::Error;

/// Compare counting by the engine that is found best with counting by each engine alone, with one thread.
///
/// A cell has the CPU milliseconds, the mean of several runs, and in parentheses the millions of units of work, which do
/// not depend on the machine. A dash means that the engine did not end within the time. The last column names the
/// problems whose count takes more than twice the time or the work of the best engine and 20 more. The program fails
/// if two counts differ.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Problems in Knuth's format [default: testdata/exact-cover, testdata/counts and generated ones].
    files: Vec<PathBuf>,

    /// Number of runs; one if it takes longer than a fifth of a second.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// CPU seconds after which an engine is stopped; four times as much without an engine.
    #[arg(long, default_value_t = 10)]
    time: u64,
}

#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    #[error("{path}: {error}")]
    Open { path: PathBuf, error: std::io::Error },
    #[error("{path}: {error}")]
    Read { path: PathBuf, error: dlx_core::text::ReadError },
    #[error(transparent)]
    Count(#[from] CountError),
    #[error("{name}: counts differ: {one} and {other}")]
    Disagreement { name: String, one: BigUint, other: BigUint },
    #[error("{0}: the CPU time of the thread cannot be read")]
    NoTime(std::io::Error),
}

/// The most that a count may take: this many times the best engine, and this much more, in milliseconds and in millions
/// of units of work.
const FACTOR: f64 = 2.0;
const CONSTANT: f64 = 20.0;

/// Runs that take longer than this are not repeated.
const LONG: Duration = Duration::from_millis(200);

/// Number of nodes between two looks at the time.
const NODES_OF_A_LOOK: u64 = 1 << 10;

/// What a count took.
#[derive(Clone, Copy, Debug)]
struct Cost {
    milliseconds: f64,
    work: f64,
}

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let mut problems: Vec<(String, Problem)> = Vec::new();
    for path in &args.files {
        problems.push(read(path)?);
    }
    if args.files.is_empty() {
        for workload in workloads::exact_covers()? {
            problems.push((workload.name.clone(), workload.problem()?));
        }
        for path in workloads::large_counts()? {
            problems.push(read(&path)?);
        }
        let generated = workloads::many_covers()?.into_iter().chain(workloads::unlike_covers()?);
        problems.extend(generated.map(|instance| (instance.name.to_owned(), instance.problem)));
    }
    let mut table = table(["problem", "by", "auto", "search", "frontier", "memo", "above"]);
    let mut above = 0;
    for (name, problem) in &problems {
        eprintln!("{name}");
        let row = measure(name, problem, args)?;
        above += usize::from(row.last().is_some_and(|last| !last.is_empty()));
        table.add_row(row);
    }
    println!("{}", aligned(table, 2));
    println!("{above} of {} take more than {FACTOR} times the best engine and {CONSTANT}", problems.len());
    Ok(())
}

fn read(path: &Path) -> Result<(String, Problem), Fault> {
    let file = File::open(path).map_err(|error| Fault::Open { path: path.to_owned(), error })?;
    let problem = knuth::read(BufReader::new(file));
    let problem = problem.map_err(|error| Fault::Read { path: path.to_owned(), error })?;
    Ok((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), problem))
}

fn measure(name: &str, problem: &Problem, args: &Args) -> Result<Vec<String>, Fault> {
    let mut known: Option<BigUint> = None;
    let (mut by, mut costs) = (String::new(), Vec::new());
    for engine in [None].into_iter().chain(CountEngine::ALL.map(Some)) {
        let most = Duration::from_secs(if engine.is_none() { 4 * args.time } else { args.time });
        let mut cost = None;
        if let Some((count, found, took)) = count(problem, engine, most, args.runs)? {
            if let Some(one) = known.replace(count.clone()).filter(|one| *one != count) {
                return Err(Fault::Disagreement { name: name.to_owned(), one, other: count });
            }
            if engine.is_none() {
                by = found;
            }
            cost = Some(took);
        }
        costs.push(cost);
    }
    let cell = |cost: &Option<Cost>| {
        cost.map_or("-".to_owned(), |cost| format!("{:.1} ({:.1})", cost.milliseconds, cost.work))
    };
    let is_above = |of: fn(&Cost) -> f64| {
        let best = costs[1..].iter().flatten().map(of).min_by(f64::total_cmp);
        best.is_some_and(|best| costs[0].as_ref().is_none_or(|auto| of(auto) > FACTOR * best + CONSTANT))
    };
    let above = [("time", is_above(|cost| cost.milliseconds)), ("work", is_above(|cost| cost.work))];
    let above: Vec<&str> = above.into_iter().filter_map(|(what, is)| is.then_some(what)).collect();
    let cells = costs.iter().map(cell);
    Ok([name.to_owned(), by].into_iter().chain(cells).chain([above.join(", ")]).collect())
}

/// Returns the number of covers, the engines that counted the parts, and the cost; `None` if it takes too long, or the
/// engine does not support the problem.
fn count(
    problem: &Problem,
    engine: Option<CountEngine>,
    most: Duration,
    runs: u32,
) -> Result<Option<(BigUint, String, Cost)>, Fault> {
    let begin = cpu_time()?;
    for run in 1..=runs {
        let counting = Counting::of(problem);
        let counting = engine.map_or(counting.clone(), |engine| counting.engine(engine));
        let mut limits = Limits::none().ask(NODES_OF_A_LOOK, |_| match cpu_time() {
            Ok(now) if now - begin < most => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        let counted = match counting.run(&mut limits) {
            Err(CountError::Unsupported(_)) => return Ok(None),
            counted => counted?,
        };
        let Count::Exact(covers) = counted.count else { return Ok(None) };
        let time = cpu_time()? - begin;
        if run == runs || time > LONG {
            let milliseconds = 1000.0 * time.as_secs_f64() / f64::from(run);
            let mut engines: Vec<String> = counted.parts.iter().map(|part| part.engine.to_string()).collect();
            engines.dedup();
            let cost = Cost { milliseconds, work: counted.work as f64 / 1e6 };
            return Ok(Some((covers, engines.join(", "), cost)));
        }
    }
    Ok(None)
}

/// Returns the CPU time of the thread, which the system updates every few milliseconds.
fn cpu_time() -> Result<Duration, Fault> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").map_err(Fault::NoTime)?;
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse().ok());
    let invalid = || Fault::NoTime(std::io::ErrorKind::InvalidData.into());
    nanoseconds.map(Duration::from_nanos).ok_or_else(invalid)
}
