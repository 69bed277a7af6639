//! The commands of the program, each with `--timeout` and with a signal, on problems that are wide, dense or long.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use benches::measure::{aligned, table};
use dlx_core::Problem;
use dlx_core::text::knuth;

use super::cover::random;
use super::{Args, Fault};

/// The commands; `FILE` stands for the problem, and `OUT` for a file that is written.
const COMMANDS: &[&str] = &[
    "solve FILE",
    "solve --rule consistent FILE",
    "solve --reduce always FILE",
    "solve --up-to-symmetry FILE",
    "count FILE",
    "count --engine search FILE",
    "count --engine links FILE",
    "count --engine bitset FILE",
    "count --engine frontier FILE",
    "count --engine memo FILE",
    "count --limit 1000000000 --engine memo FILE",
    "count --up-to-symmetry FILE",
    "count --verify FILE",
    "marginals FILE",
    "sample FILE",
    "compile FILE -o OUT",
    "best FILE",
    "why FILE",
    "reduce FILE",
    "symmetries FILE",
    "estimate FILE",
    "convert --to json FILE",
    "convert --to cnf FILE",
    "check FILE COVERS",
    "render FILE COVERS",
    "task split --tasks 100 FILE",
];

/// A problem with its name, made when it is needed.
type Named = (&'static str, fn() -> Problem);

/// The problems: 20,000 items of a row whose options reach far; 4,000 options of 500 items each; a row of 200,000 items;
/// 2,000,000 options.
fn problems() -> [Named; 4] {
    [
        ("wide", || row(20_000, &[0, 997, 4999])),
        ("dense", || random(2000, 4000, 500)),
        ("row", || row(200_000, &[0, 1, 2])),
        ("long", || random(2000, 2_000_000, 3)),
    ]
}

/// Returns a problem with an item for each place of a row, and at each place an option with the item there and the one
/// this much further.
pub(super) fn row(items: usize, reaches: &[usize]) -> Problem {
    let names: Vec<String> = (0..items).map(|item| format!("i{item}")).collect();
    let mut builder = Problem::builder();
    builder.primary(names.iter().map(String::as_str));
    for at in 0..items {
        for reach in reaches {
            let other = &names[(at + reach) % items];
            builder.option([&names[at]].into_iter().chain((*reach > 0).then_some(other)));
        }
    }
    builder.build().expect("a problem")
}

/// The way in which a run is ended.
#[derive(Clone, Copy)]
enum End {
    Timeout,
    Signal,
}

/// Runs every command of this program on every problem, whose names together contain one of the words, and prints a table.
///
/// # Errors
/// Files and processes that fail, no row, and rows that ended too late.
pub(super) fn run(program: &Path, args: &Args) -> Result<(), Fault> {
    let folder = std::env::temp_dir().join(format!("overshoot-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let measured = run_in(&folder, program, args);
    fs::remove_dir_all(&folder)?;
    measured
}

fn run_in(folder: &Path, program: &Path, args: &Args) -> Result<(), Fault> {
    let covers = folder.join("covers.txt");
    fs::write(&covers, "0\n".repeat(1_000_000))?;
    let mut table =
        table(["command and problem", "most after --timeout", "most after SIGTERM", "longest run"]);
    let (mut rows, mut late) = (0, 0);
    for (name, make) in problems() {
        let file = folder.join(format!("{name}.dlx"));
        let is_wanted =
            |row: &str| args.words.is_empty() || args.words.iter().any(|word| row.contains(word.as_str()));
        let wanted: Vec<(&str, String)> = COMMANDS
            .iter()
            .map(|&command| {
                (command, format!("{} {name}", command.replace(" FILE", "").replace(" COVERS", "")))
            })
            .filter(|(_, row)| is_wanted(row))
            .collect();
        if wanted.is_empty() {
            continue;
        }
        let mut output = BufWriter::new(File::create(&file)?);
        knuth::write(&make(), &mut output).map_err(io::Error::other)?;
        output.flush()?;
        for (command, row) in wanted {
            let place = |word: &str| match word {
                "FILE" => file.clone(),
                "COVERS" => covers.clone(),
                "OUT" => folder.join("out"),
                word => PathBuf::from(word),
            };
            let words: Vec<PathBuf> = command.split(' ').map(place).collect();
            let [mut by_timeout, mut by_signal, mut whole] = [Duration::ZERO; 3];
            for &deadline in &args.deadlines {
                let deadline = Duration::from_millis(deadline);
                for (end, most) in [(End::Timeout, &mut by_timeout), (End::Signal, &mut by_signal)] {
                    let (after, took) = ended(program, &words, deadline, end)?;
                    *most = (*most).max(after);
                    whole = whole.max(took);
                }
            }
            rows += 1;
            late += usize::from(by_timeout.max(by_signal) > Duration::from_millis(args.most));
            let cells =
                [row, format!("{by_timeout:.0?}"), format!("{by_signal:.0?}"), format!("{whole:.1?}")];
            eprintln!("{}", cells.join("  "));
            table.add_row(cells);
        }
    }
    println!("{}", aligned(table, 1));
    match late {
        _ if rows == 0 => Err(Fault::NoRow),
        0 => Ok(()),
        late => Err(Fault::Late { rows: late, all: rows, most: args.most }),
    }
}

/// Runs a command. Returns the time from its end until the process is gone, and that of the whole run.
fn ended(
    program: &Path,
    words: &[PathBuf],
    deadline: Duration,
    end: End,
) -> io::Result<(Duration, Duration)> {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let End::Timeout = end {
        command.arg("--timeout").arg(format!("{}ms", deadline.as_millis()));
    }
    let begin = Instant::now();
    let mut child = command.spawn()?;
    if let End::Signal = end {
        thread::sleep(deadline);
        // The process may be gone already.
        Command::new("kill").args(["-TERM", &child.id().to_string()]).stderr(Stdio::null()).status()?;
    }
    let begin_of_end = match end {
        End::Timeout => begin + deadline,
        End::Signal => Instant::now(),
    };
    child.wait()?;
    Ok((Instant::now().saturating_duration_since(begin_of_end), begin.elapsed()))
}
