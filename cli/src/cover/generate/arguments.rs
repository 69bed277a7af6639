//! The arguments of `dlx gen`: which problems it makes, and the words of their help.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use dlx_instances::packing::Times;
use dlx_instances::shape::Cell;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx gen queens 8 | dlx count -
  dlx gen pentominoes 8x8 --holes 3,3 3,4 4,3 4,4 > square.dlx
  dlx gen polyominoes --region 4x5 --pieces tetrominoes
  dlx gen polyominoes --region hall.txt --pieces 'I3=0..4,V3=*' --turns rotations
  dlx gen polycubes --region 2x3x10 --pieces flat:pentominoes
  dlx gen wordrect 3x4 words.txt --distinct
  dlx gen coloring 3 petersen | dlx count -
  dlx gen assignment 20 --seed 1

The first line that is printed is a comment: what the problem is and, where it is known,
how many covers it has and who says so. The same arguments always print the same problem.";

/// How drawings are read, for the help of what takes them.
const DRAWINGS: &str = "\
Drawings: one character a cell; a blank or . is outside, anything else inside. A line of three
or more hyphens begins the next layer. In a file of pieces, blank lines divide them; the first
line of each is its name and perhaps how many times it is used (2, 0..3, or * for any number),
and its drawing follows:

  L 2
  #..
  ###";

