//! One measurement: the cost of a process that reads a file and counts its covers.

use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use dlx_core::inner::EngineKind;
use dlx_core::text::knuth;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::signal::Signal;
use nix::sys::time::TimeVal;

use crate::solvers::Solver;

/// The options of a counting process, in addition to its solver and its file.
///
/// A new option needs a field here and a line in [`arguments`](Self::arguments).
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Terms {
    /// CPU seconds after which a run is ended and its solver skipped for the file.
    #[arg(long = "time", default_value_t = 120, value_name = "SECONDS")]
    seconds: u64,

    /// Limit on the address space of a run, in megabytes.
    #[arg(long = "memory", default_value_t = 2048, value_name = "MEGABYTES")]
    megabytes: u64,

    /// The engine of dlx-core: links, bitset or bitslice [default: the planned one].
    #[arg(long)]
    pub engine: Option<EngineKind>,

    /// Number of threads of dlx-core.
    #[arg(long, default_value = "1", value_name = "N")]
    pub threads: NonZeroUsize,
}

impl Terms {
    /// Returns the same options with another number of threads.
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Returns the options as command line arguments.
    fn arguments(self) -> Vec<String> {
        let caps = [format!("--time={}", self.seconds), format!("--memory={}", self.megabytes)];
        let engine = self.engine.map(|engine| format!("--engine={engine}"));
        let threads = format!("--threads={}", self.threads);
        caps.into_iter().chain(engine).chain([threads]).collect()
    }
}

/// The outcome of one run.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    Counted { count: u64, cost: Cost },
    OutOfTime,
    OutOfMemory,
}

/// The time taken by a process or a part of its work.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// CPU time on all processors together, user and system.
    pub cpu: Duration,
    /// Elapsed time.
    pub wall: Duration,
}

impl Cost {
    /// Returns the smaller elapsed time and the smaller CPU time.
    pub fn min_of_each(self, other: Self) -> Self {
        Self { cpu: self.cpu.min(other.cpu), wall: self.wall.min(other.wall) }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counted { count, cost: Cost { cpu, wall } } => {
                write!(f, "{count} covers, CPU {:.3} s, clock {:.3} s", cpu.as_secs_f64(), wall.as_secs_f64())
            }
            Self::OutOfTime => f.write_str("out of time"),
            Self::OutOfMemory => f.write_str("out of memory"),
        }
    }
}

/// Counts in this process and prints the count, with only the code that a user of the library would write.
pub fn here(solver: Solver, file: &Path, terms: Terms) -> Result<()> {
    // At the soft limit of CPU time, SIGXCPU ends the process; the hard limit must be above it.
    setrlimit(Resource::RLIMIT_CPU, terms.seconds, terms.seconds + 1)?;
    let bytes = terms.megabytes << 20;
    setrlimit(Resource::RLIMIT_AS, bytes, bytes)?;
    let problem = knuth::read(BufReader::new(File::open(file)?))?;
    println!("{}", solver.count(&problem, terms.engine, terms.threads)?);
    Ok(())
}

/// Measures a run in a process of its own, of this program or of another build of it.
pub fn apart(program: &Path, solver: Solver, file: &Path, terms: Terms) -> Result<Outcome> {
    let mut command = Command::new(program);
    command.args(["--one", solver.name()]).args(terms.arguments()).arg("--").arg(file);
    let (output, cost) = cost_of_process(&mut command)?;

    let complaint = String::from_utf8_lossy(&output.stderr);
    if output.status.signal() == Some(Signal::SIGXCPU as i32) {
        return Ok(Outcome::OutOfTime);
    }
    if output.status.signal() == Some(Signal::SIGABRT as i32) && complaint.contains("memory allocation") {
        return Ok(Outcome::OutOfMemory);
    }
    if !output.status.success() {
        bail!("{} on {} failed ({}): {complaint}", solver.name(), file.display(), output.status);
    }
    let answer = String::from_utf8_lossy(&output.stdout);
    let count = answer.trim().parse().with_context(|| format!("expected a count, found `{answer}`"))?;
    Ok(Outcome::Counted { count, cost })
}

/// Runs a process to its end, and returns its output and its cost with that of the processes it has waited for.
pub fn cost_of_process(command: &mut Command) -> Result<(Output, Cost)> {
    let before = cpu_of_children()?;
    let start = Instant::now();
    let output = command.output()?;
    let wall = start.elapsed();
    // The process is the only child: each is waited for before the next is started.
    Ok((output, Cost { cpu: cpu_of_children()? - before, wall }))
}

/// Returns the user and system CPU time of all children that have ended.
fn cpu_of_children() -> Result<Duration> {
    cpu_of(UsageWho::RUSAGE_CHILDREN)
}

/// Returns the cost of the work in this process, with all its threads.
pub fn cost_of(work: impl FnOnce() -> Result<()>) -> Result<Cost> {
    let (before, start) = (cpu_of(UsageWho::RUSAGE_SELF)?, Instant::now());
    work()?;
    let wall = start.elapsed();
    Ok(Cost { cpu: cpu_of(UsageWho::RUSAGE_SELF)? - before, wall })
}

fn cpu_of(whom: UsageWho) -> Result<Duration> {
    let usage = getrusage(whom)?;
    let total: TimeVal = usage.user_time() + usage.system_time();
    let (seconds, microseconds) = (total.tv_sec(), total.tv_usec());
    Ok(Duration::from_secs(seconds.try_into()?) + Duration::from_micros(microseconds.try_into()?))
}
