//! The arguments of the Sudoku commands.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};
use sudoku_cover::{Format, Level, Symmetry};

use super::making::{self, OneOf};
use super::puzzles::{self, Batching, BoxShape, Puzzles};
use super::running::{Common, Deadline, threads};
use super::variants::Rules;
use crate::shared::memory::Memory;

pub(crate) const SOLVE: &str = "\
Examples:
  dlx sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  dlx sudoku solve puzzles.txt                one line a puzzle: its solution
  dlx sudoku solve --format json -j 8 puzzles.txt
  dlx sudoku solve --limit 5 puzzle.txt       five solutions at most";

pub(crate) const COUNT: &str = "\
Examples:
  dlx sudoku count puzzles.txt                one number a line
  dlx sudoku count --limit 2 < puzzles.txt    0, 1 or 2 for each puzzle";

pub(crate) const CHECK: &str = "\
Examples:
  dlx sudoku check puzzles.txt                unique, several, none or invalid, one word a line
  xzcat huge.txt.xz | dlx sudoku check -j 8";

#[derive(Debug, Args)]
pub(crate) struct SudokuSolve {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// Print every solution
    #[arg(long, conflicts_with_all = ["limit", "first"])]
    pub(crate) all: bool,
    /// Print at most this many solutions of each puzzle
    #[arg(long, value_name = "N", conflicts_with = "first")]
    pub(crate) limit: Option<u64>,
    /// Print the first solution without looking for another
    #[arg(long)]
    pub(crate) first: bool,
    /// How solutions are printed [default: a single puzzle on a terminal as a grid, otherwise lines]
    #[arg(long, value_enum)]
    pub(crate) format: Option<SudokuFormat>,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SudokuFormat {
    /// Drawn with borders; digits that were found are red, or marked with _ where there is no color
    Grid,
    /// One line a solution
    Line,
    /// One object a line
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuCount {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// Stop counting here for each puzzle [default: count all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(crate) const SAMPLE: &str = "\
Examples:
  dlx sudoku sample puzzle.txt                    a random solution of each puzzle
  dlx sudoku sample -n 10 --seed 7 --size 6 ....................................   of the empty 6x6 grid";

#[derive(Debug, Args)]
pub(crate) struct SudokuSample {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// How many solutions of each puzzle, each drawn from all of them
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Random seed; the same seed gives the same solutions, whatever the puzzles before
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuCheck {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    #[command(flatten)]
    pub(crate) batching: Batching,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Which puzzles are made.
#[derive(Debug, Args)]
pub(crate) struct SudokuGenerate {
    /// How many puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Random seed; the same seed gives the same puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The side of the grids, 1 to 25 [default: 9, or that of --box]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=25))]
    pub(crate) size: Option<u8>,
    /// The shape of the boxes, such as 2x3: 2 rows high and 3 columns wide [default: the nearest to square]
    #[arg(long = "box", value_name = "ROWSxCOLUMNS", value_parser = puzzles::box_shape)]
    pub(crate) box_shape: Option<BoxShape>,
    /// Only puzzles with so many clues, such as 26 or 24..28; a number that is seldom reached takes long, or does not
    /// end
    #[arg(long, value_name = "N | N..N", value_parser = making::clues)]
    pub(crate) clues: Option<RangeInclusive<usize>>,
    /// Only puzzles of which no single clue can be left out; without --clues, --symmetry and --pattern, all are such
    #[arg(long)]
    pub(crate) minimal: bool,
    /// The symmetry of the cells with clues: rot180 and rot90 are turns, horizontal has top and bottom alike, vertical
    /// left and right
    #[arg(long, value_name = "SYMMETRY", value_parser = making::symmetry(), default_value = "none")]
    pub(crate) symmetry: Symmetry,
    /// Which cells have clues: a file, or the cells themselves row by row, X for a clue and . for a blank cell
    #[arg(long, value_name = "FILE | CELLS", conflicts_with_all = ["clues", "symmetry"])]
    pub(crate) pattern: Option<String>,
    /// Only puzzles of this level of HoDoKu
    #[arg(long, value_name = "LEVEL", value_parser = making::level())]
    pub(crate) level: Option<Level>,
    /// Only puzzles whose explanation has a step by this technique, such as x-wing or "naked pair"; may be repeated
    #[arg(long, value_name = "TECHNIQUE", value_parser = making::techniques)]
    pub(crate) needs: Vec<OneOf>,
    /// What kind of puzzles
    #[arg(long, value_enum, default_value_t = Kind::Unique, conflicts_with_all = ["clues", "minimal", "symmetry", "pattern", "level", "needs"])]
    pub(crate) kind: Kind,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = puzzles::format(), default_value = "line")]
    pub(crate) format: Format,
    /// How many nodes a search may enter to find out whether a clue can go; a clue stays if they do not do
    /// [default: any number up to side 9, 10000 up to side 16, 1000 above]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Make puzzles with so many threads; they are the same for any number [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) rules: Rules,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

/// What kind of puzzles is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// One solution
    Unique,
    /// One solution, found by filling cells for which only one digit is left
    Easy,
    /// Several solutions: minimal puzzles less one clue
    Several,
    /// No solution, although no two clues contradict one another
    Unsolvable,
}
