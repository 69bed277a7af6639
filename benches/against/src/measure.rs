//! One measurement: in this process, or in one of its own.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use benches::workloads::Workload;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;
use nix::time::{ClockId, clock_gettime};

use crate::solvers::Solver;

/// What a process may use before the kernel stops it.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// CPU time.
    pub seconds: u64,
    /// Address space.
    pub megabytes: u64,
}

/// What came of one run.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    Counted { count: u64, cpu: Duration },
    OutOfTime,
    OutOfMemory,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counted { count, cpu } => write!(f, "{count} covers, {:.4} s", cpu.as_secs_f64()),
            Self::OutOfTime => f.write_str("out of time"),
            Self::OutOfMemory => f.write_str("out of memory"),
        }
    }
}

/// Measures in this process and prints the count and the nanoseconds.
pub fn here(solver: Solver, file: &Path, caps: Caps) -> Result<()> {
    // Beyond the soft limit of CPU time comes SIGXCPU, which ends the process; the hard limit is left above it.
    setrlimit(Resource::RLIMIT_CPU, caps.seconds, caps.seconds + 1)?;
    let bytes = caps.megabytes << 20;
    setrlimit(Resource::RLIMIT_AS, bytes, bytes)?;
    let problem = Workload::of_file(file)?.problem()?;
    let start = cpu_time()?;
    let mut least = Duration::MAX;
    loop {
        let before = cpu_time()?;
        let count = solver.count(&problem);
        let after = cpu_time()?;
        least = least.min(after - before);
        if after - start >= LONG_ENOUGH {
            println!("{count} {}", least.as_nanos());
            return Ok(());
        }
    }
}

/// A run counts again until so much CPU time is spent, and gives the least that a count took: a count of a
/// millisecond would otherwise be mostly page faults and luck.
const LONG_ENOUGH: Duration = Duration::from_millis(100);

/// The CPU time of this thread, the only one. Where the CPU time of a process is limited, Linux counts it in
/// clock ticks, but that of its threads in nanoseconds.
fn cpu_time() -> Result<Duration> {
    Ok(clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)?.into())
}

/// Measures in a process of its own.
pub fn apart(solver: Solver, file: &Path, caps: Caps) -> Result<Outcome> {
    let output = Command::new(std::env::current_exe()?)
        .args(["--one", solver.name(), "--time", &caps.seconds.to_string()])
        .args(["--memory", &caps.megabytes.to_string(), "--"])
        .arg(file)
        .output()?;
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
    let (count, nanoseconds) =
        answer.trim().split_once(' ').with_context(|| format!("found `{answer}`, expected two numbers"))?;
    Ok(Outcome::Counted { count: count.parse()?, cpu: Duration::from_nanos(nanoseconds.parse()?) })
}
