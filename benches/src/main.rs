//! The program `benches`: one command for each comparison, whose figures are tables in Markdown.

#![forbid(unsafe_code)]

mod commands;

use std::error::Error;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{cheapest, compare, engines, overshoot, portfolio, reduction, small, sudoku, variants};

/// Measure the engines and the Sudoku library. Nothing is timed before its answer has been checked.
#[derive(Debug, Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Cheapest(cheapest::Args),
    Compare(compare::Args),
    Engines(engines::Args),
    Overshoot(overshoot::Args),
    Portfolio(portfolio::Args),
    Reduction(reduction::Args),
    Small(small::Args),
    Sudoku(sudoku::Args),
    Variants(variants::Args),
}

fn main() -> ExitCode {
    match run(Args::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("benches: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Cheapest(args) => cheapest::run(&args)?,
        Command::Compare(args) => compare::run(&args)?,
        Command::Engines(args) => engines::run(&args)?,
        Command::Overshoot(args) => overshoot::run(&args)?,
        Command::Portfolio(args) => portfolio::run(&args)?,
        Command::Reduction(args) => reduction::run(&args)?,
        Command::Small(args) => small::run(&args)?,
        Command::Sudoku(args) => sudoku::run(&args)?,
        Command::Variants(args) => variants::run(&args)?,
    }
    Ok(())
}
