//! One measurement: a process of its own that reads a file and counts, and what it took in all.

use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::num::NonZeroUsize;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use dlx_core::EngineKind;
use dlx_core::text::knuth;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::signal::Signal;
use nix::sys::time::TimeVal;

use crate::solvers::Solver;

/// What every process that counts is told besides its solver and its file.
///
/// An option that is to reach those processes is a field here and a line in [`arguments`](Self::arguments).
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Terms {
    /// CPU seconds after which a run is ended and its solver dropped for the file.
    #[arg(long = "time", default_value_t = 120, value_name = "SECONDS")]
    seconds: u64,

    /// Megabytes of address space that a run may have.
    #[arg(long = "memory", default_value_t = 2048, value_name = "MEGABYTES")]
    megabytes: u64,

    /// The engine of dlx-core that counts: links, bitset or bitslice [default: the planned one].
    #[arg(long)]
    pub engine: Option<EngineKind>,

    /// Threads that dlx-core counts with.
    #[arg(long, default_value = "1", value_name = "N")]
    pub threads: NonZeroUsize,
}

impl Terms {
    /// The same terms with another number of threads.
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// The same terms, as arguments.
    fn arguments(self) -> Vec<String> {
        let caps = [format!("--time={}", self.seconds), format!("--memory={}", self.megabytes)];
        let engine = self.engine.map(|engine| format!("--engine={engine}"));
        let threads = format!("--threads={}", self.threads);
        caps.into_iter().chain(engine).chain([threads]).collect()
    }
}

/// What came of one run.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    Counted { count: u64, cost: Cost },
    OutOfTime,
    OutOfMemory,
}

/// What a process took, from its start to its end, or for a part of its work.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// On all processors together, in the program and in the kernel for it.
    pub cpu: Duration,
    /// On the clock.
    pub wall: Duration,
}

impl Cost {
    /// The least of both, on the clock and in CPU time.
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

/// Counts in this process and prints the count: what a user of the library would write, and nothing else.
pub fn here(solver: Solver, file: &Path, terms: Terms) -> Result<()> {
    // Beyond the soft limit of CPU time comes SIGXCPU, which ends the process; the hard limit is left above it.
    setrlimit(Resource::RLIMIT_CPU, terms.seconds, terms.seconds + 1)?;
    let bytes = terms.megabytes << 20;
    setrlimit(Resource::RLIMIT_AS, bytes, bytes)?;
    let problem = knuth::read(BufReader::new(File::open(file)?))?;
    println!("{}", solver.count(&problem, terms)?);
    Ok(())
}

/// Measures a process of its own.
pub fn apart(solver: Solver, file: &Path, terms: Terms) -> Result<Outcome> {
    let before = cpu_of_children()?;
    let start = Instant::now();
    let output = Command::new(std::env::current_exe()?)
        .args(["--one", solver.name()])
        .args(terms.arguments())
        .arg("--")
        .arg(file)
        .output()?;
    let wall = start.elapsed();
    // There are no other children: one is waited for before the next is started.
    let cost = Cost { cpu: cpu_of_children()? - before, wall };

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

/// The CPU time, user and system, of all processes that were started here and have ended.
fn cpu_of_children() -> Result<Duration> {
    cpu_of(UsageWho::RUSAGE_CHILDREN)
}

/// What this process takes for the work, with all its threads.
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
