//! `dlx completions`: shell completions for commands and flags.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args};
use clap_complete::Shell;
use sudoku_cover::{RuleKind, RuleTheme, Technique};

use super::topics::TOPICS;
use crate::shared::flags::OutputFile;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Shell
    shell: Shell,
    #[command(flatten)]
    output: OutputFile,
}

/// Lists the values of arguments whose parsers take more than their names, such as several with commas.
fn with_names(tree: clap::Command) -> clap::Command {
    let named =
        |argument: Arg, names: &[String]| argument.value_parser(PossibleValuesParser::new(names.to_vec()));
    let mut commands = TOPICS.map(str::to_owned).to_vec();
    commands.extend(tree.get_subcommands().flat_map(|command| {
        let below = command.get_subcommands().map(clap::Command::get_name);
        std::iter::once(command.get_name()).chain(below).map(str::to_owned)
    }));
    commands.sort_unstable();
    commands.dedup();
    let techniques: Vec<String> = Technique::ALL.iter().map(|technique| technique.word()).collect();
    let kinds = RuleKind::all().map(RuleKind::name).chain(RuleTheme::puzzles());
    let variants: Vec<String> = kinds.map(str::to_owned).collect();
    let naming = |argument: Arg| match argument.get_id().as_str() {
        "words" => named(argument, &commands),
        "also" | "needs" | "only" | "technique" => named(argument, &techniques),
        // A seed follows the fourth rule.
        "rule" => named(argument, &["fewest", "first", "preferred"].map(str::to_owned)),
        "simd" => named(argument, &["portable", "avx2", "avx512"].map(str::to_owned)),
        "variants" | "themes" => named(argument, &variants),
        _ => argument,
    };
    tree.mut_subcommands(|command| {
        command.mut_args(naming).mut_subcommands(|command| command.mut_args(naming))
    })
}

impl Command for Completions {
    const NAME: &'static str = "completions";
    const ABOUT: &'static str = "Print shell completions";
    const EXAMPLES: &'static str = "\
dlx completions bash -o dlx.bash
dlx completions zsh -o _dlx
dlx completions fish -o dlx.fish";
    const NOTES: &'static str = "\
Where to put the script: ~/.local/share/bash-completion/completions/dlx for bash, a folder of $fpath for zsh,
~/.config/fish/completions/dlx.fish for fish, and $PROFILE for PowerShell.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut with_names(session.tree()), "dlx", &mut script);
        session.output().write_all(&script)?;
        Ok(Exit::Answered)
    }
}
