//! Which file runs which command.

use crate::command::{Command, SudokuCommand};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::guide;
use crate::shared::session::Session;
use crate::{cover, sudoku};

pub(crate) fn run(command: &Command, session: &Session) -> Result<Exit, Fault> {
    match command {
        Command::Completions { shell } => guide::complete(*shell, session),
        Command::Man { words, output } => guide::man(words, output.as_deref(), session),
        Command::Solve(solve) => cover::solve::run(solve, session),
        Command::Count(count) => cover::count::run(count, session),
        Command::Sample(sample) => cover::sample::run(sample, session),
        Command::Marginals(marginals) => cover::marginals::run(marginals, session),
        Command::Compile(compile) => cover::compile::run(compile, session),
        Command::Estimate(estimate) => cover::estimate::run(estimate, session),
        Command::Best(best) => cover::best::run(best, session),
        Command::Check(check) => cover::check::run(check, session),
        Command::Render(render) => cover::render::run(render, session),
        Command::Why(why) => cover::why::run(why, session),
        Command::Gen { generator } => cover::generate::run(generator, session),
        Command::Convert(convert) => cover::convert::run(convert, session),
        Command::Reduce(reduce) => cover::reduce::run(reduce, session),
        Command::Split(split) => cover::split::run(split, session),
        Command::RunTask(tasks) => cover::run_task::run(tasks, session),
        Command::Merge(merge) => cover::merge::run(merge, session),
        Command::Sudoku(command) => run_sudoku(command, session),
    }
}

fn run_sudoku(command: &SudokuCommand, session: &Session) -> Result<Exit, Fault> {
    match command {
        SudokuCommand::Solve(solve) => sudoku::solve::run(solve, session),
        SudokuCommand::Count(count) => sudoku::count::run(count, session),
        SudokuCommand::Sample(sample) => sudoku::sample::run(sample, session),
        SudokuCommand::Check(check) => sudoku::check::run(check, session),
        SudokuCommand::Convert(convert) => sudoku::convert::run(convert, session),
        SudokuCommand::Explain(explain) => sudoku::explain::run(explain, session),
        SudokuCommand::Hint(hint) => sudoku::hint::run(hint, session),
        SudokuCommand::WhyNot(why) => sudoku::why_not::run(why, session),
        SudokuCommand::Rate(rate) => sudoku::rate::run(rate, session),
        SudokuCommand::Generate(generate) => sudoku::generate::run(generate, session),
        SudokuCommand::Minimize(minimize) => sudoku::minimize::run(minimize, session),
        SudokuCommand::Canon(canon) => sudoku::canon::run(canon, session),
        SudokuCommand::Why(why) => sudoku::why::run(why, session),
        SudokuCommand::Render(render) => sudoku::render::run(render, session),
        SudokuCommand::Booklet(booklet) => sudoku::booklet::run(booklet, session),
        SudokuCommand::Diff(diff) => sudoku::diff::run(diff, session),
        SudokuCommand::Play(play) => sudoku::play::run(play, session),
        SudokuCommand::Serve(serve) => sudoku::serve::run(serve, session),
    }
}
