//! The command line as people meet it: examples before the options, exit codes below them, and what to do next where
//! something was mistyped. Completions and man pages come from the same definition.

use std::io::{self, Write};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::roff::{Roff, roman};
use dlx_core::Simd;

use crate::command::Arguments;
use crate::shared::exit::{self, Exit};
use crate::shared::fault::Fault;
use crate::shared::nearest::nearest;
use crate::shared::session::Session;

/// What stands where in a help text.
const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// What programs may rely on.
const OBJECTS: &str = "\
Objects (--format json, --progress json):
  One object a line. The field `schema` is 1 in all of them; it is another number when a field is gone or means
  something else, and the same when there are more fields. Objects of puzzles have `puzzle` (the number of the record,
  from 1), `source`, `line`, `givens` and `status`; cells are r1c1 to r25c25, options numbers from 0. Progress has
  `event`, `seconds`, and where they are known `fraction` (0 to 1) and `seconds_left`.";

const EXAMPLES: &str = "Examples:";
const EXIT_CODES: &str = "Exit codes";

/// The whole definition.
pub(crate) fn command() -> Command {
    arranged(Arguments::command().long_version(long_version()), "")
}

/// The version, the commit and the vector instructions.
fn long_version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let commit = option_env!("DLX_COMMIT").map_or_else(String::new, |commit| format!(" ({commit})"));
    format!("{version}{commit}\nvector instructions: {}", Simd::best())
}

/// The command with its examples in front, and so with all commands below it.
fn arranged(command: Command, path: &str) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let mut command = command;
    for name in names {
        let below = if path.is_empty() { name.clone() } else { format!("{path} {name}") };
        command = command.mut_subcommand(name, |command| arranged(command, &below));
    }
    let after = command.get_after_long_help().or(command.get_after_help());
    let after = after.map_or_else(String::new, ToString::to_string);
    let (first, rest): (Vec<&str>, Vec<&str>) =
        after.split("\n\n").partition(|paragraph| paragraph.starts_with(EXAMPLES));
    let (first, mut last) = (first.concat(), rest.join("\n\n"));
    if !last.contains(EXIT_CODES) {
        let gap = if last.is_empty() { "" } else { "\n\n" };
        last = format!("{last}{gap}{}", exit::HELP);
    }
    if path.is_empty() || path == "sudoku" {
        last = format!("{last}\n\n{OBJECTS}");
    }
    command = command.help_template(TEMPLATE).after_help(last.clone()).after_long_help(last);
    if first.is_empty() { command } else { command.before_help(first.clone()).before_long_help(first) }
}

/// Prints a usage error, or the help or version that was asked for, and says what else may have been meant.
pub(crate) fn explain(error: &clap::Error) -> Exit {
    let printed = error.print().map_err(Fault::from);
    if !error.use_stderr() {
        return match printed {
            Err(fault) if !fault.is_closed_pipe() => {
                tell!("dlx: {fault}");
                fault.exit()
            }
            _ => Exit::Answered,
        };
    }
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && let Some(tip) = elsewhere(word)
    {
        tell!("\n  tip: {tip}");
    }
    Exit::Usage
}

/// What to do with a word that is no command here.
fn elsewhere(word: &str) -> Option<String> {
    let root = Arguments::command();
    let below = |name: &str| {
        root.find_subcommand(name).is_some_and(|command| command.find_subcommand(word).is_some())
    };
    if below("sudoku") {
        Some(format!("'{word}' is a command of `dlx sudoku`: dlx sudoku {word}"))
    } else if below("gen") {
        Some(format!("'{word}' is a problem of `dlx gen`: dlx gen {word}"))
    } else if root.find_subcommand(word).is_some() {
        Some(format!("'{word}' is a command of `dlx`: dlx {word}"))
    } else if Path::new(word).exists() {
        Some(format!(
            "'{word}' is a file: `dlx solve {word}` for exact cover, `dlx sudoku solve {word}` for Sudoku"
        ))
    } else {
        None
    }
}

/// Prints the completions for a shell.
pub(crate) fn complete(shell: Shell, session: &Session) -> Result<Exit, Fault> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "dlx", &mut script);
    session.output().write_all(&script)?;
    Ok(Exit::Answered)
}

/// Prints the man page of a command, or writes those of all commands into a folder.
pub(crate) fn man(words: &[String], folder: Option<&Path>, session: &Session) -> Result<Exit, Fault> {
    let mut root = command();
    root.build();
    if let Some(folder) = folder {
        dlx_files::create_folder(folder)?;
        let mut pages = vec![("dlx".to_owned(), &root)];
        while let Some((name, command)) = pages.pop() {
            dlx_files::write(&folder.join(format!("{name}.1")), &page(&name, command)?)?;
            let below = command.get_subcommands().filter(|below| below.get_name() != "help");
            pages.extend(below.map(|below| (format!("{name}-{}", below.get_name()), below)));
        }
        return Ok(Exit::Answered);
    }
    let (mut name, mut command) = ("dlx".to_owned(), &root);
    for word in words {
        let Some(below) = command.find_subcommand(word) else {
            let near = nearest(word, command.get_subcommands().map(Command::get_name));
            let tip = near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
            return Err(Fault::Usage(format!("no command `{word}` in `{}`{tip}", name.replace('-', " "))));
        };
        command = below;
        name = format!("{name}-{word}");
    }
    session.output().write_all(&page(&name, command)?)?;
    Ok(Exit::Answered)
}

