//! Counts the covers of problem files with dlx-core and with other crates, and prints what each took.
//!
//! Every measurement is a process of its own: the program starts itself again with `--one SOLVER FILE`. That
//! gives each a fresh heap, and lets the kernel end one that is hopeless without touching the others.

mod measure;
mod report;
mod solvers;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use benches::workloads::{self, Workload};
use clap::Parser;

use crate::measure::{Caps, Outcome};
use crate::report::{Best, Report};
use crate::solvers::Solver;

/// Count the covers of exact cover problems with dlx-core and with other crates, and compare the CPU time.
///
/// A measurement is building the solver from the parsed problem and counting all covers; reading the file is
/// not in it. The solvers take turns, and the least time of each is shown. Every count is compared with the
/// file's known answer, from the file ANSWERS beside it.
#[derive(Debug, Parser)]
struct Args {
    /// Problem files; without any, those of testdata/exact-cover that are not marked as slow.
    files: Vec<PathBuf>,

    /// How often each solver counts each file.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Solvers that have taken so many seconds on a file take no further turn on it.
    #[arg(long, default_value_t = 30.0, value_name = "SECONDS")]
    enough: f64,

    /// CPU seconds after which a run is ended and its solver dropped for the file.
    #[arg(long, default_value_t = 120, value_name = "SECONDS")]
    time: u64,

    /// Megabytes of address space that a run may have.
    #[arg(long, default_value_t = 2048, value_name = "MEGABYTES")]
    memory: u64,

    /// Count one file with one solver in this process, and print the count and the CPU time in nanoseconds.
    #[arg(long, value_name = "SOLVER", hide = true)]
    one: Option<Solver>,
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let caps = Caps { seconds: args.time, megabytes: args.memory };
    if let Some(solver) = args.one {
        let [file] = &args.files[..] else { anyhow::bail!("--one takes one file") };
        measure::here(solver, file, caps)?;
        return Ok(ExitCode::SUCCESS);
    }

    let workloads = if args.files.is_empty() {
        workloads::exact_covers()?.into_iter().filter(|workload| !workload.is_slow).collect()
    } else {
        args.files.iter().map(|file| Workload::of_file(file)).collect::<Result<Vec<_>, _>>()?
    };
    ensure!(!workloads.is_empty(), "there is nothing to count");

    let mut report = Report::default();
    for workload in &workloads {
        report.add(workload, &compare(workload, &args, caps)?);
    }
    println!("{report}");
    Ok(if report.has_wrong_count() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The best outcome of every solver on one file.
fn compare(workload: &Workload, args: &Args, caps: Caps) -> Result<Vec<Best>> {
    let problem = workload.problem()?;
    let mut bests: Vec<Best> = Solver::ALL.iter().map(|&solver| Best::new(solver, &problem)).collect();
    for run in 1..=args.runs {
        for best in bests.iter_mut().filter(|best| best.wants_turn(args.enough)) {
            let solver = best.solver();
            eprint!("{}: run {run} of {}, {} ... ", workload.name, args.runs, solver.name());
            let outcome = measure::apart(solver, &workload.path, caps)?;
            eprintln!("{outcome}");
            if let Outcome::Counted { count, .. } = outcome
                && count != workload.covers
            {
                eprintln!("wrong: {} has {} covers", workload.name, workload.covers);
            }
            best.see(outcome, workload.covers);
        }
    }
    Ok(bests)
}
