//! What a command is, and how one is found and run.

use clap::{ArgMatches, Args};

use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;

/// A command: its arguments, what the help says of it, and what it does.
pub(crate) trait Command: Args {
    const NAME: &'static str;
    /// One line: a verb, and what it is about.
    const ABOUT: &'static str;
    /// One a line, at least one; they run one after the other in an empty folder. `-h` shows the first three.
    const EXAMPLES: &'static str;
    /// More paragraphs for `--help`.
    const NOTES: &'static str = "";

    fn run(self, session: &Session) -> Result<Exit, Fault>;
}

/// A command in the list of all commands.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) examples: &'static str,
    pub(crate) notes: &'static str,
    pub(crate) below: Below,
}

/// What an entry is, beside its words.
#[derive(Clone, Copy)]
pub(crate) enum Below {
    Arguments {
        add: fn(clap::Command) -> clap::Command,
        run: fn(&ArgMatches, &Session) -> Result<Exit, Fault>,
    },
    Commands(&'static [Entry]),
}

impl Entry {
    /// A command that runs.
    pub(crate) const fn of<C: Command>() -> Self {
        Self {
            name: C::NAME,
            about: C::ABOUT,
            examples: C::EXAMPLES,
            notes: C::NOTES,
            below: Below::Arguments {
                add: C::augment_args,
                run: |matches, session| C::from_arg_matches(matches).map_err(Fault::usage)?.run(session),
            },
        }
    }

    /// A command that only has others below it.
    pub(crate) const fn group(
        name: &'static str,
        about: &'static str,
        examples: &'static str,
        commands: &'static [Self],
    ) -> Self {
        Self { name, about, examples, notes: "", below: Below::Commands(commands) }
    }
}
