//! The comparison of the command line program with other programs that count: model counters, and others that read
//! the same files.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;

use crate::measure;

/// Count covers with `dlx count -j 1` and with other programs, and compare the CPU time of the whole processes.
///
/// The programs take turns, and the table shows the shortest time of each in seconds. The output of a program must
/// contain the number of covers that `dlx` found as a word, or its remainder modulo 2^64. Clauses are written before
/// anything is measured, into the directory of this program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The table, in CPU seconds:
  >N       more than --time; the time of the program is taken as N
  wrong    the program ended, and its output does not contain the number of covers
  ratio    the shortest time of the other programs divided by the time of dlx

The last row has the geometric mean of the ratios of each program to dlx.

With --at-most-one pairwise, each cover of a problem without bounds is one model. The other encodings have variables of
their own, which may have several values for one cover of a problem with secondary items; the line `c p show` of the
clauses lists the variables to which a counter must project.")]
pub struct Args {
    /// Problem files in Knuth's format.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The command line program to compare.
    #[arg(long, value_name = "PROGRAM", default_value = "target/release/dlx")]
    dlx: PathBuf,

    /// Another program: its name, and a shell command in which {dlx} or {cnf} stands for the file.
    #[arg(long = "rival", required = true, value_name = "NAME=COMMAND")]
    rivals: Vec<Rival>,

    /// Encoding of the clauses, as of `dlx convert`.
    #[arg(long, default_value = "pairwise", value_name = "ENCODING")]
    at_most_one: String,

    /// Number of runs of each program on each file.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..1_000_000))]
    runs: u32,

    /// Stop repeating a program on a file after this many CPU seconds.
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS")]
    enough: f64,

    /// CPU seconds after which a process is ended.
    #[arg(long = "time", default_value_t = 60, value_name = "SECONDS")]
    seconds: u64,
}

/// Another program that counts.
#[derive(Clone, Debug)]
struct Rival {
    name: String,
    command: String,
}

impl std::str::FromStr for Rival {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, command) = text.split_once('=').ok_or("expected NAME=COMMAND")?;
        Ok(Self { name: name.to_owned(), command: command.to_owned() })
    }
}

/// The result of a program on one file so far.
#[derive(Clone, Copy, Debug)]
enum Standing {
    Waiting,
    Fastest { least: Duration, spent: Duration },
    OutOfTime,
    Wrong,
}

/// Measures all files and prints the table. Returns true if no count was wrong.
pub fn run(args: &Args) -> Result<bool> {
    // The processes that are measured inherit the limit. At the soft limit SIGXCPU ends them.
    setrlimit(Resource::RLIMIT_CPU, args.seconds, args.seconds + 1)?;
    let own = std::env::current_exe()?;
    let directory = own.parent().ok_or_else(|| anyhow!("{} is in no directory", own.display()))?;

    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    let names = args.rivals.iter().map(|rival| rival.name.as_str());
    table.set_header(["problem", "covers", "dlx"].into_iter().chain(names).chain(["ratio"]));
    // For each rival, and at the end for the fastest of each row.
    let mut logarithms = vec![0.0; args.rivals.len() + 1];
    let mut is_right = true;
    for file in &args.files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (covers, ours, standings) = compare(file, &directory.join(&name).with_extension("cnf"), args)?;
        let mut row = vec![name, covers, seconds(ours)];
        let (mut least, mut is_bound) = (f64::INFINITY, false);
        for (standing, sum) in standings.iter().zip(&mut logarithms) {
            let (cell, time) = match *standing {
                Standing::Fastest { least, .. } => (seconds(least), least.as_secs_f64()),
                Standing::Wrong => ("wrong".to_owned(), args.seconds as f64),
                Standing::OutOfTime | Standing::Waiting => {
                    (format!(">{}", args.seconds), args.seconds as f64)
                }
            };
            is_right &= !matches!(standing, Standing::Wrong);
            let ratio = time / ours.as_secs_f64();
            *sum += ratio.ln();
            if ratio < least {
                (least, is_bound) = (ratio, !matches!(standing, Standing::Fastest { .. }));
            }
            row.push(cell);
        }
        if let Some(sum) = logarithms.last_mut() {
            *sum += least.ln();
        }
        row.push(format!("{}{least:.2}", if is_bound { ">" } else { "" }));
        table.add_row(row);
    }
    let means = logarithms.iter().map(|sum| format!("{:.2}", (sum / args.files.len() as f64).exp()));
    let heading = ["geometric mean", "", ""].map(str::to_owned);
    table.add_row(heading.into_iter().chain(means));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}");
    Ok(is_right)
}