#[derive(Debug, Subcommand)]
pub(crate) enum Generator {
    /// Queens that do not attack one another
    Queens {
        /// How many, and as many rows and columns
        n: usize,
        /// Join opposite edges of the board, so that diagonals go on at the other side
        #[arg(long)]
        torus: bool,
    },
    /// The numbers 1 to N twice in a row, with k places between the two numbers k
    Langford {
        /// The greatest number
        n: usize,
    },
    /// The twelve pentominoes, each once, in a region
    #[command(after_help = DRAWINGS)]
    Pentominoes {
        #[command(flatten)]
        place: FlatPlace,
    },
    /// Any polyominoes in any region, each as often as you like
    #[command(after_help = DRAWINGS)]
    Polyominoes {
        /// Rows and columns such as 6x10, or a file with a drawing
        #[arg(long, value_name = "RxC | FILE")]
        region: String,
        /// Cells of the region that are to stay empty: row and column, counted from 0
        #[arg(long, value_name = "R,C", num_args = 1.., value_parser = flat_cell)]
        holes: Vec<Cell>,
        /// Names, each with how many times it is used unless once: pentominoes by letters such as FILN, one
        /// such as I3, L4 or W5, a set such as trominoes, or all of a size as free6, onesided6 or fixed6
        #[arg(long, value_name = "NAME[=TIMES]", value_delimiter = ',', value_parser = piece)]
        pieces: Vec<NamedPieces>,
        /// A file of drawn pieces
        #[arg(long, value_name = "FILE")]
        piece_file: Option<PathBuf>,
        /// What may be done with named and drawn pieces; free6, onesided6 and fixed6 say it themselves
        #[arg(long, value_enum, default_value_t = Turns::Free)]
        turns: Turns,
    },
    /// The seven pieces of Soma in a cube of side 3
    Soma,
    /// Any polycubes in any region, each as often as you like
    #[command(after_help = DRAWINGS)]
    Polycubes {
        /// Layers, rows and columns such as 3x3x3, or a file with a drawing
        #[arg(long, visible_alias = "box", value_name = "LxRxC | FILE")]
        region: String,
        /// Cells of the region that are to stay empty: layer, row and column, counted from 0
        #[arg(long, value_name = "L,R,C", num_args = 1.., value_parser = solid_cell)]
        holes: Vec<Cell>,
        /// Names, each with how many times it is used unless once: soma or some of its letters VLTZABP, all of
        /// a size as free4, onesided4 or fixed4, or flat: and a name of polyominoes
        #[arg(long, value_name = "NAME[=TIMES]", value_delimiter = ',', value_parser = piece)]
        pieces: Vec<NamedPieces>,
        /// A file of drawn pieces
        #[arg(long, value_name = "FILE")]
        piece_file: Option<PathBuf>,
        /// What may be done with named and drawn pieces; free4, onesided4 and fixed4 say it themselves
        #[arg(long, value_enum, default_value_t = Turns::Rotations)]
        turns: Turns,
    },
    /// Dominoes that cover a region
    #[command(after_help = DRAWINGS)]
    Dominoes {
        #[command(flatten)]
        place: FlatPlace,
    },
    /// Latin squares
    Latin {
        /// The side
        n: usize,
        /// Only those with the symbols of the first row and column in order
        #[arg(long)]
        reduced: bool,
    },
    /// Ordered pairs of orthogonal Latin squares
    Mols {
        /// The side
        n: usize,
        /// Only those with the first rows of both and the first column of the first square in order
        #[arg(long)]
        reduced: bool,
    },
    /// Divisions of N vertices into pairs
    Matchings {
        /// How many vertices
        n: usize,
    },
    /// Divisions of a set of N elements into parts
    Setpartitions {
        /// How many elements
        n: usize,
    },
    /// Rectangles of letters whose rows and columns are words
    Wordrect {
        /// Rows and columns such as 3x4
        #[arg(value_name = "RxC", value_parser = sides)]
        sides: Sides,
        /// A file of words of any length, divided by blanks or lines
        words: PathBuf,
        /// A file of words for the columns alone
        down: Option<PathBuf>,
        /// Use no word twice
        #[arg(long)]
        distinct: bool,
    },
    /// Cycles in which each word of N of M letters stands once
    Debruijn {
        /// How many letters there are
        #[arg(value_name = "M")]
        letters: usize,
        /// How long the words are
        #[arg(value_name = "N")]
        length: usize,
    },
    /// One square of side 1, two of side 2, and so on to N of side N, in one square
    Partridge {
        /// The greatest side
        n: usize,
    },
    /// MacMahon's squares with colored edges, touching edges alike
    Macmahon {
        /// Rows and columns such as 4x6
        #[arg(value_name = "RxC", value_parser = sides)]
        sides: Sides,
        /// How many colors; three make the 24 usual squares
        #[arg(long, value_name = "K", default_value_t = 3)]
        colors: usize,
        /// One color all around the border
        #[arg(long)]
        border: bool,
    },
    /// Colorings of a graph: neighbors differ
    Coloring {
        /// How many colors
        #[arg(value_name = "K")]
        colors: usize,
        /// complete:5, cycle:6, path:7, grid:3x4, petersen, or a file in the DIMACS format (.col)
        graph: String,
    },
    /// Rows and columns of a table of costs in pairs
    #[command(
        override_usage = "dlx gen assignment <N> --seed <S> [--max-cost <C>]\n       dlx gen assignment --costs <FILE>"
    )]
    Assignment {
        /// The side of a table of random costs
        #[arg(
            value_name = "N",
            required_unless_present = "costs",
            requires = "seed",
            conflicts_with = "costs"
        )]
        n: Option<usize>,
        /// Where the random numbers begin
        #[arg(long, value_name = "S", requires = "n")]
        seed: Option<u64>,
        /// The greatest random cost; the least is 1
        #[arg(long, value_name = "C", default_value = "1000", requires = "n")]
        max_cost: NonZeroU64,
        /// A table of costs instead, as comma-separated values without a header; an empty field is a pair that
        /// is not allowed
        #[arg(long, value_name = "FILE")]
        costs: Option<PathBuf>,
    },
}

/// A region of the plane.
#[derive(Debug, Args)]
pub(crate) struct FlatPlace {
    /// Rows and columns such as 6x10, or a file with a drawing
    #[arg(value_name = "RxC | FILE")]
    pub(crate) region: String,
    /// Cells of the region that are to stay empty: row and column, counted from 0
    #[arg(long, value_name = "R,C", num_args = 1.., value_parser = flat_cell)]
    pub(crate) holes: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Turns {
    /// Rotate them and use their mirror images
    Free,
    /// Rotate them
    Rotations,
    /// Shift them only
    None,
}

/// Pieces of one name, each used so many times.
#[derive(Clone, Debug)]
pub(crate) struct NamedPieces {
    /// The argument.
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

/// So many numbers, divided by a character.
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
