//! Flags about symmetries: conditions on them, and answers up to symmetry.

use std::path::PathBuf;

use clap::Args;

/// Conditions that a symmetry has to satisfy.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SymmetryConditions {
    /// Items that every symmetry leaves in place
    ///
    /// Names are separated by commas or blanks. A name that contains a comma is separated by blanks. May be
    /// repeated.
    #[arg(long, value_name = "ITEM,ITEM,...", hide_short_help = true)]
    pub(crate) fix: Vec<String>,
    /// Classes of items that symmetries keep apart
    ///
    /// Each line of FILE names the items of a class, separated by blanks; their images are in the same class.
    /// Lines that begin with | are comments.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) classes: Option<PathBuf>,
}

/// Whether covers that symmetries map to one another count as one.
#[derive(Debug, Args)]
#[command(
    next_help_heading = "Search",
    mut_arg("fix", |fix| fix.requires("up_to_symmetry")),
    mut_arg("classes", |classes| classes.requires("up_to_symmetry"))
)]
pub(crate) struct UpToSymmetry {
    /// Take one cover of each orbit under the symmetries
    #[arg(long, conflicts_with_all = ["engine", "rule", "simd", "reduce", "force", "forbid"])]
    up_to_symmetry: bool,
    #[command(flatten)]
    conditions: SymmetryConditions,
}

impl UpToSymmetry {
    /// The conditions on the symmetries, if `--up-to-symmetry` is given.
    pub(crate) fn conditions(&self) -> Option<&SymmetryConditions> {
        self.up_to_symmetry.then_some(&self.conditions)
    }
}
