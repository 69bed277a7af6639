//! The arguments of the commands that draw puzzles, of the one that compares them, and of the game.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sudoku_cover::{Column, Format, Level};

use super::explaining::TechniqueOrder;
use super::making;
use super::puzzles;
use super::puzzles::Puzzles;
use super::running::Deadline;

pub(crate) const RENDER: &str = "\
Examples:
  dlx sudoku render 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 > grid.svg
  dlx sudoku render --hint puzzle.txt > hint.svg      candidates, the next step, and what it says
  dlx sudoku render --step 12 --format text puzzle.txt
  dlx sudoku render --candidates --theme dark --number 3 puzzles.txt
  dlx sudoku render --solution --title 'No. 7' puzzle.txt";
pub(crate) const BOOKLET: &str = "\
Examples:
  dlx sudoku generate -n 12 --seed 7 | dlx sudoku booklet --seed 7 > booklet.html
  dlx sudoku booklet --per-page 6 --title 'For the train' puzzles.txt > booklet.html
  dlx sudoku booklet --format svg --paper letter -o pages puzzles.txt";
pub(crate) const DIFF: &str = "\
Examples:
  dlx sudoku diff old.txt new.txt                     nothing, and exit code 0, if they hold the same puzzles
  dlx sudoku diff --format json puzzle.sdk puzzle.ss  two formats of one puzzle
  dlx sudoku solve puzzles.txt | dlx sudoku diff - solutions.txt";

pub(crate) const PLAY: &str = "\
Examples:
  dlx sudoku play                                     a puzzle that is made for you
  dlx sudoku play --level hard
  dlx sudoku play --seed 7 --save game.json           saved at the end; without --seed it goes on from there
  dlx sudoku play --number 3 puzzles.txt";

#[derive(Debug, Args)]
pub(crate) struct SudokuPlay {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// Which of several puzzles, counted from 1
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<NonZeroU64>,
    /// Save the game to this file, as an object that every command reads; if it is there, the game goes on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Make the puzzle from this seed [default: another one each time]
    #[arg(long, value_name = "N", conflicts_with = "inputs")]
    pub(crate) seed: Option<u64>,
    /// Make a puzzle of this level of HoDoKu
    #[arg(long, value_name = "LEVEL", value_parser = making::level(), conflicts_with = "inputs")]
    pub(crate) level: Option<Level>,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuRender {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// Which of several puzzles, counted from 1
    #[arg(long, value_name = "N")]
    pub(crate) number: Option<NonZeroU64>,
    /// Show the solution
    #[arg(long, conflicts_with_all = ["candidates", "step", "hint"])]
    pub(crate) solution: bool,
    /// Show the candidates, small, each digit at its own place in the cell
    #[arg(long)]
    pub(crate) candidates: bool,
    /// Show the Nth step of `dlx sudoku explain`, and the grid with its candidates before it
    #[arg(long, value_name = "N", conflicts_with = "hint")]
    pub(crate) step: Option<NonZeroUsize>,
    /// Show the next step, as --step 1 does
    #[arg(long)]
    pub(crate) hint: bool,
    /// Which techniques are tried first
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = TechniqueOrder::Hodoku)]
    pub(crate) order: TechniqueOrder,
    /// How the picture is written [default: text on a terminal, otherwise svg]
    #[arg(long, value_enum)]
    pub(crate) format: Option<PictureFormat>,
    /// The colors of the SVG
    #[arg(long, value_enum, default_value_t = ThemeName::Auto)]
    pub(crate) theme: ThemeName,
    /// Number the rows and the columns, as is done with a step
    #[arg(long)]
    pub(crate) labels: bool,
    /// Accessible title [default: the title of the puzzle, or its size and clues]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Words below the picture [default: the step, if there is one]
    #[arg(long, value_name = "TEXT")]
    pub(crate) caption: Option<String>,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    /// A picture for pages and printers
    Svg,
    /// Lines for a terminal; colors follow NO_COLOR
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    /// Follow the viewer's theme
    Auto,
    /// Dark digits on white
    Light,
    /// Light digits on black
    Dark,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuBooklet {
    #[command(flatten)]
    pub(crate) puzzles: Puzzles,
    /// How many puzzles a page has
    #[arg(long, value_name = "N", default_value = "4")]
    pub(crate) per_page: NonZeroUsize,
    /// What stands above each page
    #[arg(long, value_name = "TEXT", default_value = "Sudoku")]
    pub(crate) title: String,
    /// The seed to print below each puzzle, as it was given to `dlx sudoku generate`
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Which puzzles get their level and score printed below them
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Rated::Unknown)]
    pub(crate) rate: Rated,
    /// Leave the solutions out
    #[arg(long)]
    pub(crate) no_solutions: bool,
    /// The paper
    #[arg(long, value_enum, default_value_t = PaperName::A4)]
    pub(crate) paper: PaperName,
    /// How the booklet is written
    #[arg(long, value_enum, default_value_t = BookletFormat::Html)]
    pub(crate) format: BookletFormat,
    /// Write into this file, or the pages of an SVG booklet into this folder, which is made if it is not there
    /// [default: standard output, which takes an SVG booklet of one page]
    #[arg(short = 'o', long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rated {
    /// Those without a level, up to side 9
    Unknown,
    /// All
    All,
    /// None; what is said about a puzzle is printed all the same
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperName {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BookletFormat {
    /// One page for the screen, which prints page by page
    Html,
    /// A file for each page: page-01.svg and so on
    Svg,
}

#[derive(Debug, Args)]
pub(crate) struct SudokuDiff {
    /// The first list: a file, a puzzle, or - for standard input
    #[arg(value_name = "FILE | PUZZLE | -")]
    pub(crate) one: String,
    /// The list that it is compared with
    #[arg(value_name = "FILE | PUZZLE | -")]
    pub(crate) other: String,
    /// The side of the grids, 1 to 25 [default: as found, 9 where in doubt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=25))]
    pub(crate) size: Option<u8>,
    /// The format of the puzzles [default: as found, each by itself]
    #[arg(long, value_name = "FORMAT", value_parser = puzzles::format())]
    pub(crate) from: Option<Format>,
    /// Where the puzzles of a table stand: the name of the column, or its number from 1
    #[arg(long, value_name = "NAME | N", value_parser = puzzles::column)]
    pub(crate) column: Option<Column>,
    /// How differences are printed
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub(crate) format: DiffFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// A line for each puzzle that has no equal: < in the first list alone, > in the second alone, ! in both but with
    /// other digits
    Text,
    /// One object a line for each puzzle, equal ones too
    Json,
}