/// Returns the number of covers of a file as `dlx` prints it, the shortest time of `dlx`, and what became of each
/// other program.
fn compare(file: &Path, cnf: &Path, args: &Args) -> Result<(String, Duration, Vec<Standing>)> {
    let written = Command::new(&args.dlx)
        .args(["convert", "--quiet", "--to", "cnf", "--at-most-one", &args.at_most_one])
        .arg(file)
        .output()?;
    ensure!(written.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&written.stderr));
    fs::write(cnf, written.stdout)?;

    let mut covers = None;
    let mut ours = Duration::MAX;
    let mut standings = vec![Standing::Waiting; args.rivals.len()];
    for _ in 0..args.runs {
        let mut count = Command::new(&args.dlx);
        let (output, cost) = measure::cost_of_process(count.args(["count", "--quiet", "-j", "1"]).arg(file))?;
        let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        ensure!(output.status.success(), "{}: dlx did not count it: {}", file.display(), output.status);
        let covers = covers.get_or_insert_with(|| found.clone());
        ensure!(*covers == found, "{}: dlx counted {covers}, then {found}", file.display());
        ours = ours.min(cost.cpu);
        for (standing, rival) in standings.iter_mut().zip(&args.rivals) {
            *standing = standing.after_turn(rival, file, cnf, covers, args)?;
        }
    }
    let covers = covers.context("there is at least one run")?;
    Ok((covers, ours, standings))
}

impl Standing {
    /// Returns the result after another run, unless there is no use in one.
    fn after_turn(self, rival: &Rival, file: &Path, cnf: &Path, covers: &str, args: &Args) -> Result<Self> {
        let (least, spent) = match self {
            Self::Waiting => (Duration::MAX, Duration::ZERO),
            Self::Fastest { least, spent } if spent.as_secs_f64() < args.enough => (least, spent),
            _ => return Ok(self),
        };
        let (Some(file), Some(cnf)) = (file.to_str(), cnf.to_str()) else { bail!("a path is no text") };
        let command = rival.command.replace("{dlx}", file).replace("{cnf}", cnf);
        let (output, cost) = measure::cost_of_process(Command::new("sh").args(["-c", &command]))?;
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let standing = if holds(&text, covers) {
            Self::Fastest { least: least.min(cost.cpu), spent: spent + cost.cpu }
        } else if is_out_of_time(output.status) {
            Self::OutOfTime
        } else {
            eprintln!("{}: the output of {} does not contain {covers}:\n{text}", file, rival.name);
            Self::Wrong
        };
        eprintln!("{file}: {}: {} s, {standing:?}", rival.name, seconds(cost.cpu));
        Ok(standing)
    }
}

/// Returns true if the limit of CPU time ended the process, or one that a shell had started.
fn is_out_of_time(status: ExitStatus) -> bool {
    let signal = Signal::SIGXCPU as i32;
    status.signal() == Some(signal) || status.code() == Some(128 + signal)
}

/// Returns true if one of the words is the count, or its remainder modulo 2^64, which programs print that count in
/// words of 64 bits.
fn holds(text: &str, count: &str) -> bool {
    let remainder = count
        .bytes()
        .fold(0_u64, |sum, digit| sum.wrapping_mul(10).wrapping_add(u64::from(digit.wrapping_sub(b'0'))));
    let remainder = remainder.to_string();
    text.split_whitespace().any(|word| word == count || word == remainder)
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
