//! Prints the time by which each operation exceeds its deadline.
//!
//! A [`Row`] is an operation and a problem on which it takes long. It is run with several deadlines, which
//! fall into different phases of its work. The rows of dlx-core are in `cover.rs`; the rows of another crate
//! go into a file of their own, whose function is added to the list in `rows`. With `--program`, the commands of
//! the program are run instead (`commands.rs`), and requests to its server whose clients leave (`served.rs`).

mod commands;
mod cover;
mod rules;
mod running;
mod served;
mod sudoku;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::measure::{aligned, table};
use clap::Parser;
use dlx_core::Limits;
use thiserror::Error;

/// Run long operations with a deadline, and print the time by which they exceed it.
///
/// Limits are checked every 256 nodes, as in the command line program. Preparations that an operation needs
/// are not timed.
#[derive(Debug, Parser)]
struct Args {
    /// Run only rows whose name contains one of these words.
    words: Vec<String>,

    /// Deadlines in milliseconds, one run each.
    #[arg(long, value_delimiter = ',', default_value = "1,5,20,50,150")]
    deadlines: Vec<u64>,

    /// Maximum overshoot allowed, in milliseconds.
    #[arg(long, default_value_t = 100)]
    most: u64,

    /// Run the commands of this program instead, with --timeout and with SIGTERM, and its server.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// Print the names of the rows only.
    #[arg(long)]
    list: bool,
}

#[derive(Debug, Error)]
enum Fault {
    #[error("{rows} of {all} rows returned more than {most} ms after the deadline")]
    Late { rows: usize, all: usize, most: u64 },
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("expected a row whose name contains one of these words, found none")]
    NoRow,
}

/// An operation that runs until it is done or the limits stop it.
type Run<'a> = Box<dyn FnMut(&mut Limits<'_>) + 'a>;

/// Prepares an operation, and passes it to the callback.
type Prepare = Box<dyn Fn(&mut dyn FnMut(Run<'_>))>;

/// An operation on a problem.
struct Row {
    /// The operation and the problem, such as `count queens60`.
    name: String,
    /// Prepares the operation; this is not timed.
    prepare: Prepare,
}

impl Row {
    /// Returns a row that applies `run` to the result of `prepare`.
    fn new<T>(
        name: impl Into<String>,
        prepare: impl Fn() -> T + 'static,
        run: impl Fn(&T, &mut Limits<'_>) + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            prepare: Box::new(move |use_it| {
                let made = prepare();
                use_it(Box::new(|limits| run(&made, limits)));
            }),
        }
    }
}

fn rows() -> Vec<Row> {
    [cover::rows(), sudoku::rows(), rules::rows()].into_iter().flatten().collect()
}

/// The measurements of one run with one deadline.
struct Measured {
    after_deadline: Duration,
    whole: Duration,
    /// The longest time between two checks of the limits, or from a check to the end.
    gap: Duration,
    questions: u64,
}

fn measure(run: &mut Run<'_>, deadline: Duration) -> Measured {
    const NODES_BETWEEN_QUESTIONS: u64 = 256;
    let begin = Instant::now();
    let (mut last, mut gap, mut questions) = (begin, Duration::ZERO, 0);
    let mut limits = Limits::none().ask(NODES_BETWEEN_QUESTIONS, |_| {
        let now = Instant::now();
        gap = gap.max(now - last);
        last = now;
        questions += 1;
        if now - begin < deadline { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    run(&mut limits);
    drop(limits);
    let whole = begin.elapsed();
    let gap = gap.max(begin + whole - last);
    Measured { after_deadline: whole.saturating_sub(deadline), whole, gap, questions }
}

fn main() -> ExitCode {
    benches::ended(env!("CARGO_BIN_NAME"), run(&Args::parse()))
}

fn run(args: &Args) -> Result<(), Fault> {
    if let Some(program) = &args.program {
        return commands::run(program, args);
    }
    let is_wanted =
        |row: &Row| args.words.is_empty() || args.words.iter().any(|word| row.name.contains(word.as_str()));
    let rows: Vec<Row> = rows().into_iter().filter(is_wanted).collect();
    if rows.is_empty() {
        return Err(Fault::NoRow);
    }
    if args.list {
        for row in rows {
            println!("{}", row.name);
        }
        return Ok(());
    }
    let mut table = table([
        "verb and problem",
        "most after the deadline",
        "longest time without a question",
        "questions",
        "longest run",
    ]);
    let mut late = 0;
    for row in &rows {
        let mut measured = Vec::new();
        (row.prepare)(&mut |mut run: Run<'_>| {
            for &deadline in &args.deadlines {
                measured.push(measure(&mut run, Duration::from_millis(deadline)));
            }
        });
        let most = |figure: fn(&Measured) -> Duration| measured.iter().map(figure).max().unwrap_or_default();
        let after = most(|measured| measured.after_deadline);
        late += usize::from(after > Duration::from_millis(args.most));
        let questions = measured.iter().map(|measured| measured.questions).max().unwrap_or_default();
        let cells = [
            row.name.clone(),
            format!("{after:.1?}"),
            format!("{:.1?}", most(|measured| measured.gap)),
            questions.to_string(),
            format!("{:.1?}", most(|measured| measured.whole)),
        ];
        eprintln!("{}", cells.join("  "));
        table.add_row(cells);
    }
    println!("{}", aligned(table, 1));
    match late {
        0 => Ok(()),
        rows_late => Err(Fault::Late { rows: rows_late, all: rows.len(), most: args.most }),
    }
}
