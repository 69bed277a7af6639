//! Prints the effect of reductions on exact cover problems, and the cost of counting with and without them.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use benches::measure::{aligned, table};
use benches::workloads::{self, WorkloadError};
use dlx_core::inner::count;
use dlx_core::inner::{Effort, Reduction};
use dlx_core::text::knuth;
use dlx_core::{Count, Limits, Problem, Search};
use thiserror::Error;

/// Compare counting by a plain search, counting with reduction where it pays, a search of the problem reduced
/// as far as an estimate of its tree allows, and a search of the fully reduced problem.
///
/// Each time is the shortest of several runs, in which the methods take turns, and includes everything after
/// reading: building tables, reducing, searching. The program fails if two counts differ.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Problems in Knuth's format [default: those of testdata/exact-cover].
    files: Vec<PathBuf>,

    /// Number of runs of each method on each problem; fewer if all runs take more than three seconds.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Count each problem once with this method only, for profiling.
    #[arg(long, value_enum)]
    once: Option<Once>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Once {
    Plain,
    Count,
    Guessed,
    AllRules,
}

#[derive(Debug, Error)]
pub(crate) enum Fault {
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    #[error("{path}: {error}")]
    Open { path: PathBuf, error: std::io::Error },
    #[error("{path}: {error}")]
    Read { path: PathBuf, error: dlx_core::text::ReadError },
    #[error("{name}: counts differ: {counts:?}")]
    Disagreement { name: String, counts: Vec<Count> },
}

/// A method of counting.
type Method = fn(&Problem) -> Count;

const METHODS: [Method; 4] = [
    |problem| Search::new(problem).count(&mut Limits::none()),
    |problem| count(problem, &mut Limits::none()).map(|covers| covers.try_into().unwrap_or(u64::MAX)),
    |problem| {
        let reduction = Reduction::of(problem, Effort::Guessed, &mut Limits::none());
        Search::new(reduction.problem()).count(&mut Limits::none())
    },
    |problem| {
        let reduction = Reduction::of(problem, Effort::Full, &mut Limits::none());
        Search::new(reduction.problem()).count(&mut Limits::none())
    },
];

/// A problem that has taken this long is not run again.
const LONG_ENOUGH: Duration = Duration::from_secs(3);

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
    let mut problems: Vec<(String, Problem)> = Vec::new();
    for path in &args.files {
        let file = File::open(path).map_err(|error| Fault::Open { path: path.clone(), error })?;
        let problem = knuth::read(BufReader::new(file));
        let problem = problem.map_err(|error| Fault::Read { path: path.clone(), error })?;
        problems.push((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), problem));
    }
    if args.files.is_empty() {
        for workload in workloads::exact_covers()? {
            problems.push((workload.name.clone(), workload.problem()?));
        }
    }
    if let Some(once) = args.once {
        let method = match once {
            Once::Plain => METHODS[0],
            Once::Count => METHODS[1],
            Once::Guessed => METHODS[2],
            Once::AllRules => METHODS[3],
        };
        for (name, problem) in problems {
            println!("{name} {}", method(&problem).at_least());
        }
        return Ok(());
    }
    let mut table = table([
        "problem",
        "covers",
        "items",
        "options",
        "left items",
        "left options",
        "cheap rules",
        "all rules",
        "plain",
        "count",
        "count / plain",
        "guessed, then plain",
        "guessed / plain",
        "all rules, then plain",
    ]);
    for (name, problem) in problems {
        eprintln!("{name}");
        table.add_row(measure(name, &problem, args.runs)?);
    }
    println!("{}", aligned(table, 1));
    Ok(())
}

fn measure(name: String, problem: &Problem, runs: u32) -> Result<Vec<String>, Fault> {
    let mut covers = Count::Exact(0);
    let mut least = [Duration::MAX; METHODS.len()];
    let mut reducing = [Duration::MAX; 2];
    let begin = Instant::now();
    for _ in 0..runs {
        let mut counts = Vec::new();
        for (time, method) in least.iter_mut().zip(METHODS) {
            let start = Instant::now();
            counts.push(method(problem));
            *time = start.elapsed().min(*time);
        }
        if counts.iter().any(|&count| count != counts[0]) {
            return Err(Fault::Disagreement { name, counts });
        }
        covers = counts[0];
        for (time, effort) in reducing.iter_mut().zip([Effort::Cheap, Effort::Full]) {
            let start = Instant::now();
            drop(Reduction::of(problem, effort, &mut Limits::none()));
            *time = start.elapsed().min(*time);
        }
        if begin.elapsed() > LONG_ENOUGH {
            break;
        }
    }
    let reduction = Reduction::of(problem, Effort::Full, &mut Limits::none());
    let left = reduction.problem();
    let time = |duration: Duration| format!("{duration:.1?}");
    Ok(vec![
        name,
        covers.at_least().to_string(),
        problem.item_count().to_string(),
        problem.option_count().to_string(),
        left.item_count().to_string(),
        left.option_count().to_string(),
        time(reducing[0]),
        time(reducing[1]),
        time(least[0]),
        time(least[1]),
        format!("{:.3}", least[1].as_secs_f64() / least[0].as_secs_f64()),
        time(least[2]),
        format!("{:.3}", least[2].as_secs_f64() / least[0].as_secs_f64()),
        time(least[3]),
    ])
}
