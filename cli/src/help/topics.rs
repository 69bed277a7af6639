//! `dlx help`: the help of a command, or a topic common to all commands.

use std::io::Write;

use clap::Args;
use dlx_core::inner::{nearest, suggestion};
use sudoku_cover::Format;

use crate::shared::flags::OutputFile;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Help {
    /// Command, such as sudoku solve, or exit-codes, formats, geometry, json
    #[arg(value_name = "TOPIC")]
    words: Vec<String>,
    #[command(flatten)]
    output: OutputFile,
}

/// The words that are no commands.
pub(super) const TOPICS: [&str; 4] = ["exit-codes", "formats", "geometry", "json"];

impl Command for Help {
    const NAME: &'static str = "help";
    const ABOUT: &'static str = "Explain a command, or exit codes, formats, geometry, JSON";
    const EXAMPLES: &'static str = "\
dlx help solve
dlx help exit-codes
dlx help formats";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let text = match words[..] {
            ["exit-codes"] => exit_codes(),
            ["formats"] => FORMATS.replace("{formats}\n", &puzzle_formats()),
            ["geometry"] => GEOMETRY.to_owned(),
            ["json"] => JSON.to_owned(),
            _ => find(&session.tree(), &self.words)?.1.clone().render_long_help().to_string(),
        };
        writeln!(session.output(), "{}", text.trim_end())?;
        Ok(Exit::Answered)
    }
}

/// Finds the command with these words. Returns it with its path, such as `dlx sudoku solve`.
pub(super) fn find<'c>(
    root: &'c clap::Command,
    words: &[String],
) -> Result<(String, &'c clap::Command), Fault> {
    let (mut path, mut command) = ("dlx".to_owned(), root);
    for word in words {
        let Some(below) = command.find_subcommand(word) else {
            let near = nearest(word, command.get_subcommands().map(clap::Command::get_name));
            let tip = suggestion(near);
            return Err(Fault::Usage(format!("expected a command of `{path}`, found `{word}`{tip}")));
        };
        command = below;
        path = format!("{path} {word}");
    }
    Ok((path, command))
}

/// Returns the formats of puzzles, a line each or more.
fn puzzle_formats() -> String {
    let line = |format: Format| {
        let words = format.words().replace('\n', "\n              ");
        format!("  {:10}  {words}\n", format.name())
    };
    Format::ALL.into_iter().map(line).collect::<String>() + "\n"
}

fn exit_codes() -> String {
    let lines: Vec<String> =
        Exit::ALL.iter().map(|(exit, meaning)| format!("{:5}  {meaning}", *exit as u8)).collect();
    format!("Exit codes; if several apply, the highest, but 3 before 4 and 5:\n{}", lines.join("\n"))
}

const FORMATS: &str = include_str!("formats.txt");
const GEOMETRY: &str = include_str!("geometry.txt");
const JSON: &str = include_str!("json.txt");
