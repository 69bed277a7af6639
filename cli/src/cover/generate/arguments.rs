//! The problems that `dlx generate` makes, and their arguments.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use dlx_instances::packing::Times;
use dlx_instances::shape::Cell;

use crate::shared::flags::Seed;

/// Help text on the format of drawings, shared by the commands that read them.
const DRAWINGS: &str = "\
Drawings have one character a cell: a space or . is outside, anything else inside. A line of
three or more hyphens begins the next layer. In a file of pieces, blank lines separate them; the
first line of each is its name and, optionally, how many times it is used (2, 0..3, or * for any
number), followed by its drawing:

  L 2
  #..
  ###";

#[derive(Debug, Subcommand)]
pub(crate) enum Family {
    /// Place N queens that do not attack each other
    Queens {
        /// Number of queens, rows and columns
        n: usize,
        /// Join opposite edges of the board
        #[arg(long)]
        torus: bool,
    },
    /// Langford pairs: k numbers between the two copies of k
    Langford {
        /// Greatest number
        n: usize,
    },
    /// Pack the twelve pentominoes into a region
    #[command(after_long_help = DRAWINGS)]
    Pentominoes {
        #[command(flatten)]
        place: FlatPlace,
    },
    /// Pack any polyominoes into any region
    #[command(after_long_help = DRAWINGS)]
    Polyominoes {
        /// Rows and columns, such as 6x10, or a drawing
        #[arg(long, value_name = "RxC|FILE", value_hint = ValueHint::AnyPath)]
        region: String,
        /// Cells that stay empty: row,column from 0
        #[arg(long, value_name = "R,C", num_args = 1.., value_parser = flat_cell)]
        holes: Vec<Cell>,
        /// Shape of the cells
        #[arg(long, value_enum, default_value_t = FlatGrid::Squares)]
        grid: FlatGrid,
        /// Pieces separated by commas, each with its number: I3=2,L4
        ///
        /// Pentominoes by letters such as FILN, one piece such as I3, L4 or W5, a set such as trominoes, or all of a size
        /// as free6, onesided6 or fixed6. With --grid triangles, hexiamonds or one of them such as sphinx; with --grid
        /// hexagons, tetrahexes or one of them such as propeller; with both, all of a size. TIMES is a number, a range such
        /// as 0..3, or * for any number.
        #[arg(long, value_name = "NAME[=TIMES]", value_delimiter = ',', value_parser = piece)]
        pieces: Vec<NamedPieces>,
        /// File of drawn pieces
        #[arg(long, value_name = "FILE")]
        piece_file: Option<PathBuf>,
        /// How pieces may be turned
        #[arg(long, value_enum, default_value_t = Turns::Free)]
        turns: Turns,
        /// How single pieces may be turned: L4=none,T4=rotations
        #[arg(long, value_name = "NAME=HOW", value_delimiter = ',', value_parser = piece_turns)]
        piece_turns: Vec<PieceTurns>,
    },
    /// Pack the seven pieces of the Soma cube
    Soma,
    /// Pack any polycubes into any region
    #[command(after_long_help = DRAWINGS)]
    Polycubes {
        /// Layers, rows and columns, such as 3x3x3, or a drawing
        #[arg(long, visible_alias = "box", value_name = "LxRxC|FILE", value_hint = ValueHint::AnyPath)]
        region: String,
        /// Cells that stay empty: layer,row,column from 0
        #[arg(long, value_name = "L,R,C", num_args = 1.., value_parser = solid_cell)]
        holes: Vec<Cell>,
        /// Pieces separated by commas, each with its number: V=2,L
        ///
        /// soma or some of its letters VLTZABP, all of a size as free4, onesided4 or fixed4, or flat: and a name of
        /// polyominoes. TIMES is a number, a range such as 0..3, or * for any number.
        #[arg(long, value_name = "NAME[=TIMES]", value_delimiter = ',', value_parser = piece)]
        pieces: Vec<NamedPieces>,
        /// File of drawn pieces
        #[arg(long, value_name = "FILE")]
        piece_file: Option<PathBuf>,
        /// How pieces may be turned
        #[arg(long, value_enum, default_value_t = Turns::Rotations)]
        turns: Turns,
        /// How single pieces may be turned: L4=none,T4=rotations
        #[arg(long, value_name = "NAME=HOW", value_delimiter = ',', value_parser = piece_turns)]
        piece_turns: Vec<PieceTurns>,
    },
    /// Tile a region with dominoes
    #[command(after_long_help = DRAWINGS)]
    Dominoes {
        #[command(flatten)]
        place: FlatPlace,
    },
    /// Latin squares
    Latin {
        /// Side
        n: usize,
        /// First row and first column in order
        #[arg(long)]
        reduced: bool,
    },
    /// Ordered pairs of orthogonal Latin squares
    Mols {
        /// Side
        n: usize,
        /// First rows, and first column of the first, in order
        #[arg(long)]
        reduced: bool,
    },
    /// Perfect matchings of the complete graph
    Matchings {
        /// Number of vertices
        n: usize,
    },
    /// Partitions of a set
    Setpartitions {
        /// Number of elements
        n: usize,
    },
    /// Word rectangles and crosswords: rows and columns are words
    Wordrect {
        /// Rows and columns, such as 3x4, or a crossword
        ///
        /// A crossword is a drawing: a space or . is a black cell, a letter or a digit is one that is written already, and any
        /// other character, such as #, is a blank cell.
        #[arg(value_name = "RxC|FILE")]
        grid: PathBuf,
        /// File of words
        words: PathBuf,
        /// File of words for the columns
        down: Option<PathBuf>,
        /// Use no word twice
        #[arg(long)]
        distinct: bool,
    },
    /// De Bruijn cycles: each word occurs once
    Debruijn {
        /// Number of letters
        #[arg(value_name = "M")]
        letters: usize,
        /// Length of the words
        #[arg(value_name = "N")]
        length: usize,
    },
    /// Partridge puzzle: k squares of side k in one square
    Partridge {
        /// Greatest side
        n: usize,
    },
    /// MacMahon squares: touching edges have one color
    Macmahon {
        /// Rows and columns, such as 4x6
        #[arg(value_name = "RxC", value_parser = sides)]
        sides: Sides,
        /// Number of colors
        #[arg(long, value_name = "K", default_value_t = 3)]
        colors: usize,
        /// One color along the border
        #[arg(long)]
        border: bool,
    },
    /// Square ice: arrows into each vertex and out of it
    Ice {
        /// Number of rows and columns
        n: usize,
        /// Join opposite borders, instead of fixing their arrows
        #[arg(long)]
        torus: bool,
    },
    /// Graph colorings: neighbors differ
    Coloring {
        /// Number of colors
        #[arg(value_name = "K")]
        colors: usize,
        /// Name of a graph, or a DIMACS file
        ///
        /// complete:5, cycle:6, path:7, grid:3x4, petersen, or a file in the DIMACS format (.col)
        #[arg(value_hint = ValueHint::AnyPath)]
        graph: String,
    },
    /// Assignment problem: pair rows and columns of a cost table
    Assignment {
        /// Side of a table of random costs
        #[arg(value_name = "N", required_unless_present = "costs", conflicts_with = "costs")]
        n: Option<usize>,
        /// Random seed, or `random` for another one each time [default: 0]
        #[arg(long, value_name = "N", requires = "n")]
        seed: Option<Seed>,
        /// Greatest random cost
        #[arg(long, value_name = "C", default_value = "1000", requires = "n")]
        max_cost: NonZeroU64,
        /// CSV table of costs in place of random ones
        ///
        /// Without a header; an empty field is a pair that is not allowed
        #[arg(long, value_name = "FILE")]
        costs: Option<PathBuf>,
    },
    /// Roster: shifts of nurses, with bounds and wishes
    Roster {
        /// Number of nurses
        nurses: usize,
        /// Number of days
        days: usize,
        /// Random seed, or `random` for another one each time
        #[arg(long, value_name = "N", default_value = "0")]
        seed: Seed,
        /// Greatest random cost
        #[arg(long, value_name = "C", default_value = "5")]
        max_cost: NonZeroU64,
    },
    /// Timetable: lessons of classes and teachers, with costs
    Timetable {
        /// Number of classes
        classes: usize,
        /// Number of subjects, each with one teacher
        subjects: usize,
        /// Number of slots, each with one lesson of each class
        slots: usize,
        /// Random seed, or `random` for another one each time
        #[arg(long, value_name = "N", default_value = "0")]
        seed: Seed,
        /// Greatest random cost
        #[arg(long, value_name = "C", default_value = "1000")]
        max_cost: NonZeroU64,
    },
    /// League: every two teams meet once
    League {
        /// Number of teams
        n: usize,
    },
    /// Steiner triple systems: two points, one triple
    Steiner {
        /// Number of points: 7, 9, 13, 15, ...
        #[arg(value_name = "V")]
        points: usize,
    },
    /// Kirkman's schoolgirls: triples on days
    Kirkman {
        /// Number of girls: 9, 15, 21, ...
        #[arg(value_name = "V")]
        girls: usize,
    },
    /// Block designs: two points, LAMBDA blocks
    Design {
        /// Number of points
        #[arg(value_name = "V")]
        points: usize,
        /// Number of points of a block
        #[arg(value_name = "K")]
        size: usize,
        /// Number of blocks that contain two given points
        lambda: usize,
    },
    /// KenKen: a Latin square with cages
    Kenken {
        /// Side
        n: usize,
        /// Random seed, or `random` for another one each time
        #[arg(long, value_name = "N", default_value = "0")]
        seed: Seed,
    },
    /// Pips: dominoes in areas with sums
    #[command(after_long_help = DRAWINGS)]
    Pips {
        #[command(flatten)]
        place: FlatPlace,
        /// Random seed, or `random` for another one each time
        #[arg(long, value_name = "N", default_value = "0")]
        seed: Seed,
    },
}

