//! The arguments of the commands that make puzzles, and that look at what they are made of.

use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use sudoku_cover::{Level, Symmetry, Technique};

use super::puzzles::{Batching, Puzzles};
use super::running::Common;

pub(crate) const GENERATE: &str = "\
Examples:
  dlx sudoku generate -n 20 --seed 7                    twenty puzzles; the same seed, the same puzzles
  dlx sudoku generate --clues 24..28 --symmetry rot180  24 to 28 clues that half a turn maps onto themselves
  dlx sudoku generate --level hard -n 5                 of HoDoKu's level Hard
  dlx sudoku generate --needs x-wing --level hard       solved with an X-Wing, and nothing harder than that level
  dlx sudoku generate --pattern heart.txt               clues just where the file has X, and none where it has .
  dlx sudoku generate --size 16 --timeout 10s           4x4 boxes; what is made by then is printed
  dlx sudoku generate --symmetry full --minimal         and no single clue can be left out

Minimal: without --clues and --pattern, no orbit of the symmetry can be left out as a whole, which without symmetry
means no clue. With --minimal, no single clue can be left out, whatever the symmetry.";
pub(crate) const MINIMIZE: &str = "\
Examples:
  dlx sudoku minimize puzzles.txt               each less as many clues as can go one after the other
  dlx sudoku minimize --seed 3 puzzles.txt      tried in another order
  dlx sudoku minimize --redundant puzzles.txt   which clues could be left out, each alone";
pub(crate) const CANON: &str = "\
Examples:
  dlx sudoku canon puzzles.txt                  the smallest equivalent of each, and its automorphisms
  dlx sudoku canon --duplicates puzzles.txt     puzzles that are equivalent to an earlier one
  dlx sudoku canon --box 2x3 small.txt

Two puzzles are equivalent if one becomes the other by exchanging digits, rows of a band, bands, columns of a stack,
stacks, and rows with columns where boxes are square. The smallest is that of the first line in lexicographic order,
blank cells first. Automorphisms are the exchanges of rows and columns that give back the same puzzle but for the
digits; each puzzle has 1 at least.";
pub(crate) const WHY: &str = "\
Examples:
  dlx sudoku why puzzle.txt                     no solution: clues that contradict one another, and what to change
  dlx sudoku why --limit 1000000 puzzle.txt     several: how many, where they differ, which clue would leave one
  dlx sudoku why --format json puzzles.txt";

#[derive(Debug, Args)]
pub(crate) struct SudokuMinimize {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// Random seed of the order in which clues are tried
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// List the clues any one of which could be left out, instead of leaving out any
    #[arg(long, conflicts_with = "seed")]
    pub(crate) redundant: bool,
    /// How puzzles and clues are printed
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuCanon {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// List the puzzles that are equivalent to an earlier one, each with the first such
    #[arg(long)]
    pub(crate) duplicates: bool,
    /// How puzzles are printed
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuWhy {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// Count the solutions of a puzzle with several up to here
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) limit: u64,
    /// How the reason is printed
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Lines to read
    Text,
    /// One object a line for each puzzle
    Json,
}

/// Takes the names of symmetries, and other words for them.
pub(super) fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    let names = Symmetry::ALL.map(|symmetry| PossibleValue::new(symmetry.name()).aliases(symmetry.aliases()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Symmetry>())
}

/// Takes HoDoKu's levels.
pub(super) fn level() -> impl TypedValueParser<Value = Level> {
    let word = |level: Level| match level {
        Level::Easy => "easy",
        Level::Medium => "medium",
        Level::Hard => "hard",
        Level::Unfair => "unfair",
        Level::Extreme => "extreme",
    };
    let parser = PossibleValuesParser::new(Level::ALL.map(|level| PossibleValue::new(word(level))));
    parser.map(move |name| {
        let named = Level::ALL.into_iter().find(|&level| word(level) == name);
        named.expect("only the names of levels are taken")
    })
}

/// Techniques of which one will do.
#[derive(Clone, Debug)]
pub(crate) struct OneOf(pub(crate) Vec<Technique>);

pub(super) fn techniques(word: &str) -> Result<OneOf, sudoku_cover::UnknownTechnique> {
    Technique::named(word).map(OneOf)
}

/// A number of clues, or the least and the most.
pub(super) fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let wrong = || "expected a number of clues, or two such as 24..28".to_owned();
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let Some((low, high)) = text.split_once("..").or_else(|| text.split_once('-')) else {
        let clues = number(text)?;
        return Ok(clues..=clues);
    };
    let (low, high) = (number(low)?, number(high.trim_start_matches('='))?);
    if low > high {
        return Err(format!("expected the smaller number first, found {low} before {high}"));
    }
    Ok(low..=high)
}
