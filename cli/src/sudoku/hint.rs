//! `dlx sudoku hint`: the next step of each puzzle, or a part of it.

use serde::Serialize;
use sudoku_cover::{Hint, State};

use super::clues::unknown;
use super::explained::{Explainers, Inquiry, StepObject};
use super::puzzles::Batch;
use super::report::PuzzleObject;
use crate::args::{Grade, StepFormat, SudokuHint};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;

#[derive(Serialize)]
struct HintObject {
    hint: String,
    /// The whole step, if all is to be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<StepObject>,
}

pub(crate) fn run(arguments: &SudokuHint, session: &Session) -> Result<Exit, Fault> {
    let SudokuHint { puzzles, grade, manner, batching, common } = arguments;
    let explainers = Explainers::new(manner.order);
    let is_json = manner.format == StepFormat::Json;
    Batch::new(puzzles, *batching, *common, session)?.each(None, |puzzle, loaded, limits, answers| {
        let inquiry = Inquiry { session, puzzle, has_stats: common.stats, is_json };
        inquiry.with_solution(loaded, limits, answers, |asked, solver, limits, answers| {
            let mut exit = Exit::Answered;
            let (status, hint, step) = explainers.lend(solver.matrix().geometry(), asked, |explainer| {
                let state = explainer.state();
                let step = match explainer.find_step(limits) {
                    Ok(step) => step,
                    Err(why) => {
                        let cause = session.cause_of(why);
                        exit = cause.exit();
                        return ("unknown", unknown(cause), None);
                    }
                };
                let Some(step) = step else {
                    let status = if state == State::Solved { "solved" } else { "not solved" };
                    let words = if state == State::Solved { "it is solved" } else { "no step found" };
                    return (status, words.to_owned(), None);
                };
                let hint = match grade {
                    Grade::Vague => Hint::Vague(step).to_string(),
                    Grade::Where => Hint::Where(step).to_string(),
                    Grade::Full => step.to_string(),
                };
                let object = is_json && *grade == Grade::Full;
                ("hint", hint, object.then(|| StepObject::from(step)))
            });
            if is_json {
                PuzzleObject::new(puzzle, status, HintObject { hint, step }).print(answers)?;
                return Ok(exit);
            }
            answers.line(hint.as_bytes());
            Ok(exit)
        })
    })
}
