//! `dlx check`: whether lists of options are covers of a problem.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use dlx_core::text::ReadError;
use dlx_core::{OptionId, Problem, check};

use crate::args::Input;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx solve --format ids queens.dlx | dlx check queens.dlx -
  dlx check queens.dlx covers.txt";

#[derive(Debug, Args)]
pub(crate) struct CoverCheck {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Covers, one a line, in any of the formats of `dlx solve` and `dlx best`; - is standard input
    pub(crate) solutions: PathBuf,
}

pub(crate) fn run(arguments: &CoverCheck, session: &Session) -> Result<Exit, Fault> {
    let file = &arguments.input.file;
    if *file == arguments.solutions && file.as_os_str() == "-" {
        return Err(Fault::Usage("the problem and its covers cannot both be standard input".to_owned()));
    }
    let subject = input::read(&arguments.input, session)?;
    let problem = subject.problem();
    let (name, solutions) = input::open(&arguments.solutions, session)?;
    let mut covers = Covers::new(problem);
    let mut exit = Exit::Answered;
    let (mut right, mut wrong, mut unreadable) = (0u64, 0u64, 0u64);
    for (number, line) in (1..).zip(solutions.split(b'\n')) {
        let line = line.map_err(|source| Fault::named(&name, ReadError::Io(source)))?;
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        match covers.read(line.trim()) {
            Ok((claimed, cover)) => {
                let cost = problem.cost_of(&cover);
                let fault = match check(problem, &cover) {
                    Err(error) => format!("no cover: {error}"),
                    Ok(()) if claimed.is_some_and(|claimed| claimed != cost) => {
                        format!("wrong cost: expected {cost}, found {}", claimed.unwrap_or_default())
                    }
                    Ok(()) => {
                        right += 1;
                        continue;
                    }
                };
                wrong += 1;
                writeln!(session.output(), "line {number}: {fault}")?;
                exit.also(Exit::NoSolution);
            }
            Err(reason) => {
                unreadable += 1;
                writeln!(session.output(), "line {number}: unreadable: {reason}")?;
                exit.also(Exit::Unreadable);
            }
        }
    }
    let unread = if unreadable > 0 { format!(", {unreadable} unreadable") } else { String::new() };
    writeln!(session.output(), "covers: {right} right, {wrong} wrong{unread}")?;
    Ok(exit)
}

/// A cover, and its cost where the line names one.
pub(super) type Claim = (Option<u64>, Vec<OptionId>);

/// Reads the lines that `dlx solve` and `dlx best` print, whatever the format.
pub(super) struct Covers<'p> {
    problem: &'p Problem,
    /// Options by what they use; made when the first line in the text format comes.
    by_text: Option<HashMap<Vec<String>, Vec<OptionId>>>,
}

impl<'p> Covers<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        Self { problem, by_text: None }
    }

    pub(super) fn read(&mut self, line: &str) -> Result<Claim, String> {
        if line.starts_with('{') {
            return claim_of_json(line);
        }
        // A color follows its colon at once, so no option begins like this.
        let (cost, line) = match line.strip_prefix("cost ").and_then(|rest| rest.split_once(':')) {
            Some((cost, cover))
                if cost.bytes().all(|byte| byte.is_ascii_digit())
                    && (cover.is_empty() || cover.starts_with(' ')) =>
            {
                (Some(cost.parse().map_err(|_| format!("`{cost}` is no cost"))?), cover)
            }
            _ => (None, line),
        };
        Ok((cost, self.ids(line)?))
    }

    fn ids(&mut self, line: &str) -> Result<Vec<OptionId>, String> {
        // A line with a bar has a word that is no number, so it is never taken for ids.
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
            let ids = by_text.get(&words).ok_or_else(|| format!("the problem has no option `{text}`"))?;
            // Options that use the same items are named one after the other; beyond the last, the last is
            // named again, which the check will refuse.
            let time = times.entry(words).or_default();
            cover.push(ids[(*time).min(ids.len() - 1)]);
            *time += 1;
        }
        Ok(cover)
    }
}

/// The options by their uses, sorted.
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

fn claim_of_json(line: &str) -> Result<Claim, String> {
    let object: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let ids = object.get("ids").and_then(serde_json::Value::as_array);
    let ids = ids.ok_or("expected an object with a list `ids`")?;
    let ids: Result<Vec<OptionId>, String> = ids
        .iter()
        .map(|id| id.as_u64().ok_or(format!("expected an id, found {id}")).and_then(option_id))
        .collect();
    let cost = object.get("cost").map(|cost| cost.as_u64().ok_or(format!("expected a cost, found {cost}")));
    Ok((cost.transpose()?, ids?))
}

fn option_id(id: u64) -> Result<OptionId, String> {
    let index = u32::try_from(id).map_err(|_| format!("an id has 32 bits, found {id}"))?;
    Ok(OptionId::new(index as usize))
}
