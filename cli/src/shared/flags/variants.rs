//! Flags for the rules of variants.

use std::path::PathBuf;

use clap::Args;
use sudoku_cover::{RuleKind, RuleLine, RuleTheme};

use super::budgets::Memory;

/// Constraints in addition to rows, columns and boxes.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Variants")]
pub(crate) struct Rules {
    /// Rules of the whole board, such as x,anti-knight
    #[arg(long = "variant", value_name = "NAME,...", value_delimiter = ',', long_help = names())]
    pub(crate) variants: Vec<RuleTheme>,
    /// Regions instead of boxes (jigsaw)
    ///
    /// N rows of N characters, or one line of N*N; cells with the same character form a region
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) regions: Option<PathBuf>,
    /// Rule on some cells, such as 'killer 15 r1c1 r1c2'
    ///
    /// Also 'even r1c1 r2c2' and 'odd r5c5'. May be repeated.
    #[arg(long = "constraint", value_name = "RULE", hide_short_help = true)]
    pub(crate) constraints: Vec<RuleLine>,
    /// Rules, one a line
    ///
    /// As for --constraint, and also names of variants and 'regions AABB...'. May be repeated.
    #[arg(long = "constraints", value_name = "FILE", hide_short_help = true)]
    pub(crate) files: Vec<PathBuf>,
    // Rules may need large tables.
    #[command(flatten)]
    pub(crate) memory: Memory,
}

impl Rules {
    /// Returns the kinds of rules that are named, each once.
    pub(crate) fn kinds(&self) -> Vec<RuleKind> {
        let kinds: Vec<RuleKind> = self.variants.iter().flat_map(RuleTheme::kinds).copied().collect();
        RuleTheme::of(&kinds).kinds().to_vec()
    }
}

/// Returns the help of `--variant`, with all names.
fn names() -> String {
    let of = |is_chosen: fn(&RuleKind) -> bool| {
        let kinds = RuleKind::all().filter(is_chosen);
        kinds.map(RuleKind::name).collect::<Vec<_>>().join(", ")
    };
    format!(
        "Rules of the whole board, such as x,anti-knight\n\n{}; several with commas or hyphens. For `generate` also rules \
         that it draws: {}; and puzzles: {}.",
        of(|kind| kind.rule().is_some()),
        of(|kind| kind.is_drawn() && kind.rule().is_none()),
        RuleTheme::puzzles().collect::<Vec<_>>().join(", ")
    )
}
