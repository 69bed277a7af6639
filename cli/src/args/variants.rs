//! The rules of variants as arguments.

use std::path::PathBuf;

use clap::Args;
use sudoku_cover::{Rule, Variant};

/// What the boards demand beside rows, columns and boxes.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Rules {
    /// Rules besides those of rows, columns and boxes: x, windoku, disjoint, anti-knight, anti-king,
    /// non-consecutive; several with commas
    #[arg(long = "variant", value_name = "NAME,...", value_delimiter = ',', help_heading = "Variants")]
    pub(crate) variants: Vec<Variant>,
    /// A file with regions in the place of boxes (jigsaw): N rows of N characters, or one line of N*N; cells with the
    /// same character form a region
    #[arg(long, value_name = "FILE", help_heading = "Variants")]
    pub(crate) regions: Option<PathBuf>,
    /// A rule for some cells, such as 'killer 15 r1c1 r1c2', 'even r1c1 r2c2' or 'odd r5c5'; repeatable
    #[arg(long = "constraint", value_name = "RULE", help_heading = "Variants")]
    pub(crate) constraints: Vec<Rule>,
    /// A file with such rules, one a line, variants and 'regions AABB...' among them; repeatable
    #[arg(long = "constraints", value_name = "FILE", help_heading = "Variants")]
    pub(crate) files: Vec<PathBuf>,
}