/// Arguments that describe a region of the plane.
#[derive(Debug, Args)]
pub(crate) struct FlatPlace {
    /// Rows and columns, such as 6x10, or a drawing
    #[arg(value_name = "RxC|FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) region: String,
    /// Cells that stay empty: row,column from 0
    #[arg(long, value_name = "R,C", num_args = 1.., value_parser = flat_cell)]
    pub(crate) holes: Vec<Cell>,
}

/// The cells of polyominoes and their kin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FlatGrid {
    /// Polyominoes
    Squares,
    /// Polyiamonds; row 0, column 0 points down, its neighbors up
    Triangles,
    /// Polyhexes; each row begins half a cell further right
    Hexagons,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Turns {
    /// Rotate and reflect
    Free,
    /// Rotate
    Rotations,
    /// Shift only
    None,
}

/// A piece and how it may be turned.
#[derive(Clone, Debug)]
pub(crate) struct PieceTurns {
    /// The argument as typed.
    pub(crate) text: String,
    pub(crate) name: String,
    pub(crate) turns: Turns,
}

/// Pieces of one name, with the number of times each is used.
#[derive(Clone, Debug)]
pub(crate) struct NamedPieces {
    /// The argument as typed.
    pub(crate) text: String,
    pub(crate) name: String,
    pub(crate) times: Times,
}

