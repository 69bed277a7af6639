//! `dlx check`: checks whether lists of options are covers of a problem, or looks a problem over.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use dlx_core::inner::json_words;
use dlx_core::text::ReadError;
use dlx_core::{Decimal, OptionId, Problem, check};
use dlx_formats::answer::{self, Variables};
use serde::{Deserialize, Serialize};

use super::lint::look_over;
use crate::shared::flags::{Deadline, NamedProblem, OutputFile, ReportFormat};
use crate::shared::input::{Input, Loaded, Origin, read_with_lines};
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    problem: NamedProblem,
    /// Covers, one a line, - for standard input
    ///
    /// Without covers, mistakes in the problem are listed.
    #[arg(value_name = "COVERS")]
    covers: Option<PathBuf>,
    /// COVERS is the output of another solver [default for .sol]
    ///
    /// Variables are those of `dlx convert`, or those of the problem if it was read from an integer program, pseudo-Boolean
    /// constraints or clauses. Lines `v` and lines of variables with their values are read.
    #[arg(long, requires = "covers")]
    solver_output: bool,
    #[command(flatten)]
    format: ReportFormat,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
}

/// An invalid line, as a JSON object.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct WrongObject<'a> {
    /// Number of the line, from 1.
    #[cfg_attr(test, schema(minimum = 1))]
    line: u64,
    /// Result of checking the line.
    #[cfg_attr(test, schema(pattern = "^(wrong|unreadable)$"))]
    status: &'static str,
    /// The error message.
    reason: &'a str,
}

/// The last object.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct Totals {
    /// Number of lines that are covers.
    right: u64,
    /// Number of lines that are not covers.
    wrong: u64,
    /// Number of lines that cannot be read.
    unreadable: u64,
    /// Whether all lines were checked.
    complete: bool,
}

impl Command for Check {
    const NAME: &'static str = "check";
    const ABOUT: &'static str = "Check covers, or find mistakes in a problem";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 -o queens.dlx
dlx check queens.dlx
dlx solve --format ids queens.dlx | dlx check queens.dlx -
dlx solve queens.dlx -o covers.txt && dlx check queens.dlx covers.txt";
    const NOTES: &'static str = "\
With a problem and no covers, lists items without options, repeated options, totals that cannot match, words that look \
like comments, and likely typing errors, without a search. The exit code is 1 if one of these proves that there is no \
cover. In a list of covers, blank lines are skipped, and the line `|` is the empty cover.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        // The exit code reports the result even if the reader closes the output after the first lines.
        session.survive_closed_output();
        let Some(covers) = &self.covers else {
            return look_over(self.problem.source(), &self.format, session);
        };
        let (loaded, lines) = read_with_lines(&self.problem, Some(covers), "covers", session)?;
        if self.solver_output || covers.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("sol")) {
            return self.check_solution(&loaded, lines, session);
        }
        let mut covers = Covers::new(loaded.subject.problem());
        let (mut exit, mut totals) = (Exit::Answered, Totals { complete: true, ..Totals::default() });
        for (number, line) in (1..).zip(lines.text.split(b'\n')) {
            if let Some(cause) = session.cause_to_stop() {
                message!(Note, "{}: the other lines were not checked", cause.words());
                exit.also(cause.exit());
                totals.complete = false;
                break;
            }
            let line = line.map_err(|source| Fault::named(&lines.name, ReadError::Io(source)))?;
            let line = String::from_utf8_lossy(&line);
            let (status, reason) = match covers.status_of(line.trim()) {
                LineStatus::NoCover => continue,
                LineStatus::Right => {
                    totals.right += 1;
                    continue;
                }
                LineStatus::Wrong(reason) => {
                    totals.wrong += 1;
                    exit.also(Exit::NoSolution);
                    ("wrong", reason)
                }
                LineStatus::Unreadable(reason) => {
                    totals.unreadable += 1;
                    exit.also(Exit::Unreadable);
                    ("unreadable", reason)
                }
            };
            if self.format.is_json() {
                let object = WrongObject { line: number, status, reason: &reason };
                json::write_line(&mut *session.output(), &object)?;
            } else {
                writeln!(session.output(), "line {number}: {status}: {reason}")?;
            }
        }
        self.write_totals(&totals, session)?;
        Ok(exit)
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of::<WrongObject<'static>>("Line")
            .of::<Totals>("Totals")
            .of::<super::lint::ProblemObject<'static>>("Problem, without covers")
    }
}

impl Check {
    /// Checks the one cover that a solver has found.
    fn check_solution(&self, loaded: &Loaded, solution: Input, session: &Session) -> Result<Exit, Fault> {
        let problem = loaded.subject.problem();
        let variables = match loaded.origin {
            Origin::Problem => Variables::Written,
            Origin::Program => Variables::Read,
        };
        let cover = answer::read(problem, variables, solution.text)
            .map_err(|error| Fault::of_program(&solution.name, error, &solution.window))?;
        let mut totals = Totals { complete: true, ..Totals::default() };
        let exit = match check(problem, &cover) {
            Ok(()) => {
                totals.right = 1;
                if problem.has_costs() {
                    message!(Note, "the cost of the cover is {}", problem.decimal(problem.cost_of(&cover)));
                }
                Exit::Answered
            }
            Err(error) => {
                totals.wrong = 1;
                message!(Note, "no cover: {error}");
                Exit::NoSolution
            }
        };
        self.write_totals(&totals, session)?;
        Ok(exit)
    }

