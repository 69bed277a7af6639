//! `dlx help`: the help of a command, or what holds for all of them.

use std::io::Write;

use clap::Args;

use crate::shared::flags::OutputFile;
use crate::shared::nearest::nearest;
use crate::shared::{Command, Exit, Fault, Session};

/// `dlx help`.
#[derive(Debug, Args)]
pub(crate) struct Help {
    /// Command, such as sudoku solve, or exit-codes, formats, json
    #[arg(value_name = "TOPIC")]
    words: Vec<String>,
    #[command(flatten)]
    output: OutputFile,
}

impl Command for Help {
    const NAME: &'static str = "help";
    const ABOUT: &'static str = "Explain a command, exit codes, formats or JSON";
    const EXAMPLES: &'static str = "\
dlx help solve
dlx help exit-codes
dlx help formats";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let text = match words[..] {
            ["exit-codes"] => exit_codes(),
            ["formats"] => FORMATS.to_owned(),
            ["json"] => JSON.to_owned(),
            _ => find(&session.tree(), &self.words)?.1.clone().render_long_help().to_string(),
        };
        writeln!(session.output(), "{}", text.trim_end())?;
        Ok(Exit::Answered)
    }
}

/// The command of these words, and its path as in `dlx sudoku solve`.
pub(super) fn find<'c>(
    root: &'c clap::Command,
    words: &[String],
) -> Result<(String, &'c clap::Command), Fault> {
    let (mut path, mut command) = ("dlx".to_owned(), root);
    for word in words {
        let Some(below) = command.find_subcommand(word) else {
            let near = nearest(word, command.get_subcommands().map(clap::Command::get_name));
            let tip = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(Fault::Usage(format!("expected a command of `{path}`, found `{word}`{tip}")));
        };
        command = below;
        path = format!("{path} {word}");
    }
    Ok((path, command))
}

fn exit_codes() -> String {
    let lines: Vec<String> =
        Exit::ALL.iter().map(|(exit, meaning)| format!("{:5}  {meaning}", *exit as u8)).collect();
    format!("Exit codes, the highest where several apply:\n{}", lines.join("\n"))
}

const FORMATS: &str = "\
Exact cover problems (--from, and --to of convert):
  knuth     a line of items, then one option a line; the default
            a b c | x      primary items, then secondary ones after |
            a b x:red      an option; x has the color red in it
            2:3|a          in the first line: a is covered 2 or 3 times
            a b |5         an option of cost 5
            | text         a comment
  dense     a matrix of 0 and 1, one option a line
  sparse0   numbers of items from 0, one option a line
  sparse1   numbers of items from 1, one option a line
  json      {\"items\": [...], \"options\": [...]}
  cnf, opb, lp are written for SAT, pseudo-Boolean and integer programming solvers

Covers (--format of solve, best and sample; check and render read all of them):
  text      the options as in the file, separated by ` | `
  ids       the numbers of the options, from 0
  json      one object a line, with both

Sudoku (--from, and --to of sudoku convert): line, grid, digits, csv, sdk, sdx, ss, hodoku, pm, 729, poj, opensudoku,
json; `dlx sudoku convert --help` describes each. A puzzle of up to 25x25 is recognised by itself, in files, pipes and
arguments. Cells are r1c1 to r25c25.

Compiled files (.zdd) hold all covers of a problem; `dlx compile` writes them.";

const JSON: &str = "\
--format json prints one object a line, --progress json one a second on standard error. Each has the field `schema`,
which is 1. It changes when a field goes or changes its meaning; fields may be added without a change.

Counts are strings, as they may be longer than the numbers of JSON. `complete` says whether a list or a count is
complete. A list of covers ends with an object that has `count` and `complete`. Objects about puzzles have `puzzle` (the
number of the record, from 1), `source`, `line`, `givens` and `status`.

The guide describes all objects in docs/json.md, and docs/schema has a JSON Schema for each command.";
