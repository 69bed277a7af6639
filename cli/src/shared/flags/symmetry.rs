//! Flags about symmetries: which ones are meant, and answers up to symmetry.

use std::path::PathBuf;

use clap::Args;

/// Which symmetries are meant: those that satisfy conditions, or those that given ones generate.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct ChosenSymmetries {
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
    /// Generators of the symmetries, in place of all symmetries
    ///
    /// Each line of FILE is a symmetry of the problem, written as by `dlx symmetries --format generators`: cycles of
    /// items, such as (a b c)(d e). The symmetries are all products of these. Lines that begin with | are comments.
    #[arg(long, value_name = "FILE", hide_short_help = true, conflicts_with_all = ["fix", "classes"])]
    pub(crate) generators: Option<PathBuf>,
}

/// Whether covers that symmetries map to one another count as one.
#[derive(Debug, Args)]
#[command(
    next_help_heading = "Search",
    mut_arg("fix", |fix| fix.requires("up_to_symmetry")),
    mut_arg("classes", |classes| classes.requires("up_to_symmetry")),
    mut_arg("generators", |generators| generators.requires("up_to_symmetry"))
)]
pub(crate) struct UpToSymmetry {
    /// Take one cover of each orbit under the symmetries
    #[arg(long, conflicts_with_all = ["engine", "rule", "simd", "reduce", "force", "forbid"])]
    up_to_symmetry: bool,
    #[command(flatten)]
    chosen: ChosenSymmetries,
}

impl UpToSymmetry {
    /// The symmetries that are meant, if `--up-to-symmetry` is given.
    pub(crate) fn chosen(&self) -> Option<&ChosenSymmetries> {
        self.up_to_symmetry.then_some(&self.chosen)
    }
}
