//! `dlx sudoku hint`: the next step of each puzzle, in full or in part.

use clap::{Args, ValueEnum};
use serde::Serialize;
use sudoku_cover::explain::OF_SEVERAL_SOLUTIONS;
use sudoku_cover::{Grade, HintBasis, State, Step};

use super::batch::{Batch, PuzzleList};
use super::explained::{Explainers, Techniques, each_with_solution, report_mistakes};
use crate::shared::flags::ReportFormat;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct ShowHint {
    #[command(flatten)]
    list: PuzzleList,
    /// Detail of the hint
    #[arg(long, value_enum, value_name = "GRADE", default_value_t = GradeName::Full, help_heading = "Output")]
    grade: GradeName,
    #[command(flatten)]
    techniques: Techniques,
    #[command(flatten)]
    format: ReportFormat,
}

/// The detail of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GradeName {
    /// The house or the houses in which to look
    Area,
    /// The technique, and where to look for it
    Technique,
    /// The technique and the cells of its pattern
    Cells,
    /// The whole step and its reason
    Full,
}

impl From<GradeName> for Grade {
    fn from(grade: GradeName) -> Self {
        match grade {
            GradeName::Area => Self::Area,
            GradeName::Technique => Self::Technique,
            GradeName::Cells => Self::Cells,
            GradeName::Full => Self::Full,
        }
    }
}

impl Command for ShowHint {
    const NAME: &'static str = "hint";
    const ABOUT: &'static str = "Show the next step of each puzzle";
    const EXAMPLES: &'static str = "\
dlx sudoku generate --seed 7 -o puzzle.txt
dlx sudoku hint --grade area puzzle.txt
dlx sudoku hint puzzle.txt";

    const NOTES: &'static str = "\
The state of a puzzle is what its format holds: givens, and placed digits and candidates if there are any, as in
HoDoKu's library lines and in grids of candidates. If the puzzle has any, a note says what the hint starts from.

If a placed digit is wrong, or a candidate of the solution is missing, the hint names it instead of a step, and the exit code
is 1. The hint for a puzzle with several solutions holds in all of them; the exit code is 4.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, grade, techniques, format } = self;
        let explainers = Explainers::new(techniques);
        let batch = Batch::of(&list, session)?.in_json(format.is_json());
        each_with_solution(batch, |asked, solver, limits, answers| {
            let record = asked.record;
            let found = explainers.lend_in_state(solver.matrix().geometry(), asked, |explainer| {
                (explainer.hint(grade.into(), None, limits), explainer.state())
            });
            if !record.placed().is_empty() || record.marks().is_some() {
                let (givens, placed) = (record.grid.clue_count(), record.placed().len());
                let basis = HintBasis { givens, placed, has_candidates: record.marks().is_some() };
                answers.note(&format!("the hint starts from {basis}"));
            }
            let several = asked.solution.is_none();
            if several {
                answers.note(OF_SEVERAL_SOLUTIONS);
            }
            let (found, state) = match found {
                Ok(found) => found,
                Err(mistakes) => return report_mistakes(&mistakes, answers),
            };
            let found = match found {
                Ok(found) => found,
                Err(why) => return Ok(answers.fail_stopped(why)?.0),
            };
            let (status, words) = match (&found, state) {
                (Some(hint), _) => ("hint", hint.to_string()),
                (None, State::Solved) => ("solved", "the puzzle is solved".to_owned()),
                (None, _) => ("not solved", "no step found".to_owned()),
            };
            let step = found.as_ref().and_then(|hint| hint.step());
            if answers.is_json() {
                answers.object(status, HintObject { hint: words, several, step })?;
                return Ok(Exit::Answered);
            }
            answers.line(words.as_bytes());
            step.into_iter().for_each(|step| answers.line(step.reason().to_string().as_bytes()));
            Ok(Exit::Answered)
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of_puzzles::<HintObject<'static>>("Hint", &["hint", "solved", "not solved"])
            .of_failures_and(&["mistake"])
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct HintObject<'a> {
    /// The hint in words.
    hint: String,
    /// Present if the puzzle has several solutions, in all of which the hint holds.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    several: bool,
    /// The whole step, with --grade full.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<&'a Step>,
}
