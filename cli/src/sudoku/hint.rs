//! `dlx sudoku hint`: the next step of each puzzle, or a part of it.

use serde::Serialize;
use sudoku_cover::{Grade, State, Step};

use super::batch::{Batch, Failure};
use super::explained::{Explainers, each_with_solution};
use crate::args::{self, StepFormat, SudokuHint};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;

#[derive(Serialize)]
struct HintObject<'a> {
    hint: String,
    /// The whole step, if all is to be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<&'a Step>,
}

pub(crate) fn run(arguments: &SudokuHint, session: &Session) -> Result<Exit, Fault> {
    let SudokuHint { puzzles, grade, mode, batching, common } = arguments;
    let grade = match grade {
        args::Grade::Vague => Grade::Vague,
        args::Grade::Where => Grade::Where,
        args::Grade::Full => Grade::Full,
    };
    let explainers = Explainers::new(mode.order);
    let is_json = mode.format == StepFormat::Json;
    let batch = Batch::new(puzzles, *batching, *common, session)?.in_json(is_json);
    each_with_solution(batch, |asked, solver, limits, answers| {
        let (found, state) = explainers.lend(solver.matrix().geometry(), asked, |explainer| {
            (explainer.hint(grade, None, limits), explainer.state())
        });
        let (status, words, exit) = match (&found, state) {
            (Ok(Some(hint)), _) => ("hint", hint.to_string(), Exit::Answered),
            (Ok(None), State::Solved) => ("solved", "it is solved".to_owned(), Exit::Answered),
            (Ok(None), _) => ("not solved", "no step found".to_owned(), Exit::Answered),
            (Err(why), _) => {
                let cause = session.cause_of(*why);
                ("unknown", Failure::of(cause).words(), cause.exit())
            }
        };
        if is_json {
            let step = found.as_ref().ok().and_then(|hint| hint.as_ref()?.step());
            answers.object(status, HintObject { hint: words, step })?;
            return Ok(exit);
        }
        answers.line(words.as_bytes());
        Ok(exit)
    })
}
