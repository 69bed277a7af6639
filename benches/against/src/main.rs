//! Measures the time that dlx-core and other crates take to count the covers of problem files, that `dlx count` and
//! other programs take, and that sudoku-cover and other crates take to solve lists of Sudoku puzzles.
//!
//! Every measurement of covers is a process of its own, for which the program starts itself again with `--one
//! SOLVER FILE`. This measures the time that a user waits, gives each run a fresh heap, and lets the kernel
//! end a run at its limits without affecting the others.

mod change;
mod counters;
mod measure;
mod puzzles;
mod report;
mod scaling;
mod solvers;
mod targets;
mod words;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, ensure};
use benches::workloads::{self, Workload};
use clap::{Parser, Subcommand};

use crate::change::Changes;
use crate::measure::{Cost, Outcome, Terms};
use crate::report::{Best, Report};
use crate::scaling::Scaling;
use crate::solvers::Solver;

/// Count the covers of exact cover problems with dlx-core and with other crates, and compare the CPU time.
///
/// A measurement is the user and system time of a whole process that starts, reads the file, builds a solver
/// and counts all covers with one thread. All processes run the same program and read with dlx-core, as the
/// other crates have no reader for these files; they differ only in the solver. The solvers take turns, and
/// the table shows the shortest time of each. Every count is compared with the known answer.
#[derive(Debug, Parser)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
The table, in milliseconds:
  dlx-core with the best vector instructions of the processor
  avx2     dlx-core with AVX2 at most
  portable dlx-core without vector instructions
  -        the crate does not support the problem: it has no colors or no bounds
  memory   more than --memory; algoxcc always stores all covers
  time     more than --time
  best     the fastest of xcov, exact-covers and dlx-rs; algoxcc is shown but not counted
  ratio    the time of that crate divided by the time of dlx-core
  target   the smallest ratio aimed at for the file, if any, and whether it is reached

Below it: the elapsed time and the CPU time of dlx-core with one thread and with two, where one thread takes at
least 0.2 s.

With --before: the times of dlx-core in PROGRAM and in this program, with each level of vector instructions, and how
many times as fast this program is.

pseudo5x5_600 is a word rectangle of generated words. Its file stays in the directory of the program."
)]
struct Args {
    /// Problem files, with their number of covers unless the ANSWERS file next to them has it. Default: the
    /// files of testdata/exact-cover, and pseudo5x5_600.
    #[arg(value_name = "FILE[=COUNT]")]
    files: Vec<Asked>,

    /// Number of runs of each solver on each file. If all runs of dlx-core together take less than a tenth of
    /// a second, they are repeated until they do, at most ten times as often.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..1_000_000))]
    runs: u32,

    /// Stop repeating a solver on a file after this many seconds.
    #[arg(long, default_value_t = 30.0, value_name = "SECONDS")]
    enough: f64,

    /// Measure the other crates too. If false, only the gain from a second thread is measured.
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set, value_name = "true|false")]
    peers: bool,

    /// Compare dlx-core with an earlier version instead, which this program has been built from.
    #[arg(long, value_name = "PROGRAM")]
    before: Option<PathBuf>,

    #[command(flatten)]
    terms: Terms,

    #[command(subcommand)]
    other: Option<Other>,

    /// Count one file with one solver in this process, and print the count.
    #[arg(long, value_name = "SOLVER", hide = true, requires = "files")]
    one: Option<Solver>,
}

/// The other comparisons.
#[derive(Debug, Subcommand)]
enum Other {
    Counters(counters::Args),
    Sudoku(puzzles::Args),
}

/// A file to count, with its answer if given.
#[derive(Clone, Debug)]
struct Asked {
    path: PathBuf,
    covers: Option<u64>,
}

impl From<&str> for Asked {
    /// Parses the part after the last `=` as a count, unless the whole text is the name of a file.
    fn from(text: &str) -> Self {
        let parts = text.rsplit_once('=').filter(|_| !Path::new(text).exists());
        if let Some((path, count)) = parts
            && let Ok(covers) = count.parse()
        {
            return Self { path: path.into(), covers: Some(covers) };
        }
        Self { path: text.into(), covers: None }
    }
}

