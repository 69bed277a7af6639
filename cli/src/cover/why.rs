//! `dlx why`: why a problem has no cover.

use std::io::{self, Write};

use clap::Args;
use dlx_core::{Bounds, Core, ItemId, ItemKind, Minimality, OptionId, Problem, Why, why};
use serde::Serialize;

use crate::shared::cause::Cause;
use crate::shared::flags::{Given, ProblemList, ReportFormat};
use crate::shared::input::for_each;
use crate::shared::{Command, Exit, Fault, Session, json};

/// `dlx why`.
#[derive(Debug, Args)]
pub(crate) struct ExplainNone {
    #[command(flatten)]
    list: ProblemList,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    format: ReportFormat,
}

impl Command for ExplainNone {
    const NAME: &'static str = "why";
    const ABOUT: &'static str = "Explain why a problem has no cover";
    const EXAMPLES: &'static str = "\
dlx generate queens 3 | dlx why
dlx generate queens 8 -o queens.dlx
dlx why --force 0,12 queens.dlx";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        for_each(&self.list, self.format.is_json(), session, |loaded| {
            let (name, problem, _) = loaded.into_problem()?;
            self.explain(&name, &problem, session)
        })
    }
}

impl ExplainNone {
    fn explain(&self, source: &str, problem: &Problem, session: &Session) -> Result<Exit, Fault> {
        let givens = self.given.givens();
        let answer = session.watched(|| why(problem, givens, &mut session.limits(None)))?;
        let stopped = match &answer {
            Why::Unknown(why) | Why::Core(Core { minimality: Minimality::Unknown(why), .. }) => {
                Some(session.cause_of(*why))
            }
            Why::Solvable(_) | Why::Core(_) => None,
        };
        if let Some(cause) = stopped {
            let unknown = match answer {
                Why::Core(_) => "there may be a smaller reason",
                Why::Solvable(_) | Why::Unknown(_) => "whether there is a cover is not known",
            };
            message!(Note, "{}: {unknown}", cause.words());
        }
        let mut output = session.output();
        if self.format.is_json() {
            let object = ReasonObject { source, answer: Answer::new(problem, &answer) };
            json::write_line(&mut *output, &object)?;
        } else {
            write_text(problem, &answer, &mut *output)?;
        }
        Ok(stopped.map_or(Exit::Answered, Cause::exit))
    }
}

fn write_text(problem: &Problem, answer: &Why, output: &mut impl Write) -> io::Result<()> {
    match answer {
        Why::Unknown(_) => Ok(()),
        Why::Solvable(cover) => {
            writeln!(output, "there is a cover:")?;
            write_options(problem, cover, output)
        }
        Why::Core(core) => write_core(problem, core, output),
    }
}

fn write_core(problem: &Problem, core: &Core, output: &mut impl Write) -> io::Result<()> {
    let (subject, together) = match core.items.len() {
        1 => ("an item".to_owned(), ""),
        count => (format!("{count} items"), " together"),
    };
    writeln!(output, "no cover: {subject} cannot be covered{together}:")?;
    for &item in &core.items {
        writeln!(output, "  {}, {}", problem.name(item), times(problem.bounds(item)))?;
    }
    if core.options.is_empty() {
        writeln!(output, "no option that may be chosen uses it")?;
    } else {
        writeln!(output, "the options that use {}:", if together.is_empty() { "it" } else { "them" })?;
        write_options(problem, &core.options, output)?;
    }
    if !core.given.is_empty() {
        writeln!(output, "given are:")?;
        write_options(problem, &core.given, output)?;
    }
    if !core.conflicts.is_empty() {
        writeln!(output, "the options conflict in:")?;
        for &item in &core.conflicts {
            writeln!(output, "  {}, {}", problem.name(item), ceiling(problem, item))?;
        }
    }
    match core.minimality {
        Minimality::Proved => writeln!(output, "nothing of this can be left out"),
        Minimality::Unknown(_) => writeln!(output, "some of this may not be needed"),
    }
}

fn write_options(problem: &Problem, options: &[OptionId], output: &mut impl Write) -> io::Result<()> {
    for &option in options {
        writeln!(output, "  {option}: {}", problem.display_option(option))?;
    }
    Ok(())
}

/// How often an item must be covered, in words.
fn times(bounds: Bounds) -> String {
    match bounds {
        Bounds::ONCE => "once".to_owned(),
        Bounds { low, high } if low == high => format!("{high} times"),
        Bounds { low, high } => format!("{low} to {high} times"),
    }
}

/// How often an item may be covered, in words.
fn ceiling(problem: &Problem, item: ItemId) -> String {
    match (problem.kind(item), problem.bounds(item).high) {
        (ItemKind::Secondary, _) if problem.is_colored() => "at most once or in one color".to_owned(),
        (_, 0) => "never".to_owned(),
        (_, 1) => "at most once".to_owned(),
        (_, high) => format!("at most {high} times"),
    }
}

/// The answer as an object.
#[derive(Serialize)]
struct ReasonObject<'a> {
    source: &'a str,
    #[serde(flatten)]
    answer: Answer,
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
enum Answer {
    Cover { options: Vec<OptionObject> },
    NoCover(CoreObject),
    Unknown,
}

#[derive(Serialize)]
struct CoreObject {
    items: Vec<ItemObject>,
    options: Vec<OptionObject>,
    given: Vec<OptionObject>,
    conflicts: Vec<ItemObject>,
    /// Whether it is proved that nothing can be left out.
    minimal: bool,
}

#[derive(Serialize)]
struct ItemObject {
    name: String,
    low: u32,
    high: u32,
}

#[derive(Serialize)]
struct OptionObject {
    id: usize,
    /// The option as in the file.
    text: String,
}

impl Answer {
    fn new(problem: &Problem, answer: &Why) -> Self {
        let items = |items: &[ItemId]| -> Vec<ItemObject> {
            let objects = items.iter().map(|&item| {
                let Bounds { low, high } = problem.bounds(item);
                ItemObject { name: problem.name(item).to_owned(), low, high }
            });
            objects.collect()
        };
        let options = |options: &[OptionId]| -> Vec<OptionObject> {
            let objects = options.iter().map(|&option| OptionObject {
                id: option.index(),
                text: problem.display_option(option).to_string(),
            });
            objects.collect()
        };
        match answer {
            Why::Unknown(_) => Self::Unknown,
            Why::Solvable(cover) => Self::Cover { options: options(cover) },
            Why::Core(core) => Self::NoCover(CoreObject {
                items: items(&core.items),
                options: options(&core.options),
                given: options(&core.given),
                conflicts: items(&core.conflicts),
                minimal: core.minimality == Minimality::Proved,
            }),
        }
    }
}
