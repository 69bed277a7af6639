//! The tree of commands, its help, and suggestions after a mistyped command. Completions and manual pages are
//! generated from the same tree.

mod completions;
mod man;
mod topics;
mod usage;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use dlx_core::inner::Simd;

use crate::cover::{self, Family};
use crate::shared::command::{Below, Entry};
use crate::shared::flags::{Color, Globals};
use crate::shared::message::{self, Verbosity};
use crate::shared::named_files::NamedFiles;
use crate::shared::session::{Session, Settings};
use crate::shared::{Exit, Fault};
use crate::sudoku;
use usage::WrongValue;

const ABOUT: &str = "Exact cover: solve, count, optimize, sample, explain and check; Sudoku too";

const EXAMPLES: &str = "\
dlx sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
dlx generate queens 8 | dlx count
dlx generate pentominoes 6x10 -o pentominoes.dlx
dlx solve --limit 1 pentominoes.dlx | dlx render pentominoes.dlx -o cover.svg";

/// The commands about the program itself.
const PROGRAM: [Entry; 3] =
    [Entry::of::<topics::Help>(), Entry::of::<completions::Completions>(), Entry::of::<man::Man>()];

/// The layout of a help text.
const TEMPLATE: &str = "\
{about-with-newline}
{usage-heading} {usage}

{before-help}{all-args}{after-help}";

/// All top-level commands.
pub(crate) fn entries() -> impl Iterator<Item = &'static Entry> {
    cover::COMMANDS.iter().chain([&sudoku::COMMANDS]).chain(&PROGRAM)
}

/// The complete definition of the command line.
pub(crate) fn command() -> clap::Command {
    command_of(&|_| true)
}

/// The definition of the command line, with the details of those commands that may be named. Defining the
/// flags and help texts of all commands takes longer than counting a small problem.
fn command_of(is_named: IsNamed<'_>) -> clap::Command {
    let root = clap::Command::new("dlx").version(env!("CARGO_PKG_VERSION")).long_version(long_version());
    let commands = entries().map(|entry| built(entry, "dlx", is_named));
    let root = Globals::augment_args(root).subcommands(commands);
    arranged(root.subcommand_required(true).arg_required_else_help(true), "dlx", ABOUT, EXAMPLES, "")
}

/// The version, the commit and the vector instructions in use.
fn long_version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let commit = option_env!("DLX_COMMIT").map_or_else(String::new, |commit| format!(" ({commit})"));
    format!("{version}{commit}\nvector instructions: {}", Simd::best())
}

/// Whether the arguments may name the command of this name.
type IsNamed<'a> = &'a dyn Fn(&str) -> bool;

fn built(entry: &Entry, above: &str, is_named: IsNamed<'_>) -> clap::Command {
    let command = clap::Command::new(entry.name);
    if !is_named(entry.name) {
        // The help above lists the command, and clap looks among its flags for one that was mistyped above.
        let command = command.about(entry.about);
        return match entry.below {
            Below::Arguments { add, .. } => command.defer(add),
            Below::Commands(_) => command,
        };
    }
    let path = format!("{above} {}", entry.name);
    let command = match entry.below {
        // Some commands take their argument as subcommands, such as the problems of `generate`.
        Below::Arguments { add, .. } => add(command).mut_subcommands(with_help),
        Below::Commands(entries) => command
            .subcommands(entries.iter().map(|entry| built(entry, &path, is_named)))
            .subcommand_required(true)
            .arg_required_else_help(true),
    };
    arranged(command, &path, entry.about, entry.examples, entry.notes)
}

/// Returns the definition of the commands that these arguments may name.
fn definition_for(arguments: &[OsString]) -> clap::Command {
    let tree = command_of(&|name| arguments.iter().any(|argument| argument == name));
    let is_negative = |argument: &OsString| {
        let bytes = argument.as_encoded_bytes();
        bytes.first() == Some(&b'-')
            && bytes.get(1).is_some_and(|&byte| byte == b'.' || byte.is_ascii_digit())
    };
    // Changing every argument takes a fiftieth of the time of a short run.
    if arguments.iter().any(is_negative) { with_negative_values(tree) } else { tree }
}

