//! Lists the steps that are possible in the state of a puzzle. The answer is a line for each technique as soon as
//! it is searched, and one at the end.

use serde::{Deserialize, Serialize};
use sudoku_cover::{Order, Step, StepGroup, Technique};
use utoipa::ToSchema;

use super::explain::{self, Ready, Status};
use crate::Api;
use crate::fault::Fault;
use crate::route::{Line, Lines};
use crate::stop::Stop;
use crate::wire::{self, Puzzle, PuzzleIn};

/// A puzzle, and which techniques are searched.
#[derive(Deserialize, ToSchema)]
#[schema(as = StepsWish)]
#[serde(deny_unknown_fields)]
pub(super) struct StepsIn {
    /// True to search the techniques too that are searched only when they are asked for.
    #[serde(default)]
    all: bool,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

/// The steps of a technique, or the end.
#[derive(Serialize, ToSchema)]
#[schema(as = StepsLine)]
#[serde(untagged)]
pub(super) enum LineOut {
    Group(GroupOut),
    End(EndOut),
}

/// The steps of a technique.
#[derive(Serialize, ToSchema)]
#[schema(as = StepGroup)]
pub(super) struct GroupOut {
    technique: &'static str,
    /// The level of the technique, such as `easy`.
    level: String,
    /// The number of steps; not all of them are listed.
    count: usize,
    #[schema(value_type = Vec<Step>)]
    steps: Vec<Step>,
}

impl From<StepGroup> for GroupOut {
    fn from(StepGroup { technique, steps, count }: StepGroup) -> Self {
        Self { technique: technique.name(), level: technique.level().to_string(), count, steps }
    }
}

/// The end of a list.
#[derive(Serialize, ToSchema)]
#[schema(as = StepsEnd)]
pub(super) struct EndOut {
    status: EndStatus,
    text: String,
}

/// How a list ended: `stopped` at its time limit, or with the reason why the puzzle has no steps.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum EndStatus {
    Complete,
    Stopped,
    Mistake,
    None,
    Invalid,
}

/// Lists the steps of a state.
pub(super) fn steps(api: &Api, wish: StepsIn) -> Result<Lines, Fault> {
    let StepsIn { all, puzzle } = wish;
    let puzzle = Puzzle::of(puzzle, &Stop::after(api.limits.search))?;
    let mut techniques = if all { Technique::ALL.to_vec() } else { Order::Hodoku.techniques() };
    techniques.retain(|&technique| technique != Technique::BruteForce);
    Ok(Lines {
        longest: api.limits.list,
        // A place for each line, so that the search never waits for a client that does not read.
        places: techniques.len() + 1,
        work: Box::new(move |api, stop, lines| {
            let end = list(api, &puzzle, &techniques, stop, lines);
            let stopped =
                |fault: Fault| EndOut { status: EndStatus::Stopped, text: fault.message().to_owned() };
            send(lines, LineOut::End(end.unwrap_or_else(stopped)));
        }),
    })
}

fn list(
    api: &Api,
    puzzle: &Puzzle,
    techniques: &[Technique],
    stop: &Stop,
    lines: &dyn Fn(Line),
) -> Result<EndOut, Fault> {
    let notes = puzzle.notes.as_ref();
    let Ready { mut explainer, .. } = match explain::explainer(api, puzzle, notes, stop)? {
        Ok(ready) => ready,
        Err(words) => {
            let status = match words.status {
                Status::None => EndStatus::None,
                Status::Invalid => EndStatus::Invalid,
                _ => EndStatus::Mistake,
            };
            return Ok(EndOut { status, text: words.text });
        }
    };
    let mut count = 0;
    let mut limits = stop.limits();
    for group in explainer.steps(techniques, &mut limits).grouped(notes) {
        let group = group?;
        count += group.count;
        send(lines, LineOut::Group(group.into()));
    }
    let text = match count {
        0 => "No step is found.".to_owned(),
        1 => "1 step.".to_owned(),
        count => format!("{count} steps."),
    };
    Ok(EndOut { status: EndStatus::Complete, text })
}

#[expect(clippy::needless_pass_by_value, reason = "a line is sent once")]
fn send(lines: &dyn Fn(Line), line: LineOut) {
    lines(Line::Result(wire::line(&line)));
}
