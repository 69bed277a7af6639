//! `dlx`: a thin command line over dlx-core and sudoku-cover. It parses, calls and prints.

/// Prints a line to standard error. If nobody reads that any more, nobody is left to be told: unlike
/// `eprintln!`, this does not panic.
macro_rules! tell {
    ($($message:tt)*) => {{
        let line = format!("{}\n", format_args!($($message)*));
        let line = dlx_core::escape_controls(&line);
        std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes()).ok();
    }};
}

mod args;
mod cover;
mod shared;
mod sudoku;

use std::process::ExitCode;

use clap::FromArgMatches;

use args::{Arguments, Command, SudokuCommand};
use shared::exit::Exit;
use shared::guide;
use shared::session::Session;

fn main() -> ExitCode {
    let arguments =
        guide::command().try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches));
    match arguments {
        Ok(arguments) => run(&arguments).into(),
        Err(error) => guide::explain(&error).into(),
    }
}

fn run(arguments: &Arguments) -> Exit {
    let timeout = match &arguments.command {
        Command::Solve(solve) => solve.common.deadline.timeout,
        Command::Count(count) => count.common.deadline.timeout,
        Command::Sample(sample) => sample.deadline.timeout,
        Command::Marginals(marginals) => marginals.deadline.timeout,
        Command::Compile(compile) => compile.deadline.timeout,
        Command::Estimate(estimate) => estimate.common.deadline.timeout,
        Command::Why(why) => why.deadline.timeout,
        Command::Check(_) | Command::Gen { .. } | Command::Convert(_) | Command::Render(_) => None,
        Command::Completions { .. } | Command::Man { .. } => None,
        Command::Merge(_) => None,
        Command::Split(split) => split.deadline.timeout,
        Command::RunTask(tasks) => tasks.deadline.timeout,
        Command::Reduce(reduce) => reduce.timeout,
        Command::Best(best) => best.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Solve(solve)) => solve.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Count(count)) => count.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Sample(sample)) => sample.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Check(check)) => check.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Explain(explain)) => explain.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Hint(hint)) => hint.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::WhyNot(why)) => why.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Rate(rate)) => rate.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Generate(generate)) => generate.deadline.timeout,
        Command::Sudoku(SudokuCommand::Minimize(minimize)) => minimize.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Canon(canon)) => canon.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Why(why)) => why.common.deadline.timeout,
        Command::Sudoku(SudokuCommand::Render(render)) => render.deadline.timeout,
        Command::Sudoku(SudokuCommand::Booklet(booklet)) => booklet.deadline.timeout,
        Command::Sudoku(
            SudokuCommand::Play(_)
            | SudokuCommand::Serve(_)
            | SudokuCommand::Bench(_)
            | SudokuCommand::Convert(_)
            | SudokuCommand::Diff(_),
        ) => None,
    };
    let session = Session::begin(timeout);
    let outcome = match &arguments.command {
        Command::Completions { shell } => guide::complete(*shell, &session),
        Command::Man { words, output } => guide::man(words, output.as_deref(), &session),
        Command::Solve(solve) => cover::solve::run(solve, &session),
        Command::Count(count) => cover::count::run(count, &session),
        Command::Sample(sample) => cover::sample::run(sample, &session),
        Command::Marginals(marginals) => cover::marginals::run(marginals, &session),
        Command::Compile(compile) => cover::compile::run(compile, &session),
        Command::Estimate(estimate) => cover::estimate::run(estimate, &session),
        Command::Best(best) => cover::best::run(best, &session),
        Command::Check(check) => cover::check::run(check, &session),
        Command::Render(render) => cover::render::run(render, &session),
        Command::Why(why) => cover::why::run(why, &session),
        Command::Gen { family } => cover::generate::run(family, &session),
        Command::Convert(convert) => cover::convert::run(convert, &session),
        Command::Reduce(reduce) => cover::reduce::run(reduce, &session),
        Command::Split(split) => cover::split::run(split, &session),
        Command::RunTask(tasks) => cover::run_task::run(tasks, &session),
        Command::Merge(merge) => cover::merge::run(merge, &session),
        Command::Sudoku(SudokuCommand::Solve(solve)) => sudoku::solve::run(solve, &session),
        Command::Sudoku(SudokuCommand::Count(count)) => sudoku::count::run(count, &session),
        Command::Sudoku(SudokuCommand::Sample(sample)) => sudoku::sample::run(sample, &session),
        Command::Sudoku(SudokuCommand::Check(check)) => sudoku::check::run(check, &session),
        Command::Sudoku(SudokuCommand::Convert(convert)) => sudoku::convert::run(convert, &session),
        Command::Sudoku(SudokuCommand::Explain(explain)) => sudoku::explain::run(explain, &session),
        Command::Sudoku(SudokuCommand::Hint(hint)) => sudoku::hint::run(hint, &session),
        Command::Sudoku(SudokuCommand::WhyNot(why)) => sudoku::why_not::run(why, &session),
        Command::Sudoku(SudokuCommand::Rate(rate)) => sudoku::rate::run(rate, &session),
        Command::Sudoku(SudokuCommand::Generate(generate)) => sudoku::generate::run(generate, &session),
        Command::Sudoku(SudokuCommand::Minimize(minimize)) => sudoku::minimize::run(minimize, &session),
        Command::Sudoku(SudokuCommand::Canon(canon)) => sudoku::canon::run(canon, &session),
        Command::Sudoku(SudokuCommand::Why(why)) => sudoku::why::run(why, &session),
        Command::Sudoku(SudokuCommand::Render(render)) => sudoku::render::run(render, &session),
        Command::Sudoku(SudokuCommand::Booklet(booklet)) => sudoku::booklet::run(booklet, &session),
        Command::Sudoku(SudokuCommand::Diff(diff)) => sudoku::diff::run(diff, &session),
        Command::Sudoku(SudokuCommand::Play(play)) => sudoku::play::run(play, &session),
        Command::Sudoku(SudokuCommand::Bench(bench)) => sudoku::bench::run(bench, &session),
        Command::Sudoku(SudokuCommand::Serve(serve)) => sudoku::serve::run(serve, &session),
    };
    session.end(outcome)
}
