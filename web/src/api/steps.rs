//! Lists the steps that are possible in the state of a puzzle. The answer is a line for each technique as soon as
//! it is searched, and one at the end.

use std::sync::Arc;

use hyper::body::Bytes;
use serde::{Deserialize, Serialize};
use sudoku_cover::{Order, Step, StepGroup, Technique};
use tokio::sync::mpsc::{self, Sender};

use super::explain::{self, Ready};
use super::read;
use crate::fault::Fault;
use crate::jobs::Stop;
use crate::reply::{self, Reply};
use crate::routes::App;
use crate::wire::{Puzzle, PuzzleIn};

#[derive(Deserialize)]
struct StepsIn {
    /// True to search the techniques too that are searched only when they are asked for.
    #[serde(default)]
    all: bool,
    #[serde(flatten)]
    puzzle: PuzzleIn,
}

#[derive(Serialize)]
struct GroupOut {
    technique: &'static str,
    level: String,
    /// The number of steps; not all of them are listed.
    count: usize,
    steps: Vec<Step>,
}

impl From<StepGroup> for GroupOut {
    fn from(StepGroup { technique, steps, count }: StepGroup) -> Self {
        Self { technique: technique.name(), level: technique.level().to_string(), count, steps }
    }
}

#[derive(Serialize)]
struct EndOut {
    /// `complete`, `stopped`, `mistake`, `none` or `invalid`.
    status: &'static str,
    text: String,
}

/// Lists the steps of a state.
pub(crate) async fn steps(app: &Arc<App>, body: Bytes) -> Result<Reply, Fault> {
    let StepsIn { all, puzzle } = read(&body)?;
    let puzzle = Puzzle::try_from(puzzle)?;
    let mut techniques = if all { Technique::ALL.to_vec() } else { Order::Hodoku.techniques() };
    techniques.retain(|&technique| technique != Technique::BruteForce);
    let (begun, stop_on_drop) = app.searches.begin(app.bounds.list).await?;
    // A place for each line, so that the search never waits for a client that does not read.
    let (sender, receiver) = mpsc::channel(techniques.len() + 1);
    let shared = Arc::clone(app);
    // The result is sent through the channel. A panic closes the channel, so that the last line is missing.
    drop(begun.spawn(move |stop| {
        let end = list(&shared, &puzzle, &techniques, stop, &sender);
        let end = end.unwrap_or_else(|fault| EndOut { status: "stopped", text: fault.message().to_owned() });
        send(&sender, &end);
    }));
    Ok(reply::lines(receiver, stop_on_drop))
}

fn list(
    app: &App,
    puzzle: &Puzzle,
    techniques: &[Technique],
    stop: &Stop,
    lines: &Sender<Bytes>,
) -> Result<EndOut, Fault> {
    let notes = puzzle.notes.as_ref();
    let Ready { mut explainer, .. } = match explain::explainer(app, puzzle, notes, stop)? {
        Ok(ready) => ready,
        Err(words) => return Ok(EndOut { status: words.status, text: words.text }),
    };
    let mut count = 0;
    let mut limits = stop.limits();
    for group in explainer.steps(techniques, &mut limits).grouped(notes) {
        let group = group?;
        count += group.count;
        send(lines, &GroupOut::from(group));
    }
    let text = match count {
        0 => "No step is found.".to_owned(),
        1 => "1 step.".to_owned(),
        count => format!("{count} steps."),
    };
    Ok(EndOut { status: "complete", text })
}

/// Sends a line; it is lost only if the client has gone.
fn send(lines: &Sender<Bytes>, line: &impl Serialize) {
    lines.try_send(reply::line(line).into()).ok();
}