/// Makes a negative number a value, which is wrong, and no flag, as in `--limit -1`.
fn with_negative_values(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| {
        let takes_value = argument.get_long().is_some() && argument.get_action().takes_values();
        if takes_value { argument.allow_negative_numbers(true) } else { argument }
    });
    command.mut_subcommands(with_negative_values)
}

/// Adds the help flag, listed with the other flags about messages.
fn with_help(command: clap::Command) -> clap::Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).help_heading("Messages");
    command.disable_help_flag(true).arg(help.help("Print help; --help explains all flags"))
}

/// Adds the help texts: `-h` fits on a screen, `--help` explains everything.
fn arranged(
    command: clap::Command,
    path: &str,
    about: &'static str,
    examples: &str,
    notes: &str,
) -> clap::Command {
    let shown = |most: usize| {
        let lines: Vec<String> = examples.lines().take(most).map(|line| format!("  {line}")).collect();
        format!("Examples:\n{}", lines.join("\n"))
    };
    let short = format!("More: {path} --help");
    let gap = if notes.is_empty() { "" } else { "\n\n" };
    let notes = unwrapped(notes);
    let long = format!("{notes}{gap}More: dlx help exit-codes, dlx help formats, dlx help json");
    with_help(command)
        .about(about)
        .long_about(about)
        .help_template(TEMPLATE)
        .before_help(shown(3))
        .before_long_help(shown(usize::MAX))
        .after_help(short)
        .after_long_help(long)
        .disable_help_subcommand(true)
}

/// Joins the lines of each paragraph, so that the help wraps it to the width of the terminal. Indented lines
/// keep their breaks, and so do the lines around them.
fn unwrapped(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|part| {
        let is_kept = part.lines().any(|line| line.starts_with(' '));
        if is_kept { part.to_owned() } else { part.replace('\n', " ") }
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// A parsed command and the session in which it runs.
pub(crate) struct Parsed {
    pub(crate) run: fn(&ArgMatches, &Session) -> Result<Exit, Fault>,
    pub(crate) matches: ArgMatches,
    pub(crate) settings: Settings,
}

/// Parses the arguments. Prints the help that was asked for, or the usage error, if there is no command to
/// run.
pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Parsed, Exit> {
    let arguments: Vec<OsString> = arguments.collect();
    // Help and usage errors are printed before the flags have been parsed.
    Color::of_arguments(&arguments).write_global();
    let mut tree = definition_for(&arguments);
    let matches = match tree.try_get_matches_from_mut(&arguments) {
        Ok(matches) => matches,
        Err(error) => return Err(explain(&error, &tree, &arguments)),
    };
    let globals = Globals::from_arg_matches(&matches).map_err(|error| explain(&error, &tree, &arguments))?;
    globals.color.write_global();
    message::set_verbosity(match globals {
        Globals { quiet: true, .. } => Verbosity::Quiet,
        Globals { verbose: true, .. } => Verbosity::Verbose,
        _ => Verbosity::Normal,
    });
    let (mut below, mut path, mut entries) = (matches, "dlx".to_owned(), entries().collect::<Vec<_>>());
    let mut definition = &tree;
    loop {
        let (name, inner) = below.remove_subcommand().expect("a command has been named");
        let entry = *entries.iter().find(|entry| entry.name == name).expect("the parser knows the entries");
        (below, path) = (inner, format!("{path} {name}"));
        definition = definition.find_subcommand(&name).expect("the parser knows the command");
        match entry.below {
            Below::Commands(commands) => entries = commands.iter().collect(),
            Below::Arguments { run, .. } => {
                if let Some(more) = with_format_of_ending(definition, &below, &arguments) {
                    // Only once: now the format is given.
                    return parse(more.into_iter());
                }
                let settings = Settings {
                    tree: command,
                    command: path,
                    globals,
                    timeout: value::<Duration>(&below, "timeout"),
                    nodes: value::<u64>(&below, "nodes"),
                    files: NamedFiles::of(definition, &below),
                    endings: entry.endings,
                    memory: value::<usize>(&below, "memory"),
                    output: value::<PathBuf>(&below, "output"),
                    is_written_in_place: value::<PathBuf>(&below, "checkpoint").is_some(),
                };
                return Ok(Parsed { run, matches: below, settings });
            }
        }
    }
}

/// Returns the arguments with a format, if none is given and the ending of the output is the name of one.
fn with_format_of_ending(
    definition: &clap::Command,
    matches: &ArgMatches,
    arguments: &[OsString],
) -> Option<Vec<OsString>> {
    let output = value::<PathBuf>(matches, "output")?;
    let ending = output.extension()?.to_str()?.to_ascii_lowercase();
    let name = if ending == "jsonl" { "json" } else { &ending };
    let flag =
        definition.get_arguments().find(|argument| ["format", "to"].contains(&argument.get_id().as_str()))?;
    let is_given = matches.value_source(flag.get_id().as_str()) == Some(ValueSource::CommandLine);
    let is_format = flag.get_possible_values().iter().any(|value| value.get_name() == name);
    if is_given || !is_format {
        return None;
    }
    let (flags, rest) =
        arguments.split_at(arguments.iter().position(|word| word == "--").unwrap_or(arguments.len()));
    let format = [format!("--{}", flag.get_long()?), name.to_owned()].map(OsString::from);
    Some([flags, &format, rest].concat())
}

/// The value of an argument that only some commands have.
fn value<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, id: &str) -> Option<T> {
    matches.try_get_one(id).ok().flatten().cloned()
}

/// Prints the short help of a command to standard error, for a command run without any input.
pub(crate) fn print_short(path: &str) {
    let mut command = command();
    for word in path.split(' ').skip(1) {
        command = command.find_subcommand(word).cloned().unwrap_or(command);
    }
    message::print(&command.bin_name(path).render_help().ansi().to_string());
}

/// Prints a usage error with suggestions, or the help or version that was asked for.
fn explain(error: &clap::Error, tree: &clap::Command, arguments: &[OsString]) -> Exit {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return first_contact(error);
    }
    if let Some(WrongValue { words, near }) = usage::wrong_value(error, tree, arguments) {
        message!(Error, "{words}");
        if let Some(near) = near {
            message!(Help, "did you mean `{near}`?");
        }
        message!(Help, "`{} --help` lists all flags", usage::path_of(tree, arguments));
        return Exit::Usage;
    }
    let printed = error.print();
    if !error.use_stderr() {
        return shown(printed);
    }
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && let Some(tip) = elsewhere(word)
    {
        message!(Help, "{tip}");
    }
    Exit::Usage
}