fn page(name: &str, command: &Command) -> io::Result<Vec<u8>> {
    let (before, after) = (command.get_before_long_help(), command.get_after_long_help());
    let page = clap_mangen::Man::new(command.clone().display_name(name.to_owned()));
    let mut bytes = Vec::new();
    page.render_title(&mut bytes)?;
    page.render_name_section(&mut bytes)?;
    page.render_synopsis_section(&mut bytes)?;
    page.render_description_section(&mut bytes)?;
    if command.get_arguments().next().is_some() {
        page.render_options_section(&mut bytes)?;
    }
    if command.has_subcommands() {
        page.render_subcommands_section(&mut bytes)?;
    }
    // The page would fill the lines of these; they are to stay as they are.
    for text in [before, after].into_iter().flatten().map(ToString::to_string) {
        for part in text.split("\n\n") {
            let mut roff = Roff::new();
            let lines = match part.split_once('\n') {
                Some((heading, lines)) if heading.ends_with(':') => {
                    let heading = heading.split([':', '(']).next().unwrap_or_default().trim().to_uppercase();
                    roff.control("SH", [heading.as_str()]);
                    lines
                }
                _ => {
                    roff.control("PP", []);
                    part
                }
            };
            roff.control("nf", []);
            for line in lines.lines() {
                roff.text([roman(line)]);
            }
            roff.control("fi", []).to_writer(&mut bytes)?;
        }
    }
    if command.get_version().is_some() {
        page.render_version_section(&mut bytes)?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All commands that do something, with their paths.
    fn runnable() -> Vec<(String, Command)> {
        let mut found = Vec::new();
        let mut open = vec![(String::new(), command())];
        while let Some((path, command)) = open.pop() {
            if command.get_subcommands().next().is_none() {
                found.push((path, command));
                continue;
            }
            open.extend(
                command
                    .get_subcommands()
                    .map(|below| (format!("{path} {}", below.get_name()), below.clone())),
            );
        }
        found
    }

    /// The words of a command as a shell would part them: quotes, and what follows a redirection left out.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
        for letter in line.chars() {
            match letter {
                '\'' => quoted = !quoted,
                ' ' if !quoted => {
                    words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
                }
                letter => word.push(letter),
            }
        }
        words.extend(Some(word).filter(|word| !word.is_empty()));
        let end =
            words.iter().position(|word| matches!(word.as_str(), ">" | ">>" | "<")).unwrap_or(words.len());
        words.truncate(end);
        words
    }

    #[test]
    fn the_definition_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn every_command_begins_with_examples_and_ends_with_exit_codes() {
        for (path, mut command) in runnable() {
            let help = command.render_long_help().to_string();
            assert!(help.contains("Exit codes"), "{path}");
            if path.starts_with(" gen ") {
                continue;
            }
            let (examples, usage) = (help.find("Examples:"), help.find("Usage:"));
            assert!(examples.is_some() && examples < usage, "{path}:\n{help}");
        }
    }

    #[test]
    fn every_example_is_accepted() {
        let mut examples = 0;
        let mut commands = runnable();
        commands.push((String::new(), command()));
        commands.extend(command().get_subcommands().map(|below| (String::new(), below.clone())));
        for (path, mut below) in commands {
            let help = below.render_long_help().to_string();
            let list = help.split("Examples:\n").nth(1).unwrap_or_default();
            for line in list.lines().take_while(|line| line.starts_with("  ")) {
                // What is said beside an example stands after two spaces or more.
                let line = line.trim_start().split("  ").next().unwrap_or_default();
                for part in line.split(" | ").filter(|part| part.starts_with("dlx ")) {
                    let result = command().try_get_matches_from(words(part));
                    assert!(result.is_ok(), "{path}: {part}: {}", result.unwrap_err());
                    examples += 1;
                }
            }
        }
        assert!(examples > 60, "{examples}");
    }

    #[test]
    fn a_word_that_is_a_command_elsewhere_is_found_there() {
        assert!(elsewhere("rate").unwrap().contains("dlx sudoku rate"));
        assert!(elsewhere("queens").unwrap().contains("dlx gen queens"));
        assert_eq!(elsewhere("nonsense-that-is-nowhere"), None);
        assert_eq!(nearest("puzles.txt", ["notes.md", "puzzles.txt"].into_iter()), Some("puzzles.txt"));
        assert_eq!(nearest("x", ["notes.md"].into_iter()), None);
    }
}
