//! `dlx sudoku steps`: all steps that are possible in the state of each puzzle.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;
use sudoku_cover::{Step, Technique};

use super::batch::{Batch, Failure, PuzzleList};
use super::explained::{
    Explainers, NamedTechniques, Reasons, Techniques, each_with_solution, named_techniques, report_mistakes,
};
use crate::shared::flags::ReportFormat;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct ListSteps {
    #[command(flatten)]
    list: PuzzleList,
    /// Show only the steps of these techniques
    ///
    /// A technique has the names in docs/sudoku/techniques.md, and HoDoKu's abbreviations and codes.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = named_techniques, help_heading = "Search")]
    technique: Vec<NamedTechniques>,
    #[command(flatten)]
    techniques: Techniques,
    #[command(flatten)]
    reasons: Reasons,
    #[command(flatten)]
    format: ReportFormat,
}

impl Command for ListSteps {
    const NAME: &'static str = "steps";
    const ABOUT: &'static str = "List all steps that are possible in the state of each puzzle";
    const EXAMPLES: &'static str = "\
dlx sudoku generate --level hard --seed 7 -o puzzle.txt
dlx sudoku steps puzzle.txt
dlx sudoku steps --technique x-wing,skyscraper,0803 --format json puzzle.txt";
    const NOTES: &'static str = "\
The state of a puzzle is what its format holds: givens, and placed digits and candidates if there are any, as in
HoDoKu's library lines and in grids of candidates. Without --technique all techniques of HoDoKu's default settings
except trial and error are searched. If a placed digit is wrong, or a candidate of the solution is missing, it is named
instead, and the exit code is 1. The notation and the order are HoDoKu's: docs/sudoku/techniques.md explains them.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, technique, techniques, reasons, format } = self;
        let mut asked_for: Vec<Technique> = technique.into_iter().flat_map(|named| named.0).collect();
        if asked_for.is_empty() {
            asked_for = techniques.all();
            asked_for.retain(|&technique| technique != Technique::BruteForce);
        }
        let explainers = Explainers::new(techniques);
        let batch = Batch::of(&list, session)?.in_json(format.is_json());
        each_with_solution(batch, |asked, solver, limits, answers| {
            let mut steps = Vec::new();
            let found = explainers.lend_in_state(solver.matrix().geometry(), asked, |explainer| {
                for step in explainer.steps(&asked_for, limits) {
                    steps.push(step?);
                }
                Ok(())
            });
            let found = match found {
                Ok(found) => found,
                Err(mistakes) => return report_mistakes(&mistakes, answers),
            };
            let mut exit = Exit::Answered;
            let stopped = found.err().map(|why| session.cause_of(why));
            stopped.into_iter().for_each(|cause| exit.also(cause.exit()));
            if answers.is_json() {
                let known = StepsObject { steps: &steps };
                match stopped {
                    Some(cause) => answers.part(cause, known)?,
                    None => answers.object("steps", known)?,
                }
                return Ok(exit);
            }
            let number = answers.puzzle.number;
            let out = answers.out();
            asked.grid.to_line().append_to(out);
            writeln!(out, " #{number} {}", count_of_steps(steps.len()))?;
            for step in &steps {
                writeln!(out, "  {step}{}", reasons.below(step))?;
            }
            if let Some(cause) = stopped {
                answers.line(Failure::of(cause).words().as_bytes());
            }
            Ok(exit)
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of_puzzles::<StepsObject<'static>>("Steps", &["steps"])
            .of_parts::<StepsObject<'static>>("Some steps")
            .of_failures_and(&["mistake"])
    }
}

fn count_of_steps(count: usize) -> String {
    format!("{count} {}", if count == 1 { "step" } else { "steps" })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct StepsObject<'a> {
    /// All steps: those of one technique after those of the other, in HoDoKu's order.
    steps: &'a [Step],
}
