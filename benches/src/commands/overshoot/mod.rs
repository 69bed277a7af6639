//! Prints the time by which each operation exceeds its deadline.
//!
//! A [`Row`] is an operation and a problem on which it takes long. It is run with several deadlines, which
//! fall into different phases of its work. The rows of dlx-core are in `cover.rs`; the rows of another crate
//! go into a file of their own, whose function is added to the list in `rows`. With `--program`, the commands of
//! the program are run instead (`commands.rs`), and requests to its server whose clients leave (`served.rs`).

mod arguments;
mod commands;
mod cover;
mod row;
mod rules;
mod running;
mod served;
mod sudoku;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use benches::measure::{aligned, table};
use dlx_core::Limits;

pub(crate) use arguments::{Args, Fault};
use row::{Row, Run};

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

pub(crate) fn run(args: &Args) -> Result<(), Fault> {
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