/// The exit code of a run that only printed help.
fn shown(printed: io::Result<()>) -> Exit {
    match printed.map_err(Fault::from) {
        Err(fault) if !fault.is_closed_pipe() => {
            fault.report("dlx");
            fault.exit()
        }
        _ => Exit::Answered,
    }
}

/// Prints what the program or a group of its commands does, and what to try first.
fn first_contact(error: &clap::Error) -> Exit {
    let groups = entries().filter(|entry| matches!(entry.below, Below::Commands(_)));
    let text = error.to_string();
    let group = groups.into_iter().find(|group| text.contains(&format!("Usage: dlx {} ", group.name)));
    let (path, about, examples) = match group {
        Some(group) => (format!("dlx {}", group.name), group.about, group.examples),
        None if text.contains("Usage: dlx generate") => {
            return shown(io::stdout().lock().write_all(text.as_bytes()));
        }
        None => ("dlx".to_owned(), ABOUT, EXAMPLES),
    };
    let lines: Vec<String> = examples.lines().map(|line| format!("  {line}")).collect();
    shown(writeln!(
        io::stdout().lock(),
        "{about}.\n\nTry:\n{}\n\n`{path} --help` lists the commands, and `{path} COMMAND -h` explains one.",
        lines.join("\n")
    ))
}

/// Words that other programs have for commands, with what these commands do.
const WORDS: [(&str, &str, &str); 6] = [
    ("pack", "problems of packing pieces", "dlx generate polyominoes"),
    ("packing", "problems of packing pieces", "dlx generate polyominoes"),
    ("draw", "drawings of covers, and of Sudoku", "dlx render, dlx sudoku render"),
    ("enumerate", "a list of all covers", "dlx solve"),
    ("optimize", "the cheapest cover", "dlx best"),
    ("minimise", "puzzles without redundant givens", "dlx sudoku minimize"),
];

