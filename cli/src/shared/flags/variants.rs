//! Flags for the rules of variants.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use sudoku_cover::{Layout, Rule, UnknownLayout, Variant};

use super::budgets::Memory;

/// A name for `--variant`: a rule of the whole board, or one whose cells `generate` draws.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Named {
    Whole(Variant),
    Drawn(Layout),
}

impl FromStr for Named {
    type Err = UnknownLayout;

    fn from_str(word: &str) -> Result<Named, UnknownLayout> {
        word.parse().map(Named::Whole).or_else(|_| word.parse().map(Named::Drawn))
    }
}

/// Constraints in addition to rows, columns and boxes.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Variants")]
pub(crate) struct Rules {
    /// Rules of the whole board, such as x,anti-knight
    ///
    /// x, windoku, disjoint, anti-knight, anti-king, non-consecutive; several with commas. For `generate` also rules
    /// whose cells it draws: jigsaw, killer, thermo, arrow, white and others.
    #[arg(long = "variant", value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) variants: Vec<Named>,
    /// Regions instead of boxes (jigsaw)
    ///
    /// N rows of N characters, or one line of N*N; cells with the same character form a region
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) regions: Option<PathBuf>,
    /// Rule on some cells, such as 'killer 15 r1c1 r1c2'
    ///
    /// Also 'even r1c1 r2c2' and 'odd r5c5'. May be repeated.
    #[arg(long = "constraint", value_name = "RULE", hide_short_help = true)]
    pub(crate) constraints: Vec<Rule>,
    /// Rules, one a line
    ///
    /// As for --constraint, and also names of variants and 'regions AABB...'. May be repeated.
    #[arg(long = "constraints", value_name = "FILE", hide_short_help = true)]
    pub(crate) files: Vec<PathBuf>,
    // Rules may need large tables.
    #[command(flatten)]
    pub(crate) memory: Memory,
}