    fn write_totals(&self, totals: &Totals, session: &Session) -> Result<(), Fault> {
        let mut output = session.output();
        if self.format.is_json() {
            json::write_line(&mut *output, totals)?;
        } else {
            let Totals { right, wrong, unreadable, .. } = totals;
            let unread = if *unreadable > 0 { format!(", {unreadable} unreadable") } else { String::new() };
            writeln!(output, "covers: {right} right, {wrong} wrong{unread}")?;
        }
        Ok(())
    }
}

/// The result of checking a line.
enum LineStatus {
    /// A blank line, or the JSON object that ends a list.
    NoCover,
    Right,
    Wrong(String),
    Unreadable(String),
}

/// A line that claims to be a cover: its cost, if the line states one, and its options.
pub(super) type Claim = (Option<Decimal>, Vec<OptionId>);

/// Reads the lines that `dlx solve` and `dlx best` print, in any of their formats.
pub(super) struct Covers<'p> {
    problem: &'p Problem,
    /// Options by their text, built when the first line in the text format is read.
    by_text: Option<HashMap<Vec<String>, Vec<OptionId>>>,
}

impl<'p> Covers<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        Self { problem, by_text: None }
    }

    fn status_of(&mut self, line: &str) -> LineStatus {
        let (claimed, cover) = match self.read(line) {
            Ok(Some(claim)) => claim,
            Ok(None) => return LineStatus::NoCover,
            Err(reason) => return LineStatus::Unreadable(reason),
        };
        let cost = self.problem.decimal(self.problem.cost_of(&cover));
        match (check(self.problem, &cover), claimed, cost) {
            (Err(error), ..) => LineStatus::Wrong(format!("no cover: {error}")),
            (Ok(()), Some(claimed), cost) if claimed != cost => {
                LineStatus::Wrong(format!("expected cost {cost}, found {claimed}"))
            }
            _ => LineStatus::Right,
        }
    }

    /// Parses a line. Returns `None` for a blank line and for an object that ends a list.
    pub(super) fn read(&mut self, line: &str) -> Result<Option<Claim>, String> {
        if line.is_empty() {
            return Ok(None);
        }
        if line.starts_with('{') {
            // The name of an item may begin like an object, too.
            return claim_of_json(line).or_else(|error| Ok(Some((None, self.ids(line).map_err(|_| error)?))));
        }
        // No option can begin like this: a color follows its colon without a space.
        let (cost, line) = match line.strip_prefix("cost ").and_then(|rest| rest.split_once(':')) {
            Some((cost, cover))
                if cost.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte))
                    && (cover.is_empty() || cover.starts_with(' ')) =>
            {
                (Some(cost.parse().map_err(|_| format!("expected a cost, found `{cost}`"))?), cover)
            }
            _ => (None, line),
        };
        Ok(Some((cost, self.ids(line)?)))
    }

    fn ids(&mut self, line: &str) -> Result<Vec<OptionId>, String> {
        // A line with a bar contains a word that is not a number, so it is never read as ids.
        let ids: Result<Vec<u32>, _> = line.split_whitespace().map(str::parse).collect();
        match ids {
            Ok(ids) => Ok(ids.into_iter().map(|id| OptionId::new(id as usize)).collect()),
            Err(_) => self.ids_of_text(line),
        }
    }

    fn ids_of_text(&mut self, line: &str) -> Result<Vec<OptionId>, String> {
        let by_text = self.by_text.get_or_insert_with(|| options_by_text(self.problem));
        let mut times: HashMap<Vec<String>, usize> = HashMap::new();
        let mut cover = Vec::new();
        for text in line.split('|').map(str::trim).filter(|text| !text.is_empty()) {
            let mut words: Vec<String> = text.split_whitespace().map(ToOwned::to_owned).collect();
            words.sort_unstable();
            let ids = by_text
                .get(&words)
                .ok_or_else(|| format!("expected an option of the problem, found `{text}`"))?;
            // Identical options are matched in turn. Beyond the last one, the last is used again, and the
            // checker then reports it as used twice.
            let time = times.entry(words).or_default();
            cover.push(ids[(*time).min(ids.len() - 1)]);
            *time += 1;
        }
        Ok(cover)
    }
}

/// The options by their sorted words.
fn options_by_text(problem: &Problem) -> HashMap<Vec<String>, Vec<OptionId>> {
    let mut options: HashMap<Vec<String>, Vec<OptionId>> = HashMap::new();
    for option in problem.options() {
        let text = problem.display_option(option).to_string();
        let mut words: Vec<String> = text.split(' ').map(ToOwned::to_owned).collect();
        words.sort_unstable();
        options.entry(words).or_default().push(option);
    }
    options
}

/// The cost in an object, with all its digits.
#[derive(Deserialize)]
struct StatedCost {
    cost: Option<Decimal>,
}

fn claim_of_json(line: &str) -> Result<Option<Claim>, String> {
    let object: serde_json::Value =
        serde_json::from_str(line).map_err(|error| json_words(&error.to_string()))?;
    if object.get("complete").is_some() {
        return Ok(None);
    }
    let ids = object.get("ids").and_then(serde_json::Value::as_array);
    let ids = ids.ok_or("expected an object with a list `ids`")?;
    let ids: Result<Vec<OptionId>, String> = ids
        .iter()
        .map(|id| id.as_u64().ok_or(format!("expected an id, found {id}")).and_then(option_id))
        .collect();
    let stated: StatedCost = serde_json::from_str(line)
        .map_err(|error| format!("expected a cost: {}", json_words(&error.to_string())))?;
    Ok(Some((stated.cost, ids?)))
}

fn option_id(id: u64) -> Result<OptionId, String> {
    let index = u32::try_from(id).map_err(|_| format!("an id has 32 bits, found {id}"))?;
    Ok(OptionId::new(index as usize))
}
