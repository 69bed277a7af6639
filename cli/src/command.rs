//! The commands, and the words of their `--help`.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use crate::args::{
    SudokuBooklet, SudokuCanon, SudokuCheck, SudokuConvert, SudokuCount, SudokuDiff, SudokuExplain,
    SudokuGenerate, SudokuHint, SudokuMinimize, SudokuPlay, SudokuRate, SudokuRender, SudokuSample,
    SudokuServe, SudokuSolve, SudokuWhy, SudokuWhyNot, converting, explaining, making, picturing, serving,
    sudoku,
};
use crate::cover;
use crate::cover::generate::arguments::{self, Generator};

/// Exact cover: solve, count, optimize, explain and check; Sudoku too.
#[derive(Debug, Parser)]
#[command(
    name = "dlx",
    version,
    arg_required_else_help = true,
    after_help = EXAMPLES
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  dlx sudoku solve puzzles.txt               one line a puzzle: its solution
  dlx sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  dlx sudoku count --limit 2 < puzzles.txt   0, 1 or 2 for each puzzle
  dlx sudoku convert --to hodoku puzzles.ss  in another of thirteen formats
  xzcat huge.txt.xz | dlx sudoku check -j 8  one word a puzzle, by eight threads
  dlx solve queens.dlx --limit 10            ten covers of an exact cover problem
  dlx count queens.dlx                       how many it has
  dlx sample -n 5 --seed 1 queens.dlx        five of them at random
  dlx best -k 3 costs.dlx                    the three cheapest covers, where options have costs
  dlx compile queens.dlx -o queens.zdd       all covers in one file, for count, sample, best and marginals
  dlx solve --format ids queens.dlx | dlx check queens.dlx -
  dlx convert queens.dlx --to cnf            the same question for a SAT solver";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the covers of an exact cover problem
    #[command(after_help = cover::solve::EXAMPLES)]
    Solve(cover::solve::CoverSolve),
    /// Count the covers of an exact cover problem
    #[command(after_help = cover::count::EXAMPLES)]
    Count(cover::count::CoverCount),
    /// Draw covers at random, all equally likely
    #[command(after_help = cover::sample::EXAMPLES)]
    Sample(cover::sample::CoverSample),
    /// Count the covers that contain each option
    #[command(after_help = cover::marginals::EXAMPLES)]
    Marginals(cover::marginals::CoverMarginals),
    /// Write all covers into a file, as a diagram that count, sample, best, marginals and solve read
    #[command(after_help = cover::compile::EXAMPLES)]
    Compile(cover::compile::CoverCompile),
    /// Estimate how large the search for all covers is, and how many there are
    #[command(after_help = cover::estimate::EXAMPLES)]
    Estimate(cover::estimate::CoverEstimate),
    /// Find the cheapest cover of an exact cover problem with costs, or the cheapest ones
    #[command(after_help = cover::best::EXAMPLES)]
    Best(cover::best::CoverBest),
    /// Check covers of an exact cover problem, as `dlx solve` and `dlx best` print them
    #[command(after_help = cover::check::EXAMPLES)]
    Check(cover::check::CoverCheck),
    /// Explain why an exact cover problem has no cover
    #[command(after_help = cover::why::EXAMPLES)]
    Why(cover::why::CoverWhy),
    /// Make problems of the literature: queens, polyominoes, Latin squares, words, graphs and more
    #[command(after_help = arguments::EXAMPLES)]
    Gen {
        #[command(subcommand)]
        generator: Generator,
    },
    /// Draw a cover as SVG, as the geometry of the problem says
    #[command(after_help = cover::render::EXAMPLES)]
    Render(cover::render::CoverRender),
    /// Write an exact cover problem in another format, or for a solver of another kind
    #[command(after_help = cover::convert::EXAMPLES)]
    Convert(cover::convert::Convert),
    /// Write a smaller problem with the same covers, and say why
    #[command(after_help = cover::reduce::EXAMPLES)]
    Reduce(cover::reduce::CoverReduce),
    /// Cut the search for all covers into tasks that can run on any machine
    #[command(after_help = cover::split::EXAMPLES)]
    Split(cover::split::CoverSplit),
    /// Run tasks, and keep the result of each in a file
    #[command(after_help = cover::run_task::EXAMPLES)]
    RunTask(cover::run_task::RunTask),
    /// Put the results of all tasks together, each exactly once
    #[command(after_help = cover::merge::EXAMPLES)]
    Merge(cover::merge::CoverMerge),
    /// Solve, explain, rate, count, check, generate and convert Sudoku
    #[command(subcommand, after_help = SUDOKU)]
    Sudoku(SudokuCommand),
    #[command(after_help = COMPLETIONS)]
    /// Print what completes commands and options in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    #[command(after_help = MAN)]
    /// Print the manual page of a command, or write all of them
    Man {
        /// The command, such as `sudoku solve` [default: dlx itself]
        #[arg(value_name = "COMMAND")]
        words: Vec<String>,
        /// Write the pages of all commands into this folder, which is made if it is not there
        #[arg(short = 'o', long, value_name = "FOLDER", conflicts_with = "words")]
        output: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum SudokuCommand {
    /// Solve puzzles, and say whether the solution is the only one
    #[command(after_help = sudoku::SOLVE)]
    Solve(SudokuSolve),
    /// Count the solutions of puzzles: one number a line
    #[command(after_help = sudoku::COUNT)]
    Count(SudokuCount),
    /// Draw solutions of puzzles at random, all equally likely
    #[command(after_help = sudoku::SAMPLE)]
    Sample(SudokuSample),
    /// Say of each puzzle whether it is unique, several, none or invalid
    #[command(after_help = sudoku::CHECK)]
    Check(SudokuCheck),
    /// Solve puzzles as people do, and say each step
    #[command(after_help = explaining::EXPLAIN)]
    Explain(SudokuExplain),
    /// Say the next step of each puzzle, or a part of it
    #[command(after_help = explaining::HINT)]
    Hint(SudokuHint),
    /// Say why a digit cannot stand in a cell
    #[command(after_help = explaining::WHY_NOT)]
    WhyNot(SudokuWhyNot),
    /// Say how hard each puzzle is
    #[command(after_help = explaining::RATE)]
    Rate(SudokuRate),
    /// Make puzzles with one solution, or of another kind
    #[command(after_help = making::GENERATE)]
    Generate(SudokuGenerate),
    /// Leave out clues that are not needed
    #[command(after_help = making::MINIMIZE)]
    Minimize(SudokuMinimize),
    /// Write the canonical form of puzzles, or find those that are equivalent
    #[command(after_help = making::CANON)]
    Canon(SudokuCanon),
    /// Say why a puzzle has no solution, or several, and what would give it one
    #[command(after_help = making::WHY)]
    Why(SudokuWhy),
    /// Write puzzles in another format
    #[command(after_help = converting::HELP)]
    Convert(SudokuConvert),
    /// Draw a grid as SVG, or as text, with candidates or a step of its explanation
    #[command(after_help = picturing::RENDER)]
    Render(SudokuRender),
    /// Lay puzzles out on pages to print, their solutions at the end
    #[command(after_help = picturing::BOOKLET)]
    Booklet(SudokuBooklet),
    /// Say what is different between two lists of puzzles
    #[command(after_help = picturing::DIFF)]
    Diff(SudokuDiff),
    /// Play a puzzle in the terminal, with hints
    #[command(after_help = picturing::PLAY, mut_arg("inputs", |inputs| {
        inputs.help("A file, a puzzle, or - for standard input [default: the saved game, or a puzzle that is made]")
    }))]
    Play(SudokuPlay),
    /// Open a page in the browser to enter, play, solve and explain puzzles, served from this machine alone
    #[command(after_help = serving::HELP)]
    Serve(SudokuServe),
}

const SUDOKU: &str = "\
Examples:
  dlx sudoku solve puzzles.txt
  dlx sudoku hint puzzle.txt
  dlx sudoku generate -n 20 --seed 7 | dlx sudoku rate
  dlx sudoku convert --to hodoku puzzles.ss
  dlx sudoku render --hint puzzle.txt > hint.svg";

const COMPLETIONS: &str = "\
Examples:
  dlx completions bash > ~/.local/share/bash-completion/completions/dlx
  dlx completions zsh > ~/.zfunc/_dlx
  dlx completions fish > ~/.config/fish/completions/dlx.fish
  dlx completions powershell >> $PROFILE";

const MAN: &str = "\
Examples:
  dlx man > dlx.1                             one page
  dlx man sudoku solve | man -l -
  dlx man --output ~/.local/share/man/man1    all of them";
