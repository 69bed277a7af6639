//! Which puzzles, on which boards, in which formats.

use std::num::NonZeroUsize;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sudoku_cover::{Column, Format};

use super::running::{When, threads};
use super::variants::Rules;

/// Which puzzles.
#[derive(Clone, Debug, Args)]
pub(crate) struct Puzzles {
    /// Files, puzzles, or - for standard input, which is also what is read where nothing is named
    #[arg(value_name = "FILE | PUZZLE | -")]
    pub(crate) inputs: Vec<String>,
    /// The side of the grids, 1 to 25 [default: as found, 9 where in doubt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=25))]
    pub(crate) size: Option<u8>,
    /// The shape of the boxes, such as 2x3: 2 rows high and 3 columns wide [default: the nearest to square]
    #[arg(long = "box", value_name = "ROWSxCOLUMNS", value_parser = box_shape)]
    pub(crate) box_shape: Option<BoxShape>,
    /// The format of the puzzles [default: as found, each by itself]
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub(crate) from: Option<Format>,
    /// Where the puzzles of a table stand: the name of the column, or its number from 1 [default: puzzle, quizzes
    /// and the like]
    #[arg(long, value_name = "NAME | N", value_parser = column)]
    pub(crate) column: Option<Column>,
    #[command(flatten)]
    pub(crate) rules: Rules,
}

/// How many puzzles are answered.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Batching {
    /// Answer with so many threads; the output is the same for any number [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Show how many puzzles are answered: a bar on a terminal, or with `always` a line now and then
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,
}

/// Rows and columns of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxShape {
    pub(crate) height: usize,
    pub(crate) width: usize,
}

/// Takes the names of the formats.
pub(super) fn format() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(|format| PossibleValue::new(format.name()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

pub(super) fn column(word: &str) -> Result<Column, std::convert::Infallible> {
    word.parse()
}

pub(super) fn box_shape(text: &str) -> Result<BoxShape, String> {
    let parsed = text.split_once(['x', 'X', '×']).and_then(|(height, width)| {
        Some(BoxShape { height: height.trim().parse().ok()?, width: width.trim().parse().ok()? })
    });
    parsed.ok_or_else(|| "expected rows and columns, such as 2x3".to_owned())
}
