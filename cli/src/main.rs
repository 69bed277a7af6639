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
mod commands;
mod exit;
mod families;
mod fault;
mod guide;
mod input;
mod journal;
mod memory;
mod mosaic;
mod play;
mod progress;
mod records;
mod scene;
mod session;
mod sink;
mod stats;

use std::process::ExitCode;

use clap::FromArgMatches;

use args::{Arguments, Command, SudokuCommand};
use exit::Exit;
use session::Session;

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
        Command::Solve(solve) => commands::cover_solve::run(solve, &session),
        Command::Count(count) => commands::cover_count::run(count, &session),
        Command::Sample(sample) => commands::cover_sample::run(sample, &session),
        Command::Marginals(marginals) => commands::cover_marginals::run(marginals, &session),
        Command::Compile(compile) => commands::cover_compile::run(compile, &session),
        Command::Estimate(estimate) => commands::cover_estimate::run(estimate, &session),
        Command::Best(best) => commands::cover_best::run(best, &session),
        Command::Check(check) => commands::cover_check::run(check, &session),
        Command::Render(render) => commands::cover_render::run(render, &session),
        Command::Why(why) => commands::cover_why::run(why, &session),
        Command::Gen { family } => commands::generate::run(family, &session),
        Command::Convert(convert) => commands::convert::run(convert, &session),
        Command::Reduce(reduce) => commands::cover_reduce::run(reduce, &session),
        Command::Split(split) => commands::cover_split::run(split, &session),
        Command::RunTask(tasks) => commands::run_task::run(tasks, &session),
        Command::Merge(merge) => commands::cover_merge::run(merge, &session),
        Command::Sudoku(SudokuCommand::Solve(solve)) => commands::sudoku_solve::run(solve, &session),
        Command::Sudoku(SudokuCommand::Count(count)) => commands::sudoku_count::run(count, &session),
        Command::Sudoku(SudokuCommand::Sample(sample)) => commands::sudoku_sample::run(sample, &session),
        Command::Sudoku(SudokuCommand::Check(check)) => commands::sudoku_check::run(check, &session),
        Command::Sudoku(SudokuCommand::Convert(convert)) => commands::sudoku_convert::run(convert, &session),
        Command::Sudoku(SudokuCommand::Explain(explain)) => commands::sudoku_explain::run(explain, &session),
        Command::Sudoku(SudokuCommand::Hint(hint)) => commands::sudoku_hint::run(hint, &session),
        Command::Sudoku(SudokuCommand::WhyNot(why)) => commands::sudoku_why_not::run(why, &session),
        Command::Sudoku(SudokuCommand::Rate(rate)) => commands::sudoku_rate::run(rate, &session),
        Command::Sudoku(SudokuCommand::Generate(generate)) => {
            commands::sudoku_generate::run(generate, &session)
        }
        Command::Sudoku(SudokuCommand::Minimize(minimize)) => {
            commands::sudoku_minimize::run(minimize, &session)
        }
        Command::Sudoku(SudokuCommand::Canon(canon)) => commands::sudoku_canon::run(canon, &session),
        Command::Sudoku(SudokuCommand::Why(why)) => commands::sudoku_why::run(why, &session),
        Command::Sudoku(SudokuCommand::Render(render)) => commands::sudoku_render::run(render, &session),
        Command::Sudoku(SudokuCommand::Booklet(booklet)) => commands::sudoku_booklet::run(booklet, &session),
        Command::Sudoku(SudokuCommand::Diff(diff)) => commands::sudoku_diff::run(diff, &session),
        Command::Sudoku(SudokuCommand::Play(play)) => commands::sudoku_play::run(play, &session),
        Command::Sudoku(SudokuCommand::Bench(bench)) => commands::sudoku_bench::run(bench, &session),
        Command::Sudoku(SudokuCommand::Serve(serve)) => commands::sudoku_serve::run(serve, &session),
    };
    session.end(outcome)
}
