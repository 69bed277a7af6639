//! Flags that name Sudoku puzzles, their boards and their formats.

use std::convert::Infallible;

use clap::builder::{PossibleValue, PossibleValuesParser, Resettable, TypedValueParser};
use clap::{Args, ValueHint};
use sudoku_cover::{Column, Format, Symbols, Unexpected};

/// The puzzles of a run.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct Puzzles {
    /// Files or puzzles, - for standard input [default: -]
    #[arg(value_name = "FILE|PUZZLE", value_hint = ValueHint::AnyPath, help_heading = Resettable::Reset)]
    pub(crate) inputs: Vec<String>,
    #[command(flatten)]
    pub(crate) board: Board,
    #[command(flatten)]
    pub(crate) format: PuzzleFormat,
}

/// The shape of the board.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct Board {
    /// Side of the grid, 1 to 25, or ROWSxCOLUMNS [default: automatic]
    #[arg(long, value_name = "N", value_parser = size, hide_short_help = true)]
    pub(crate) size: Option<Size>,
    /// Rows and columns of a box, such as 2x3
    ///
    /// [default: as square as possible]
    #[arg(long = "box", value_name = "ROWSxCOLUMNS", value_parser = box_shape, hide_short_help = true)]
    pub(crate) box_shape: Option<BoxShape>,
}

/// The input format.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct PuzzleFormat {
    /// Format of the input
    ///
    /// [default: recognized for each puzzle]
    #[arg(long, value_name = "FORMAT", value_parser = format(), hide_short_help = true)]
    pub(crate) from: Option<Format>,
    /// Column of a table, by name or number from 1
    ///
    /// [default: a column named puzzle, quizzes or similar]
    #[arg(long, value_name = "NAME|N", value_parser = column, hide_short_help = true)]
    pub(crate) column: Option<Column>,
    /// Symbols of the digits in order, such as ABCDEFGHI
    ///
    /// [default: numbers, or letters that the grid tells]
    #[arg(long, value_name = "SYMBOLS", value_parser = symbols, hide_short_help = true)]
    pub(crate) symbols: Option<Symbols>,
}

/// The size of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

/// The size of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxShape {
    pub(crate) height: usize,
    pub(crate) width: usize,
}

/// A parser for the names of formats.
pub(crate) fn format() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(|format| PossibleValue::new(format.name()));
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

fn column(word: &str) -> Result<Column, Infallible> {
    word.parse()
}

fn symbols(text: &str) -> Result<Symbols, Unexpected> {
    text.parse()
}

fn size(text: &str) -> Result<Size, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|side| (1..=25).contains(side));
    let (rows, columns) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    let parsed = number(rows).zip(number(columns)).map(|(rows, columns)| Size { rows, columns });
    parsed.ok_or_else(|| "expected a side from 1 to 25, or rows and columns such as 6x8".to_owned())
}

fn box_shape(text: &str) -> Result<BoxShape, String> {
    let parsed = text.split_once(['x', 'X', '×']).and_then(|(height, width)| {
        Some(BoxShape { height: height.trim().parse().ok()?, width: width.trim().parse().ok()? })
    });
    parsed.ok_or_else(|| "expected rows and columns, such as 2x3".to_owned())
}
