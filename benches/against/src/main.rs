//! Counts the covers of problem files with dlx-core and with other crates, and prints what each took; likewise lists
//! of Sudoku puzzles with sudoku-cover.
//!
//! Every measurement of covers is a process of its own: the program starts itself again with `--one SOLVER FILE`. So
//! what is measured is what a user waits for, each has a fresh heap, and the kernel can end one that is hopeless
//! without touching the others.

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

use crate::measure::{Cost, Outcome, Terms};
use crate::report::{Best, Report};
use crate::scaling::Scaling;
use crate::solvers::Solver;

/// Count the covers of exact cover problems with dlx-core and with other crates, and compare the CPU time.
///
/// A measurement is a whole process, user and system time: it starts, reads the file, builds a solver and counts
/// all covers with one thread. All processes are the same program with the same reader, that of dlx-core, as the
/// other crates have none; they differ in the solver. The solvers take turns, and the least time of each is
/// shown. Every count is compared with the known answer.
#[derive(Debug, Parser)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
The table, in milliseconds:
  dlx-core with the best vector instructions of the processor
  avx2     dlx-core with AVX2 at most
  portable dlx-core without vector instructions
  -        the crate cannot say such a problem, as it has no colors or no bounds
  memory   more than --memory; algoxcc has no way to count without keeping all covers
  time     more than --time
  best     the fastest of xcov, exact-covers and dlx-rs; algoxcc is only shown beside them
  ratio    how many times the time of dlx-core that one took
  target   the least ratio that dlx-core has set itself for the file, if any, and whether it is met

Below it: what dlx-core takes with one thread and with two, on the clock and in CPU time.

pseudo5x5_600 is a word rectangle of generated words. Its file is left beside the program."
)]
struct Args {
    /// Problem files, with their number of covers unless a file ANSWERS beside them has it. Without any: those
    /// of testdata/exact-cover, and pseudo5x5_600.
    #[arg(value_name = "FILE[=COUNT]")]
    files: Vec<Asked>,

    /// How often each solver counts each file. Where dlx-core takes less than a tenth of a second for all of
    /// them, they go on until it has, at most ten times as often.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..1_000_000))]
    runs: u32,

    /// Solvers that have taken so many seconds on a file take no further turn on it.
    #[arg(long, default_value_t = 30.0, value_name = "SECONDS")]
    enough: f64,

    /// Measure the other crates too; without, only what a second thread gains is measured.
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set, value_name = "true|false")]
    peers: bool,

    #[command(flatten)]
    terms: Terms,

    #[command(subcommand)]
    other: Option<Other>,

    /// Count one file with one solver in this process, and print the count.
    #[arg(long, value_name = "SOLVER", hide = true, requires = "files")]
    one: Option<Solver>,
}

/// What else is compared.
#[derive(Debug, Subcommand)]
enum Other {
    Sudoku(puzzles::Args),
}

/// A file to count, and perhaps its answer.
#[derive(Clone, Debug)]
struct Asked {
    path: PathBuf,
    covers: Option<u64>,
}

impl From<&str> for Asked {
    /// What stands behind the last `=` is a count, unless the whole is the name of a file.
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
            None => {
                Workload::of_file(&self.path).context("a file without an answer may be given as FILE=COUNT")
            }
        }
    }
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    if let Some(Other::Sudoku(args)) = &args.other {
        return Ok(if puzzles::run(args)? { ExitCode::SUCCESS } else { ExitCode::FAILURE });
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
    let mut report = Report::default();
    if args.peers {
        for workload in &workloads {
            report.add(workload, &compare(workload, &args)?);
        }
        println!("{report}\n");
    }
    println!("{}", second_thread(&workloads, &args)?);
    Ok(if report.has_wrong_count() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// What dlx-core takes with one thread and with two, the least of several runs of each, by turns.
fn second_thread(workloads: &[Workload], args: &Args) -> Result<Scaling> {
    let mut scaling = Scaling::default();
    for workload in workloads.iter().filter(|workload| scaling::FILES.contains(&workload.name.as_str())) {
        let mut least: [Option<Cost>; 2] = [None; 2];
        for _ in 0..2 * args.runs {
            for (least, threads) in least.iter_mut().zip([1, 2]) {
                let threads = NonZeroUsize::new(threads).context("there is at least one thread")?;
                let terms = args.terms.with_threads(threads);
                let Outcome::Counted { count, cost } = measure::apart(Solver::Ours, &workload.path, terms)?
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
        }
        if let [Some(one), Some(two)] = least {
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

/// The best outcome of every solver on one file.
fn compare(workload: &Workload, args: &Args) -> Result<Vec<Best>> {
    let problem = workload.problem()?;
    let mut bests = Solver::ALL.map(|solver| Best::new(solver, &problem));
    for run in 1..=10 * args.runs {
        let is_asked = run <= args.runs;
        let is_short = bests.iter().any(|best| best.solver() == Solver::Ours && best.wants_turn(SHORT));
        if !is_asked && !is_short {
            break;
        }
        for best in bests.iter_mut().filter(|best| best.wants_turn(args.enough)) {
            let solver = best.solver();
            let outcome = measure::apart(solver, &workload.path, args.terms)?;
            if is_asked {
                eprintln!("{}: run {run}, {}: {outcome}", workload.name, solver.name());
            }
            best.see(outcome, workload.covers);
        }
    }
    Ok(bests.into())
}

/// Seconds that dlx-core takes in all before its least time is believed: a process of a millisecond is mostly page
/// faults and luck.
const SHORT: f64 = 0.1;
