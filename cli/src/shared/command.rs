//! The definition of a command, and how the command of a run is found and run.

use clap::{ArgMatches, Args};

use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::session::Session;

/// A command: its arguments, its help and its action.
pub(crate) trait Command: Args {
    const NAME: &'static str;
    /// One line that begins with a verb.
    const ABOUT: &'static str;
    /// At least one example, one a line. A test runs them in turn in an empty folder. `-h` shows the first
    /// three.
    const EXAMPLES: &'static str;
    /// More paragraphs for `--help`.
    const NOTES: &'static str = "";
    /// The endings of file names for its formats, among those that people know by their endings, such as
    /// `svg`. A name with another such ending is refused.
    const ENDINGS: &'static [&'static str] = &[];

    /// Runs it.
    fn run(self, session: &Session) -> Result<Exit, Fault>;

    /// The objects of `--format json`, for their published schema.
    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
    }
}

/// A command in the list of all commands.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) examples: &'static str,
    pub(crate) notes: &'static str,
    pub(crate) endings: &'static [&'static str],
    pub(crate) below: Below,
}

/// The kind of an entry.
#[derive(Clone, Copy)]
pub(crate) enum Below {
    Arguments {
        add: fn(clap::Command) -> clap::Command,
        run: fn(&ArgMatches, &Session) -> Result<Exit, Fault>,
        #[cfg(test)]
        objects: fn() -> Objects,
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
            endings: C::ENDINGS,
            below: Below::Arguments {
                add: C::augment_args,
                run: |matches, session| C::from_arg_matches(matches).map_err(Fault::usage)?.run(session),
                #[cfg(test)]
                objects: C::objects,
            },
        }
    }

    /// A command that only groups other commands.
    pub(crate) const fn group(
        name: &'static str,
        about: &'static str,
        examples: &'static str,
        commands: &'static [Self],
    ) -> Self {
        Self { name, about, examples, notes: "", endings: &[], below: Below::Commands(commands) }
    }
}
