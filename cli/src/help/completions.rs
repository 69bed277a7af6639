//! `dlx completions`: shell completions for commands and flags.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;

use crate::shared::flags::OutputFile;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Shell
    shell: Shell,
    #[command(flatten)]
    output: OutputFile,
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
        clap_complete::generate(self.shell, &mut session.tree(), "dlx", &mut script);
        session.output().write_all(&script)?;
        Ok(Exit::Answered)
    }
}