impl Asked {
    fn workload(&self) -> Result<Workload> {
        match self.covers {
            Some(covers) => Ok(Workload::with_answer(self.path.clone(), covers)),
            None => Workload::of_file(&self.path).context("an answer can be given as FILE=COUNT"),
        }
    }
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    if let Some(other) = &args.other {
        let is_right = match other {
            Other::Counters(args) => counters::run(args)?,
            Other::Sudoku(args) => puzzles::run(args)?,
        };
        return Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if let (Some(solver), Some(file)) = (args.one, args.files.first()) {
        measure::here(solver, &file.path, args.terms)?;
        return Ok(ExitCode::SUCCESS);
    }

    let workloads = if args.files.is_empty() {
        all_workloads()?
    } else {
        args.files.iter().map(Asked::workload).collect::<Result<Vec<_>>>()?
    };
    let own = std::env::current_exe()?;
    if let Some(before) = &args.before {
        let mut changes = Changes::default();
        for workload in &workloads {
            let programs = [before, &own];
            let bests = Solver::OURS.map(|solver| programs.map(|program| (program.as_path(), solver)));
            changes.add(workload, &compare(workload, bests.as_flattened(), &args)?)?;
        }
        println!("{changes}");
        return Ok(ExitCode::SUCCESS);
    }
    let mut report = Report::default();
    if args.peers {
        for workload in &workloads {
            report.add(
                workload,
                &compare(workload, &Solver::ALL.map(|solver| (own.as_path(), solver)), &args)?,
            );
        }
        println!("{report}\n");
    }
    println!("{}", second_thread(&own, &workloads, &args)?);
    Ok(if report.has_wrong_count() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Measures dlx-core with one thread and with two in turns, and keeps the shortest times.
fn second_thread(own: &Path, workloads: &[Workload], args: &Args) -> Result<Scaling> {
    let mut scaling = Scaling::default();
    for workload in workloads {
        let mut least: [Option<Cost>; 2] = [None; 2];
        for run in 0..2 * args.runs {
            for (least, threads) in least.iter_mut().zip([1, 2]) {
                let threads = NonZeroUsize::new(threads).context("there is at least one thread")?;
                let terms = args.terms.with_threads(threads);
                let Outcome::Counted { count, cost } =
                    measure::apart(own, Solver::Ours, &workload.path, terms)?
                else {
                    continue;
                };
                ensure!(
                    count == workload.covers,
                    "{}: found {count} covers with {threads} threads",
                    workload.name
                );
                *least = Some(least.map_or(cost, |least| least.min_of_each(cost)));
            }
            if run == 0 && least[0].is_some_and(|one| one.wall < scaling::SHORTEST) {
                break;
            }
        }
        if let [Some(one), Some(two)] = least
            && one.wall >= scaling::SHORTEST
        {
            scaling.add(&workload.name, one, two);
        }
    }
    Ok(scaling)
}

fn all_workloads() -> Result<Vec<Workload>> {
    let program = std::env::current_exe()?;
    let directory = program.parent().ok_or_else(|| anyhow!("{} is in no directory", program.display()))?;
    let mut workloads = workloads::exact_covers()?;
    workloads.push(words::write_into(directory)?);
    Ok(workloads)
}

/// Returns the best outcome on one file of each solver, as a part of a program.
fn compare(workload: &Workload, solvers: &[(&Path, Solver)], args: &Args) -> Result<Vec<Best>> {
    let problem = workload.problem()?;
    let mut bests: Vec<Best> = solvers.iter().map(|&(_, solver)| Best::new(solver, &problem)).collect();
    for run in 1..=10 * args.runs {
        let is_asked = run <= args.runs;
        let is_short = bests.iter().any(|best| best.solver() == Solver::Ours && best.wants_turn(SHORT));
        if !is_asked && !is_short {
            break;
        }
        for (best, &(program, solver)) in bests.iter_mut().zip(solvers) {
            if best.wants_turn(args.enough) {
                let outcome = measure::apart(program, solver, &workload.path, args.terms)?;
                if is_asked {
                    eprintln!("{}: run {run}, {}: {outcome}", workload.name, solver.name());
                }
                best.see(outcome, workload.covers);
            }
        }
    }
    Ok(bests)
}

/// The total seconds that dlx-core must run before its shortest time is used: page faults and noise dominate
/// a process of a millisecond.
const SHORT: f64 = 0.1;
