//! `dlx why`: explains why a problem has no cover.

use std::io::Write;

use clap::Args;
use dlx_core::inner::why;
use dlx_core::{Bounds, Core, GivenError, ItemId, Minimality, OptionId, Problem, Why};
use serde::Serialize;

use crate::shared::cause::Cause;
use crate::shared::flags::{Given, ProblemList, ReportFormat};
use crate::shared::input::for_each;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session, json};

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

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of::<ReasonObject<'static>>("Answer")
    }
}

impl ExplainNone {
    fn explain(&self, source: &str, problem: &Problem, session: &Session) -> Result<Exit, Fault> {
        let assumed = self.given.of(problem)?;
        let givens = assumed.givens();
        if let Some(why) = givens.contradiction(problem)? {
            let mut output = session.output();
            if self.format.is_json() {
                let object = ReasonObject { source, answer: Answer::contradiction(problem, &why) };
                json::write_line(&mut *output, &object)?;
            } else {
                writeln!(output, "no cover: {why}")?;
            }
            return Ok(Exit::Answered);
        }
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
                Why::Solvable(_) | Why::Unknown(_) => "it is unknown whether there is a cover",
            };
            message!(Note, "{}: {unknown}", cause.words());
        }
        let mut output = session.output();
        if self.format.is_json() {
            let object = ReasonObject { source, answer: Answer::new(problem, &answer) };
            json::write_line(&mut *output, &object)?;
        } else {
            write!(output, "{}", answer.display(problem))?;
        }
        Ok(stopped.map_or(Exit::Answered, Cause::exit))
    }
}

/// The answer as a JSON object.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct ReasonObject<'a> {
    /// Input: a file name, `standard input` or `argument`.
    source: &'a str,
    #[serde(flatten)]
    answer: Answer,
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
#[cfg_attr(test, derive(utoipa::ToSchema))]
enum Answer {
    /// Cover
    Cover {
        /// The options of a cover.
        options: Vec<OptionObject>,
    },
    /// No cover
    NoCover(CoreObject),
    /// Unknown
    Unknown,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct CoreObject {
    /// Items that cannot be covered together.
    items: Vec<ItemObject>,
    /// Options that contain these items.
    options: Vec<OptionObject>,
    /// Options of --force that contribute to the reason.
    given: Vec<OptionObject>,
    /// Items that these options cover too often.
    conflicts: Vec<ItemObject>,
    /// Whether the reason is proved to be minimal: no part of it can be left out.
    minimal: bool,
}

/// An item, and how often it is to be covered.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = Item))]
struct ItemObject {
    /// Its name.
    name: String,
    /// Smallest number of times it is covered.
    low: u32,
    /// Largest number of times it is covered.
    high: u32,
}

/// An option.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = Option))]
struct OptionObject {
    /// Its number, from 0.
    id: usize,
    /// The option as text, as in the file.
    text: String,
}

/// Returns items as objects.
fn items_of(problem: &Problem, items: &[ItemId]) -> Vec<ItemObject> {
    let objects = items.iter().map(|&item| {
        let Bounds { low, high } = problem.bounds(item);
        ItemObject { name: problem.name(item).to_owned(), low, high }
    });
    objects.collect()
}

/// Returns options as objects.
fn options_of(problem: &Problem, options: &[OptionId]) -> Vec<OptionObject> {
    let objects = options
        .iter()
        .map(|&option| OptionObject { id: option.index(), text: problem.display_option(option).to_string() });
    objects.collect()
}

impl Answer {
    /// Assumptions that contradict each other.
    fn contradiction(problem: &Problem, why: &GivenError) -> Self {
        let (given, conflicts) = match *why {
            GivenError::Conflict { first, second, item, .. } => (vec![first, second], vec![item]),
            GivenError::Exceeded { option, item, .. } => (vec![option], vec![item]),
            GivenError::Forbidden { option } => (vec![option], Vec::new()),
            _ => (Vec::new(), Vec::new()),
        };
        let (given, conflicts) = (options_of(problem, &given), items_of(problem, &conflicts));
        Self::NoCover(CoreObject { items: Vec::new(), options: Vec::new(), given, conflicts, minimal: true })
    }

    fn new(problem: &Problem, answer: &Why) -> Self {
        let items = |items: &[ItemId]| items_of(problem, items);
        let options = |options: &[OptionId]| options_of(problem, options);
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
