//! `dlx sudoku explain`: solves each puzzle with human techniques, step by step.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use serde::Serialize;
use sudoku_cover::{Rating, State, Step, Verdict, certify};

use super::batch::{Batch, PuzzleList};
use super::explained::{Explainers, Reasons, Techniques, each_with_solution};
use crate::shared::flags::ReportFormat;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    list: PuzzleList,
    #[command(flatten)]
    techniques: Techniques,
    /// Prove each step with the solver
    #[arg(long, help_heading = "Search")]
    certify: bool,
    #[command(flatten)]
    reasons: Reasons,
    #[command(flatten)]
    format: ReportFormat,
}

impl Command for Explain {
    const NAME: &'static str = "explain";
    const ABOUT: &'static str = "Solve puzzles with human techniques, and print each step";
    const EXAMPLES: &'static str = "\
dlx sudoku generate --level hard --seed 7 -o puzzle.txt
dlx sudoku explain --reasons puzzle.txt
dlx sudoku explain --certify puzzle.txt
dlx sudoku generate --seed 7 | dlx sudoku explain --order se --format json";
    const NOTES: &'static str = "\
The notation follows HoDoKu's; docs/sudoku/techniques.md explains it. If no technique applies, a digit is taken from the
solution, and the line says so.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, techniques, certify: is_certifying, reasons, format } = self;
        let explainers = Explainers::new(techniques);
        let is_json = format.is_json();
        let batch = Batch::of(&list, session)?.in_json(is_json);
        let certified = Certified::default();
        let ended = each_with_solution(batch, |asked, solver, limits, answers| {
            let (mut rating, mut unproved) = (Rating::default(), Vec::new());
            let mut printed = Printed { reasons, lines: String::new(), objects: Vec::new() };
            let explained = explainers.lend(solver.matrix().geometry(), asked, |explainer| {
                while let Some(step) = explainer.next_step(limits)? {
                    rating.add(step);
                    if is_certifying {
                        unproved.push(step.clone());
                    } else {
                        printed.add(step, Proof::NotAsked, is_json);
                    }
                }
                Ok(explainer.state())
            });
            // Steps found before the stop are printed.
            let mut stopped = explained.err().map(|why| session.cause_of(why));
            let mut exit = Exit::Answered;
            for step in &unproved {
                let proof = match stopped {
                    Some(_) => Proof::Unknown,
                    None => match certify::is_proved(solver, asked.grid, step, limits) {
                        Ok(true) => Proof::Proved,
                        Ok(false) => Proof::Wrong,
                        Err(why) => {
                            stopped = Some(session.cause_of(why));
                            Proof::Unknown
                        }
                    },
                };
                if proof == Proof::Wrong {
                    exit.also(Exit::Internal);
                }
                certified.count(proof);
                printed.add(step, proof, is_json);
            }
            stopped.into_iter().for_each(|cause| exit.also(cause.exit()));
            let level = (explained == Ok(State::Solved)).then(|| rating.level().to_string());
            let status = match (explained, asked.solution) {
                (Err(why), _) => session.cause_of(why).words(),
                (Ok(State::Solved), _) => "solved",
                (Ok(_), None) => Verdict::Several.phrase(),
                (Ok(_), Some(_)) => "not solved",
            };
            if is_json {
                let known = Explanation { level, score: rating.score, steps: printed.objects };
                match explained {
                    Err(why) => answers.part(session.cause_of(why), known)?,
                    Ok(_) => answers.object(status, known)?,
                }
                return Ok(exit);
            }
            let number = answers.puzzle.number;
            let out = answers.out();
            asked.grid.to_line().append_to(out);
            match level {
                Some(level) => writeln!(out, " #{number} {level} ({})", rating.score)?,
                None => writeln!(out, " #{number} {status}, {} steps", rating.steps)?,
            }
            out.extend_from_slice(printed.lines.as_bytes());
            Ok(exit)
        });
        if is_certifying {
            certified.print();
        }
        ended
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of_puzzles::<Explanation>("Explanation", &["solved", "not solved", Verdict::Several.phrase()])
            .of_parts::<Explanation>("Part of an explanation")
            .of_failures()
    }
}

/// The numbers of steps by their proof, counted on all threads.
#[derive(Default)]
struct Certified {
    proved: AtomicU64,
    wrong: AtomicU64,
    unknown: AtomicU64,
}

impl Certified {
    fn count(&self, proof: Proof) {
        let number = match proof {
            Proof::NotAsked => return,
            Proof::Proved => &self.proved,
            Proof::Wrong => &self.wrong,
            Proof::Unknown => &self.unknown,
        };
        number.fetch_add(1, Ordering::Relaxed);
    }

    /// Prints the numbers.
    fn print(&self) {
        let [proved, wrong, unknown] =
            [&self.proved, &self.wrong, &self.unknown].map(|number| number.load(Ordering::Relaxed));
        let not_tried = if unknown > 0 { format!(", {unknown} unknown") } else { String::new() };
        message!(Note, "{proved} steps proved, {wrong} wrong{not_tried}");
    }
}

/// A step, and whether it is proved.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = CertifiedStep))]
struct StepObject {
    #[serde(flatten)]
    step: Step,
    /// Whether the solver has proved the step; present with --certify.
    #[serde(skip_serializing_if = "Option::is_none")]
    certified: Option<bool>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct Explanation {
    /// HoDoKu's level, if the puzzle is solved.
    #[cfg_attr(test, schema(required = true))]
    level: Option<String>,
    /// HoDoKu's score.
    score: u32,
    /// The steps.
    steps: Vec<StepObject>,
}

/// Whether a step has been proved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    NotAsked,
    Proved,
    Wrong,
    Unknown,
}

/// Formats steps.
struct Printed {
    reasons: Reasons,
    lines: String,
    objects: Vec<StepObject>,
}

impl Printed {
    fn add(&mut self, step: &Step, proof: Proof, is_json: bool) {
        if is_json {
            let certified = match proof {
                Proof::NotAsked | Proof::Unknown => None,
                Proof::Proved | Proof::Wrong => Some(proof == Proof::Proved),
            };
            self.objects.push(StepObject { step: step.clone(), certified });
            return;
        }
        let words = match proof {
            Proof::NotAsked => "",
            Proof::Proved => " [proved]",
            Proof::Wrong => " [WRONG]",
            Proof::Unknown => " [unknown]",
        };
        let written = writeln!(self.lines, "  {step}{words}{}", self.reasons.below(step));
        written.expect("a string takes everything");
    }
}