/// Returns a suggestion for a word that is not a command here.
fn elsewhere(word: &str) -> Option<String> {
    let has = |entry: &Entry| matches!(entry.below, Below::Commands(below) if below.iter().any(|entry| entry.name == word));
    if let Some(group) = entries().find(|entry| has(entry)) {
        Some(format!("'{word}' is a command of `dlx {0}`: dlx {0} {word}", group.name))
    } else if Family::has(word) {
        Some(format!("'{word}' is a problem of `dlx generate`: dlx generate {word}"))
    } else if entries().any(|entry| entry.name == word) {
        Some(format!("'{word}' is a command of `dlx`: dlx {word}"))
    } else if let Some((_, words, command)) = WORDS.iter().find(|(known, ..)| *known == word) {
        Some(format!("{words}: {command}"))
    } else if Path::new(word).exists() {
        Some(format!(
            "'{word}' is a file: `dlx solve {word}` for exact cover, `dlx sudoku solve {word}` for Sudoku"
        ))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Commands that write no data to standard output or a file.
    const WITHOUT_OUTPUT: [&str; 2] = ["dlx sudoku play", "dlx sudoku serve"];
    /// Commands that write a document in a format of their own.
    const DOCUMENTS: [&str; 12] = [
        "dlx completions",
        "dlx compile",
        "dlx convert",
        "dlx generate",
        "dlx help",
        "dlx man",
        "dlx reduce",
        "dlx render",
        "dlx sudoku booklet",
        "dlx sudoku convert",
        "dlx sudoku render",
        "dlx task split",
    ];
    /// Commands that neither search nor read long input.
    const WITHOUT_TIMEOUT: [&str; 6] =
        ["dlx completions", "dlx generate", "dlx help", "dlx man", "dlx sudoku play", "dlx sudoku serve"];
    /// Commands without an input file as their first argument.
    const WITHOUT_FILES: [&str; 6] =
        ["dlx completions", "dlx generate", "dlx help", "dlx man", "dlx sudoku generate", "dlx sudoku serve"];
    /// Flags whose help depends on the command.
    const OF_EACH_COMMAND: [&str; 17] = [
        "count", "explain", "folder", "format", "id", "limit", "number", "of", "output", "probes", "rule",
        "seed", "step", "theme", "title", "to", "verify",
    ];

    /// All commands that run, with their paths. The problems of `generate` are arguments of one command.
    fn runnable() -> Vec<(String, clap::Command)> {
        let mut root = command();
        root.build();
        let (mut found, mut open) = (Vec::new(), vec![("dlx".to_owned(), root)]);
        while let Some((path, command)) = open.pop() {
            if command.get_subcommands().next().is_none() || path == "dlx generate" {
                found.push((path, command));
                continue;
            }
            for below in command.get_subcommands() {
                open.push((format!("{path} {}", below.get_name()), below.clone()));
            }
        }
        assert!(found.len() > 35);
        found
    }

    fn has(command: &clap::Command, flag: &str) -> bool {
        command.get_arguments().any(|argument| argument.get_long() == Some(flag))
    }

    #[test]
    fn the_definition_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn every_command_that_writes_has_an_output_file() {
        for (path, command) in runnable() {
            assert_eq!(has(&command, "output"), !WITHOUT_OUTPUT.contains(&&*path), "{path}");
        }
    }

    #[test]
    fn every_command_that_reports_has_json_and_text() {
        for (path, command) in runnable() {
            let format = command.get_arguments().find(|argument| argument.get_long() == Some("format"));
            let formats = format.map(Arg::get_possible_values).unwrap_or_default();
            let has = |name: &str| formats.iter().any(|format| format.get_name() == name);
            if DOCUMENTS.contains(&&*path) || WITHOUT_OUTPUT.contains(&&*path) {
                continue;
            }
            assert!(has("json"), "{path}");
            assert!(has("text") || path == "dlx sudoku generate", "{path}");
        }
    }

    #[test]
    fn every_command_that_may_take_long_has_a_timeout() {
        for (path, command) in runnable() {
            assert_eq!(has(&command, "timeout"), !WITHOUT_TIMEOUT.contains(&&*path), "{path}");
        }
    }

    #[test]
    fn threads_and_chance_have_flags_where_they_play_a_part() {
        // A new command fails here until it is listed if it has no `--threads` or has a `--seed`.
        let one_thread = [
            "check",
            "completions",
            "convert",
            "estimate",
            "generate",
            "help",
            "man",
            "marginals",
            "reduce",
            "render",
            "sample",
            "sudoku booklet",
            "sudoku convert",
            "sudoku diff",
            "sudoku play",
            "sudoku render",
            "sudoku serve",
            "survey",
            "symmetries",
            "task merge",
            "task split",
            "why",
        ];
        let by_chance = [
            "estimate",
            "sample",
            "sudoku generate",
            "sudoku minimize",
            "sudoku play",
            "sudoku sample",
            "task split",
        ];
        for (path, command) in runnable() {
            let name = path.trim_start_matches("dlx ");
            assert_eq!(has(&command, "threads"), !one_thread.contains(&name), "-j of {path}");
            assert_eq!(has(&command, "seed"), by_chance.contains(&name), "--seed of {path}");
        }
    }

    #[test]
    fn inputs_without_a_name_are_read_from_standard_input() {
        for (path, command) in runnable() {
            let positionals: Vec<&Arg> = command.get_positionals().collect();
            let last = positionals.last();
            if !WITHOUT_FILES.contains(&&*path) {
                assert!(last.is_some_and(|last| !last.is_required_set()), "{path}");
            }
        }
    }

    #[test]
    fn a_flag_is_the_same_at_every_command() {
        let mut known: BTreeMap<String, (Vec<String>, String)> = BTreeMap::new();
        for (path, command) in runnable() {
            for flag in command.get_arguments().filter(|flag| !flag.is_positional()) {
                let long = flag.get_long().expect("every flag has a long name").to_owned();
                let mut traits = vec![format!("{:?}", flag.get_short())];
                if !OF_EACH_COMMAND.contains(&&*long) {
                    traits.extend(flag.get_help().map(ToString::to_string));
                    traits.push(format!("{:?}", flag.get_value_names()));
                }
                let (others, first) =
                    known.entry(long.clone()).or_insert_with(|| (traits.clone(), path.clone()));
                assert_eq!(*others, traits, "--{long} of {first} and {path}");
            }
            assert!(!has(&command, "covers") || path == "dlx best", "{path}");
        }
        // A short flag means the same in every command.
        let letters = [("output", 'o'), ("threads", 'j'), ("count", 'n'), ("covers", 'k')];
        for (long, (traits, _)) in &known {
            let letter = letters.iter().find(|(name, _)| name == long).map(|(_, letter)| *letter);
            let letter = match &**long {
                "quiet" => Some('q'),
                "verbose" => Some('v'),
                "help" => Some('h'),
                _ => letter,
            };
            assert_eq!(traits[0], format!("{letter:?}"), "--{long}");
        }
    }

    #[test]
    fn every_command_takes_the_flags_of_all_commands() {
        for (path, command) in runnable() {
            for flag in ["stats", "progress", "quiet", "verbose", "color", "help"] {
                assert!(has(&command, flag), "--{flag} of {path}");
            }
        }
    }

    #[test]
    fn short_help_fits_on_a_screen_and_says_it_in_ten_words() {
        for (path, mut command) in runnable() {
            let help = command.render_help().to_string();
            assert!(help.lines().count() <= 45, "{path}: {} lines", help.lines().count());
            // Examples must not be wrapped, or they cannot be pasted.
            let long = command.render_long_help().to_string();
            let examples = long.split("Examples:\n").nth(1).unwrap_or_default().lines();
            for line in examples.take_while(|line| !line.is_empty()) {
                assert!(line.starts_with("  dlx ") && line.len() <= 100, "{path}: {line}");
            }
            for parts in ["Usage:", "Examples:", "More:"].windows(2) {
                let [first, second] = [parts[0], parts[1]].map(|part| help.find(part));
                assert!(first.is_some() && first < second, "{path}:\n{help}");
            }
            for flag in command.get_arguments() {
                let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
                let words = help.split(" [").next().unwrap_or_default();
                let is_short = (1..=10).contains(&words.split_whitespace().count());
                assert!(is_short && !words.ends_with('.'), "{} of {path}: {words}", flag.get_id());
            }
        }
    }

    #[test]
    fn long_help_has_groups() {
        let groups =
            ["Input", "Search", "Output", "Budgets", "Messages", "Variants", "Puzzles", "Picture", "Pages"];
        for (path, command) in runnable() {
            for flag in command.get_arguments().filter(|flag| !flag.is_positional()) {
                let group = flag.get_help_heading().unwrap_or_default();
                let is_alone = path == "dlx sudoku serve";
                assert!(is_alone || groups.contains(&group), "{} of {path}: `{group}`", flag.get_id());
            }
        }
    }

    /// Words of the argument parser, of serde and of the standard library, which do not say what is expected.
    const FOREIGN_WORDS: [&str; 12] = [
        "non-zero type",
        "invalid digit",
        "invalid value",
        "invalid type",
        "invalid float",
        "cannot parse",
        "too large to fit",
        "is not in",
        "unexpected argument",
        "a value is required",
        "os error",
        "Error",
    ];

    #[test]
    fn wrong_values_are_reported_in_the_words_of_this_program() {
        let mut refused = 0;
        for (path, mut command) in runnable() {
            // The problems of `generate` have arguments of their own.
            let families = command.get_subcommands().cloned().collect::<Vec<_>>();
            let mut commands = vec![(path.clone(), command.clone())];
            commands
                .extend(families.into_iter().map(|family| (format!("{path} {}", family.get_name()), family)));
            command.build();
            for (path, command) in commands {
                for flag in command.get_arguments().filter(|flag| flag.get_action().takes_values()) {
                    for value in ["x", "-1", "0", "", "1e9", "99999999999999999999999", "x,x", "é"] {
                        let mut arguments: Vec<OsString> = path.split(' ').map(OsString::from).collect();
                        match flag.get_long() {
                            Some(long) => arguments.push(format!("--{long}={value}").into()),
                            None if value.starts_with('-') => continue,
                            None => arguments.push(value.into()),
                        }
                        let mut tree = definition_for(&arguments);
                        let Err(error) = tree.try_get_matches_from_mut(&arguments) else { continue };
                        let kind = error.kind();
                        if !matches!(kind, ErrorKind::InvalidValue | ErrorKind::ValueValidation) {
                            continue;
                        }
                        let wrong = usage::wrong_value(&error, &tree, &arguments);
                        let words = wrong.unwrap_or_else(|| panic!("{arguments:?}: {error}")).words;
                        let has_both = words.contains("expected ") && words.contains("found ");
                        assert!(has_both || words.contains("unknown "), "{arguments:?}: {words}");
                        for foreign in FOREIGN_WORDS {
                            assert!(!words.contains(foreign), "{arguments:?}: {words}");
                        }
                        refused += 1;
                    }
                }
            }
        }
        assert!(refused > 500, "{refused}");
    }

    #[test]
    fn a_negative_number_is_a_wrong_value_and_no_flag() {
        let arguments = ["dlx", "solve", "--limit", "-1"].map(OsString::from);
        let mut tree = definition_for(&arguments);
        let error = tree.try_get_matches_from_mut(&arguments).expect_err("it is negative");
        let words = usage::wrong_value(&error, &tree, &arguments).map(|wrong| wrong.words);
        assert_eq!(words.as_deref(), Some("--limit: expected a whole number, 0 or more, found `-1`"));
    }

    #[test]
    fn arguments_that_name_files_say_so() {
        // What refuses an output that is an input finds the inputs by these hints.
        for (path, command) in runnable() {
            for argument in command.get_arguments().filter(|argument| argument.get_action().takes_values()) {
                let names: Vec<&str> =
                    argument.get_value_names().unwrap_or_default().iter().map(AsRef::as_ref).collect();
                let files =
                    ["FILE", "FOLDER", "PROBLEM", "COVERS", "TASKS", "RESULTS", "FIRST", "SECOND", "PUZZLE"];
                if names.iter().any(|name| name.split('|').any(|name| files.contains(&name))) {
                    let hint = argument.get_value_hint();
                    assert_eq!(hint, clap::ValueHint::AnyPath, "{} of {path}", argument.get_id());
                }
            }
        }
    }

    #[test]
    fn a_word_that_is_a_command_elsewhere_is_found_there() {
        assert!(elsewhere("rate").unwrap().contains("dlx sudoku rate"));
        assert!(elsewhere("split").unwrap().contains("dlx task split"));
        assert!(elsewhere("queens").unwrap().contains("dlx generate queens"));
        assert_eq!(elsewhere("nonsense-that-is-nowhere"), None);
    }
}