/// Rows and columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

/// Parses exactly `N` numbers separated by `divider`.
pub(crate) fn numbers<const N: usize>(text: &str, divider: char) -> Option<[usize; N]> {
    let numbers: Vec<usize> =
        text.split(divider).map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

fn sides(text: &str) -> Result<Sides, String> {
    let [rows, columns] = numbers(text, 'x').ok_or("expected rows and columns, such as 4x6")?;
    Ok(Sides { rows, columns })
}

fn flat_cell(text: &str) -> Result<Cell, String> {
    let [row, column] = numbers(text, ',').ok_or("expected a row and a column, such as 3,4")?;
    Ok(Cell::new(row, column))
}

fn solid_cell(text: &str) -> Result<Cell, String> {
    let [layer, row, column] =
        numbers(text, ',').ok_or("expected a layer, a row and a column, such as 1,1,1")?;
    Ok(Cell::in_space(layer, row, column))
}

fn piece(text: &str) -> Result<NamedPieces, String> {
    let (name, times) = match text.split_once('=') {
        Some((name, times)) => (name, times.parse().map_err(|error| format!("{error}"))?),
        None => (text, Times::ONCE),
    };
    Ok(NamedPieces { text: text.to_owned(), name: name.to_owned(), times })
}

fn piece_turns(text: &str) -> Result<PieceTurns, String> {
    let expected = || {
        let words: Vec<String> = Turns::value_variants()
            .iter()
            .filter_map(|turns| Some(turns.to_possible_value()?.get_name().to_owned()))
            .collect();
        format!("expected the name of a piece, = and one of {}", words.join(", "))
    };
    let (name, word) = text.split_once('=').ok_or_else(expected)?;
    let turns = Turns::from_str(word, false).map_err(|_| expected())?;
    Ok(PieceTurns { text: text.to_owned(), name: name.to_owned(), turns })
}
